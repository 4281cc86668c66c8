// All the ways of speaking to a provider, by the name that a configuration gives as its kind.
//
//     const auto dialect = TRY(make_dialect("openai_chat"));
//
// One more is a folder and a line in dialects.cpp; the contract test runs over the table.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/providers/dialect.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace fovea::providers {

struct DialectEntry {
    std::string_view kind;
    std::unique_ptr<Dialect> (*make)();
};

std::span<const DialectEntry> dialects();

// ConfigInvalid, with the names there are, for a kind that is none of them.
Result<std::unique_ptr<Dialect>> make_dialect(std::string_view kind);

}  // namespace fovea::providers
