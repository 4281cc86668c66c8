// In which form each picture of the conversation goes out this time (X1): young ones whole, older
// ones small, old ones as words.
//
//     const auto forms = age_pictures(messages, pictures_in(messages), settings, standing_of);
//
// Pure, and worked out afresh from the stored conversation for every request, so it is reversible:
// nothing is ever changed in what is stored (X4).
#pragma once

#include "fovea/context/pictures.hpp"
#include "fovea/context/request_limits.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fovea::context {

enum class Form : std::uint8_t { Text, Low, Full };  // the better, the larger

enum class AgeingPolicy : std::uint8_t {
    Off,         // every picture whole
    Turns,       // by age alone
    CacheAware,  // in batches, when that costs less than keeping them (X2; cache_aware.hpp)
};

// What of a request is still read from the provider's cache after an earlier message changed.
enum class CacheReach : std::uint8_t {
    Change,        // all that is before the change
    FirstPicture,  // what is before the first picture: marks of the cache stand there, and not behind it
};

// What a token of the prompt costs when it is read from the provider's cache and when it is written
// to it, as shares of its usual price.
struct PromptCaching {
    double read = 0.1;
    double write = 1.25;
    CacheReach reach = CacheReach::Change;

    bool operator==(const PromptCaching&) const = default;
};

struct AgeingSettings {
    AgeingPolicy policy = AgeingPolicy::Turns;
    std::uint32_t full_turns = 1;  // age below this: whole
    std::uint32_t low_turns = 2;   // then for so many turns small
    std::uint32_t low_edge = 512;  // px

    // CacheAware only.
    PromptCaching cache = {};
    RequestLimits limits = {};  // of the model: how large it gets a picture, and what that counts
};

// What people and providers decided about a picture, from the session's ledger (S5).
enum class Standing : std::uint8_t {
    Usual,
    Pinned,       // never ages
    Dropped,      // is not sent any more
    Quarantined,  // this provider refused it
};

using StandingOf = std::function<Standing(const content::FileRef&)>;  // may be empty: all Usual

struct Aged {
    Form form = Form::Full;
    Standing standing = Standing::Usual;
    std::string words;  // for Form::Text: what stands instead

    bool operator==(const Aged&) const = default;
};

Form form_at(std::uint32_t age, const AgeingSettings& settings);

// One for each appearance, in their order.
std::vector<Aged> age_pictures(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    const AgeingSettings& settings,
    const StandingOf& standing_of = {}
);

}  // namespace fovea::context
