// Where results go: full and closed outputs, links, devices, pipes, and files that must not be lost.
#include <doctest/doctest.h>

#include <sys/stat.h>

#include "tests/tools/cli.hpp"

using namespace atl::test;

namespace {

/// A finished run of nim in `folder`, as run.db.
void play_run(const ScratchFolder& folder) {
  REQUIRE(run_line("match nim --agents random first --blocks 3 --seed 1 --threads 1 --store " + (folder / "run.db"))
              .exit_code == 0);
}

struct Shell {
  int exit_code;
  std::string err;
};

/// `line` in a shell in `folder`, where $ATOLL is the program. What it says on stderr is kept.
Shell shell(const ScratchFolder& folder, const std::string& line) {
  setenv("ATOLL", ATOLL_PROGRAM, 1);
  const int status = std::system(("cd '" + (folder / ".") + "' && { " + line + "; } 2>err").c_str());
  return {.exit_code = WEXITSTATUS(status), .err = read_file(folder / "err")};
}

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("results that standard output does not take are an error of every verb") {
  const ScratchFolder folder;
  play_run(folder);
  REQUIRE(run_line("export " + (folder / "run.db") + " --records " + (folder / "g.jsonl")).exit_code == 0);
  const std::vector<std::string> verbs = {
      "games",
      "games nim",
      "agents",
      "help",
      "help match",
      "-V",
      "match nim --agents random first --blocks 2 --seed 1",
      "seats nim --agents random --blocks 2 --seed 1",
      "rate run.db",
      "perft nim --depth 2 --seed 1",
      "report run.db -o -",
      "report run.db --format json",
      "export run.db --records -",
      "replay g.jsonl",
      "replay g.jsonl --legal",
      "replay g.jsonl --game-index 0",
      "worlds --record g.jsonl --game-index 0 --events 1 --seat 1 --count 3 --seed 1",
      "merge --stores run.db run.db --out merged.db",
  };
  for (const std::string& verb : verbs) {
    CAPTURE(verb);
    const Shell full = shell(folder, "$ATOLL " + verb + " >/dev/full");
    CHECK(full.exit_code == 2);
    CHECK(mentions(full.err, "atoll: "));
    std::filesystem::remove(folder / "merged.db");
    CHECK(shell(folder, "$ATOLL " + verb + " >&-").exit_code == 2);
    std::filesystem::remove(folder / "merged.db");
  }
}

TEST_CASE("a store is not replaced by what is made of it") {
  const ScratchFolder folder;
  play_run(folder);
  const std::string before = read_file(folder / "run.db");
  std::filesystem::create_hard_link(folder / "run.db", folder / "hard");
  std::filesystem::create_symlink("run.db", folder / "soft");
  std::filesystem::copy_file(folder / "run.db", folder / "other.db");
  for (const std::string name : {"run.db", "hard", "soft", "other.db"}) {
    for (const std::string verb : {"report run.db -o ", "export run.db --records ", "export run.db --games ",
                                   "export run.db --tables ", "export run.db --manifest "}) {
      CAPTURE(verb + name);
      const Shell refused = shell(folder, "$ATOLL " + verb + name);
      CHECK(refused.exit_code == 2);
      CHECK(mentions(refused.err, "overwritten"));
    }
  }
  CHECK(read_file(folder / "run.db") == before);
  CHECK(mentions(shell(folder, "$ATOLL export run.db --records x --games x").err, "two exports"));
}

TEST_CASE("output goes through links and into devices and pipes") {
  const ScratchFolder folder;
  play_run(folder);
  write_file(folder / "target", "old");
  std::filesystem::permissions(folder / "target", std::filesystem::perms(0640));
  std::filesystem::create_symlink("target", folder / "link");
  std::filesystem::create_symlink("nothing_yet", folder / "dangling");
  CHECK(shell(folder, "$ATOLL export run.db --records link").exit_code == 0);
  CHECK(std::filesystem::is_symlink(folder / "link"));
  const std::string records = read_file(folder / "target");
  CHECK(mentions(records, "atoll-game"));
  CHECK(std::filesystem::status(folder / "target").permissions() == std::filesystem::perms(0640));

  CHECK(shell(folder, "$ATOLL export run.db --records dangling").exit_code == 0);
  CHECK(std::filesystem::is_symlink(folder / "dangling"));
  CHECK(read_file(folder / "nothing_yet") == records);

  CHECK(shell(folder, "$ATOLL export run.db --records /dev/null").exit_code == 0);
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(shell(folder, "$ATOLL export run.db --records /dev/full").exit_code == 2);

  CHECK(shell(folder, "$ATOLL export run.db --records /dev/stdout >by_name").exit_code == 0);
  CHECK(read_file(folder / "by_name") == records);

  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(shell(folder, "cat pipe >read & $ATOLL export run.db --records pipe; code=$?; wait; (exit $code)").exit_code ==
        0);
  CHECK(std::filesystem::is_fifo(folder / "pipe"));
  CHECK(read_file(folder / "read") == records);

  CHECK(mentions(shell(folder, "$ATOLL export run.db --records .").err, "is a folder"));
}

TEST_CASE("help fits the terminal, and 80 columns where there is none") {
  const ScratchFolder folder;
  for (const std::string columns : {"60", "80", "132"}) {
    for (const std::string verb : {"match", "seats", "play", "search", "export", "bench"}) {
      REQUIRE(shell(folder, "COLUMNS=" + columns + " $ATOLL help " + verb + " >help").exit_code == 0);
      std::istringstream lines(read_file(folder / "help"));
      for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(line.size() <= static_cast<std::size_t>(std::stoi(columns)));
      }
    }
  }
}

TEST_CASE("configurations: folders and empty lists are refused, rules may be a table") {
  const ScratchFolder folder;
  CHECK(mentions(shell(folder, "$ATOLL match nim --config . --blocks 1").err, "it is a folder"));
  write_file(folder / "empty.toml", "agents = []\n");
  CHECK(mentions(shell(folder, "$ATOLL match nim --config empty.toml --blocks 1").err,
                 "'agents' in 'empty.toml' has no values"));
  write_file(folder / "rule.toml", "agents = [\"first\"]\nblocks = 1\nseed = 1\n[rule]\nmax_take = 2\n");
  CHECK(shell(folder,
              "$ATOLL match nim --config rule.toml --store rule.db >out && $ATOLL export rule.db --records -"
              " >records")
            .exit_code == 0);
  CHECK(mentions(read_file(folder / "records"), "\"max_take\":2"));
}

TEST_CASE("whole numbers may have an exponent if they are whole") {
  CHECK(run_line("match nim --agents first --blocks 1e0 --seed 1").exit_code == 0);
  CHECK(run_line("match nim --agents first --blocks 1.5e0 --seed 1").exit_code == 2);
  CHECK(run_line("match nim --agents first --blocks 1e15 --seed 1").exit_code == 2);
}

TEST_CASE("lines of white space are no records") {
  const ScratchFolder folder;
  play_run(folder);
  REQUIRE(shell(folder, "$ATOLL export run.db --records g.jsonl").exit_code == 0);
  write_file(folder / "gaps.jsonl", " \t\n\r\n" + read_file(folder / "g.jsonl") + "   \n");
  CHECK(shell(folder, "$ATOLL replay gaps.jsonl >out").exit_code == 0);
  CHECK(shell(folder, "$ATOLL replay gaps.jsonl --game-index 1 >out").exit_code == 0);
}

TEST_CASE("what is printed as text only refuses another format") {
  const ScratchFolder folder;
  play_run(folder);
  REQUIRE(shell(folder, "$ATOLL export run.db --records g.jsonl").exit_code == 0);
  CHECK(mentions(shell(folder, "$ATOLL replay g.jsonl --game-index 0 --format json").err, "text only"));
  CHECK(
      mentions(shell(folder, "$ATOLL match nim --agents first --blocks 1 --schedule --format json").err, "text only"));
}

TEST_CASE("a game that was taken for an agent is named") {
  const ScratchFolder folder;
  CHECK(mentions(shell(folder, "$ATOLL match --agents random first nim --blocks 1").err, "'nim' was read as an agent"));
}
