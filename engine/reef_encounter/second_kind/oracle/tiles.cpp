#include "engine/reef_encounter/second_kind/oracle/tiles.hpp"

namespace atl::reef_encounter::second_kind::oracle {
namespace {

/// side 0: first letter of the name stronger; side 1: second letter stronger. The algae shown by the two sides.
const std::map<std::string, std::string> kTileAlgae = {{"WY", "gb"}, {"WO", "rp"}, {"YO", "br"}, {"YP", "pb"},
                                                       {"OP", "gr"}, {"OG", "bg"}, {"PW", "pg"}, {"PG", "gp"},
                                                       {"GW", "rp"}, {"GY", "br"}};

}  // namespace

bool is_polyp(const std::string& kind) { return kLetters.find(kind[0]) != std::string::npos; }
bool is_double(const std::string& kind) { return kind.size() == 2 && kind[1] == '2'; }
bool is_half(const std::string& kind) { return kind.size() == 2 && kind[1] == 'h'; }
bool usable_as(const std::string& kind, char colour) {
  return kind[0] == colour || (kind.size() == 2 && kind[1] == colour);
}

void CoralTiles::turn_all_to(int shown) {
  for (const auto& [name, algae] : kTileAlgae) side[name] = shown;
}

bool CoralTiles::beats(char stronger, char weaker) const {
  for (const auto& [name, shown] : side) {
    if (name[0] == stronger && name[1] == weaker && shown == 0) return true;
    if (name[1] == stronger && name[0] == weaker && shown == 1) return true;
  }
  return false;
}

int CoralTiles::value(char colour) const {
  int points = 1;
  for (const char other : kLetters) points += beats(colour, other) ? 1 : 0;
  return points;
}

char CoralTiles::shown_alga(const std::string& name) const {
  return kTileAlgae.at(name)[static_cast<std::size_t>(side.at(name))];
}

std::vector<std::string> CoralTiles::showing(char alga) const {
  std::vector<std::string> result;
  for (const auto& [name, shown] : side) {
    if (locked.count(name) == 0 && shown_alga(name) == alga) result.push_back(name);
  }
  return result;
}

void CoralTiles::flip_all(char alga) {
  for (const std::string& name : showing(alga)) side[name] = 1 - side[name];
}

const std::map<std::string, std::string>& card_icons() {
  static const std::map<std::string, std::string> icons = {
      {"algae_indigestion", "B"}, {"confusion", "B"},     {"consumed_polyps", ""}, {"deep_water", "B"},
      {"disintegration", "B"},    {"dislodged", "BF"},    {"double_lock", "B"},    {"extra_free_growth", "BF"},
      {"extra_growth", ""},       {"late_breakfast", ""}, {"pick_me_up", ""},
  };
  return icons;
}

bool has_icon(const std::string& card, char icon) { return card_icons().at(card).find(icon) != std::string::npos; }

}  // namespace atl::reef_encounter::second_kind::oracle
