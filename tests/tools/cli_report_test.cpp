#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/experiments/report/html.hpp"
#include "tests/tools/cli.hpp"

using namespace atl::test;
using Json = nlohmann::json;

namespace {

std::string unescape(std::string text) {
  for (const auto& [from, to] : {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&quot;", "\""},
                                 std::pair{"&#39;", "'"}, std::pair{"&amp;", "&"}}) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
      text.replace(at, std::string(from).size(), to);
  }
  return text;
}

/// Contents of the n-th <pre>.
std::string code(const std::string& html, int n) {
  std::size_t at = 0;
  for (int i = 0; i <= n; ++i) at = html.find("<pre", at) + 1;
  const std::size_t begin = html.find('>', at) + 1;
  return unescape(html.substr(begin, html.find("</pre>", begin) - begin));
}

std::string records(const ScratchFolder& folder, const std::string& store) {
  REQUIRE(run_cli({"export", store, "--records", folder / "records.jsonl"}).exit_code == 0);
  return read_file(folder / "records.jsonl");
}

/// A match of three agents under two values of a rule, one of them the default.
std::vector<std::string> sweep(const std::string& store) {
  return {"match",  "nim", "--agents", "random",     "first",   "cheat:last", "--blocks", "12",
          "--seed", "5",   "--sweep",  "max_take=2", "--sweep", "max_take=3", "--store",  store};
}

/// Runs the command that a page shows, into a store of its own.
void repeat(const std::string& html, const std::string& store) {
  std::istringstream words(code(html, 0));
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  REQUIRE(arguments.front() == "atoll");
  arguments.erase(arguments.begin());
  arguments.insert(arguments.end(), {"--store", store});
  const CliResult result = run_cli(arguments);
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
}

}  // namespace

TEST_CASE("the page of a run is well-formed, needs no network and holds every number of the JSON form") {
  const ScratchFolder folder;
  REQUIRE(run_cli(sweep(folder / "run.db")).exit_code == 0);
  const CliResult made = run_cli({"report", folder / "run.db", "-o", folder / "page.html"});
  CAPTURE(made.err);
  REQUIRE(made.exit_code == 0);
  const std::string html = read_file(folder / "page.html");
  int canvases = 0;
  for (const HtmlTag& tag : read_html(html)) {
    canvases += tag.name == "canvas" ? 1 : 0;
    for (const char* const key : {"src", "href"}) {
      const std::string value = tag.attribute(key);
      CHECK((value.empty() || value.starts_with("#") || value.starts_with("data:")));
    }
  }
  const Json charts = Json::parse(chart_data(html));
  CHECK(charts.size() == static_cast<std::size_t>(canvases));
  CHECK(canvases >= 8);
  for (const auto& [id, chart] : charts.items()) {
    CAPTURE(id);
    CHECK(html.find("id=\"" + id + "\"") != std::string::npos);
    CHECK_FALSE(chart["x"].get<std::string>().empty());
    CHECK_FALSE(chart["series"].empty());
    CHECK(html.find("n = ") != std::string::npos);
  }

  const CliResult json = run_cli({"report", folder / "run.db", "--format", "json"});
  REQUIRE(json.exit_code == 0);
  int numbers = 0;
  const Json tables = Json::parse(json.out);
  for (const auto& [name, rows] : tables.items()) {
    if (name == "notes") continue;
    CAPTURE(name);
    CHECK_FALSE(rows.empty());
    for (const Json& row : rows) {
      for (const auto& [column, value] : row.items()) {
        if (!value.is_number()) continue;
        CAPTURE(column);
        const std::string text = value.dump();
        const bool there = html.find(">" + text + "<") != std::string::npos ||
                           html.find("data-exact=\"" + text + "\"") != std::string::npos;
        CHECK_MESSAGE(there, text);
        ++numbers;
      }
    }
  }
  CHECK(numbers > 200);
}

TEST_CASE("the command and the file in the page repeat the run") {
  const ScratchFolder folder;
  REQUIRE(run_cli(sweep(folder / "run.db")).exit_code == 0);
  const std::string expected = records(folder, folder / "run.db");
  REQUIRE(run_cli({"report", folder / "run.db", "-o", folder / "page.html"}).exit_code == 0);
  const std::string html = read_file(folder / "page.html");

  repeat(html, folder / "again.db");
  CHECK(records(folder, folder / "again.db") == expected);

  REQUIRE(run_cli({"export", folder / "run.db", "--manifest", folder / "run.toml"}).exit_code == 0);
  CHECK(read_file(folder / "run.toml") == code(html, 1));
  const CliResult from_file = run_cli({"match", "--config", folder / "run.toml", "--store", folder / "file.db"});
  CAPTURE(from_file.err);
  REQUIRE(from_file.exit_code == 0);
  CHECK(records(folder, folder / "file.db") == expected);
}

TEST_CASE("runs that a rule stopped say so, and their commands stop them again") {
  const ScratchFolder folder;
  for (const std::vector<std::string>& run :
       {std::vector<std::string>{"match", "nim", "--agents", "cheat:last", "first", "--sprt", "--alpha", "0.1"},
        std::vector<std::string>{"seats", "nim", "--agents", "random", "--stop-when", "width=0.3", "--delta",
                                 "0.05"}}) {
    CAPTURE(run.front());
    const std::string store = folder / (run.front() + ".db");
    std::vector<std::string> arguments = run;
    arguments.insert(arguments.end(), {"--seed", "4", "--store", store});
    REQUIRE(run_cli(arguments).exit_code == 0);
    REQUIRE(run_cli({"report", store, "-o", folder / "page.html"}).exit_code == 0);
    const std::string html = read_file(folder / "page.html");
    CHECK(html.find("<dt>Decision</dt>") != std::string::npos);
    CHECK(html.find("Stopping rule: ") != std::string::npos);
    repeat(html, folder / (run.front() + "_again.db"));
    CHECK(records(folder, folder / (run.front() + "_again.db")) == records(folder, store));
  }
}

TEST_CASE("self-play is reported by seat, and equal stores give equal JSON and CSV but for times") {
  const ScratchFolder folder;
  for (const char* const name : {"a.db", "b.db"}) {
    REQUIRE(run_cli({"seats", "nim", "--agents", "random", "--blocks", "30", "--seed", "3", "--store", folder / name})
                .exit_code == 0);
  }
  Json first = Json::parse(run_cli({"report", folder / "a.db", "--format", "json"}).out);
  Json second = Json::parse(run_cli({"report", folder / "b.db", "--format", "json"}).out);
  first.erase("work");
  second.erase("work");
  CHECK(first == second);
  CHECK(first["seats"].size() == 2);
  CHECK(first["encounters"].empty());
  CHECK(first["running"].back()["blocks"] == 30);
  const std::string csv = run_cli({"report", folder / "a.db", "--format", "csv"}).out;
  CHECK(csv.find("# seats\n") != std::string::npos);
  REQUIRE(run_cli({"report", folder / "a.db", "--out", folder / "page.html"}).exit_code == 0);
  CHECK(code(read_file(folder / "page.html"), 0).starts_with("atoll seats nim "));
}

TEST_CASE("who wins every game has an interval all the same, in the cross table as over the blocks") {
  const ScratchFolder folder;
  REQUIRE(run_cli({"match", "draw", "--agents", "random", "last", "--rule", "bonus=10", "--seatings", "cyclic",
                   "--blocks", "30", "--seed", "3", "--store", folder / "run.db"})
              .exit_code == 0);
  const Json report = Json::parse(run_cli({"report", folder / "run.db", "--format", "json"}).out);
  // The first seat always wins, so each agent wins one game of each block: no spread.
  for (const Json& row : report.at("encounters")) {
    CHECK(row.at("ahead") == 0.5);
    CHECK(row.at("interval").at(0) < 0.4);
    CHECK(row.at("interval").at(1) > 0.6);
  }
  for (const Json& row : report.at("running")) CHECK(row.at("high").get<double>() - row.at("low").get<double>() > 0.2);
}

TEST_CASE("an unfinished run, and one without a complete block, still make a page") {
  const ScratchFolder folder;
  REQUIRE(run_cli({"match", "nim", "--agents", "first", "throws", "--blocks", "2", "--store", folder / "failing.db"})
              .exit_code == 4);
  REQUIRE(run_cli({"report", folder / "failing.db", "-o", folder / "page.html"}).exit_code == 0);
  const std::string html = read_file(folder / "page.html");
  CHECK_NOTHROW(read_html(html));
  CHECK(html.find("failed:0:exception") != std::string::npos);
}

TEST_CASE("a report of what is no store, or to a place that cannot be written, is refused") {
  const ScratchFolder folder;
  CHECK(run_cli({"report", folder / "none.db"}).exit_code == 2);
  REQUIRE(run_cli({"match", "nim", "--agents", "first", "random", "--blocks", "2", "--store", folder / "run.db"})
              .exit_code == 0);
  const CliResult result = run_cli({"report", folder / "run.db", "-o", folder / "no/such/folder.html"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("cannot write") != std::string::npos);
}
