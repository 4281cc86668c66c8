#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/config.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/guarded_settings.hpp"
#include "fovea/config/tree.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace fovea::cli {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

int refuse(const std::string& message) {
    fmt::print(stderr, "fovea: {}\n", printable(message));
    return kConfiguration;
}

fs::path whole_path(const fs::path& path) {
    std::error_code failed;
    auto whole = fs::absolute(path, failed);
    return failed ? path : whole.lexically_normal();
}

std::string state_of(const config::Place& place) {
    if (!place.exists) return "not found";
    if (place.role != config::Role::Project) return "read";
    return "read, " + std::string(config::name_of(place.trust));
}

// "; it sets hooks, providers"
std::string effect_of(config::Trust trust, const std::vector<std::string>& guarded) {
    if (guarded.empty()) return "; it sets nothing that needs trust";
    std::string names;
    for (const auto& name : guarded) names += (names.empty() ? "" : ", ") + name;
    return (trust == config::Trust::Trusted ? "; it sets " : "; it does not set ") + names;
}

}  // namespace

int show_config_paths(bool as_json, const config::Sources& sources) {
    const auto places = config::find_places(sources);
    if (!places.ok()) return refuse(places.error().message);
    json::array list;
    for (const auto& place : places.value()) {
        const auto path = whole_path(place.path).string();
        json::object one{
            {"role", config::name_of(place.role)},
            {"path", to_utf8(path)},
            {"exists", place.exists}};
        if (place.role == config::Role::Project && place.exists) {
            one["trust"] = config::name_of(place.trust);
        }
        list.push_back(std::move(one));
        if (as_json) continue;
        const auto line = fmt::format(
            "{:<8} {}  ({})", config::name_of(place.role), printable(path), state_of(place)
        );
        if (!print_line(line)) return kSuccess;
    }
    if (as_json) print_line(json_text(json::object{{"files", std::move(list)}}));
    return kSuccess;
}

int trust_project(const ConfigTrustArguments& arguments, const config::Sources& sources) {
    const auto folder = whole_path(arguments.folder.value_or("."));
    auto project = sources;
    project.only_file.reset();
    project.project_file = folder / ".fovea/config.toml";
    const auto places = config::find_places(project);
    if (!places.ok()) return refuse(places.error().message);
    const auto& place =
        *std::ranges::find(places.value(), config::Role::Project, &config::Place::role);
    if (!place.exists) {
        fmt::print(stderr, "fovea: {} has no .fovea/config.toml\n", printable(folder.string()));
        return kInputError;
    }
    const auto text = config::read_text(place.path);
    if (!text.ok()) return refuse(text.error().message);
    const config::TrustStore store(sources.trust_folder);
    const auto decided = store.decide(place.path, text.value(), arguments.trust);
    if (!decided.ok()) return refuse(decided.error().message);
    const auto guarded = config::guarded_settings(place.path, project);
    const auto effect = guarded.ok() ? effect_of(arguments.trust, guarded.value()) : "";
    const auto trust = std::string(config::name_of(arguments.trust));
    print_line(printable(place.path.string() + " is now " + trust + effect));
    // What is trusted is still checked: a mistake in it is better told now.
    if (arguments.trust == config::Trust::Undecided) return kSuccess;
    const auto loaded = config::load(project);
    return loaded.ok() ? kSuccess : refuse(loaded.error().message);
}

}  // namespace fovea::cli
