#include "experiments/runs/manifest.hpp"

#include <nlohmann/json.hpp>

#include "engine/core/build_info.hpp"

namespace atl {

using Json = nlohmann::ordered_json;

Manifest make_manifest(const RunConfig& config) {
  const BuildInfo& build = build_info();
  return {.version = build.version,
          .commit = build.commit,
          .compiler = build.compiler,
          .flags = build.flags,
          .machine = machine_name(),
          .config = config};
}

std::string write_manifest(const Manifest& manifest) {
  Json json;
  json["version"] = manifest.version;
  json["commit"] = manifest.commit;
  json["compiler"] = manifest.compiler;
  json["flags"] = manifest.flags;
  json["machine"] = manifest.machine;
  json["config"] = Json::parse(write_config(manifest.config));
  return json.dump();
}

Manifest read_manifest(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    return {.version = json.at("version").get<std::string>(),
            .commit = json.at("commit").get<std::string>(),
            .compiler = json.at("compiler").get<std::string>(),
            .flags = json.at("flags").get<std::string>(),
            .machine = json.at("machine").get<std::string>(),
            .config = read_config(json.at("config").dump())};
  } catch (const Json::exception& error) {
    throw InputError(std::string("not a manifest (") + error.what() + ")");
  }
}

}  // namespace atl
