#include "experiments/store/store.hpp"

#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "experiments/store/stored_run.hpp"
#include "tests/experiments/nim_driver.hpp"
#include "tests/support/scale.hpp"

using namespace atl;
using test::nim_config;
using test::nim_driver;

namespace {

namespace fs = std::filesystem;

/// A folder that is gone at the end of the test.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "atoll-store-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return path + "/" + name; }
  std::string path;
};

RunReport run(Store& store, const RunConfig& config, int threads = 2, const BlockWatch& rule = {},
              const StopFlag& stop = StopFlag{false}) {
  StoredRun settings;
  settings.options.threads = threads;
  settings.watch = rule;
  return play_stored_run(nim_driver().make_player(config), store, settings, stop);
}

RunReport run_file(const std::string& path, const RunConfig& config, StoreMode mode, int threads = 2,
                   const BlockWatch& rule = {}) {
  Store store = Store::open(path, make_manifest(config), mode);
  return run(store, config, threads, rule);
}

std::string exported(const Store& store, BlockFilter filter = BlockFilter::decided) {
  std::string text;
  store.export_records(filter, [&](const GameRecord& record) { text += write_record(record) + "\n"; });
  return text;
}
std::string exported_file(const std::string& path, BlockFilter filter = BlockFilter::decided) {
  return exported(Store::read(path), filter);
}

std::string bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

template <class Error, class Code>
std::string message(Code&& code) {
  try {
    code();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("equal runs have equal exports for any number of threads") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first", "last"}, 100);
  run_file(folder.file("1.db"), config, StoreMode::create, 1);
  run_file(folder.file("8.db"), config, StoreMode::create, 8);
  const std::string text = exported_file(folder.file("1.db"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 600);
  CHECK(text == exported_file(folder.file("8.db")));
  CHECK_FALSE(fs::exists(folder.file("1.db-wal")));
  std::istringstream lines(text);
  std::uint64_t index = 0;
  for (std::string line; std::getline(lines, line);) {
    const GameRecord record = read_record(line);
    CHECK(record.index == index++);
    nim_driver().check_record(record);
  }
}

TEST_CASE("a temporary store holds what a file does") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first"}, 20);
  run_file(folder.file("run.db"), config, StoreMode::create);
  Store store = Store::temporary(make_manifest(config));
  run(store, config);
  CHECK(exported(store) == exported_file(folder.file("run.db")));
}

TEST_CASE("an existing store is neither overwritten nor appended to unasked") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  const RunConfig config = nim_config({"random", "first"}, 5);
  run_file(path, config, StoreMode::create);
  const std::string before = bytes(path);
  const std::string text = message<InputError>([&] { run_file(path, config, StoreMode::create); });
  CHECK(has(text, "--resume"));
  CHECK(has(text, "--fresh"));
  CHECK(bytes(path) == before);
}

TEST_CASE("resume plays the missing games once, also of a half-finished block") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first", "last"}, 10);
  run_file(folder.file("whole.db"), config, StoreMode::create);
  {
    Store part = Store::open(folder.file("part.db"), make_manifest(config), StoreMode::resume);  // starts one
    std::uint64_t n = 0;
    Store::read(folder.file("whole.db")).visit_games([&](const FinishedGame& game) {
      if (++n % 3 != 0) part.insert(game);
    });
  }
  CHECK(Store::read(folder.file("part.db")).num_games() == 40);
  CHECK(exported_file(folder.file("part.db")).empty());  // no block is complete
  const RunReport report = run_file(folder.file("part.db"), config, StoreMode::resume);
  CHECK(report.progress.played == 20);
  CHECK(report.progress.done == 60);
  CHECK(exported_file(folder.file("part.db")) == exported_file(folder.file("whole.db")));
}

TEST_CASE("resume with more blocks appends, and the store remembers how many") {
  const Folder folder;
  RunConfig config = nim_config({"random", "first"}, 4);
  run_file(folder.file("run.db"), config, StoreMode::create);
  const std::string before = exported_file(folder.file("run.db"));
  config.blocks = 9;
  CHECK(run_file(folder.file("run.db"), config, StoreMode::resume).progress.played == 10);
  CHECK(exported_file(folder.file("run.db")).starts_with(before));
  CHECK(Store::read(folder.file("run.db")).manifest().config.blocks == 9);
}

TEST_CASE("resume with another configuration is refused, naming the keys, and touches nothing") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  run_file(path, nim_config({"random", "first"}, 4), StoreMode::create);
  const std::string before = bytes(path);
  const std::string text =
      message<InputError>([&] { run_file(path, nim_config({"random", "last"}, 3, 8), StoreMode::resume); });
  CHECK(has(text, "agents, blocks, seed"));
  CHECK(bytes(path) == before);
}

TEST_CASE("fresh keeps the old run until the first games are written") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  const RunConfig old_config = nim_config({"random", "first"}, 4);
  const RunConfig new_config = nim_config({"random", "last"}, 6);
  run_file(path, old_config, StoreMode::create);
  const std::string before = exported_file(path);
  {
    Store store = Store::open(path, make_manifest(new_config), StoreMode::replace);
    CHECK(store.num_games() == 0);
    CHECK(exported(store).empty());
  }
  CHECK(exported_file(path) == before);
  run_file(path, new_config, StoreMode::replace);
  Store::temporary(make_manifest(new_config));
  CHECK(Store::read(path).manifest().config == new_config);
  CHECK(Store::read(path).num_games() == 12);
}

TEST_CASE("files that are no store are refused and not touched") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first"}, 1);
  std::ofstream(folder.file("text.txt"))
      << "dear diary, this is a text that is longer than a header of a database would be";
  {
    SQLite::Database other(folder.file("other.db"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE recipes (name TEXT)");
  }
  for (const char* const name : {"text.txt", "other.db"}) {
    CAPTURE(name);
    const std::string path = folder.file(name);
    const std::string before = bytes(path);
    for (const StoreMode mode : {StoreMode::create, StoreMode::resume, StoreMode::replace}) {
      CHECK_THROWS_AS(Store::open(path, make_manifest(config), mode), InputError);
    }
    CHECK_THROWS_AS(Store::read(path), InputError);
    CHECK(bytes(path) == before);
  }
  CHECK_THROWS_AS(Store::read(folder.file("missing.db")), InputError);
  CHECK_FALSE(fs::exists(folder.file("missing.db")));
}

TEST_CASE("paths that cannot be written are refused before the first game") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first"}, 1);
  for (const std::string& path : {folder.file("no/such/folder/run.db"), folder.path, std::string()}) {
    CHECK_THROWS_AS(Store::open(path, make_manifest(config), StoreMode::resume), InputError);
  }
}

TEST_CASE("a store of another schema is a data error, and fresh may replace it") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  const RunConfig config = nim_config({"random", "first"}, 2);
  run_file(path, config, StoreMode::create);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  CHECK_THROWS_AS(Store::read(path), DataError);
  CHECK_THROWS_AS(Store::open(path, make_manifest(config), StoreMode::resume), DataError);
  run_file(path, config, StoreMode::replace);
  CHECK(Store::read(path).num_games() == 4);
}

TEST_CASE("two processes cannot write one store") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first"}, 2);
  const Store store = Store::open(folder.file("run.db"), make_manifest(config), StoreMode::create);
  const std::string text =
      message<InputError>([&] { Store::open(folder.file("run.db"), make_manifest(config), StoreMode::resume); });
  CHECK(has(text, "in use"));
}

TEST_CASE("a stopping rule decides on the prefix, later games are kept but in no export") {
  const Folder folder;
  const RunConfig config = nim_config({"nap", "first"}, 1000);
  const auto rule_at = [](std::uint64_t decisive) {
    return [decisive, next = std::uint64_t{0}](
               std::uint64_t block, const std::vector<FinishedGame>& games) mutable -> std::optional<std::string> {
      CHECK(block == next++);
      CHECK(games.size() == 2);
      return block == decisive ? std::optional<std::string>("H1") : std::nullopt;
    };
  };
  run_file(folder.file("1.db"), config, StoreMode::create, 1, rule_at(6));
  const RunReport report = run_file(folder.file("8.db"), config, StoreMode::create, 8, rule_at(6));
  CHECK(report.end == RunEnd::decided);
  CHECK(report.decided_at == 6);
  const std::string text = exported_file(folder.file("8.db"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 14);
  CHECK(text == exported_file(folder.file("1.db")));
  const Store store = Store::read(folder.file("8.db"));
  CHECK(store.decision() == StopDecision{.block = 6, .verdict = "H1"});
  CHECK(store.num_games() > 14);  // eight threads were ahead of it
  CHECK(exported(store, BlockFilter::all).size() > text.size());
  // A decided run has nothing left to play.
  CHECK(run_file(folder.file("1.db"), config, StoreMode::resume, 1, rule_at(6)).progress.played == 0);
}

TEST_CASE("a resumed run shows the stopping rule the stored blocks too") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first"}, 30);
  run_file(folder.file("run.db"), nim_config({"random", "first"}, 5), StoreMode::create);
  std::uint64_t blocks = 0;
  const RunReport report =
      run_file(folder.file("run.db"), config, StoreMode::resume, 2,
               [&](std::uint64_t block, const std::vector<FinishedGame>&) -> std::optional<std::string> {
                 CHECK(block == blocks++);
                 return blocks == 8 ? std::optional<std::string>("H0") : std::nullopt;
               });
  CHECK(report.decided_at == 7);
}

TEST_CASE("shards merge into what one run gives, conflicts are refused, and nothing is left behind") {
  const Folder folder;
  const RunConfig config = nim_config({"random", "first"}, 11);
  run_file(folder.file("whole.db"), config, StoreMode::create);
  std::vector<std::string> parts;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    RunConfig part = config;
    part.shard = {.index = i, .count = 3};
    parts.push_back(folder.file("part" + std::to_string(i) + ".db"));
    run_file(parts.back(), part, StoreMode::create);
  }
  parts.push_back(parts.front());  // the same games twice do no harm
  merge_stores(parts, folder.file("merged.db"));
  CHECK(exported_file(folder.file("merged.db")) == exported_file(folder.file("whole.db")));
  CHECK(Store::read(folder.file("merged.db")).manifest().config == config);
  CHECK_THROWS_AS(merge_stores(parts, folder.file("merged.db")), InputError);

  // Another seed is another run.
  run_file(folder.file("other.db"), nim_config({"random", "first"}, 11, 8), StoreMode::create);
  CHECK(has(message<DataError>([&] { merge_stores({parts[0], folder.file("other.db")}, folder.file("bad.db")); }),
            "seed"));
  // The same run with one game changed is a conflict.
  {
    const Store part = Store::read(parts[1]);
    Store changed = Store::open(folder.file("changed.db"), part.manifest(), StoreMode::create);
    part.visit_games([&](FinishedGame game) {
      if (game.plan.index == 2) game.scores = {0, 0};
      changed.insert(game);
    });
  }
  CHECK(has(message<DataError>(
                [&] { merge_stores({folder.file("whole.db"), folder.file("changed.db")}, folder.file("bad.db")); }),
            "game 2 "));
  CHECK_FALSE(fs::exists(folder.file("bad.db")));
  CHECK_FALSE(fs::exists(folder.file("bad.db.merging")));
}

TEST_CASE("distinct games are counted among complete blocks") {
  const RunConfig config = nim_config({"first", "last"}, 50);
  Store store = Store::temporary(make_manifest(config));
  run(store, config);
  // Deterministic agents: a game is its deal (of three) and who begins.
  CHECK(store.count_distinct(BlockFilter::decided) == 6);
}

TEST_CASE("memory does not grow with the number of games played") {
  const auto resident_pages = [] {
    std::ifstream statm("/proc/self/statm");
    long size = 0;
    long resident = 0;
    statm >> size >> resident;
    return resident;
  };
  RunConfig config = nim_config({"random", "first"}, 1'000'000);
  Store store = Store::temporary(make_manifest(config));
  std::uint64_t blocks = 0;
  long early = 0;
  const auto limit = static_cast<std::uint64_t>(test::scaled(6000, 1500));
  run(store, config, 2, [&](std::uint64_t, const std::vector<FinishedGame>&) -> std::optional<std::string> {
    if (++blocks == 1000) early = resident_pages();
    return blocks == limit ? std::optional<std::string>("enough") : std::nullopt;
  });
  CHECK(early > 0);
  // SQLite's page cache may fill up to its own two megabytes. AddressSanitizer keeps freed memory back for a while.
#if defined(__SANITIZE_ADDRESS__)
  constexpr long kSlack = 400'000'000;
#else
  constexpr long kSlack = 4'000'000;
#endif
  CHECK((resident_pages() - early) * sysconf(_SC_PAGESIZE) < kSlack);
}

TEST_CASE("a row that was edited is a damaged store, and the message names the game") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  run_file(path, nim_config({"random", "first"}, 2), StoreMode::create);
  const std::string whole = bytes(path);
  const auto refusal = [&](const std::string& edit) {
    std::ofstream(path, std::ios::binary) << whole;
    {
      SQLite::Database database(path, SQLite::OPEN_READWRITE);
      database.exec(edit);
      database.exec("PRAGMA journal_mode = DELETE");
    }
    return message<InputError>([&] { exported_file(path); });
  };
  for (const std::string edit : {"ranks = '1,x'",
                                 "ranks = ''",
                                 "ranks = '2,2'",
                                 "ranks = '7,1'",
                                 "scores = '1'",
                                 "agents = '0,9'",
                                 "variant = 7",
                                 "lineup = -1",
                                 "seating = 100",
                                 "rotation = 3",
                                 "block = 0",
                                 "idx = -5",
                                 "idx = 1000",
                                 "work_seconds = '1'",
                                 "work_decisions = '1,2,3'",
                                 "\"end\" = 'failed:0:illegal'",
                                 "fingerprint = 3",
                                 "checksum = 3",
                                 "events = 'take=1'",
                                 "failure = 'x'",
                                 "counted_ranks = '1'"}) {
    CAPTURE(edit);
    const std::string text = refusal("UPDATE games SET " + edit + " WHERE idx = 3");
    CHECK(text.find("damaged store '" + path + "' (game ") == 0);
  }
  CHECK(refusal("UPDATE meta SET value = '{' WHERE key = 'manifest'").find("damaged store") == 0);
  CHECK(refusal("UPDATE meta SET value = replace(value, '\"seed\":7', '\"seed\":8')").find("damaged store") == 0);
  CHECK(refusal("INSERT INTO meta VALUES ('decided_at', '0')").find("damaged store") == 0);
}

TEST_CASE("a store with one bit turned over says what it said before, or is refused") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  run_file(path, nim_config({"random", "first"}, 6), StoreMode::create);
  const std::string whole = bytes(path);
  const auto all = [&] {
    const Store store = Store::read(path);
    return exported(store) + write_manifest(store.manifest()) + std::to_string(store.count_distinct(BlockFilter::all));
  };
  const std::string before = all();
  Rng rng = Rng::derive(1, Stream::test, {});
  int refused = 0;
  for (int i = 0; i < test::scaled(1000, 100); ++i) {
    std::string damaged = whole;
    const std::uint32_t bit = rng.below(static_cast<std::uint32_t>(whole.size() * 8));
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    std::ofstream(path, std::ios::binary) << damaged;
    CAPTURE(bit);
    std::optional<std::string> now;
    try {
      now = all();
    } catch (const std::runtime_error&) {  // InputError, DataError
      ++refused;
    }
    if (now) CHECK(*now == before);
    for (const char* const suffix : {"-wal", "-shm", "-journal"}) fs::remove(path + suffix);
  }
  CHECK(refused > 20);
}

TEST_CASE("reading a store writes nothing") {
  const Folder folder;
  const std::string path = folder.file("a%20 b?c#d.db");
  run_file(path, nim_config({"random", "first"}, 2), StoreMode::create);
  fs::permissions(path, fs::perms(0400));
  fs::permissions(folder.path, fs::perms(0500));
  const std::string before = bytes(path);
  {
    const Store store = Store::read(path);
    CHECK(store.num_games() == 4);
    CHECK(exported(store).size() > 100);
    CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}) == 1);
  }
  CHECK(bytes(path) == before);
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}) == 1);
  fs::permissions(folder.path, fs::perms(0700));
}

TEST_CASE("names that mean something to SQLite are no stores") {
  const Manifest manifest = make_manifest(nim_config({"random", "first"}, 1));
  for (const char* const name : {":memory:", "file:run.db", "file::memory:?cache=shared", ""}) {
    CAPTURE(name);
    CHECK_THROWS_AS(Store::open(name, manifest, StoreMode::create), InputError);
    CHECK_THROWS_AS(Store::read(name), InputError);
  }
}

TEST_CASE("a store that is removed or replaced during its run is noticed") {
  const Folder folder;
  const std::string path = folder.file("run.db");
  const RunConfig config = nim_config({"random", "first"}, 50);
  for (const bool replaced : {false, true}) {
    Store store = Store::open(path, make_manifest(config), StoreMode::create);
    fs::remove(path);
    if (replaced) std::ofstream(path) << "something else";
    CHECK(message<InputError>([&] { run(store, config); }).find("was removed or replaced") != std::string::npos);
    for (const char* const suffix : {"", "-wal", "-shm"}) fs::remove(path + suffix);
  }
}

TEST_CASE("more shards than a process may open files are merged") {
  const Folder folder;
  RunConfig config = nim_config({"random", "first"}, 40);
  std::vector<std::string> parts;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    config.shard = {.index = i, .count = 40};
    parts.push_back(folder.file(std::to_string(i) + ".db"));
    run_file(parts.back(), config, StoreMode::create, 1);
  }
  struct rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  struct rlimit few = before;
  few.rlim_cur = 30;
  setrlimit(RLIMIT_NOFILE, &few);
  const std::string trouble = message<std::exception>([&] { merge_stores(parts, folder.file("all.db")); });
  setrlimit(RLIMIT_NOFILE, &before);
  CHECK(trouble == "no error");
  CHECK(Store::read(folder.file("all.db")).num_games() == 80);
}

TEST_CASE("killed twenty times at random moments and resumed, a run equals an uninterrupted one") {
  const Folder folder;
  const RunConfig config = nim_config({"nap", "random", "first"}, 700);  // naps that last longer than the twenty rounds
  const std::string path = folder.file("killed.db");
  Rng rng = Rng::derive(20, Stream::test, {0});
  int killed = 0;
  std::uint64_t games = 0;
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      // Only async-signal-safe calls matter to SIGKILL; the child never returns into the test runner.
      try {
        Store store = Store::open(path, make_manifest(config), StoreMode::resume);
        store.set_max_wait(0.02);  // several transactions per life
        run(store, config, 2);
      } catch (...) {
        std::_Exit(1);
      }
      std::_Exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + rng.below(180)));
    kill(child, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    const bool was_killed = WIFSIGNALED(status);
    CHECK((was_killed || WEXITSTATUS(status) == 0));
    killed += was_killed ? 1 : 0;
    if (fs::exists(path) && fs::file_size(path) > 0) {
      try {
        const std::uint64_t now = Store::read(path).num_games();
        CHECK(now >= games);  // nothing that was written is lost
        games = now;
      } catch (const InputError&) {
        CHECK(games == 0);  // killed before its first transaction
      }
    }
  }
  CHECK(killed >= 15);
  CHECK(games > 100);  // the lives have added up
  CHECK(run_file(path, config, StoreMode::resume).progress.played == Schedule(config).num_games() - games);
  run_file(folder.file("whole.db"), config, StoreMode::create, 4);
  CHECK(exported_file(path) == exported_file(folder.file("whole.db")));
}
