// The parts of the schema that have entries: tables by a name of the user's own ([providers.NAME],
// [models."id"], [mcp.servers.NAME]) and lists of tables ([[hooks]], agents).
//
//     const Collection* providers = find_collection("providers");
//     TRY(providers->set(settings, "anthropic", "kind", Value{std::string("anthropic")}));
//     TRY(providers->check(settings, "anthropic"));   // whether the entry is whole
//
// An entry of a list is called by its place, "0".
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/config/value.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::config {

enum class Shape : std::uint8_t { Named, Listed };

// How the entries of a later list meet the earlier ones.
enum class Layering : std::uint8_t { Merge, Append, Replace };

struct EntryField {
    std::string_view name;  // "base_url", "brain.model"
    std::string_view help;
    bool secret = false;
    bool beside_file = false;
    std::function<Result<Value>(std::string_view text)> parse;
    std::string allowed = {};
};

struct Collection {
    std::string_view name;  // "providers"
    Shape shape = Shape::Named;
    Layering layering = Layering::Merge;
    std::vector<EntryField> fields;

    std::function<std::vector<std::string>(const Settings&)> entries;
    std::function<Result<void>(Settings&, const std::string& entry)> add;  // nothing when it exists
    std::function<
        Result<void>(Settings&, const std::string& entry, std::string_view field, const Value&)>
        set;
    std::function<Value(const Settings&, const std::string& entry, std::string_view field)> get;
    std::function<Result<void>(const Settings&, const std::string& entry)> check;
    std::function<void(Settings&)> clear;

    const EntryField* find(std::string_view field) const;
};

std::span<const Collection> collections();

const Collection* find_collection(std::string_view name);

}  // namespace fovea::config
