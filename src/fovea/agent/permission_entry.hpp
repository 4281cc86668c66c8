// What a person said when a tool asked to run, kept in the session beside the tool's result: whoever reads it later sees
// who let it run.
#pragma once

#include "fovea/store/entry.hpp"

#include <optional>
#include <string>

namespace fovea::agent {

struct PersonsWord {
    std::string tool;
    std::string tool_use_id;
    bool allowed = false;

    bool operator==(const PersonsWord&) const = default;
};

store::Entry permission_entry(const PersonsWord& word, store::Time time);

// None for an entry of another kind.
std::optional<PersonsWord> persons_word_in(const store::Entry& entry);

}  // namespace fovea::agent
