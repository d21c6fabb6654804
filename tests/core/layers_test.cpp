// Dependencies run one way. Reads the #include lines of the source tree.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// "engine/reef_rescue/movegen.cpp" has the folders engine, reef_rescue.
std::string folder(std::string_view path, int level) {
  for (int i = 0; i < level; ++i) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return "";
    path.remove_prefix(slash + 1);
  }
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

/// Position in the list of layers; -1 for a path in none of them.
int layer(std::string_view path) {
  const std::string top = folder(path, 0);
  if (top == "engine") return folder(path, 1) == "core" ? 0 : 1;
  static constexpr std::string_view kLayers[] = {"search", "agents", "experiments", "tools", "bench", "tests"};
  for (int i = 0; i < 6; ++i) {
    if (top == kLayers[i]) return i + 2;
  }
  return -1;
}

bool is_test(std::string_view path) {
  return path.ends_with("_test.cpp") || path.ends_with("_test.hpp") || path.find("/oracle/") != path.npos ||
         layer(path) >= 6;
}

/// Why `path` must not have the line `#include "included"`; empty if it may.
std::string quoted_violation(std::string_view path, std::string_view included) {
  if (is_test(path)) return "";
  const int from = layer(path), to = layer(included);
  if (to < 0) return "includes start at the root of the sources";
  if (included.find("/oracle/") != included.npos) return "oracles are for tests";
  // Studies may ask their questions about the games whose answers are known.
  if (path.starts_with("experiments/studies/") && included.starts_with("tests/toy/")) return "";
  if (to > from) return "a layer includes itself and the layers above it";
  if (from == 1 && to == 1 && folder(path, 1) != folder(included, 1)) return "a game includes no other game";
  if (from == 2 && to == 1) return "the search knows no game";
  return "";
}

/// The same for `#include <header>`: each library has its place.
std::string library_violation(std::string_view path, std::string_view header) {
  if (is_test(path)) return "";
  const auto starts = [&](std::string_view prefix) { return header.starts_with(prefix); };
  if (starts("omp.h") && path != "engine/core/parallel.hpp") return "OpenMP belongs in engine/core/parallel.hpp";
  if (starts("Random123/") && path != "engine/core/rng.cpp") return "Random123 belongs in engine/core/rng.cpp";
  if (starts("Eigen/") && layer(path) != 3 && layer(path) != 4) return "Eigen belongs in agents and experiments";
  if ((starts("SQLiteCpp/") || starts("sqlite3")) && !path.starts_with("experiments/store/"))
    return "SQLite belongs in experiments/store";
  if (starts("mpi.h") && !path.starts_with("experiments/cluster/")) return "MPI belongs in experiments/cluster";
  if ((starts("CLI/") || starts("toml++/")) && layer(path) != 5) return "CLI11 and toml++ belong in tools";
  const bool source = path.ends_with(".cpp") || path.ends_with(".in");
  // Headers of the tools are included by the tools only, so fmt does not spread from there.
  if (starts("fmt/") && layer(path) == 5) return "";
  if ((starts("fmt/") || (starts("nlohmann/") && header != "nlohmann/json_fwd.hpp")) && !source)
    return "fmt and nlohmann-json belong in .cpp files";
  return "";
}

/// All violations in one file's text. A name that is neither in the tree nor beside the file is a generated header.
std::vector<std::string> violations(const fs::path& root, const std::string& path, std::istream& text) {
  const auto in_tree = [&](const std::string& name) {
    return fs::exists(root / name) || fs::exists((root / path).parent_path() / name);
  };
  std::vector<std::string> found;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::string why;
    for (const auto& [open, close] : {std::pair{'"', '"'}, std::pair{'<', '>'}}) {
      const std::string start = std::string("#include ") + open;
      if (!line.starts_with(start)) continue;
      const std::string name = line.substr(start.size(), line.find(close, start.size()) - start.size());
      if (open == '<') {
        why = library_violation(path, name);
      } else if (in_tree(name)) {
        why = quoted_violation(path, name);
      }
    }
    if (line.starts_with("#pragma omp") && !is_test(path) && path != "engine/core/parallel.hpp")
      why = "OpenMP belongs in engine/core/parallel.hpp";
    if (!why.empty()) found.push_back(path + ":" + std::to_string(number) + ": " + line + "  (" + why + ")");
  }
  return found;
}

}  // namespace

TEST_CASE("the rule of layers tells right from wrong") {
  CHECK(quoted_violation("engine/core/perft.hpp", "engine/core/game.hpp").empty());
  CHECK(quoted_violation("agents/search_agent.hpp", "search/tree.hpp").empty());
  CHECK(quoted_violation("tools/main.cpp", "engine/reef_rescue/reef_rescue.hpp").empty());
  CHECK(quoted_violation("search/tree_test.cpp", "tests/toy/nim.hpp").empty());
  CHECK_FALSE(quoted_violation("search/tree.hpp", "tests/toy/nim.hpp").empty());
  CHECK_FALSE(quoted_violation("engine/core/game.hpp", "search/tree.hpp").empty());
  CHECK_FALSE(quoted_violation("engine/core/game.hpp", "engine/reef_rescue/state.hpp").empty());
  CHECK_FALSE(quoted_violation("engine/reef_rescue/rules.cpp", "engine/reef_encounter/rules.hpp").empty());
  CHECK_FALSE(quoted_violation("search/tree.hpp", "engine/reef_rescue/state.hpp").empty());
  CHECK_FALSE(quoted_violation("agents/agent.hpp", "experiments/runs/run_games.hpp").empty());
  CHECK_FALSE(quoted_violation("agents/agent.hpp", "spec.hpp").empty());
  CHECK_FALSE(library_violation("search/tree.hpp", "omp.h").empty());
  CHECK_FALSE(library_violation("engine/core/record.hpp", "nlohmann/json.hpp").empty());
  CHECK_FALSE(library_violation("search/tree.hpp", "fmt/format.h").empty());
  CHECK_FALSE(library_violation("tools/progress.hpp", "nlohmann/json.hpp").empty());
  CHECK(library_violation("tools/progress.hpp", "fmt/format.h").empty());
  CHECK(library_violation("engine/core/record.cpp", "nlohmann/json.hpp").empty());
  CHECK_FALSE(library_violation("agents/spec.cpp", "CLI/CLI.hpp").empty());
}

TEST_CASE("dependencies run one way") {
  const fs::path root = ATOLL_SOURCE_DIR;
  int files = 0;
  for (const char* top : {"engine", "search", "agents", "experiments", "tools"}) {
    if (!fs::exists(root / top)) continue;
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(root / top, fs::directory_options::follow_directory_symlink)) {
      const std::string path = entry.path().lexically_relative(root).generic_string();
      if (!entry.is_regular_file() || !(path.ends_with(".hpp") || path.ends_with(".cpp") || path.ends_with(".in")))
        continue;
      ++files;
      std::ifstream text(entry.path());
      for (const std::string& violation : violations(root, path, text)) FAIL_CHECK(violation);
    }
  }
  CHECK(files > 10);
}
