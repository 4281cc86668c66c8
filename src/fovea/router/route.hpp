// Which model gets a request, and what it gets in another form than it was given (R1 to R3). Pure.
//
//     const auto needs = needs_of(messages, Tools::Offered);
//     const auto chain = chain_for(names, needs, settings);
//     const Plan plan = TRY(pick(chain, needs, settings));
//     plan.routes[0].model;   // the one to ask; the others, in order, when its provider fails (R3)
//
// The chain is: the model named for this call, the configured vision model, the main model, then
// the fallbacks. The vision model is in it only for requests that hold something to look at.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/router/needs.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::router {

struct Capabilities {
    bool vision = false;
    bool pdf = false;
    bool video = false;
    bool tools = false;
    bool is_known = true;  // false: nothing is known of the model, and that counts as no

    bool operator==(const Capabilities&) const = default;
};

struct Candidate {
    std::string model;    // "anthropic/claude-opus-5"
    std::string setting;  // that names it: "vision.model"
    Capabilities can;

    bool operator==(const Candidate&) const = default;
};

enum class Strictness : std::uint8_t {
    Strict,   // no capable model is an error
    Lenient,  // what no model takes becomes its text placeholder
};

struct RouteSettings {
    Strictness strictness = Strictness::Strict;
    bool describes_images = false;  // the vision proxy is on: the blind get descriptions
    bool rasterises_pdf = true;     // pages become pictures
    bool samples_video = true;      // frames become pictures
    // What makes pictures seen, where it is not "vision.model": for the advice in NoCandidate.
    std::string remedy = {};
};

// What becomes of a kind of content on its way to a model.
enum class Treatment : std::uint8_t {
    AsItIs,
    AsPictures,   // pages or frames
    Described,    // in the words of the vision model
    Placeholder,  // "[Image: …]"
};

struct Route {
    std::string model;
    std::string setting;
    Treatment images = Treatment::AsItIs;
    Treatment documents = Treatment::AsItIs;
    Treatment videos = Treatment::AsItIs;

    bool is_degraded() const {
        return images == Treatment::Placeholder || documents == Treatment::Placeholder ||
               videos == Treatment::Placeholder;
    }
    bool operator==(const Route&) const = default;
};

struct Plan {
    std::vector<Route> routes;  // at least one

    bool operator==(const Plan&) const = default;
};

struct ModelNames {
    std::string explicit_model;  // of this call, or of the session whose turn it is; may be empty
    std::string vision_model;    // "vision.model"
    std::string main_model;      // "model"
    std::vector<std::string> fallbacks;  // "routing.fallback"
};

using CapabilitiesOf = std::function<Capabilities(std::string_view model)>;

// Each model once.
std::vector<Candidate> chain_for(
    const ModelNames& names,
    const Needs& needs,
    const RouteSettings& settings,
    const CapabilitiesOf& capabilities_of
);

// NoCandidate names the missing capability and the setting to change. Tools cannot be done without:
// a model that takes none is no candidate for a request that offers some, strict or not.
Result<Plan> pick(
    std::span<const Candidate> chain, const Needs& needs, const RouteSettings& settings
);

}  // namespace fovea::router
