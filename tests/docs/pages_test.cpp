// The pages against the tree: code blocks are copies of files that the tests build, links lead somewhere.
//
// A block of a page that stands below the line `<!-- examples/cpp/program.cpp -->` is that file; below
// `<!-- examples/cpp/sampler.hpp agent -->` it is what stands in it between `[agent]` and `[/agent]`.
// ATOLL_UPDATE_GOLDEN=1 writes the blocks of the pages anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = ATOLL_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    lines.push_back(text.substr(start, end - start));
    start = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// The lines of `file`, or those between the marks of `part`. Marks are whole lines: `// [part]`, `# [/part]`.
std::vector<std::string> part_of(const std::string& file, const std::string& part) {
  const std::vector<std::string> all = lines_of(read(kRoot / file));
  if (part.empty()) return all;
  std::vector<std::string> lines;
  bool inside = false, closed = false;
  for (const std::string& line : all) {
    if (line.ends_with("[/" + part + "]")) {
      closed = inside;
      inside = false;
    }
    if (inside) lines.push_back(line);
    if (line.ends_with("[" + part + "]")) inside = true;
  }
  CHECK_MESSAGE(closed, file << " has no part [" << part << "]");
  return lines;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot)) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  for (const char* const folder : {"docs", "engine", "experiments"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
  }
  return found;
}

}  // namespace

TEST_CASE("code blocks of the pages are copies of the examples that are built and run") {
  static const std::regex kSource("<!-- (examples/[^ ]+)( ([a-z_]+))? -->");
  const bool update = std::getenv("ATOLL_UPDATE_GOLDEN") != nullptr;
  int blocks = 0;
  for (const fs::path& page : pages()) {
    const std::vector<std::string> lines = lines_of(read(page));
    std::vector<std::string> updated;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      updated.push_back(lines[i]);
      std::smatch source;
      if (!std::regex_match(lines[i], source, kSource)) continue;
      CAPTURE(page.string());
      CAPTURE(lines[i]);
      std::size_t begin = i + 1;
      while (begin < lines.size() && lines[begin].empty()) ++begin;
      REQUIRE(begin < lines.size());
      REQUIRE(lines[begin].starts_with("```"));
      std::size_t end = begin + 1;
      while (end < lines.size() && lines[end] != "```") ++end;
      REQUIRE(end < lines.size());
      const std::vector<std::string> wanted = part_of(source[1], source[3]);
      const std::vector<std::string> shown(lines.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
                                           lines.begin() + static_cast<std::ptrdiff_t>(end));
      ++blocks;
      if (!update) CHECK(join(shown) == join(wanted));
      updated.push_back(lines[begin]);
      updated.insert(updated.end(), wanted.begin(), wanted.end());
      updated.push_back("```");
      i = end;
    }
    if (update && updated != lines) std::ofstream(page) << join(updated);
  }
  CHECK(blocks > 5);
}

TEST_CASE("links of the pages lead to files of the tree") {
  static const std::regex kLink("\\]\\(([^)#: ]+)(#[^)]*)?\\)");
  int links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = read(page);
    for (std::sregex_iterator link(text.begin(), text.end(), kLink), end; link != end; ++link) {
      ++links;
      CHECK_MESSAGE(fs::exists(page.parent_path() / (*link)[1].str()), page.string()
                                                                           << " links to " << (*link)[1].str());
    }
  }
  CHECK(links > 20);
}
