#include <doctest/doctest.h>

#include <set>

#include "agents/search_params.hpp"
#include "agents/spec.hpp"

using namespace atl;

namespace {

AgentSpec spec(std::string_view text, std::string_view game = "nim") { return parse_agent_spec(text, game, ""); }

/// In a game whose best agent is this one.
AgentSpec tuned(std::string_view text) { return parse_agent_spec(text, "nim", "ismcts:iterations=300,c=0.5"); }

std::string error_of(std::string_view text, std::string_view game = "nim") {
  try {
    static_cast<void>(spec(text, game));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

bool says(const std::string& message, std::string_view part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a spec fills in defaults and has one canonical text") {
  const AgentSpec plain = spec("ismcts");
  CHECK(plain.kind == "ismcts");
  CHECK_FALSE(plain.cheats);
  CHECK(plain.integer("iterations") == 1000);
  CHECK(plain.real("c") == 0.7);
  CHECK(plain.word("reward") == "win");
  CHECK(plain.text == "ismcts");
  CHECK(spec("ismcts:c=0.70,iterations=1000").text == "ismcts");
  CHECK(spec("ismcts:c=1.50,iterations=20").text == "ismcts:iterations=20,c=1.5");
  CHECK(spec("cheat:pimc:worlds=3").text == "cheat:pimc:worlds=3");
  CHECK(spec("cheat:pimc:worlds=3").cheats);
}

TEST_CASE("every canonical text reads back as the same spec") {
  for (const char* text :
       {"random", "greedy", "flat:allocation=ucb1", "pimc:worlds=2,ms=5", "ismcts:ms=5,iterations=1000",
        "cheat:ismcts:c=0.1", "mo-ismcts:public_share=0.25", "ris-mcts:records=3"}) {
    CHECK(spec(spec(text).text) == spec(text));
    CHECK(tuned(tuned(text).text) == tuned(text));
  }
  for (const char* text : {"default", "default:ms=10", "default:c=0.7", "cheat:default"}) {
    CHECK(tuned(tuned(text).text).parameters == tuned(text).parameters);
  }
}

TEST_CASE("a time limit alone is the whole budget") {
  CHECK(spec("ismcts:ms=10").integer("iterations") == 1000000000000);
  CHECK(spec("ismcts:ms=10").text == "ismcts:ms=10");
  CHECK(spec("ismcts:ms=10,iterations=1000").integer("iterations") == 1000);
  CHECK(spec("ismcts:ms=10,iterations=1000").text == "ismcts:iterations=1000,ms=10");
  CHECK(spec("ismcts:ms=0").integer("iterations") == 1000);
}

TEST_CASE("default is resolved, and parameters after it override") {
  CHECK(tuned("default").text == "ismcts:iterations=300,c=0.5");
  CHECK(tuned("default:c=2").text == "ismcts:iterations=300,c=2");
  CHECK(tuned("default:ms=100").text == "ismcts:ms=100,c=0.5");
  CHECK(tuned("cheat:default").text == "cheat:ismcts:iterations=300,c=0.5");
  CHECK_THROWS_AS(static_cast<void>(spec("default")), InputError);
}

TEST_CASE("all agents of a game search with its best settings, unless told otherwise, but with their own budget") {
  CHECK(tuned("pimc").real("c") == 0.5);
  CHECK(tuned("pimc").integer("iterations") == 1000);
  CHECK(tuned("pimc:c=0.7").real("c") == 0.7);
  CHECK(tuned("pimc:c=0.7").text == "pimc:c=0.7");
  CHECK(tuned("pimc:c=0.5").text == "pimc");
}

TEST_CASE("bad specs are refused with the reason and a suggestion") {
  CHECK(says(error_of("ismtcs"), "Did you mean 'ismcts'?"));
  CHECK(says(error_of("ismcts:iteration=5"), "Did you mean 'iterations'?"));
  CHECK(says(error_of("ismcts:reward=wins"), "Did you mean 'win'?"));
  CHECK(says(error_of("ismcts:c=5,c=6"), "given twice"));
  CHECK(says(error_of("ismcts:c=-1"), "allowed: 0 to 100"));
  CHECK(says(error_of("ismcts:iterations=1e3"), "whole number"));
  CHECK(says(error_of("ismcts:c=nan"), "number"));
  CHECK(says(error_of("ismcts:c= 1"), "number"));
  for (const char* text : {"",
                           ":",
                           "ismcts:",
                           "ismcts:c",
                           "ismcts:c=",
                           "ismcts:,",
                           "ismcts:c=1,",
                           "cheat:",
                           "cheat:random",
                           "cheat:greedy",
                           "cheat:cheat:ismcts",
                           "random:c=1",
                           "ISMCTS",
                           " ismcts",
                           "ismcts ",
                           "ismcts:=1",
                           "ismcts:c=1e400",
                           "ismcts:iterations=010",
                           "ismcts:iterations=99999999999999999999",
                           "ismcts:c=\xc3\xa9",
                           "ismcts:c=\"1\"",
                           "ismcts\n"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(spec(text)), InputError);
  }
}

TEST_CASE("recall exists for Reef Rescue only") {
  CHECK(spec("ismcts:recall=0.5", "reef_rescue").real("recall") == 0.5);
  CHECK(spec("greedy:recall=0.5", "reef_rescue").text == "greedy:recall=0.5");
  CHECK(says(error_of("ismcts:recall=0.5", "eco_coral_reef"), "unknown parameter"));
  CHECK(says(error_of("ismcts:beliefs=exact", "eco_coral_reef"), "unknown parameter"));
  CHECK_FALSE(spec("ismcts", "nim").has("recall"));
}

TEST_CASE("every parameter is documented and its default is allowed") {
  for (const AgentKindInfo& kind : agent_kinds()) {
    CHECK_FALSE(kind.help.empty());
    std::set<std::string> names;
    for (const ParameterInfo& info : kind.parameters) {
      CAPTURE(info.name);
      CHECK(names.insert(info.name).second);
      CHECK_FALSE(info.help.empty());
      const bool is_word = info.type == ParameterInfo::Type::word;
      CHECK(info.words.empty() != is_word);
      CHECK(info.larger.empty() == is_word);
      CHECK(info.smaller.empty() == is_word);
      const std::string game = info.only_game.empty() ? "nim" : info.only_game;
      CHECK(spec(kind.kind + ":" + info.name + "=" + info.default_value, game).text == kind.kind);
    }
  }
}

TEST_CASE("words of a spec become the choices of the search") {
  const SearchParams p =
      search_params(spec("ismcts:selection=regret,playout=lgr,reward=win_margin,chance=widened,"
                         "final=sample,backup=paranoid,reuse=off,profile=on,c=0.25,cutoff=3"));
  CHECK(p.selection.formula == Selection::regret);
  CHECK(p.playout.policy == PlayoutPolicy::lgr);
  CHECK(p.reward.kind == Reward::win_margin);
  CHECK(p.chance.mode == ChanceMode::widened);
  CHECK(p.final_choice == FinalChoice::sample);
  CHECK(p.tree.backup == BackUp::paranoid);
  CHECK_FALSE(p.tree.reuse);
  CHECK(p.profile);
  CHECK(p.selection.c == 0.25);
  CHECK(p.playout.cutoff == 3);
  CHECK(search_params(spec("flat:allocation=uniform")).allocation == Allocation::uniform);
  const SearchParams turns = search_params(spec("ismcts:grave=30,grave_bias=0.5,parallel=tree,virtual_loss=3"));
  CHECK(turns.grave.visits == 30);
  CHECK(turns.grave.bias == 0.5);
  CHECK(turns.parallel.mode == Parallel::tree);
  CHECK(turns.parallel.virtual_loss == 3);
}
