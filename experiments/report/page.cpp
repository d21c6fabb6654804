#include "experiments/report/page.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "experiments/report/assets.hpp"

namespace atl::report {
namespace {

using Json = nlohmann::ordered_json;

std::string element(std::string_view tag, std::string_view attributes, const std::string& content) {
  std::string html = "<";
  html.append(tag);
  if (!attributes.empty()) html.append(" ").append(attributes);
  return html.append(">").append(content).append("</").append(tag).append(">");
}

std::string header_of(std::string column) {
  for (char& c : column) c = c == '_' ? ' ' : c;
  return column;
}

std::string cell_html(const PageCell& cell, bool heading) {
  std::string attributes = cell.number ? "class=\"n\"" : "";
  if (heading) attributes += " scope=\"row\"";
  if (cell.exact != cell.text)
    attributes += " data-exact=\"" + escape_html(cell.exact) + "\" title=\"" + escape_html(cell.exact) + "\"";
  if (cell.heat >= 0) {
    attributes += std::string(" data-heat=\"") + (cell.heat >= 0.5 ? "up" : "down") + "\" style=\"--heat:" +
                  std::to_string(static_cast<int>(std::lround(std::abs(cell.heat - 0.5) * 120))) + "%\"";
  }
  return element(heading ? "th" : "td", attributes, escape_html(cell.text));
}

std::string table_html(const PageTable& table) {
  std::string head;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bool number = !table.rows.empty() && table.rows.front()[c].number;
    head +=
        element("th", number ? "scope=\"col\" class=\"n\"" : "scope=\"col\"", escape_html(header_of(table.columns[c])));
  }
  std::string rows;
  for (const auto& row : table.rows) {
    std::string cells;
    for (std::size_t c = 0; c < row.size(); ++c) cells += cell_html(row[c], c == 0);
    rows += element("tr", "", cells) + "\n";
  }
  std::string html =
      element("div", "class=\"scroll\" tabindex=\"0\"",
              element("table", "id=\"table-" + escape_html(table.name) + "\"",
                      element("thead", "", element("tr", "", head)) + "\n" + element("tbody", "", rows)));
  for (const std::string& note : table.notes) html += element("p", "class=\"note\"", escape_html(note));
  const std::string copy =
      "<button type=\"button\" class=\"copy\" data-copy=\"table-" + escape_html(table.name) + "\">Copy</button>";
  if (table.folded) return element("details", "", element("summary", "", escape_html(table.title)) + copy + html);
  return element("div", "class=\"table\"",
                 element("div", "class=\"bar\"", element("h3", "", escape_html(table.title)) + copy) + html);
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number_or_null(value));
  return list;
}

Json chart_json(const Chart& chart) {
  static constexpr const char* kKinds[] = {"bars", "lines", "steps"};
  Json json = {{"kind", kKinds[static_cast<int>(chart.kind)]},
               {"title", chart.title},
               {"x", chart.x_title},
               {"y", chart.y_title},
               {"labels", chart.labels},
               {"reference", number_or_null(chart.reference)},
               {"isShare", chart.is_share},
               {"wholeX", chart.whole_x},
               {"series", Json::array()}};
  for (const ChartSeries& series : chart.series) {
    Json one = {{"name", series.name}};
    if (chart.kind == ChartKind::bars) {
      Json points = Json::array();
      for (const ChartPoint& point : series.points) {
        points.push_back({number_or_null(point.value), number_or_null(point.low), number_or_null(point.high)});
      }
      one["points"] = points;
    } else {
      one["x"] = numbers(series.x);
      one["y"] = numbers(series.y);
      one["low"] = numbers(series.low);
      one["high"] = numbers(series.high);
    }
    json["series"].push_back(one);
  }
  return json;
}

std::string chart_html(const Chart& chart) {
  const std::string id = escape_html(chart.id);
  return element("figure", "class=\"" + std::string(chart.kind == ChartKind::bars ? "bars" : "plot") + "\"",
                 element("h3", "", escape_html(chart.title)) +
                     element("div", "class=\"canvas\"",
                             "<canvas id=\"chart-" + id + "\" role=\"img\" aria-label=\"" + escape_html(chart.title) +
                                 "\"></canvas>") +
                     element("figcaption", "", escape_html(chart.caption)));
}

std::string section_html(const Section& section) {
  std::string html = element("h2", "", escape_html(section.title));
  for (const std::string& text : section.paragraphs) html += element("p", "", escape_html(text));
  std::string charts;
  for (const Chart& chart : section.charts) charts += chart_html(chart);
  if (!charts.empty()) html += element("div", "class=\"charts\"", charts);
  for (const PageTable& table : section.tables) html += table_html(table);
  int number = 0;
  for (const auto& [title, text] : section.codes) {
    const std::string id = "code-" + section.id + std::to_string(number++);
    html += element("div", "class=\"bar\"",
                    element("h3", "", escape_html(title)) + "<button type=\"button\" class=\"copy\" data-copy=\"" +
                        escape_html(id) + "\">Copy</button>") +
            element("pre", "tabindex=\"0\" id=\"" + escape_html(id) + "\"", escape_html(text));
  }
  return element("section", "id=\"" + escape_html(section.id) + "\"", html) + "\n";
}

std::string list_html(const std::vector<std::string>& items) {
  std::string html;
  for (const std::string& item : items) html += element("li", "", escape_html(item));
  return element("ul", "", html);
}

std::string body_html(const Page& page) {
  std::string facts;
  for (const auto& [label, value] : page.facts) {
    facts += element("div", "", element("dt", "", escape_html(label)) + element("dd", "", escape_html(value)));
  }
  std::string html = element("dl", "class=\"facts\"", facts) + "\n";
  if (!page.warnings.empty()) {
    html += element("section", "id=\"warnings\" class=\"warnings\"",
                    element("h2", "", "Mind this") + list_html(page.warnings)) +
            "\n";
  }
  if (!page.findings.empty()) {
    html += element("section", "id=\"findings\" class=\"findings\"",
                    element("h2", "", "In short") + list_html(page.findings)) +
            "\n";
  }
  for (const Section& section : page.sections) html += section_html(section);
  return html;
}

/// JSON inside a script element: nothing in it may look like a tag.
std::string script_json(const Page& page) {
  Json charts = Json::object();
  for (const Section& section : page.sections) {
    for (const Chart& chart : section.charts) charts["chart-" + chart.id] = chart_json(chart);
  }
  const std::string text = charts.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      case '\'': html += "&#39;"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
          html += "\xef\xbf\xbd";
        } else {
          html += c;
        }
    }
  }
  return html;
}

std::string render_page(const Page& page) {
  std::string navigation;
  for (const Section& section : page.sections) {
    navigation += element("a", "href=\"#" + escape_html(section.id) + "\"", escape_html(section.title));
  }
  const std::vector<std::pair<std::string_view, std::string>> parts = {{"{{title}}", escape_html(page.title)},
                                                                       {"{{subtitle}}", escape_html(page.subtitle)},
                                                                       {"{{css}}", std::string(page_css())},
                                                                       {"{{navigation}}", navigation},
                                                                       {"{{body}}", body_html(page)},
                                                                       {"{{data}}", script_json(page)},
                                                                       {"{{chart_js}}", std::string(chart_js())},
                                                                       {"{{js}}", std::string(page_js())}};
  // One pass over the template: what is put in is never looked at again.
  const std::string_view text = page_html();
  std::string html;
  for (std::size_t i = 0; i < text.size();) {
    bool replaced = false;
    for (const auto& [mark, value] : parts) {
      if (!text.substr(i).starts_with(mark)) continue;
      html += value;
      i += mark.size();
      replaced = true;
      break;
    }
    if (!replaced) html += text[i++];
  }
  return html;
}

}  // namespace atl::report
