/// Runs the atoll program and keeps what it said.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace atl::test {

/// A folder of its own for one test, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "atoll_test_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

struct CliResult {
  int exit_code = -1;  ///< 128 + signal if a signal ended it
  std::string out, err;
};

/// A started program; wait() must be called.
class CliProcess {
 public:
  explicit CliProcess(const std::vector<std::string>& arguments, const std::string& input = {}) {
    write_file(folder_ / "in", input);
    pid_ = fork();
    if (pid_ == 0) {
      const auto redirect = [](const std::string& path, int flags, int to) {
        dup2(open(path.c_str(), flags, 0600), to);
      };
      redirect(folder_ / "in", O_RDONLY, 0);
      redirect(folder_ / "out", O_WRONLY | O_CREAT, 1);
      redirect(folder_ / "err", O_WRONLY | O_CREAT, 2);
      std::vector<std::string> words = {ATOLL_PROGRAM};
      words.insert(words.end(), arguments.begin(), arguments.end());
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(ATOLL_PROGRAM, argv.data());
      _exit(127);
    }
  }

  void send(int signal) const { kill(pid_, signal); }
  pid_t pid() const { return pid_; }

  CliResult wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .out = read_file(folder_ / "out"),
            .err = read_file(folder_ / "err")};
  }

 private:
  ScratchFolder folder_;
  pid_t pid_ = -1;
};

inline CliResult run_cli(const std::vector<std::string>& arguments, const std::string& input = {}) {
  return CliProcess(arguments, input).wait();
}

/// A string of blank-separated words as arguments.
inline CliResult run_line(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return run_cli(words);
}

}  // namespace atl::test
