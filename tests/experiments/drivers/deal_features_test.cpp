// What the games say of their deals, and the means that studies of seats use.
#include "engine/core/deal_features.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "engine/eco_coral_reef/eco_coral_reef.hpp"
#include "engine/reef_encounter/reef_encounter.hpp"
#include "engine/reef_rescue/reef_rescue.hpp"
#include "experiments/drivers/drivers.hpp"
#include "experiments/findings/deal_adjustment.hpp"

using namespace atl;

namespace {

template <class G>
std::map<std::string, double> features_after(const G& game, const std::string& tokens) {
  typename G::State state = game.initial_state();
  std::istringstream in(tokens);
  for (std::string token; in >> token;) {
    CAPTURE(token);
    const std::optional<Action> action = game.parse(state, token);
    REQUIRE(action.has_value());
    game.apply(state, *action);
  }
  REQUIRE(game.node_kind(state) == NodeKind::decision);
  std::map<std::string, double> features;
  for (const DealFeature& feature : game.deal_features(state)) features[std::string(feature.name)] = feature.value;
  return features;
}

RunConfig config_of(const std::string& game, int players) {
  RunConfig config;
  config.game = game;
  config.players = players;
  config.agents = {"random"};
  config.blocks = 1;
  config.seed = 5;
  return config;
}

}  // namespace

TEST_CASE("reef rescue counts halves side by side and seats that show Turbo") {
  const reef_rescue::Game game(reef_rescue::Game::default_rules(2));
  // In the order of the picture all six creatures lie side by side; H1 and A2 are neighbours in number only.
  std::vector<std::string> tiles;
  for (const char row : std::string("12345")) {
    for (const char column : std::string("ABCDEFGH")) tiles.push_back(std::string("~") + column + row);
  }
  const auto deal = [&](const std::string& faces) {
    std::string text;
    for (const std::string& tile : tiles) text += tile + " ";
    return features_after(game, text + faces);
  };
  CHECK(deal("~fin ~turbo ~beam ~turbo") == std::map<std::string, double>{{"near_halves", 6}, {"turbos", 1}});
  std::swap(tiles[0], tiles[7]);   // A1 and H1: the sunfish is parted
  std::swap(tiles[8], tiles[39]);  // a reef tile, which counts nowhere
  CHECK(deal("~fin ~scope ~fin ~turbo") == std::map<std::string, double>{{"near_halves", 5}, {"turbos", 0.5}});
  std::swap(tiles[1], tiles[8]);  // B1 below a1: not in one row with A1 at h1, nor beside it
  CHECK(deal("~fin ~scope ~fin ~scope") == std::map<std::string, double>{{"near_halves", 5}, {"turbos", 0}});
}

TEST_CASE("eco counts seats with two pictures of a type, and values the first action") {
  const eco_coral_reef::Game game(eco_coral_reef::Game::default_rules(2));
  const auto mixed = features_after(game, "~1a ~2I ~3O ~2a ~2b ~4c ~2d ~2e ~3a ~5c");
  CHECK(mixed.at("hand_pairs") == 0.5);
  CHECK(features_after(game, "~1a ~2I ~3O ~2a ~2b ~4c ~2d ~3e ~3a ~5c").at("hand_pairs") == 0);
  CHECK(features_after(game, "~1a ~2I ~3O ~2a ~2b ~4c ~2d ~2e ~3a ~3c").at("hand_pairs") == 1);
  CHECK(mixed.at("opening") > 0);
}

TEST_CASE("reef encounter measures hands and the open sea by their commonest colours") {
  const reef_encounter::Game game(reef_encounter::Game::default_rules(2));
  Rng rng = Rng::derive(3, Stream::test, {1});
  for (int deal = 0; deal < 50; ++deal) {
    reef_encounter::State state = game.initial_state();
    std::map<std::string, int> hands[2];
    while (game.node_kind(state) == NodeKind::chance) {
      const Action action = game.sample_chance(state, rng);
      if (state.phase == reef_encounter::Phase::deal) ++hands[state.mover][game.token(state, action)];
      game.apply(state, action);
    }
    double depth = 0;
    for (const auto& hand : hands) {
      int most = 0;
      for (const auto& [colour, count] : hand) most = std::max(most, count);
      depth += most / 2.0;
    }
    const DealFeatures features = game.deal_features(state);
    CHECK(features[0].name == "hand_depth");
    CHECK(features[0].value == depth);
    CHECK(features[1].name == "sea_depth");
    CHECK(features[1].value >= 1);
    CHECK(features[1].value <= 3);
  }
}

TEST_CASE("means and covariances come from independent deals, and agree with those of the deals that are played") {
  for (const char* const game : {"reef_rescue", "eco_coral_reef", "reef_encounter"}) {
    for (const int players : {2, 4}) {
      CAPTURE(game);
      CAPTURE(players);
      const DealAdjustment deals(find_driver(game), config_of(game, players));
      const std::size_t n = deals.names(0).size();
      REQUIRE(n == 2);
      constexpr int kBlocks = 300;
      for (std::size_t f = 0; f < n; ++f) {
        CAPTURE(deals.names(0)[f]);
        const double variance = deals.means(0).covariance[f * n + f] * DealAdjustment::kControlDeals;
        CHECK(variance > 0);
        double mean = 0;
        for (std::uint64_t b = 0; b < kBlocks; ++b) mean += deals.block(0, b)[f] / kBlocks;
        // A block's rotations may share all luck: the error is at most that of 300 deals. Five of them: 6e-7.
        CHECK(std::abs(mean - deals.means(0).means[f]) < 5 * std::sqrt(variance / kBlocks));
      }
      CHECK(deals.block(0, 7) == DealAdjustment(find_driver(game), config_of(game, players)).block(0, 7));
    }
  }
}

TEST_CASE("the deals that features are read from are those of the games") {
  // Reef rescue: the ocean belongs to nobody, so halves side by side are the same in all rotations; faces are not.
  const auto reader = find_driver("reef_rescue").deal_reader(3, {});
  bool faces_differ = false;
  for (std::uint64_t block = 0; block < 20; ++block) {
    const DealFeatures first = reader->played(5, block, 0);
    for (int rotation = 1; rotation < 3; ++rotation) {
      CHECK(reader->played(5, block, rotation)[0].value == first[0].value);
      CHECK(reader->played(5, block, rotation)[1].value == first[1].value);  // a share of seats: rotation moves them
    }
    faces_differ = faces_differ || first[1].value != reader->played(5, 0, 0)[1].value;
  }
  CHECK(faces_differ);
  // And the record of a deal has the same features as its block.
  const GameRecord record = find_driver("reef_rescue").deal(3, {}, 5);
  std::string tokens;
  for (const std::string& token : record.events) tokens += token + " ";
  const auto of_record = features_after(reef_rescue::Game(reef_rescue::Game::default_rules(3)), tokens);
  CHECK(of_record.at("near_halves") == reader->played(5, 0, 0)[0].value);
  CHECK(of_record.at("turbos") == reader->played(5, 0, 0)[1].value);
}
