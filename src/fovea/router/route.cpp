#include "fovea/router/route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::router {
namespace {

Treatment for_images(const Capabilities& can, const RouteSettings& settings) {
    if (can.vision) return Treatment::AsItIs;
    return settings.describes_images ? Treatment::Described : Treatment::Placeholder;
}

// Pages and frames are pictures, so whoever takes those takes these.
Treatment as_pictures(bool takes_it, bool can_convert, Treatment pictures) {
    if (takes_it) return Treatment::AsItIs;
    if (!can_convert) return Treatment::Placeholder;
    return pictures == Treatment::AsItIs ? Treatment::AsPictures : pictures;
}

Route route_to(const Candidate& candidate, const Needs& needs, const RouteSettings& settings) {
    const auto& can = candidate.can;
    const auto images = for_images(can, settings);
    Route route{.model = candidate.model, .setting = candidate.setting};
    if (needs.vision) route.images = images;
    if (needs.pdf) route.documents = as_pictures(can.pdf, settings.rasterises_pdf, images);
    if (needs.video) route.videos = as_pictures(can.video, settings.samples_video, images);
    return route;
}

int placeholders_in(const Route& route) {
    const auto count = [](Treatment treatment) {
        return treatment == Treatment::Placeholder ? 1 : 0;
    };
    return count(route.images) + count(route.documents) + count(route.videos);
}

std::string_view missing_in(const Route& route) {
    if (route.images == Treatment::Placeholder) return "vision";
    if (route.documents == Treatment::Placeholder) return "pdf";
    return "video";
}

std::string listed(std::span<const Candidate> chain) {
    std::string list;
    for (const auto& candidate : chain) {
        if (!list.empty()) list += ", ";
        list += fmt::format(
            "{} ({}{})",
            candidate.model,
            candidate.setting,
            candidate.can.is_known ? "" : ", not in the catalogue"
        );
    }
    return list;
}

Error no_candidate(
    std::span<const Candidate> chain, std::string_view capability, const RouteSettings& settings
) {
    if (chain.empty()) {
        return {
            ErrorCode::NoCandidate,
            "no model is configured; set \"model\" in the configuration or name one for this call"};
    }
    auto message = fmt::format("no model here has \"{}\": tried {}", capability, listed(chain));
    if (capability == "tools") {
        message += "; set \"model\" to a model that can use tools";
    } else {
        const bool has_remedy = capability == "vision" && !settings.remedy.empty();
        message += fmt::format(
            "; {}, or \"routing.strict\" to false "
            "(FOVEA_STRICT_ROUTING=false) to send a text placeholder instead",
            has_remedy ? settings.remedy
                       : fmt::format("set \"vision.model\" to a model with {}", capability)
        );
    }
    const auto unknown = std::ranges::find(chain, false, [](const Candidate& candidate) {
        return candidate.can.is_known;
    });
    if (unknown != chain.end()) {
        message += fmt::format(
            "; if {0} can, add [models.\"{0}\"] {1} = true", unknown->model, capability
        );
    }
    return {ErrorCode::NoCandidate, std::move(message)};
}

}  // namespace

std::vector<Candidate> chain_for(
    const ModelNames& names,
    const Needs& needs,
    const RouteSettings& settings,
    const CapabilitiesOf& capabilities_of
) {
    std::vector<Candidate> chain;
    const auto add = [&](const std::string& model, std::string_view setting) {
        if (model.empty()) return;
        if (std::ranges::find(chain, model, &Candidate::model) != chain.end()) return;
        chain.push_back({model, std::string(setting), capabilities_of(model)});
    };
    add(names.explicit_model, "asked for");
    // Where the vision model describes for the others, it is not asked in their place.
    if (needs.has_media() && !settings.describes_images) add(names.vision_model, "vision.model");
    add(names.main_model, "model");
    for (const auto& fallback : names.fallbacks) add(fallback, "routing.fallback");
    return chain;
}

Result<Plan> pick(
    std::span<const Candidate> chain, const Needs& needs, const RouteSettings& settings
) {
    std::vector<Route> capable;
    std::optional<Route> least_lost;
    for (const auto& candidate : chain) {
        if (needs.tools && !candidate.can.tools) continue;
        auto route = route_to(candidate, needs, settings);
        if (!least_lost || placeholders_in(route) < placeholders_in(*least_lost)) {
            least_lost = route;
        }
        if (!route.is_degraded()) capable.push_back(std::move(route));
    }
    if (!capable.empty()) return Plan{std::move(capable)};
    if (!least_lost) return no_candidate(chain, "tools", settings);
    if (settings.strictness == Strictness::Strict) {
        return no_candidate(chain, missing_in(*least_lost), settings);
    }
    Plan plan{{*least_lost}};
    for (const auto& candidate : chain) {
        if (candidate.model == least_lost->model || (needs.tools && !candidate.can.tools)) continue;
        plan.routes.push_back(route_to(candidate, needs, settings));
    }
    return plan;
}

}  // namespace fovea::router
