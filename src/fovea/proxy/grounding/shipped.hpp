// Which models can say where things are, and how, before a user has said anything (PVP-4.1.1).
//
//     const auto known = shipped_for("openrouter/Qwen/Qwen3-VL-8B-Instruct");
//     known.tier;      // Tier::Curated
//     known.format;    // Format::Qwen1000
//
// Formats are what the models' authors document. Families are patterns (`*` is any text), since
// every size and every requantised copy of one was trained alike; a model of the catalogue has the
// catalogue's format.
#pragma once

#include "fovea/models/catalogue.hpp"
#include "fovea/proxy/grounding/format.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy::grounding {

enum class Tier : std::uint8_t {
    Unlisted,  // nothing is known of it
    Curated,   // tier 1: trained to say where things are; on as shipped
    OptIn,     // tier 2: has a format, with a caveat; on once a user adds it
    Excluded,  // has none; adding it asks first
};

struct ShippedModel {
    std::string_view pattern;  // "provider/id" or "organisation/id", perhaps with *
    Format format = Format::None;
    Tier tier = Tier::Curated;
    std::string_view note;  // the caveat, or why it is excluded: a sentence
};

// The table, in the order of tiers.
std::span<const ShippedModel> shipped_models();

struct Shipped {
    Tier tier = Tier::Unlisted;
    Format format = Format::None;  // the one to use if it is switched on; None when there is none
    std::string_view note;
};

Shipped shipped_for(
    std::string_view model, const models::Catalogue& catalogue = models::shipped_catalogue()
);

// The names that a model goes by, the most exact first: as given, without the provider's name
// before it, and as the catalogue has it.
std::vector<std::string> names_of(
    std::string_view model, const models::Catalogue& catalogue = models::shipped_catalogue()
);

// Whether a name fits "organisation/pattern*". Case does not count, since hosts differ in it; nor
// does the organisation where the name has none. Time is at most the product of the lengths.
bool fits(std::string_view pattern, std::string_view name);

}  // namespace fovea::proxy::grounding
