#include "tools/help.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include <CLI/CLI.hpp>

#include "engine/core/text.hpp"

namespace atl::tools {
namespace {

constexpr std::size_t kNameColumns = 34;

/// `text` in lines of at most `width`, broken at blanks.
std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && lines.back().size() + 1 + word.size() <= width) {
      lines.back() += ' ' + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

class WrappedHelp : public CLI::Formatter {
 public:
  explicit WrappedHelp(int columns) : columns_(columns) {}
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_description(const CLI::App* app) const override {
    return join(wrap(app->get_description(), static_cast<std::size_t>(std::max(columns_, 40))), "\n") + "\n";
  }

 private:
  int columns_;
};

std::string WrappedHelp::make_option(const CLI::Option* option, bool is_positional) const {
  const auto columns = static_cast<std::size_t>(std::max(columns_, 40));
  std::string text = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  // Beside the name where there is room for both, else below it.
  const std::size_t indent = columns >= 70 ? kNameColumns : 6;
  const std::vector<std::string> lines = wrap(make_option_desc(option), columns - indent);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 || text.size() + 2 > indent) text += '\n' + std::string(indent, ' ');
    if (i == 0 && text.size() < indent) text.resize(indent, ' ');
    text += lines[i];
  }
  return text + '\n';
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> wrapped_help(int columns) { return std::make_shared<WrappedHelp>(columns); }

std::string wrap_commands(const std::string& lines, int columns) {
  std::string text;
  for (const std::string_view line : split(lines, '\n')) {
    const std::vector<std::string> parts = wrap(std::string(line), static_cast<std::size_t>(std::max(columns, 40)) - 6);
    if (!text.empty()) text += '\n';
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : " \\\n    ") + parts[i];
  }
  return text;
}

}  // namespace atl::tools
