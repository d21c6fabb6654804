/// `atoll agents`: kinds, parameters, defaults, and what larger and smaller values do.

#include <fmt/format.h>

#include "agents/spec.hpp"
#include "engine/core/text.hpp"
#include "tools/command.hpp"

namespace atl::tools {

using namespace report;

namespace {

struct AgentsOptions {
  std::string kind;
  Format format = Format::table;
};

void declare(Options& options, AgentsOptions& values) {
  options.positional("kind", values.kind, "only this kind", false);
  options.format(values.format);
}

std::string range_of(const ParameterInfo& parameter) {
  if (parameter.type == ParameterInfo::Type::word) return join(parameter.words, "|");
  return fmt::format("{} to {}", parameter.min, parameter.max);
}

int run(const Options&, const AgentsOptions& values) {
  std::vector<std::string> known;
  for (const AgentKindInfo& kind : agent_kinds()) known.push_back(kind.kind);
  if (!values.kind.empty() && std::find(known.begin(), known.end(), values.kind) == known.end()) {
    throw InputError(unknown_word_message("agent", values.kind, known));
  }
  std::vector<Table> tables;
  Table kinds{.name = "agents",
              .title = "Agents (spec: KIND:NAME=VALUE,NAME=VALUE)",
              .columns = {"kind", "what_it_is"},
              .rows = {},
              .notes = {}};
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (values.kind.empty() || kind.kind == values.kind) kinds.add({cell(kind.kind), cell(kind.help)});
  }
  kinds.notes = {
      "`default` stands for the game's best agent; `cheat:KIND...` is a searching agent that is shown everything."};
  tables.push_back(kinds);
  for (const AgentKindInfo& kind : agent_kinds()) {
    if (!values.kind.empty() && kind.kind != values.kind) continue;
    if (kind.parameters.empty() || (values.kind.empty() && values.format == Format::table)) continue;
    Table table{.name = kind.kind,
                .title = fmt::format("Parameters of {}", kind.kind),
                .columns = {"parameter", "default", "range", "what_it_is", "larger", "smaller", "read"},
                .rows = {},
                .notes = {}};
    for (const ParameterInfo& parameter : kind.parameters) {
      std::vector<std::string> read;
      if (!parameter.read.empty()) read.push_back(parameter.read);
      if (!parameter.needs.empty()) read.push_back("in games with the ability " + parameter.needs);
      table.add({cell(parameter.name), cell(parameter.default_value), cell(range_of(parameter)), cell(parameter.help),
                 cell(parameter.larger), cell(parameter.smaller), cell(join(read, "; "))});
    }
    tables.push_back(std::move(table));
  }
  if (values.kind.empty() && values.format == Format::table)
    tables.front().notes.push_back("`atoll agents KIND` lists its parameters.");
  fmt::print("{}", render(tables, values.format));
  return kDone;
}

}  // namespace

Verb agents_verb() {
  return make_verb<AgentsOptions>("agents", "agent kinds, parameters, defaults, effect of larger and smaller", "",
                                  declare, run);
}

}  // namespace atl::tools
