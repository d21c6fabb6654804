/// One self-contained HTML page of findings, plots and tables: styles, scripts (Chart.js included) and numbers are all
/// inside, so that it opens anywhere, without a network. The look is in page.html, page.css and page.js.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atl::report {

struct PageCell {
  std::string text;     ///< for people
  std::string exact;    ///< all digits, for copies; may equal `text`
  bool number = false;  ///< aligned right
  double heat = -1;     ///< a share in [0, 1] that colours the cell; negative: no colour
};

struct PageTable {
  std::string name;  ///< id in the page
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<PageCell>> rows{};
  std::vector<std::string> notes{};
  bool folded = false;  ///< closed until it is asked for
};

/// One interval, or none: low and high are NaN.
struct ChartPoint {
  std::string label;
  double value = 0, low = 0, high = 0;
};

struct ChartSeries {
  std::string name;                   ///< legend; n included
  std::vector<ChartPoint> points{};   ///< bars: one per label of the chart
  std::vector<double> x{}, y{};       ///< lines and steps
  std::vector<double> low{}, high{};  ///< lines: the band, or empty
};

enum class ChartKind {
  bars,   ///< horizontal, from `reference` on, with error bars; `labels` down the side
  lines,  ///< with bands
  steps   ///< a histogram per series
};

struct Chart {
  std::string id, title, caption;  ///< the caption says what n is and how intervals were made
  ChartKind kind = ChartKind::bars;
  std::string x_title, y_title{};  ///< with units
  std::vector<std::string> labels{};
  std::vector<ChartSeries> series{};
  double reference = 0;   ///< bars start here; a dashed line unless NaN
  bool is_share = false;  ///< values lie in [0, 1]: the axis does not go beyond
  bool whole_x = false;   ///< x has whole numbers only
};

struct Section {
  std::string id, title;
  std::vector<std::string> paragraphs{};
  std::vector<Chart> charts{};
  std::vector<PageTable> tables{};
  std::vector<std::pair<std::string, std::string>> codes{};  ///< title and text to copy
};

struct Page {
  std::string title, subtitle;
  std::vector<std::pair<std::string, std::string>> facts{};  ///< label and value
  std::vector<std::string> findings{}, warnings{};
  std::vector<Section> sections{};
};

/// Text as HTML content or attribute value. Control characters that HTML cannot hold become U+FFFD.
std::string escape_html(std::string_view text);

/// The page. All text is escaped.
std::string render_page(const Page& page);

}  // namespace atl::report
