/// What a verb prints: tables that are laid out for a person, or written as JSON or CSV for a machine. The same data
/// in all three, numbers in full in the latter two.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace atl::report {

enum class Format { table, json, csv };

/// One value, as people read it (`text`) and as machines do (`json`, a JSON literal).
struct Cell {
  std::string text;
  std::string json;
  bool number = false;
};

Cell cell(std::string_view text);
Cell cell(const std::string& text);
Cell cell(const char* text);
Cell cell(bool value);
Cell cell(std::int64_t value);
Cell cell(std::uint64_t value);
Cell cell(int value);
/// `decimals` for people, all digits for machines; not finite: "-" and null.
Cell cell(double value, int decimals);
/// A p-value: four decimals for people, "<0.0001" instead of none.
Cell p_cell(double p);
/// An absent value: "-" and null.
Cell no_value();

struct Table {
  std::string name;                  ///< key in JSON, heading of the CSV block
  std::string title;                 ///< printed above the table
  std::vector<std::string> columns;  ///< keys; headers are the keys with blanks for '_'
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> notes;                        ///< printed below
  std::size_t most_rows = static_cast<std::size_t>(-1);  ///< for people; machines get all

  void add(std::vector<Cell> row) { rows.push_back(std::move(row)); }
};

/// Writes the tables to stdout. JSON is one object with a key per table, each a list of objects, and their notes under
/// "notes"; CSV (RFC 4180) has one block per table, blocks separated by an empty line and headed by `# name` when there
/// is more than one.
std::string render(const std::vector<Table>& tables, Format format);

/// What is said under a table that has more rows than people are shown; empty for others.
std::string cut_note(const Table& table);

/// A number with `decimals` digits behind the point, as people write it: what rounds to zero has no minus sign.
std::string fixed(double value, int decimals);
/// The same with a sign in front, "+0" for what rounds to zero.
std::string fixed_signed(double value, int decimals);

/// A JSON string literal.
std::string json_string(std::string_view text);

}  // namespace atl::report
