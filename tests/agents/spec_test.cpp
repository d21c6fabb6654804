#include <doctest/doctest.h>

#include <set>

#include "agents/spec.hpp"
#include "search/params_list.hpp"

using namespace atl;

namespace {

/// A game called nim that offers these abilities.
AgentContext nim_with(std::initializer_list<Ability> offered, std::string_view default_spec = "") {
  auto rows = detail::ability_rows<void>();
  for (const Ability ability : offered) rows[static_cast<std::size_t>(ability)].offered = true;
  return {.abilities = {"nim", rows}, .default_spec = default_spec};
}

const AgentContext kPlain = nim_with({});
const AgentContext kAble =
    nim_with({Ability::heuristic, Ability::action_classes, Ability::informed_samples, Ability::forgetting});

AgentSpec spec(std::string_view text, const AgentContext& context = kAble) { return parse_agent_spec(text, context); }

/// In a game whose best agent is this one.
AgentSpec tuned(std::string_view text) {
  return spec(text, nim_with({Ability::heuristic, Ability::forgetting},
                             "ismcts:iterations=300,selection=puct,c=0.5,temperature=3,grave=9,grave_bias=2"));
}

std::string error_of(std::string_view text, const AgentContext& context = kAble) {
  try {
    static_cast<void>(spec(text, context));
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
  CHECK(plain.params.budget.iterations == 1000);
  CHECK(plain.params.selection.c == 0.7);
  CHECK(plain.params.reward.kind == Reward::win);
  CHECK(plain.params.playout.policy == PlayoutPolicy::uniform);
  CHECK(plain.text == "ismcts");
  CHECK(spec("ismcts:c=0.70,iterations=1000").text == "ismcts");
  CHECK(spec("ismcts:c=1.50,iterations=20").text == "ismcts:iterations=20,c=1.5");
  CHECK(spec("ismcts:c=-0,iterations=20").text == "ismcts:iterations=20,c=0");
  CHECK(spec("cheat:pimc:worlds=3").text == "cheat:pimc:worlds=3");
  CHECK(spec("cheat:pimc:worlds=3").cheats);
  CHECK(spec("greedy:recall=0.5").text == "greedy:recall=0.5");
}

TEST_CASE("every canonical text reads back as the same spec") {
  for (const char* text :
       {"random", "greedy", "flat:allocation=ucb1", "pimc:worlds=2,ms=5", "ismcts:ms=5,iterations=1000",
        "cheat:ismcts:c=0.1", "mo-ismcts:public_share=0.25", "ris-mcts:records=3", "ismcts:parallel=tree,threads=2"}) {
    const std::vector<std::string> values = param_texts(spec(text).params);
    CHECK(param_texts(spec(spec(text).text).params) == values);
    CHECK(tuned(tuned(text).text).text == tuned(text).text);
    CHECK(tuned(text).text == spec(text).text);
  }
  for (const char* text : {"default", "default:ms=10", "default:c=0.7", "cheat:default", "default:selection=exp3"}) {
    CHECK(param_texts(tuned(tuned(text).text).params) == param_texts(tuned(text).params));
    CHECK(tuned(tuned(text).text).text == tuned(text).text);
  }
}

TEST_CASE("a time limit alone is the whole budget") {
  CHECK(spec("ismcts:ms=10").params.budget.iterations == BudgetParams::kUnlimited);
  CHECK(spec("ismcts:ms=10").text == "ismcts:ms=10");
  CHECK(spec("ismcts:ms=10,iterations=1000").params.budget.iterations == 1000);
  CHECK(spec("ismcts:ms=10,iterations=1000").text == "ismcts:iterations=1000,ms=10");
  CHECK(spec("ismcts:ms=0").params.budget.iterations == 1000);
}

TEST_CASE("a text means the same in every game") {
  CHECK(param_texts(tuned("ismcts").params) == param_texts(spec("ismcts", kPlain).params));
  CHECK(tuned("ismcts:iterations=12").text == "ismcts:iterations=12");
  CHECK(tuned("pimc:c=0.5").text == "pimc:c=0.5");
}

TEST_CASE("default is the game's best agent in full, and parameters after it override") {
  CHECK(tuned("default").text == "ismcts:iterations=300,selection=puct,c=0.5,temperature=3,grave=9,grave_bias=2");
  CHECK(tuned("default:iterations=20,grave=0").text == "ismcts:iterations=20,selection=puct,c=0.5,temperature=3");
  CHECK(tuned("default:iterations=1000").text == "ismcts:selection=puct,c=0.5,temperature=3,grave=9,grave_bias=2");
  CHECK(tuned("default:ms=100").text == "ismcts:ms=100,selection=puct,c=0.5,temperature=3,grave=9,grave_bias=2");
  CHECK(tuned("cheat:default:grave=0").text == "cheat:ismcts:iterations=300,selection=puct,c=0.5,temperature=3");
  CHECK(says(error_of("default"), "no default agent"));
}

TEST_CASE("what a change of the default leaves unread goes, what the user wrote is refused") {
  CHECK(tuned("default:selection=ucb1").text == "ismcts:iterations=300,c=0.5,grave=9,grave_bias=2");
  CHECK(tuned("default:selection=exp3").text == "ismcts:iterations=300,selection=exp3");
  CHECK_THROWS_WITH_AS(static_cast<void>(tuned("default:selection=ucb1,temperature=3")),
                       doctest::Contains("temperature is read with selection=puct"), InputError);
  // GRAVE comes from the default and goes first.
  CHECK_THROWS_WITH_AS(static_cast<void>(tuned("default:selection=exp3,grave_bias=3")),
                       doctest::Contains("grave_bias is read with grave above 0 only"), InputError);
}

TEST_CASE("another kind of agent can have the settings of the default") {
  CHECK(tuned("default:kind=pimc,iterations=50,worlds=7").text ==
        "pimc:iterations=50,worlds=7,selection=puct,c=0.5,temperature=3,grave=9,grave_bias=2");
  CHECK(tuned("cheat:default:kind=mo-ismcts").text ==
        "cheat:mo-ismcts:iterations=300,selection=puct,c=0.5,temperature=3");
  CHECK(tuned("default:kind=flat").text == "flat:iterations=300");
  CHECK(tuned("default:kind=random").text == "random");
  CHECK_THROWS_AS(static_cast<void>(tuned("default:kind=puct")), InputError);
  CHECK_THROWS_AS(static_cast<void>(tuned("ismcts:kind=pimc")), InputError);
  CHECK_THROWS_AS(static_cast<void>(tuned("default:kind=flat,temperature=3")), InputError);
}

TEST_CASE("a parameter that is not read is refused with the sentence that says when it is") {
  const std::pair<const char*, const char*> refused[] = {
      {"ismcts:eta=0.5", "eta is read with selection=smooth"},
      {"ismcts:eta=0.9", "eta is read with selection=smooth"},  // its default: still not read
      {"ismcts:decay=0.1", "decay is read with selection=smooth"},
      {"ismcts:gamma=0.2", "gamma is read with selection=smooth, exp3 or regret only"},
      {"ismcts:temperature=3", "temperature is read with selection=puct"},
      {"ismcts:widen_alpha=0.9", "widen_alpha is read with widen above 0 only"},
      {"ismcts:chance_widen=9", "chance_widen is read with chance=widened only"},
      {"ismcts:chance_alpha=0.9,chance=observed", "chance_alpha is read with chance=widened only"},
      {"ismcts:virtual_loss=7", "virtual_loss is read with parallel=tree and threads above 1 only"},
      {"ismcts:grave_bias=1", "grave_bias is read with grave above 0 only"},
      {"ismcts:epsilon=0.1", "epsilon is read with another playout than uniform only"},
      {"ismcts:playout=mast,cutoff=0", "playout is read with another cutoff than 0"},
      {"ismcts:score_scale=5", "score_scale is read with reward=score, margin or win_margin"},
      {"ismcts:selection=exp3,c=1", "c is read with selection=ucb1, tuned, puct or smooth"},
      {"flat:c=1", "allocation=ucb1"},
      {"ismcts:threads=2", "threads is read with trees above 1 or parallel=tree only"},
      {"ismcts:parallel=tree,trees=2", "trees is read with parallel=root only"},
      {"ismcts:parallel=tree,selection=regret", "parallel is read with another selection than regret only"},
      {"ismcts:selection=puct,prior_visits=3,fpu=1", "fpu is read with"},
      {"ismcts:selection=regret,grave=3", "grave is read with"},
      {"ismcts:selection=tuned,implicit=0.5", "implicit is read with selection=ucb1 or puct only"},
      {"ismcts:recall=0.5,reuse=off", "reuse is read with recall=1 only"},
      {"ismcts:recall=0.5,beliefs=exact", "beliefs is read with recall=1 only"},
      {"cheat:ismcts:recall=0.5", "recall is read without cheat only"},
      {"cheat:ismcts:classes=off", "classes is read without cheat"},
  };
  for (const auto& [text, sentence] : refused) {
    CAPTURE(text);
    CAPTURE(error_of(text));
    CHECK(says(error_of(text), sentence));
    CHECK(says(error_of(text), "Leave it out"));
    CHECK_FALSE(parse_agent_spec(text, kAble, Unread::drop).text.empty());
  }
  for (const char* text :
       {"ismcts:selection=smooth,eta=0.5,gamma=0.2", "ismcts:score_scale=5,cutoff=3", "ismcts:trees=2,threads=2",
        "ismcts:implicit=0.5,score_scale=5", "ris-mcts:cutoff=0,playout=heuristic", "cheat:mo-ismcts:classes=off",
        "mo-ismcts:cutoff=0,playout=heuristic,public_share=0.5", "ismcts:selection=puct,fpu=1"}) {
    CAPTURE(text);
    CHECK(error_of(text) == "");
  }
}

TEST_CASE("settings that differ in what is not read are one where that is wanted") {
  const auto dropped = [](const char* text) { return parse_agent_spec(text, kAble, Unread::drop).text; };
  CHECK(dropped("ismcts:iterations=5,eta=0.5") == "ismcts:iterations=5");
  CHECK(dropped("ismcts:selection=exp3,c=2,fpu=0.5,grave=9,grave_bias=2") == "ismcts:selection=exp3");
  // Regret keeps threads apart, so that trees are read.
  CHECK(dropped("ismcts:selection=regret,parallel=tree,trees=4,threads=2") ==
        "ismcts:trees=4,threads=2,selection=regret");
}

TEST_CASE("what a game cannot do is refused in its name") {
  for (const char* text : {"greedy", "ismcts:playout=heuristic", "ismcts:cutoff=4", "pimc:bias=1", "ismcts:implicit=1",
                           "ismcts:prior_visits=2", "ismcts:selection=puct,temperature=1", "ismcts:classes=off",
                           "greedy:recall=0.5", "ismcts:beliefs=exact"}) {
    CAPTURE(text);
    CHECK(says(error_of(text, kPlain), "nim does not offer it"));
    CHECK(error_of(text, kAble) == "");
  }
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
  CHECK(says(error_of("flat:tree_mb=5"), "unknown parameter"));
  CHECK(says(error_of("mo-ismcts:implicit=0.5"), "unknown parameter"));
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
                           "ismcts:reuse=true",
                           "ismcts:c=\xc3\xa9",
                           "ismcts:c=\"1\"",
                           "ismcts\n"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(spec(text)), InputError);
  }
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
      if (!is_word) CHECK(info.min < info.max);
      const std::string text = kind.kind + ":" + info.name + "=" + info.default_value;
      CHECK(parse_agent_spec(text, kAble, Unread::drop).text == kind.kind);
      CHECK((error_of(text) == "") == spec(kind.kind).reads(info.name));
    }
  }
}

TEST_CASE("words of a spec become the choices of the search") {
  const SearchParams p =
      spec(
          "ismcts:selection=regret,playout=lgr,reward=win_margin,chance=widened,final=sample,backup=paranoid,reuse=off,"
          "gamma=0.25,cutoff=3")
          .params;
  CHECK(p.selection.formula == Selection::regret);
  CHECK(p.playout.policy == PlayoutPolicy::lgr);
  CHECK(p.reward.kind == Reward::win_margin);
  CHECK(p.chance.mode == ChanceMode::widened);
  CHECK(p.final_choice == FinalChoice::sample);
  CHECK(p.tree.backup == BackUp::paranoid);
  CHECK_FALSE(p.tree.reuse);
  CHECK(p.mixed.gamma == 0.25);
  CHECK(p.playout.cutoff == 3);
  CHECK(spec("flat:allocation=uniform").params.allocation == Allocation::uniform);
  const SearchParams q = spec("ismcts:grave=30,grave_bias=0.5,parallel=tree,threads=2,virtual_loss=3").params;
  CHECK(q.grave.visits == 30);
  CHECK(q.grave.bias == 0.5);
  CHECK(q.parallel.mode == Parallel::tree);
  CHECK(q.parallel.virtual_loss == 3);
}

TEST_CASE("searches built without a spec are asked the same questions") {
  const Abilities able = kAble.abilities;
  SearchParams params;
  CHECK_NOTHROW(check_params(params, kPlain.abilities));
  params.mixed.eta = 0.5;
  CHECK_THROWS_WITH_AS(check_params(params, able), doctest::Contains("eta is read with selection=smooth"), InputError);
  params.selection.formula = Selection::smooth;
  CHECK_NOTHROW(check_params(params, able));
  params.playout.policy = PlayoutPolicy::heuristic;
  CHECK_NOTHROW(check_params(params, able));
  CHECK_THROWS_AS(check_params(params, kPlain.abilities), InputError);
}
