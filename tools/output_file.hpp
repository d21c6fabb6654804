/// Where results go: files that are derived from a run, and standard output. Nothing is lost in silence.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace atl::tools {

/// A file to write. Regular files are written beside their place and renamed into it, so that a reader never sees half
/// of one; links are followed. What is no regular file (a device, a pipe) is written into.
class OutputFile {
 public:
  /// "-" is standard output. `inputs` are what the verb reads. Throws InputError if the place cannot be written, is one
  /// of the inputs, or holds a store.
  explicit OutputFile(const std::string& path, const std::vector<std::string>& inputs = {});
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  bool is_stdout() const { return file_ == stdout; }
  void write(std::string_view text);

  /// Puts the file in its place. Throws InputError if something could not be written.
  void finish();

 private:
  std::string path_;
  std::string target_, temporary_;  ///< of a regular file
  std::FILE* file_ = nullptr;
  int error_ = 0;  ///< of the first write that failed
};

/// To be called before any file is opened: the next one would otherwise take the place of a closed standard stream, and
/// receive what is printed. What is written to a closed standard output fails.
void guard_standard_streams();

/// Whether all that was printed has gone out. If not, says so on stderr.
bool flush_stdout();

}  // namespace atl::tools
