// What a project's file may set unasked, setting by setting. It comes with whatever one clones, so it counts
// as written by a stranger; three questions decide about each setting: could a secret, a prompt or a picture
// leave for a place that the user did not choose; could a limit weaken; could something run.
//
//     const ProjectRules rules(file, settings_without_it, environment);
//     rules.objection_to(*find_key("images.max_pixels"), node);   // nothing when it is lower than without
//
// What no rule speaks of needs trust, so a new setting is guarded until somebody thought about it
// (hostile_project_test.cpp asks for a decision about each).
#pragma once

#include "fovea/config/collections.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/tree.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fovea::config {

enum class ProjectMay : std::uint8_t {
    Nothing,    // set it only where the user trusts the file
    Set,        // set it to anything
    Lower,      // set a number that is no larger than what holds without the file
    SetTrue,    // set it to true
    SetFalse,   // set it to false
    AddHere,    // add providers on this machine under new names
    SetForOwn,  // set it for models of providers that it adds itself
};

// "trusted", "yes", "lower", "true", "false", "new, on this machine", "own providers": the words of
// docs/configuration.md.
std::string_view name_of(ProjectMay may);

// By the name of a key, or of a collection and a field of it: ("providers", "base_url").
ProjectMay project_may(std::string_view key);
ProjectMay project_may(std::string_view collection, std::string_view field);

// Why a setting waits for trust.
struct Objection {
    std::string hint = {};  // what would be allowed; may be empty
};

class ProjectRules {
public:
    // `file` is the whole of the project's file, `before` what holds without it.
    ProjectRules(const Table& file, const Settings& before, const Environment& environment);

    std::optional<Objection> objection_to(const Key& key, const Node& node) const;

    // To all of a collection: hooks, mcp.servers.
    std::optional<Objection> objection_to(const Collection& collection) const;

    // To a whole entry: [providers.NAME] that is not a new one on this machine.
    std::optional<Objection> objection_to(
        const Collection& collection, const std::string& entry, const Node& node
    ) const;

    // To one field of an entry that is allowed as such.
    std::optional<Objection> objection_to(
        const Collection& collection, const Table& entry, const EntryField& field
    ) const;

private:
    bool is_new_provider(const std::string& name) const;
    std::optional<Objection> objection_to_provider(const std::string& name, const Node& node) const;

    const Settings& before_;
    const Environment& environment_;
    std::set<std::string> taken_;  // names of providers as variables spell them
    std::set<std::string> own_;    // providers that the file may add
};

// A provider of a stranger's file has no key and no headers, whichever layer would give it one.
Result<void> check_strangers(const Settings& settings);

}  // namespace fovea::config
