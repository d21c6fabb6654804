/// The trials of a tuning run in a file: one line of JSON for the run, then one per trial, each written to its end
/// before the next trial begins. A search that is killed at any moment replays the file and goes on; half a last line
/// is dropped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace atl {

/// What decides a tuning run, as words in order; compared key by key when it is resumed.
using TuneSettings = std::vector<std::pair<std::string, std::string>>;

struct Trial {
  std::vector<std::string> values;  ///< [parameters]
  double reward = 0;
  std::uint64_t games = 0;
  std::uint64_t failures = 0;  ///< games that an agent's failure ended
  bool operator==(const Trial&) const = default;
};

class TuneLog {
 public:
  enum class Mode : std::uint8_t { create, resume, replace };

  /// Refuses (InputError) a file that exists without resume or replace, one of other settings (naming them), one that
  /// is no tuning log, and one that another process writes. Resume without a file starts one; replace keeps the old
  /// trials until the first new one is there.
  TuneLog(const std::string& path, const TuneSettings& settings, Mode mode);
  ~TuneLog();
  TuneLog(const TuneLog&) = delete;
  TuneLog& operator=(const TuneLog&) = delete;

  /// Those in the file when it was opened.
  const std::vector<Trial>& trials() const { return trials_; }
  /// Throws InputError if the file cannot be written.
  void append(const Trial& trial);

 private:
  void start();
  void cut(std::size_t size);
  void write(const std::string& line);

  std::string path_;
  std::string header_;
  int file_ = -1;
  bool started_ = false;  ///< the file holds this run
  std::vector<Trial> trials_;
};

/// A setting of the log in a file. Nothing if there is no such file, log or setting.
std::optional<std::string> logged_setting(const std::string& path, const std::string& key);

}  // namespace atl
