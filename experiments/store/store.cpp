#include "experiments/store/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>

#include "engine/core/text.hpp"
#include "experiments/drivers/decision_watch.hpp"
#include "experiments/store/schema.hpp"

namespace atl {
namespace {

constexpr double kMaxWaitSeconds = 0.5;  // half of what is promised: ticks come every tenth of a second

/// Keeps a second process from writing the same run. flock and SQLite's own locks do not see each other.
class WriterLock {
 public:
  WriterLock() = default;
  explicit WriterLock(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      ::close(file_);
      throw InputError("store '" + path +
                       "' is in use (another process writes it). Wait for it, or choose another --store");
    }
  }
  /// Whether `path` still leads to the file that is locked.
  bool holds(const std::string& path) const {
    struct stat locked{}, there{};
    return ::fstat(file_, &locked) == 0 && ::stat(path.c_str(), &there) == 0 && locked.st_dev == there.st_dev &&
           locked.st_ino == there.st_ino;
  }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;
  ~WriterLock() {
    if (file_ >= 0) ::close(file_);
  }

 private:
  int file_ = -1;
};

/// SQLite gives some names a meaning of their own.
void check_name(const std::string& path) {
  if (path.empty()) throw InputError("the store needs a path (it is empty)");
  if (path == ":memory:" || path.starts_with("file:"))
    throw InputError("'" + path + "' is no name for a store (SQLite reads it as something else). Write './" + path +
                     "'");
}

[[noreturn]] void throw_damaged(const std::string& path, const std::string& why) {
  throw InputError("damaged store '" + path + "' (" + why + ")");
}

/// How a reader opens a store without writing anything: a -wal beside it must be joined to it, which SQLite does in
/// files of its own; without one the file alone is the whole run, and is read as it is.
std::pair<std::string, int> reading(const std::string& path) {
  for (const char* const suffix : {"-wal", "-journal"}) {
    if (std::filesystem::exists(path + suffix)) return {path, SQLite::OPEN_READWRITE};
  }
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == '%' || c == '?' || c == '#') {
      uri += c == '%' ? "%25" : c == '?' ? "%3f" : "%23";
    } else {
      uri += c;
    }
  }
  return {uri + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI};
}

[[noreturn]] void throw_io(const char* what, const std::string& path, const std::exception& error) {
  throw InputError(std::string("cannot ") + what + " store '" + path + "' (" + error.what() + ")");
}

enum class Content { nothing, run };

/// What an open database holds. Throws as Store::open says.
Content content_of(SQLite::Database& database, const std::string& path, bool any_schema) {
  int id = 0;
  int version = 0;
  int tables = 0;
  try {
    id = database.execAndGet("PRAGMA application_id").getInt();
    version = database.execAndGet("PRAGMA user_version").getInt();
    tables = database.execAndGet("SELECT COUNT(*) FROM sqlite_master").getInt();
  } catch (const SQLite::Exception& error) {
    constexpr int kNotADatabase = 26;
    if (error.getErrorCode() != kNotADatabase) throw_io("read", path, error);
    throw InputError("'" + path + "' is no store (" + error.what() + "). It was not touched");
  }
  if (id == 0 && tables == 0) return Content::nothing;  // a new file, or one whose first transaction was cut off
  if (id != schema::kApplicationId)
    throw InputError("'" + path + "' is no store (another program's database). It was not touched");
  if (version != schema::kVersion && !any_schema) {
    throw DataError("store '" + path + "' has schema " + std::to_string(version) + " (this program reads schema " +
                    std::to_string(schema::kVersion) + "). Use the version of atoll that wrote it");
  }
  return Content::run;
}

}  // namespace

struct Store::Impl {
  enum class Use : std::uint8_t { read, write };

  /// `name`: of the database, for SQLite.
  Impl(std::string file, Use use, const std::string& name, int flags, Manifest of)
      : path(std::move(file)),
        lock(use == Use::write ? open_lock(path) : nullptr),
        database(name, flags, 10'000),
        manifest(std::move(of)),
        schedule(manifest.config) {}

  /// The file is made first: there must be something to lock.
  static std::unique_ptr<WriterLock> open_lock(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) throw InputError("cannot write store '" + path + "' (" + std::strerror(errno) + ")");
    ::close(file);
    return std::make_unique<WriterLock>(path);
  }

  void begin() {
    if (transaction) return;
    transaction.emplace(database, SQLite::TransactionBehavior::IMMEDIATE);
    since = steady_nanoseconds();
    if (pending_replace) {
      schema::create_tables(database);
      write_meta("manifest", write_manifest(manifest));
    }
  }

  void commit() {
    if (!transaction) return;
    transaction->commit();
    transaction.reset();
    pending_replace = false;
    if (lock && !lock->holds(path))
      throw InputError("store '" + path + "' was removed or replaced while games were played. They are lost");
  }

  void write_meta(const std::string& key, const std::string& value) {
    SQLite::Statement statement(database, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    statement.bind(1, key);
    statement.bind(2, value);
    statement.exec();
    if (key != kChecksum) write_meta(kChecksum, std::to_string(meta_checksum()));
  }

  /// Of all that meta holds besides.
  std::uint64_t meta_checksum() const {
    SQLite::Statement statement(database, "SELECT key, value FROM meta WHERE key <> ? ORDER BY key");
    statement.bind(1, kChecksum);
    std::string all;
    while (statement.executeStep())
      all += statement.getColumn(0).getString() + "\n" + statement.getColumn(1).getString() + "\n";
    return schema::checksum(all);
  }

  std::optional<std::string> read_meta(const std::string& key) const {
    SQLite::Statement statement(database, "SELECT value FROM meta WHERE key = ?");
    statement.bind(1, key);
    if (!statement.executeStep()) return std::nullopt;
    return statement.getColumn(0).getString();
  }

  void load() {
    const std::string check = database.execAndGet("PRAGMA integrity_check(1)").getString();
    if (check != "ok") throw_damaged(path, check);
    const std::optional<std::string> text = read_meta("manifest");
    if (!text) throw_damaged(path, "no manifest");
    if (read_meta(kChecksum) != std::to_string(meta_checksum())) throw_damaged(path, "manifest or decision");
    manifest = read_manifest(*text);
    schedule = Schedule(manifest.config);
    if (const std::optional<std::string> block = read_meta("decided_at")) {
      const std::optional<std::uint64_t> number = parse_unsigned(*block);
      if (!number) throw_damaged(path, "bad decision");
      decision = StopDecision{.block = *number, .verdict = read_meta("verdict").value_or("")};
    }
  }

  bool empty() const { return pending_replace && !transaction; }  ///< of the old contents nothing counts

  /// The next row.
  bool step(SQLite::Statement& statement) const {
    try {
      return statement.executeStep();
    } catch (const SQLite::Exception& error) {
      throw_io("read", path, error);
    }
  }

  FinishedGame read_game(SQLite::Statement& statement) const {
    try {
      return schema::read_game(statement, schedule);
    } catch (const InputError& error) {
      throw_damaged(path, error.what());
    }
  }

  /// Games of smaller indices are in the blocks that a filter speaks of. The marks in the file are for people.
  std::int64_t end_of(BlockFilter filter) const {
    if (filter == BlockFilter::all || !decision) return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>((decision->block + 1) * schedule.games_per_block());
  }

  static constexpr const char* kChecksum = "checksum";

  std::string path;
  std::unique_ptr<WriterLock> lock;  ///< before the database: closing its file first would drop SQLite's locks
  mutable SQLite::Database database;
  Manifest manifest;
  Schedule schedule;
  std::optional<StopDecision> decision;
  bool pending_replace = false;  ///< the tables are made with the first transaction
  std::optional<SQLite::Transaction> transaction;
  std::unique_ptr<SQLite::Statement> insert;
  std::int64_t since = 0;
  double max_wait = kMaxWaitSeconds;
};

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Store::~Store() {
  if (!impl_) return;
  try {
    flush();
  } catch (const std::exception&) {
    // The caller has flushed and heard of it; what is pending is lost, what is written stays.
  }
  impl_->insert.reset();
}

Store Store::open(const std::string& path, const Manifest& manifest, StoreMode mode) {
  check_name(path);
  if (mode == StoreMode::create && std::filesystem::exists(path)) {
    throw InputError("store '" + path +
                     "' exists (it was not touched). Add --resume to go on with it, or --fresh to replace it");
  }
  try {
    auto impl =
        std::make_unique<Impl>(path, Impl::Use::write, path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, manifest);
    const Content content = content_of(impl->database, path, mode == StoreMode::replace);
    if (content == Content::run && mode == StoreMode::resume) {
      impl->load();
      const std::vector<std::string> keys = conflicting_keys(impl->manifest.config, manifest.config);
      if (!keys.empty()) {
        throw InputError("cannot resume store '" + path + "' (the configuration differs in: " + join(keys, ", ") +
                         "). Repeat the run's own command, or use another --store");
      }
      const SQLite::Transaction probe(impl->database, SQLite::TransactionBehavior::IMMEDIATE);  // writable?
    } else if (content == Content::run) {
      impl->pending_replace = true;
      const SQLite::Transaction probe(impl->database, SQLite::TransactionBehavior::IMMEDIATE);
    }
    if (!impl->pending_replace) impl->database.exec("PRAGMA journal_mode = WAL");
    // With WAL this survives the death of the process at any moment; a power cut may lose the last transactions.
    impl->database.exec("PRAGMA synchronous = NORMAL");
    if (content == Content::nothing) {
      impl->pending_replace = true;
      impl->begin();
      impl->commit();
    } else if (!impl->pending_replace && manifest.config.blocks > impl->manifest.config.blocks) {
      impl->manifest.config.blocks = manifest.config.blocks;
      impl->schedule = Schedule(impl->manifest.config);
      impl->begin();
      impl->write_meta("manifest", write_manifest(impl->manifest));
      impl->commit();
    }
    return Store(std::move(impl));
  } catch (const SQLite::Exception& error) {
    throw_io("write", path, error);
  }
}

Store Store::read(const std::string& path) {
  check_name(path);
  if (!std::filesystem::exists(path)) throw InputError("no store '" + path + "' (no such file)");
  // A placeholder until the store's own manifest is read.
  Manifest none{};
  none.config.agents = {"none"};
  none.config.blocks = 1;
  try {
    const auto [name, flags] = reading(path);
    auto impl = std::make_unique<Impl>(path, Impl::Use::read, name, flags, none);
    if (content_of(impl->database, path, false) == Content::nothing)
      throw InputError("'" + path + "' is no store (it is empty)");
    impl->load();
    return Store(std::move(impl));
  } catch (const SQLite::Exception& error) {
    throw_io("read", path, error);
  }
}

Store Store::temporary(const Manifest& manifest) {
  auto impl = std::make_unique<Impl>("", Impl::Use::read, "", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, manifest);
  impl->database.exec("PRAGMA journal_mode = OFF");
  impl->database.exec("PRAGMA synchronous = OFF");
  impl->pending_replace = true;
  impl->begin();
  impl->commit();
  return Store(std::move(impl));
}

const std::string& Store::path() const { return impl_->path; }
const Manifest& Store::manifest() const { return impl_->manifest; }
const Schedule& Store::schedule() const { return impl_->schedule; }

void Store::insert(const FinishedGame& game) {
  try {
    impl_->begin();
    if (!impl_->insert) impl_->insert = std::make_unique<SQLite::Statement>(impl_->database, schema::kInsert);
    schema::bind_game(*impl_->insert, game, impl_->decision && game.plan.block > impl_->decision->block);
    impl_->insert->exec();
    impl_->insert->reset();
  } catch (const SQLite::Exception& error) {
    throw_io("write", path(), error);
  }
  tick();
}

void Store::set_max_wait(double seconds) { impl_->max_wait = seconds; }

void Store::tick() {
  if (impl_->transaction && static_cast<double>(steady_nanoseconds() - impl_->since) * 1e-9 >= impl_->max_wait) flush();
}

void Store::flush() {
  try {
    impl_->commit();
  } catch (const SQLite::Exception& error) {
    throw_io("write", path(), error);
  }
}

void Store::decide(const StopDecision& decision) {
  try {
    impl_->begin();
    impl_->write_meta("decided_at", std::to_string(decision.block));
    impl_->write_meta("verdict", decision.verdict);
    SQLite::Statement mark(impl_->database, "UPDATE games SET after_decision = 1 WHERE block > ?");
    mark.bind(1, static_cast<std::int64_t>(decision.block));
    mark.exec();
    impl_->decision = decision;
    impl_->commit();
  } catch (const SQLite::Exception& error) {
    throw_io("write", path(), error);
  }
}

std::optional<StopDecision> Store::decision() const { return impl_->decision; }

IndexSet Store::done() const {
  IndexSet done;
  if (impl_->empty()) return done;
  SQLite::Statement statement(impl_->database, "SELECT idx FROM games");
  while (impl_->step(statement)) done.insert(static_cast<std::uint64_t>(statement.getColumn(0).getInt64()));
  return done;
}

std::uint64_t Store::num_games() const {
  if (impl_->empty()) return 0;
  return static_cast<std::uint64_t>(impl_->database.execAndGet("SELECT COUNT(*) FROM games").getInt64());
}

void Store::visit_blocks(BlockFilter filter, Events events, const BlockVisitor& visit) const {
  if (impl_->empty()) return;
  SQLite::Statement statement(impl_->database, std::string(schema::kSelectColumns) +
                                                   (events == Events::load ? ", events" : "") +
                                                   " FROM games WHERE idx < ? ORDER BY idx");
  statement.bind(1, impl_->end_of(filter));
  std::vector<FinishedGame> games;
  const auto emit = [&] {
    if (!games.empty() && games.size() == impl_->schedule.games_per_block()) visit(games.front().plan.block, games);
    games.clear();
  };
  while (impl_->step(statement)) {
    FinishedGame game = impl_->read_game(statement);
    if (!games.empty() && games.front().plan.block != game.plan.block) emit();
    games.push_back(std::move(game));
  }
  emit();
}

std::vector<FinishedGame> Store::block_games(std::uint64_t block) const {
  std::vector<FinishedGame> games;
  if (impl_->empty()) return games;
  const std::uint64_t size = impl_->schedule.games_per_block();
  SQLite::Statement statement(
      impl_->database, std::string(schema::kSelectColumns) + " FROM games WHERE idx >= ? AND idx < ? ORDER BY idx");
  statement.bind(1, static_cast<std::int64_t>(block * size));
  statement.bind(2, static_cast<std::int64_t>((block + 1) * size));
  while (impl_->step(statement)) games.push_back(impl_->read_game(statement));
  return games;
}

void Store::visit_games(const std::function<void(const FinishedGame&)>& visit) const {
  if (impl_->empty()) return;
  SQLite::Statement statement(impl_->database,
                              std::string(schema::kSelectColumns) + ", events FROM games ORDER BY idx");
  while (impl_->step(statement)) visit(impl_->read_game(statement));
}

std::optional<FinishedGame> Store::find_game(std::uint64_t index) const {
  if (impl_->empty()) return std::nullopt;
  SQLite::Statement statement(impl_->database,
                              std::string(schema::kSelectColumns) + ", events FROM games WHERE idx = ?");
  statement.bind(1, static_cast<std::int64_t>(index));
  if (!impl_->step(statement)) return std::nullopt;
  return impl_->read_game(statement);
}

void Store::export_records(BlockFilter filter, const std::function<void(const GameRecord&)>& out) const {
  visit_blocks(filter, Events::load, [&](std::uint64_t, const std::vector<FinishedGame>& games) {
    for (const FinishedGame& game : games) out(schedule().record(game));
  });
}

std::uint64_t Store::count_distinct(BlockFilter filter) const {
  if (impl_->empty()) return 0;
  SQLite::Statement statement(impl_->database,
                              "SELECT COUNT(DISTINCT fingerprint) FROM games WHERE idx < ?1 AND block IN "
                              "(SELECT block FROM games WHERE idx < ?1 GROUP BY block HAVING COUNT(*) = ?2)");
  statement.bind(1, impl_->end_of(filter));
  statement.bind(2, static_cast<std::int64_t>(impl_->schedule.games_per_block()));
  impl_->step(statement);
  return static_cast<std::uint64_t>(statement.getColumn(0).getInt64());
}

}  // namespace atl
