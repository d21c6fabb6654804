/// Test support: random play that reaches everything, and a count of what was used how often.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rng.hpp"

namespace atl::reef_encounter::second_kind {

/// What a token is an example of: its word, with the kind of tile or the card where there is one. Chance: "~".
inline std::string usage_of(const std::string& token) {
  if (token[0] == '~') return "~";
  const std::size_t equals = token.find('=');
  const std::string word = token.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : token.substr(equals + 1);
  const std::size_t colon = value.find(':');
  if (word == "card") return token;
  if (word == "blue" && value.find(":-<") != std::string::npos) return "blue returned";
  if (word == "blue") return value.find('<') == std::string::npos ? "blue from beside" : "blue moved";
  if (token == "grow") return "grow freely";
  if (word == "eat") return colon == std::string::npos ? "eat" : "eat first";
  if (word == "put" && value[3] == 'b') return "put from the bag";
  if (word == "put") return "put " + (value.size() < 6 ? "plain" : value.substr(5));
  if (word == "larva" || word == "alga" || word == "lock") {
    const bool special = word == "larva" ? colon != std::string::npos : value.size() > colon + 2;
    return word + (special ? " paid special" : "");
  }
  if (word == "buy") return colon == std::string::npos ? "buy" : "buy " + value.substr(0, colon);
  return word;
}

/// A card, if one can be played, in a third of the cases; else half of the time any token, and half of the time first
/// what to do and then how: so that rare things are not drowned by lifts and puts.
inline std::size_t choose_token(const std::vector<std::string>& tokens, Rng& rng) {
  const auto any = [&](std::size_t n) { return rng.below(static_cast<std::uint32_t>(n)); };
  std::map<std::string, std::vector<std::size_t>> ways;
  std::vector<std::size_t> cards;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    ways[usage_of(tokens[i])].push_back(i);
    if (tokens[i].starts_with("card=")) cards.push_back(i);
  }
  if (!cards.empty() && rng.below(3) == 0) return cards[any(cards.size())];
  if (rng.below(2) == 0) return any(tokens.size());
  auto way = ways.begin();
  for (std::size_t skipped = any(ways.size()); skipped > 0; --skipped) ++way;
  return way->second[any(way->second.size())];
}

/// How games went.
struct Usage {
  int games = 0;
  long events = 0;
  std::map<std::string, int> ends;
  std::map<std::string, long> times;

  void count(const std::string& token) {
    ++events;
    ++times[usage_of(token)];
  }
  std::string report(const std::string& title) const {
    std::string text =
        title + ": " + std::to_string(games) + " games, " + std::to_string(events / games) + " events per game; ends";
    for (const auto& [end, n] : ends) text += " " + end + " " + std::to_string(n);
    for (const auto& [what, n] : times) text += "; " + what + " " + std::to_string(n);
    return text;
  }
  /// Those that did not occur, separated by commas.
  std::string missing(const std::vector<std::string>& expected) const {
    std::string text;
    for (const std::string& what : expected) {
      if (times.count(what) == 0) text += (text.empty() ? "" : ", ") + what;
    }
    return text;
  }
};

/// Every kind of tile laid, every card played, every other new decision.
inline std::vector<std::string> everything() {
  std::vector<std::string> all = {"put plain",
                                  "rock",
                                  "deep",
                                  "crown",
                                  "put from the bag",
                                  "bite",
                                  "nudge",
                                  "make room",
                                  "blue from beside",
                                  "blue moved",
                                  "blue returned",
                                  "eat",
                                  "eat first",
                                  "return",
                                  "split",
                                  "buy",
                                  "buy c",
                                  "buy larva",
                                  "discard",
                                  "larva paid special",
                                  "alga paid special",
                                  "lock paid special",
                                  "unlock",
                                  "shift",
                                  "consume",
                                  "coral",
                                  "remove",
                                  "dislodge",
                                  "grow",
                                  "end"};
  const std::string letters = "WYOPG";
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::string put = std::string("put ") + letters[i];
    for (const char* const more : {"b", "2", "h:n", "h:e", "h:s", "h:w"}) all.push_back(put + more);
    for (std::size_t j = i + 1; j < letters.size(); ++j) all.push_back(put + letters[j]);
  }
  for (const char* const card :
       {"algae_indigestion", "confusion", "consumed_polyps", "deep_water", "disintegration", "dislodged", "double_lock",
        "extra_free_growth", "extra_growth", "late_breakfast", "pick_me_up"}) {
    all.push_back(std::string("card=") + card);
  }
  return all;
}

}  // namespace atl::reef_encounter::second_kind
