#include "fovea/config/load.hpp"

#include "fovea/config/schema.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

std::string at_line(const std::filesystem::path& file, const toml::source_region& where) {
    return file.string() + ":" + std::to_string(where.begin.line);
}

Result<Value> to_value(const toml::node& node) {
    if (const auto flag = node.value_exact<bool>()) return Value{*flag};
    if (const auto number = node.value_exact<std::int64_t>()) return Value{*number};
    if (const auto number = node.value_exact<double>()) return Value{*number};
    if (const auto text = node.value_exact<std::string>()) return Value{*text};
    const auto* array = node.as_array();
    if (array == nullptr) return invalid("the value is of a kind that no setting has");
    std::vector<std::string> list;
    for (const auto& item : *array) {
        const auto text = item.value_exact<std::string>();
        if (!text) return invalid("a list holds texts only");
        list.push_back(*text);
    }
    return Value{std::move(list)};
}

Error unknown_setting(const std::string& name) {
    const auto nearest = nearest_key(name);
    return invalid(
        "unknown setting " + name +
        (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?")
    );
}

// True for "images", the beginning of "images.max_edge".
bool is_section(const std::string& name) {
    return std::ranges::any_of(keys(), [&](const Key& key) {
        return key.name.starts_with(name + ".");
    });
}

Result<void> apply_one(
    const std::string& name, const Value& value, const std::string& origin, Loaded& loaded
) {
    const Key* key = find_key(name);
    if (key == nullptr) return unknown_setting(name);
    TRY(key->set(loaded.settings, value));
    loaded.origins[name] = origin;
    return {};
}

Result<void> apply_table(
    const toml::table& table,
    const std::string& prefix,
    const std::filesystem::path& file,
    Loaded& loaded
) {
    for (const auto& [name, node] : table) {
        const auto full = prefix + std::string(name.str());
        if (const auto* inner = node.as_table()) {
            if (!is_section(full)) {
                return invalid(at_line(file, node.source()) + ": " + unknown_setting(full).message);
            }
            TRY(apply_table(*inner, full + ".", file, loaded));
            continue;
        }
        auto value = to_value(node);
        auto applied = value.ok() ? apply_one(full, value.value(), file.string(), loaded)
                                  : Result<void>(value.error());
        if (!applied.ok())
            return invalid(at_line(file, node.source()) + ": " + applied.error().message);
    }
    return {};
}

Result<void> apply_file(const std::filesystem::path& file, Loaded& loaded) {
    try {
        return apply_table(toml::parse_file(file.string()), "", file, loaded);
    } catch (const toml::parse_error& error) {
        return invalid(at_line(file, error.source()) + ": " + std::string(error.description()));
    } catch (const std::exception& error) {
        return invalid(file.string() + ": " + error.what());
    }
}

Result<void> apply_environment(const Sources& sources, Loaded& loaded) {
    if (!sources.environment) return {};
    for (const auto& key : keys()) {
        const auto name = environment_name(key.name);
        const char* text = sources.environment(name.c_str());
        if (text == nullptr) continue;
        auto value = key.parse(text);
        auto applied = value.ok() ? apply_one(std::string(key.name), value.value(), name, loaded)
                                  : Result<void>(value.error());
        if (!applied.ok()) return invalid(name + ": " + applied.error().message);
    }
    return {};
}

}  // namespace

Result<Loaded> load(const Sources& sources) {
    Loaded loaded;
    for (const auto& key : keys()) loaded.origins[std::string(key.name)] = "default";
    std::error_code ignored;
    if (sources.only_file) {
        if (!std::filesystem::is_regular_file(*sources.only_file, ignored)) {
            return invalid("no configuration file " + sources.only_file->string());
        }
        TRY(apply_file(*sources.only_file, loaded));
    } else {
        for (const auto& file : {sources.user_file, sources.project_file}) {
            if (file && std::filesystem::is_regular_file(*file, ignored))
                TRY(apply_file(*file, loaded));
        }
    }
    TRY(apply_environment(sources, loaded));
    return loaded;
}

Sources default_sources() {
    Sources sources;
    const auto* const config_home = std::getenv("XDG_CONFIG_HOME");
    const auto* const home = std::getenv("HOME");
    // Relative paths are invalid here by the XDG specification: what is read must not depend on where
    // one stands.
    if (config_home != nullptr && *config_home == '/') {
        sources.user_file = std::filesystem::path(config_home) / "fovea/config.toml";
    } else if (home != nullptr && *home == '/') {
        sources.user_file = std::filesystem::path(home) / ".config/fovea/config.toml";
    }
    sources.project_file = ".fovea/config.toml";
    sources.environment = [](const char* name) -> const char* { return std::getenv(name); };
    return sources;
}

}  // namespace fovea::config
