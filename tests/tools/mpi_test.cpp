// atoll-mpi with two ranks on this machine equals atoll, whatever happens to it. On nim (toy_games.cpp).
#include <doctest/doctest.h>

#include <chrono>
#include <optional>

#include "tests/tools/cli.hpp"

using namespace atl::test;

namespace {

/// The program under mpirun, as root too, with more ranks than processors. OpenMPI leaks by design.
std::vector<std::string> ranks(int n, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"OMPI_ALLOW_RUN_AS_ROOT=1",
                                    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                    "ASAN_OPTIONS=detect_leaks=0",
                                    ATOLL_MPIEXEC,
                                    "--oversubscribe",
                                    "-n",
                                    std::to_string(n),
                                    ATOLL_MPI_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::vector<std::string> alone(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), ATOLL_ONE_PROGRAM);
  return arguments;
}

std::vector<std::string> match(const std::string& store, const std::vector<std::string>& agents,
                               const std::string& blocks, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"match", "nim", "--seed", "11", "--blocks", blocks, "--store", store, "--agents"};
  words.insert(words.end(), agents.begin(), agents.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string records(const ScratchFolder& folder, const std::string& store) {
  REQUIRE(run_cli(alone({"export", store, "--records", folder / "records.jsonl"})).exit_code == 0);
  return read_file(folder / "records.jsonl");
}

/// Resumes on two ranks. The killed mpirun's ranks notice a little later; until then the store is theirs.
CliResult resume_after_kill(const std::vector<std::string>& arguments) {
  CliResult last;
  for (int attempt = 0; attempt < 40; ++attempt) {
    last = run_cli(ranks(2, arguments));
    if (last.err.find("is in use") == std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
  return last;
}

/// The process of a rank among the children of mpirun, by the environment that mpirun gave it.
std::optional<pid_t> pid_of_rank(pid_t mpirun, int rank) {
  const std::string wanted = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
  const std::string tasks = "/proc/" + std::to_string(mpirun) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::istringstream children(read_file(task.path() / "children"));
    for (pid_t child = 0; children >> child;) {
      std::istringstream environment(read_file("/proc/" + std::to_string(child) + "/environ"));
      for (std::string entry; std::getline(environment, entry, '\0');) {
        if (entry == wanted) return child;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("two ranks play the games of one process, and go on where either stopped") {
  const ScratchFolder folder;
  const std::vector<std::string> agents = {"random", "first", "nap", "throws-late"};
  const CliResult one = run_cli(alone(match(folder / "one.db", agents, "20")));
  const CliResult two = run_cli(ranks(2, match(folder / "two.db", agents, "10")));
  CAPTURE(two.err);
  CHECK(two.exit_code == one.exit_code);
  const CliResult more = run_cli(ranks(3, match(folder / "two.db", agents, "20", {"--resume", "--threads", "2"})));
  CAPTURE(more.err);
  CHECK(more.exit_code == one.exit_code);
  CHECK(more.out == one.out);
  CHECK(records(folder, folder / "two.db") == records(folder, folder / "one.db"));
}

TEST_CASE("seats of two ranks equal those of one process, and mpirun is not needed for one rank") {
  const ScratchFolder folder;
  const std::vector<std::string> seats = {"seats", "nim", "--agents", "random", "--blocks", "30", "--seed", "2"};
  const CliResult one = run_cli(alone(seats));
  CHECK(run_cli(ranks(2, seats)).out == one.out);
  std::vector<std::string> single = {"ASAN_OPTIONS=detect_leaks=0", ATOLL_MPI_PROGRAM};
  single.insert(single.end(), seats.begin(), seats.end());
  CHECK(run_cli(single).out == one.out);
}

TEST_CASE("bad options end all ranks with exit code 2, and --isolate is refused") {
  const ScratchFolder folder;
  CHECK(run_cli(ranks(2, {"match", "nim", "--agents", "nobody"})).exit_code == 2);
  const CliResult isolate = run_cli(ranks(2, match(folder / "run.db", {"random", "first"}, "2", {"--isolate"})));
  CHECK(isolate.exit_code == 2);
  CHECK(isolate.err.find("--isolate") != std::string::npos);
}

TEST_CASE("a run of two ranks that is killed again and again and resumed equals that of one process") {
  const ScratchFolder folder;
  const std::vector<std::string> agents = {"nap", "random"};
  REQUIRE(run_cli(alone(match(folder / "one.db", agents, "150"))).exit_code == 0);
  const std::string store = folder / "killed.db";
  for (const int milliseconds : {900, 1300, 1600}) {
    CliProcess process(ranks(2, match(store, agents, "150", {"--resume"})));
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    process.send(SIGKILL);
    process.wait();
  }
  const CliResult last = resume_after_kill(match(store, agents, "150", {"--resume"}));
  CAPTURE(last.err);
  CHECK(last.exit_code == 0);
  CHECK(records(folder, store) == records(folder, folder / "one.db"));
}

TEST_CASE("a study of seats on two ranks that is killed again and again and resumed equals that of one process") {
  const ScratchFolder folder;
  const auto seats = [](const std::string& store, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"seats",   "draw",    "--players", "3", "--agents", "nap", "--sweep", "bonus=0",
                                      "--sweep", "bonus=2", "--seed",    "5", "--blocks", "200", "--store", store};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const CliResult one = run_cli(alone(seats(folder / "one.db")));
  REQUIRE(one.exit_code == 0);
  const std::string store = folder / "killed.db";
  for (const int milliseconds : {800, 1000, 1200}) {
    CliProcess process(ranks(2, seats(store, {"--resume"})));
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    process.send(SIGKILL);
    process.wait();
  }
  const CliResult last = resume_after_kill(seats(store, {"--resume"}));
  CAPTURE(last.err);
  CHECK(last.exit_code == 0);
  CHECK(last.out == one.out);
  CHECK(records(folder, store) == records(folder, folder / "one.db"));
}

TEST_CASE("a decision that hangs on another rank is named, what was finished is kept, and the exit code is 4") {
  const ScratchFolder folder;
  const CliResult result =
      run_cli(ranks(2, match(folder / "run.db", {"first", "hangs"}, "40", {"--decision-limit", "0.2"})));
  CAPTURE(result.err);
  CHECK(result.exit_code == 4);
  CHECK(result.err.find("does not come back") != std::string::npos);
  CHECK(run_cli(alone({"report", folder / "run.db", "--format", "json"})).exit_code == 0);
}

TEST_CASE("SIGTERM to rank 0 saves, ends all ranks and gives 143, and the run can be resumed") {
  const ScratchFolder folder;
  CliProcess process(ranks(2, match(folder / "run.db", {"nap", "random"}, "100000")));
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  const std::optional<pid_t> rank_0 = pid_of_rank(process.pid(), 0);
  REQUIRE(rank_0.has_value());
  const auto start = std::chrono::steady_clock::now();
  kill(*rank_0, SIGTERM);
  const CliResult result = process.wait();
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  CHECK(result.exit_code == 143);
  CHECK(result.err.find("interrupted; ") != std::string::npos);
  CHECK(result.err.find("--resume") != std::string::npos);
  CHECK(result.out.find("Strength") != std::string::npos);
  CHECK_FALSE(records(folder, folder / "run.db").empty());
}

TEST_CASE("SIGTERM to mpirun reaches rank 0 which saves and only the exit code is of mpirun itself") {
  const ScratchFolder folder;
  CliProcess process(ranks(2, match(folder / "run.db", {"nap", "random"}, "100000")));
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  process.send(SIGTERM);
  const CliResult result = process.wait();
  CHECK(result.exit_code != 0);
  CHECK(result.err.find("interrupted; ") != std::string::npos);
  CHECK(result.out.find("Strength") != std::string::npos);
  CHECK_FALSE(records(folder, folder / "run.db").empty());
}
