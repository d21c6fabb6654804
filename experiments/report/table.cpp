#include "experiments/report/table.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace atl::report {
namespace {

/// Columns on a terminal: code points, not bytes ("±" is one).
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string pad(std::string_view text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return right ? blanks + std::string(text) : std::string(text) + blanks;
}

std::string header_of(std::string column) {
  std::replace(column.begin(), column.end(), '_', ' ');
  return column;
}

std::string trim_right(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string render_text(const Table& table) {
  const std::size_t n = table.columns.size();
  std::vector<std::size_t> width(n);
  std::vector<bool> right(n, !table.rows.empty());
  for (std::size_t c = 0; c < n; ++c) {
    width[c] = display_width(header_of(table.columns[c]));
    for (const auto& row : table.rows) {
      width[c] = std::max(width[c], display_width(row[c].text));
      if (!row[c].number && row[c].text != "-") right[c] = false;
    }
  }
  std::string out;
  if (!table.title.empty()) out += table.title + "\n";
  std::string line;
  for (std::size_t c = 0; c < n; ++c)
    line += (c > 0 ? "  " : "") + pad(header_of(table.columns[c]), width[c], right[c]);
  out += trim_right(line) + "\n";
  line.clear();
  for (std::size_t c = 0; c < n; ++c) line += (c > 0 ? "  " : "") + std::string(width[c], '-');
  out += line + "\n";
  for (const auto& row : table.rows | std::views::take(table.most_rows)) {
    line.clear();
    for (std::size_t c = 0; c < n; ++c) line += (c > 0 ? "  " : "") + pad(row[c].text, width[c], right[c]);
    out += trim_right(line) + "\n";
  }
  if (const std::string note = cut_note(table); !note.empty()) out += note + "\n";
  for (const std::string& note : table.notes) out += note + "\n";
  return out;
}

std::string csv_field(const Cell& value) {
  std::string text = value.number ? value.json : value.text;
  if (value.json == "null") text.clear();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string render_csv(const std::vector<Table>& tables) {
  std::string out;
  for (const Table& table : tables) {
    if (!out.empty()) out += "\n";
    if (tables.size() > 1) out += "# " + table.name + "\n";
    out += fmt::format("{}\n", fmt::join(table.columns, ","));
    for (const auto& row : table.rows) {
      for (std::size_t c = 0; c < row.size(); ++c) out += (c > 0 ? "," : "") + csv_field(row[c]);
      out += "\n";
    }
  }
  return out;
}

std::string render_json(const std::vector<Table>& tables) {
  std::string out = "{";
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const Table& table = tables[t];
    out += fmt::format("{}\n  {}: [", t > 0 ? "," : "", json_string(table.name));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      out += r > 0 ? ",\n    {" : "\n    {";
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        out += fmt::format("{}{}: {}", c > 0 ? ", " : "", json_string(table.columns[c]), table.rows[r][c].json);
      }
      out += "}";
    }
    out += table.rows.empty() ? "]" : "\n  ]";
  }
  std::vector<std::string> notes;
  for (const Table& table : tables) notes.insert(notes.end(), table.notes.begin(), table.notes.end());
  out += fmt::format(",\n  \"notes\": [");
  for (std::size_t i = 0; i < notes.size(); ++i) out += (i > 0 ? ", " : "") + json_string(notes[i]);
  return out + "]\n}\n";
}

}  // namespace

std::string cut_note(const Table& table) {
  if (table.rows.size() <= table.most_rows) return {};
  return fmt::format("The first {} of {} rows; all are in CSV and JSON.", table.most_rows, table.rows.size());
}

std::string json_string(std::string_view text) {
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Cell cell(std::string_view text) { return {.text = std::string(text), .json = json_string(text), .number = false}; }
Cell cell(const std::string& text) { return cell(std::string_view(text)); }
Cell cell(const char* text) { return cell(std::string_view(text)); }
Cell cell(bool value) { return {.text = value ? "yes" : "no", .json = value ? "true" : "false", .number = false}; }
Cell cell(std::int64_t value) { return {.text = std::to_string(value), .json = std::to_string(value), .number = true}; }
Cell cell(std::uint64_t value) {
  return {.text = std::to_string(value), .json = std::to_string(value), .number = true};
}
Cell cell(int value) { return cell(std::int64_t{value}); }
Cell cell(double value, int decimals) {
  if (!std::isfinite(value)) return no_value();
  return {.text = fixed(value, decimals), .json = fmt::format("{}", value), .number = true};
}
Cell p_cell(double p) {
  Cell out = cell(p, 4);
  if (out.text == "0.0000") out.text = "<0.0001";
  return out;
}
Cell no_value() { return {.text = "-", .json = "null", .number = true}; }

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos && std::isfinite(value))
    text.erase(0, 1);
  return text;
}

std::string fixed_signed(double value, int decimals) {
  const std::string text = fixed(value, decimals);
  return text.front() == '-' ? text : "+" + text;
}

std::string render(const std::vector<Table>& tables, Format format) {
  if (format == Format::json) return render_json(tables);
  if (format == Format::csv) return render_csv(tables);
  std::string out;
  for (const Table& table : tables) {
    if (!out.empty()) out += "\n";
    out += render_text(table);
  }
  return out;
}

}  // namespace atl::report
