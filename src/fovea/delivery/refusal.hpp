// Which picture a provider refused (P4): by the place that its error names, by what it accepted
// before, else by asking about halves of them.
//
//     const auto found = TRY(find_refused(prepared, failure, accepted_before, probe));
//
// A probe is a small request with nothing but some of the pictures. Pictures are named as in the
// conversation, not as the variants that went out.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/render_context.hpp"
#include "fovea/providers/dialect.hpp"

#include <functional>
#include <span>
#include <vector>

namespace fovea::delivery {

// A picture of the request with the blocks that it went out as.
struct Suspect {
    content::FileRef image;
    std::vector<content::ImageBlock> blocks;

    bool operator==(const Suspect&) const = default;
};

// Those that went out as pixels or as addresses, each once, in their order.
std::vector<Suspect> suspects_in(
    std::span<const context::Delivery> receipt, const std::vector<content::Message>& messages
);

// The picture that stands where the error says; nothing when it names no place, or no picture's.
std::optional<content::FileRef> refused_at(
    const std::string& path,
    std::span<const providers::WireImage> images,
    std::span<const context::Delivery> receipt
);

// Whether the provider refuses a request with these alone. An error ends the search.
using Probe = std::function<Result<bool, providers::WireFailure>(std::span<const Suspect>)>;

inline constexpr int kMaxProbes = 24;

// All that are refused, of a list that is refused as a whole. What is still open after kMaxProbes
// counts as refused.
Result<std::vector<content::FileRef>, providers::WireFailure> bisect(
    std::span<const Suspect> suspects, const Probe& probe
);

}  // namespace fovea::delivery
