/// A reader of HTML that accepts only what is well-formed: every tag closed in order, attributes quoted.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atl::test {

struct HtmlTag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;

  std::string attribute(std::string_view wanted) const {
    for (const auto& [key, value] : attributes) {
      if (key == wanted) return value;
    }
    return "";
  }
};

/// The opening tags of a page, in order. Throws std::runtime_error on anything that is not well-formed.
inline std::vector<HtmlTag> read_html(std::string_view html) {
  static constexpr std::array<std::string_view, 6> kVoid = {"meta", "link", "br", "img", "input", "hr"};
  std::vector<HtmlTag> tags;
  std::vector<std::string> open;
  const auto fail = [&](const std::string& why, std::size_t at) {
    throw std::runtime_error(why + " at " + std::to_string(at) + ": " + std::string(html.substr(at, 60)));
  };
  for (std::size_t i = html.find('<'); i != std::string_view::npos; i = html.find('<', i)) {
    if (html.substr(i).starts_with("<!DOCTYPE html>")) {
      ++i;
      continue;
    }
    const std::size_t start = i++;
    const bool closing = html[i] == '/';
    if (closing) ++i;
    HtmlTag tag;
    while (i < html.size() && std::isalnum(static_cast<unsigned char>(html[i])) != 0) tag.name += html[i++];
    if (tag.name.empty()) fail("no tag", start);
    while (i < html.size() && html[i] != '>') {
      if (html[i] == ' ' || html[i] == '\n') {
        ++i;
        continue;
      }
      const std::size_t equals = html.find_first_of("=> ", i);
      if (equals == std::string_view::npos || html[equals] != '=' || html[equals + 1] != '"')
        fail("bare attribute", start);
      const std::size_t end = html.find('"', equals + 2);
      if (end == std::string_view::npos) fail("open attribute", start);
      tag.attributes.emplace_back(html.substr(i, equals - i), html.substr(equals + 2, end - equals - 2));
      i = end + 1;
    }
    if (i >= html.size()) fail("open tag", start);
    if (closing) {
      if (open.empty() || open.back() != tag.name) fail("closes what is not open", start);
      open.pop_back();
      continue;
    }
    tags.push_back(tag);
    if (std::find(kVoid.begin(), kVoid.end(), tag.name) != kVoid.end()) continue;
    open.push_back(tag.name);
    if (tag.name == "script" || tag.name == "style") {
      i = html.find("</" + tag.name, i);
      if (i == std::string_view::npos) fail("script without end", start);
    }
  }
  if (!open.empty()) throw std::runtime_error("never closed: " + open.back());
  return tags;
}

/// Text between <script type="application/json" ...> and its end.
inline std::string chart_data(const std::string& html) {
  const std::size_t mark = html.find("type=\"application/json\"");
  const std::size_t begin = html.find('>', mark) + 1;
  return html.substr(begin, html.find("</script>", begin) - begin);
}

}  // namespace atl::test
