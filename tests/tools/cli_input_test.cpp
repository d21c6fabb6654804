#include <doctest/doctest.h>

#include <algorithm>

#include "tests/tools/cli.hpp"

using namespace atl::test;

namespace {

/// Exit code 2, one line on stderr that holds `part`, nothing on stdout.
void check_refused(const CliResult& result, const std::string& part) {
  CAPTURE(result.err);
  CHECK(result.exit_code == 2);
  CHECK(result.err.find(part) != std::string::npos);
  CHECK(result.err.starts_with("atoll: "));
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK(result.out.empty());
}

}  // namespace

TEST_CASE("bad words on the command line get one message, a suggestion and exit code 2") {
  check_refused(run_line("mtach reef_rescue"), "unknown verb 'mtach'");
  check_refused(run_line("mtach reef_rescue"), "Did you mean 'match'?");
  check_refused(run_line("match reef_rescu --blocks 1"), "Did you mean 'reef_rescue'?");
  check_refused(run_line("match reef_rescue --agents ismtcs --blocks 1"), "Did you mean 'ismcts'?");
  check_refused(run_line("match reef_rescue --agents ismcts:iteratoins=5 --blocks 1"), "Did you mean 'iterations'?");
  check_refused(run_line("match reef_rescue --bloks 1"), "Did you mean 'blocks'?");
  check_refused(run_line("match reef_rescue --rule max_flip=3 --blocks 1"), "Did you mean 'max_flips'?");
  check_refused(run_line("replay"), "required");
  check_refused(run_line("agents ismctz"), "Did you mean 'ismcts'?");
}

TEST_CASE("numbers are read whole and in range or refused") {
  for (const char* const blocks :
       {"0", "-1", "1.5", "1.5e0", "1e99", "0x10", "010", "", "18446744073709551616", "nan", "five"}) {
    CAPTURE(blocks);
    check_refused(run_cli({"match", "reef_rescue", "--agents", "random", "greedy", "--blocks", blocks}), "--blocks");
  }
  check_refused(run_line("match reef_rescue --agents random greedy --seed -1"), "--seed");
  check_refused(run_line("match reef_rescue --agents random greedy --players 1"), "2 to 5 players");
  check_refused(run_line("match reef_rescue --agents ismcts:c=-1"), "c");
  check_refused(run_line("match reef_rescue --agents ismcts:c=inf"), "c");
  check_refused(run_line("match reef_rescue --agents ismcts:iterations=10,iterations=20"), "iterations");
  check_refused(run_line("match reef_rescue --rule max_flips=0"), "max_flips");
  check_refused(run_line("match reef_rescue --rule max_flips=41"), "max_flips");
  check_refused(run_line("match reef_rescue --rule max_flips"), "max_flips");
  check_refused(run_line("match reef_rescue --rule card_pairs=fin|fin,turbo|scope"), "card_pairs");
  check_refused(run_line("match reef_rescue --blocks 1 --blocks 2"), "twice");
}

TEST_CASE("atoll games looks at a filled-in template of ECO's pictures") {
  const ScratchFolder folder;
  const std::string form = read_file(ATOLL_SOURCE_DIR "/docs/templates/eco_coral_reef_pictures.txt");
  const auto filled = [&](const std::string& last) {
    std::string text = form;
    int tile = 0;
    // The first ???? is in the explanation.
    for (std::size_t at = text.find("????", text.find("\n\n")); at != std::string::npos; at = text.find("????", at))
      text.replace(at, 4, ++tile == 40 ? last : tile % 2 == 0 ? "ABCE" : "DBFA");
    CHECK(tile == 40);
    write_file(folder / "mine.txt", text);
    return run_cli({"games", "eco_coral_reef", "--rule", "pictures=@" + (folder / "mine.txt")});
  };
  const CliResult good = filled("BCDE");
  CHECK(good.exit_code == 0);
  CHECK(good.out.find("Of 160 corners show A 39, B 40, C 20, D 21, E 20, F 20.") != std::string::npos);
  CHECK(good.out.find("1a and 1c are equal.") != std::string::npos);
  CHECK(good.out.find("are ours (") == std::string::npos);
  check_refused(filled("BCDG"), "tile 5h (code 40 of 40) is 'BCDG'");
  check_refused(filled("BCDE ABCE"), "41 codes");
  check_refused(run_cli({"games", "eco_coral_reef", "--rule",
                         "pictures=@" ATOLL_SOURCE_DIR "/docs/templates/eco_coral_reef_pictures.txt"}),
                "tile 1a");
  CHECK(run_line("games eco_coral_reef").out.find("the printed set is not documented") != std::string::npos);
  check_refused(run_line("games --rule pictures=x"), "without a game");
}

TEST_CASE("options may stand before the game") {
  const CliResult after = run_line("match reef_rescue --agents random greedy --blocks 2 --seed 3 --threads 1");
  const CliResult before = run_line("match --threads 1 --seed 3 reef_rescue --agents random greedy --blocks 2");
  CHECK(after.exit_code == 0);
  CHECK(before.err == after.err);
  CHECK(before.out == after.out);
  const CliResult rules = run_line(
      "match --rule max_flips=4 --rule max_rounds=3 reef_rescue --agents random --blocks 1 --seed 3 --threads 1");
  CHECK(rules.exit_code == 0);
  CHECK(rules.out.find("max_flips=4 max_rounds=3") != std::string::npos);
  check_refused(run_line("match reef_rescue --rule max_flips=4 max_rounds=3"), "unexpected 'max_rounds=3'");
  check_refused(run_line("match reef_rescue --rule max_flips=4 max_rounds=3"), "before every NAME=VALUE");
}

TEST_CASE("files that cannot be read or written are refused before anything is played") {
  const ScratchFolder folder;
  check_refused(run_cli({"replay", folder / "missing.jsonl"}), "cannot read");
  check_refused(run_cli({"export", folder / "missing.db", "--records", "-"}), "missing.db");
  check_refused(run_cli({"match", "reef_rescue", "--agents", "random", "greedy", "--blocks", "1", "--store",
                         folder / "no/such/run.db"}),
                "run.db");
  write_file(folder / "notes.txt", "this is no store\n");
  check_refused(run_cli({"export", folder / "notes.txt", "--records", "-"}), "notes.txt");
  check_refused(run_cli({"match", "reef_rescue", "--agents", "random", "greedy", "--blocks", "1", "--store",
                         folder / "notes.txt", "--resume"}),
                "notes.txt");
  CHECK(read_file(folder / "notes.txt") == "this is no store\n");
  check_refused(run_cli({"match", "--config", folder / "missing.toml"}), "missing.toml");
}

TEST_CASE("corrupt records are all named and counted, and the good ones still checked") {
  const ScratchFolder folder;
  const CliResult made = run_cli({"match", "reef_rescue", "--agents", "greedy", "random", "--blocks", "2", "--seed",
                                  "5", "--store", folder / "run.db"});
  REQUIRE(made.exit_code == 0);
  REQUIRE(run_cli({"export", folder / "run.db", "--records", folder / "games.jsonl"}).exit_code == 0);
  const std::string good = read_file(folder / "games.jsonl");
  REQUIRE(std::count(good.begin(), good.end(), '\n') == 4);
  CHECK(run_cli({"replay", folder / "games.jsonl"}).exit_code == 0);

  const std::string first = good.substr(0, good.find('\n'));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string line = first;
    const std::size_t at = line.find(from);
    REQUIRE(at != std::string::npos);
    return line.replace(at, from.size(), to) + "\n";
  };
  std::string bad;
  bad += "not json\n";                                                      // 1
  bad += "{}\n";                                                            // 2
  bad += changed("\"players\":2", "\"players\":3");                         // 3
  bad += changed("\"scores\":[", "\"scores\":[1");                          // 4: first score wrong
  bad += changed("\"game\":\"reef_rescue\"", "\"game\":\"reef_rescues\"");  // 5
  bad += changed("\"rules\":{}", "\"rules\":{\"max_flips\":41}");           // 6: out of range
  bad += changed("\"events\":\"~", "\"events\":\"~Z9 ~");                   // 7
  bad += first.substr(0, first.size() / 2) + "\n";                          // 8
  bad += changed("\"end\":\"", "\"end\":\"x");                              // 9
  bad += changed("\"seed\":5", "\"seed\":5,\"sead\":5");                    // 10
  write_file(folder / "bad.jsonl", bad + good);
  const CliResult result = run_cli({"replay", folder / "bad.jsonl"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 2);
  for (int line = 1; line <= 10; ++line)
    CHECK(result.err.find("bad.jsonl:" + std::to_string(line) + ":") != std::string::npos);
  CHECK(result.err.find("bad.jsonl:11:") == std::string::npos);
  CHECK(result.err.find("10 of 14 records are bad") != std::string::npos);
  CHECK(result.out.find("4 of 14 records are right") != std::string::npos);
}

TEST_CASE("a configuration file is TOML, its keys are options, and the command line wins") {
  const ScratchFolder folder;
  write_file(folder / "run.toml",
             "game = \"reef_rescue\"\nplayers = 2\nagents = [\"greedy\", \"random\"] # two\nblocks = 3\nseed = 9\n"
             "rule = [\"max_flips=4\"]\nformat = \"csv\"\n");
  const CliResult from_file = run_cli({"match", "--config", folder / "run.toml"});
  CHECK(from_file.exit_code == 0);
  CHECK(from_file.out.find("max_flips=4") != std::string::npos);
  const CliResult from_line = run_line(
      "match reef_rescue --players 2 --agents greedy random --blocks 3 --seed 9 --rule max_flips=4 --format csv");
  CHECK(from_line.out == from_file.out);
  const CliResult overridden =
      run_cli({"match", "--config", folder / "run.toml", "--blocks", "2", "--format", "table"});
  CHECK(overridden.out.find("Strength") != std::string::npos);

  write_file(folder / "typo.toml", "game = \"reef_rescue\"\nblokcs = 3\n");
  check_refused(run_cli({"match", "--config", folder / "typo.toml"}), "Did you mean 'blocks'?");
  write_file(folder / "broken.toml", "game = \"reef_rescue\nblocks = 3\n");
  check_refused(run_cli({"match", "--config", folder / "broken.toml"}), "line 1");
}

TEST_CASE("a run without --seed draws one and is resumed by the same command, and shards must be given one") {
  const ScratchFolder folder;
  const std::vector<std::string> words = {"match",    "reef_rescue", "--agents", "greedy",         "random",
                                          "--blocks", "2",           "--store",  folder / "run.db"};
  const CliResult first = run_cli(words);
  REQUIRE(first.exit_code == 0);
  std::vector<std::string> resumed = words;
  resumed.push_back("--resume");
  const CliResult again = run_cli(resumed);
  CHECK(again.exit_code == 0);
  CHECK(again.out == first.out);
  // Where there is no store yet --resume starts one.
  resumed[8] = folder / "new.db";
  CHECK(run_cli(resumed).exit_code == 0);
  check_refused(run_line("match reef_rescue --agents greedy random --blocks 2 --shard 1/2"), "needs --seed");
}

TEST_CASE("every verb explains itself") {
  const CliResult overview = run_cli({});
  CHECK(overview.exit_code == 0);
  for (const char* const verb :
       {"games", "agents", "play", "search", "worlds", "match", "seats", "perft", "bench", "replay", "export"}) {
    CAPTURE(verb);
    CHECK(overview.out.find(std::string("  ") + verb) != std::string::npos);
    const CliResult help = run_cli({verb, "--help"});
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    CHECK(help.out.find("--help") != std::string::npos);
  }
  CHECK(run_cli({"--version"}).out.starts_with("atoll "));
}
