#include "tools/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/checks.hpp"

namespace atl::tools {
namespace {

namespace fs = std::filesystem;

/// Where a path leads, also if nothing is there yet.
fs::path follow_links(fs::path path) {
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(path)); ++links) {
    const fs::path to = fs::read_symlink(path);
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

bool is_same(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

bool holds_store(const std::string& path) {
  char start[16] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  return std::memcmp(start, "SQLite format 3", sizeof start) == 0;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, const std::vector<std::string>& inputs) : path_(path) {
  if (path == "-") {
    file_ = stdout;
    return;
  }
  struct stat place{}, other{};
  const bool there = ::stat(path.c_str(), &place) == 0;
  for (const std::string& input : inputs) {
    if (there && ::stat(input.c_str(), &other) == 0 && is_same(place, other))
      throw InputError(fmt::format("'{}' is read and would be overwritten. Name another file to write", path));
  }
  if (there && ::fstat(STDOUT_FILENO, &other) == 0 && is_same(place, other)) {
    file_ = stdout;
    return;
  }
  if (there && S_ISDIR(place.st_mode)) throw InputError(fmt::format("cannot write '{}' (it is a folder).", path));
  std::string opened = path;
  if (!there || S_ISREG(place.st_mode)) {
    if (there && holds_store(path))
      throw InputError(
          fmt::format("'{}' holds a store and would be overwritten. Name another file, or remove it", path));
    target_ = follow_links(path);
    opened = temporary_ = fmt::format("{}.part{}", target_, ::getpid());
  }
  file_ = std::fopen(opened.c_str(), "wb");
  if (file_ == nullptr) {
    const std::string why = std::strerror(errno);
    temporary_.clear();
    throw InputError(fmt::format("cannot write '{}' ({}).", path, why));
  }
  if (there && !temporary_.empty()) ::fchmod(::fileno(file_), place.st_mode & 07777);
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && !is_stdout()) std::fclose(file_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() && error_ == 0) error_ = errno;
}

void OutputFile::finish() {
  const auto check = [&](bool done) {
    if (!done && error_ == 0) error_ = errno;
  };
  check(std::fflush(file_) == 0);
  if (!is_stdout()) {
    check(std::fclose(file_) == 0);
    file_ = nullptr;
    if (error_ == 0 && !temporary_.empty()) {
      check(std::rename(temporary_.c_str(), target_.c_str()) == 0);
      if (error_ == 0) temporary_.clear();
    }
  }
  if (error_ != 0) throw InputError(fmt::format("cannot write '{}' to its end ({}).", path_, std::strerror(error_)));
}

void guard_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    // The lowest free number is this one. The wrong way round for input and output, so that their use fails.
    static_cast<void>(::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
  }
}

bool flush_stdout() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  std::fprintf(stderr, "atoll: cannot write to standard output (%s).\n", std::strerror(errno));
  return false;
}

}  // namespace atl::tools
