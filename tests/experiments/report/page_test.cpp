#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "experiments/findings/details.hpp"
#include "experiments/report/assets.hpp"
#include "experiments/report/page.hpp"
#include "tests/experiments/report/html.hpp"

using namespace atl;
using namespace atl::report;
using test::read_html;

namespace {

/// A page in which every text is `text`.
Page page_of(const std::string& text) {
  Section section{
      .id = "one", .title = text, .paragraphs = {text}, .charts = {}, .tables = {}, .codes = {{text, text}}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  section.charts.push_back({.id = "bars",
                            .title = text,
                            .caption = text,
                            .kind = ChartKind::bars,
                            .x_title = text,
                            .y_title = text,
                            .labels = {text},
                            .series = {{.name = text,
                                        .points = {{.label = text, .value = 0.25, .low = nan, .high = nan}},
                                        .x = {},
                                        .y = {},
                                        .low = {},
                                        .high = {}}},
                            .reference = 0.5});
  section.tables.push_back(
      {.name = "t",
       .title = text,
       .columns = {text, "b"},
       .rows = {{{.text = text, .exact = text + "!"}, {.text = "1", .exact = "1", .number = true}}},
       .notes = {text},
       .folded = true});
  return {.title = text,
          .subtitle = text,
          .facts = {{text, text}},
          .findings = {text},
          .warnings = {text},
          .sections = {section}};
}

}  // namespace

TEST_CASE("text that looks like HTML or like a placeholder of the template is shown, not obeyed") {
  for (const std::string text : {"</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'&amp;<b>",
                                 "{{chart_js}}", "\\u003c"}) {
    CAPTURE(text);
    const std::string html = render_page(page_of(text));
    const std::vector<test::HtmlTag> tags = read_html(html);
    CHECK(std::count_if(tags.begin(), tags.end(), [](const auto& tag) { return tag.name == "script"; }) == 3);
    CHECK(std::none_of(tags.begin(), tags.end(), [](const auto& tag) { return tag.name == "img" || tag.name == "b"; }));
    // Chart.js is in the page once, however often a text names its placeholder.
    CHECK(html.size() < chart_js().size() + 60'000);
  }
}

TEST_CASE("the page contains Chart.js and refers to nothing outside") {
  const std::string html = render_page(page_of("plain"));
  CHECK(html.find(std::string(chart_js().substr(0, 2000))) != std::string::npos);
  CHECK(chart_js().find("</script") == std::string_view::npos);
  for (const test::HtmlTag& tag : read_html(html)) {
    for (const auto& [key, value] : tag.attributes) {
      if (key == "src" || key == "href") CHECK_MESSAGE((value.starts_with("#") || value.starts_with("data:")), value);
    }
  }
  CHECK(page_css().find("url(") == std::string_view::npos);
  CHECK(page_css().find("@import") == std::string_view::npos);
  CHECK(page_js().find("fetch(") == std::string_view::npos);
}

TEST_CASE("the reader of these tests refuses pages that are not well-formed") {
  for (const char* const bad :
       {"<p>", "<p></b>", "<b><p></b></p>", "<p class=x></p>", "<p class=\"x></p>", "< p></p>", "<script>"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(read_html(bad), std::runtime_error);
  }
  CHECK(read_html("<p id=\"a\">x<br>y</p>").size() == 2);
}

TEST_CASE("counts know their mean, spread and quantiles") {
  Histogram counts;
  for (const int value : {3, 1, 2, 2, 10}) counts.add(value);
  CHECK(counts.n() == 5);
  CHECK(counts.mean() == doctest::Approx(3.6));
  CHECK(counts.sd() == doctest::Approx(std::sqrt((0.36 + 6.76 + 2 * 2.56 + 40.96) / 4)));
  CHECK(counts.quantile(0) == 1);
  CHECK(counts.quantile(0.25) == 2);
  CHECK(counts.quantile(0.5) == 2);
  CHECK(counts.quantile(0.75) == 3);
  CHECK(counts.quantile(1) == 10);
}
