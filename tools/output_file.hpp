/// Files derived from a run: written beside their place and renamed into it, so that a reader never sees half of one.
#pragma once

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/core/checks.hpp"

namespace atl::tools {

class OutputFile {
 public:
  /// "-" is stdout. Throws InputError if the place cannot be written.
  explicit OutputFile(const std::string& path) : path_(path), to_stdout_(path == "-") {
    if (to_stdout_) return;
    temporary_ = fmt::format("{}.part{}", path, ::getpid());
    file_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!file_) throw InputError(fmt::format("cannot write '{}' (is the folder there and writable?).", path));
  }
  ~OutputFile() {
    if (to_stdout_ || temporary_.empty()) return;
    file_.close();
    std::remove(temporary_.c_str());
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) { (to_stdout_ ? std::cout : file_) << text; }

  /// Puts the file in its place. Throws InputError if something could not be written.
  void finish() {
    if (to_stdout_) {
      if (!std::cout.flush()) throw InputError("cannot write to standard output.");
      return;
    }
    file_.close();
    if (!file_ || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
      throw InputError(fmt::format("cannot write '{}' to its end (is the disk full?).", path_));
    }
    temporary_.clear();
  }

 private:
  std::string path_, temporary_;
  bool to_stdout_;
  std::ofstream file_;
};

}  // namespace atl::tools
