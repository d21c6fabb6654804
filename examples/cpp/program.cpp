/// The whole command line for a game of one's own, with an agent and a belief of one's own beside those of the toolkit.

// [program]
#include "tools/program.hpp"
#include "agents/make_agent_impl.hpp"
#include "belief.hpp"
#include "experiments/drivers/driver_for.hpp"
#include "experiments/drivers/drivers.hpp"
#include "sampler.hpp"
#include "shells.hpp"

using ShellsDriver = atl::GameDriverFor<shells::Game>;
using ShellsAgent = std::unique_ptr<atl::Agent<shells::Game>>;

/// `sampler` and `believer` are ours; every other text is one of the toolkit's agents.
static atl::AgentSpec read_agent(std::string_view text, atl::Unread unread) {
  if (text != "sampler" && text != "believer") return ShellsDriver::parse_spec(text, unread);
  atl::AgentSpec spec;
  spec.kind = spec.text = text;
  return spec;
}

static ShellsAgent build_agent(const shells::Game& game, atl::Player seat, const atl::AgentSpec& spec,
                               const atl::Rng& rng) {
  if (spec.kind == "sampler") return std::make_unique<Sampler<shells::Game>>(game, seat, 100);
  if (spec.kind == "believer") return make_believer(game, seat, rng);
  return atl::make_agent<shells::Game>(game, seat, spec, rng);
}

/// The games of this program.
const std::vector<const atl::GameDriver*>& atl::game_drivers() {
  static const ShellsDriver shells(build_agent, read_agent);
  static const std::vector<const atl::GameDriver*> drivers = {&shells};
  return drivers;
}

int main(int argc, char** argv) { return atl::tools::run_program(atl::tools::all_verbs(), argc, argv); }
// [/program]
