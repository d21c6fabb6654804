/// `atoll report`: a stored run as one HTML page, or its numbers as JSON or CSV. Complete blocks only.

#include <fmt/format.h>

#include "experiments/findings/summarise.hpp"
#include "experiments/report/run_page.hpp"
#include "experiments/store/store.hpp"
#include "tools/command.hpp"
#include "tools/output_file.hpp"
#include "tools/run_command.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct ReportOptions {
  std::string store;
  std::optional<std::string> out;
  std::string format = "html";
  ForfeitPolicy forfeits = ForfeitPolicy::exclude;
  double confidence = 0.95, delta = 0.02;
  bool all_blocks = false;
};

void declare(Options& options, ReportOptions& values) {
  options.positional("store", values.store, "store of a run", true);
  options.optional_file("out", values.out, "file to write [report.html; standard output for other formats]", "o");
  options.word("format", values.format, {"html", "json", "csv", "table"}, "a page for people, or its tables [html]");
  options.word("forfeits", values.forfeits, kForfeitWords,
               "a failed game: leave its block out, or count it as lost [exclude]");
  options.real("confidence", values.confidence, 0.5, 0.9999, "of intervals [0.95]");
  options.real("delta", values.delta, 1e-6, 1, "seat effects (in win share) below this do not matter [0.02]");
  options.flag("all-blocks", values.all_blocks, "also blocks played after a stopping rule had decided");
}

int run(const Options&, const ReportOptions& values) {
  const Store store = Store::read(values.store);
  const BlockFilter filter = values.all_blocks ? BlockFilter::all : BlockFilter::decided;
  const SummaryOptions options{.forfeits = values.forfeits, .confidence = values.confidence, .delta = values.delta};
  const Summary summary = summarise(store, options, filter);
  const Details details = collect_details(store, options, filter);
  const ReportInput input{.store = store, .summary = summary, .details = details, .options = options, .filter = filter};
  const bool is_page = values.format == "html";
  OutputFile out(values.out.value_or(is_page ? "report.html" : "-"), {values.store});
  out.write(is_page ? render_page(report_page(input)) : render(report_tables(input), parse_format(values.format)));
  out.finish();
  if (is_page && !out.is_stdout())
    fmt::print("Wrote {} ({} games).\n", values.out.value_or("report.html"), summary.games);
  return kDone;
}

}  // namespace

Verb report_verb() {
  return make_verb<ReportOptions>("report", "tables and plots of a stored run as one HTML page",
                                  "atoll report run.db -o report.html", declare, run);
}

}  // namespace atl::tools
