#include "fovea/delivery/routes.hpp"

#include "fovea/context/pictures.hpp"
#include "fovea/delivery/fills_schema.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/router/needs.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fovea::delivery {
namespace {

// The open turn's pictures do not age.
bool is_shown_now(const context::Appearance& seen, const Picturing& picturing) {
    if (seen.age > 0) return false;
    const auto standing = picturing.standing_of ? picturing.standing_of(seen.image->source)
                                                : context::Standing::Usual;
    return standing == context::Standing::Usual || standing == context::Standing::Pinned;
}

// What the request will hold: pictures that have aged to words need no eyes.
router::Needs needs_now(const Conversation& conversation, const Picturing& picturing) {
    const auto tools = conversation.tools.empty() ? router::Tools::None : router::Tools::Offered;
    auto needs = router::needs_of(conversation.messages, tools);
    const auto pictures = context::pictures_in(conversation.messages);
    // Nearly always the open turn shows one, and the others need not be asked.
    if (std::ranges::any_of(pictures, [&](const auto& seen) {
            return is_shown_now(seen, picturing);
        })) {
        needs.vision = true;
        return needs;
    }
    const auto aged = context::age_pictures(
        conversation.messages, pictures, picturing.ageing, picturing.standing_of
    );
    needs.vision = std::ranges::any_of(aged, [](const context::Aged& picture) {
        return picture.form != context::Form::Text;
    });
    return needs;
}

router::Capabilities capabilities_of(const Target& target) {
    const auto& can = target.can;
    return {
        .vision = can.vision.value,
        .pdf = can.pdf.value,
        .video = can.video.value,
        // What nobody knows of a tool's model is found out by asking; a picture would be lost.
        .tools = can.tools.value || can.tools.origin == models::Origin::Unknown,
        .is_known = can.vision.origin != models::Origin::Unknown,
    };
}

}  // namespace

Result<std::vector<RoutedTarget>> routes_for(
    const Conversation& conversation,
    const std::string& model,
    const config::Settings& settings,
    const Picturing& picturing,
    const ServerSays& server_says
) {
    std::map<std::string, Target> targets;
    const auto& first =
        targets.emplace(model, TRY(find_target(settings, model, server_says))).first->second;
    if (conversation.json_schema) TRY(check_fills_schema(first));
    router::ModelNames names{.explicit_model = model, .vision_model = {}, .main_model = {}};
    for (const auto& fallback : settings.routing.fallback) {
        auto target = find_target(settings, fallback, server_says);
        if (!target.ok()) continue;
        if (conversation.json_schema && !check_fills_schema(target.value()).ok()) continue;
        targets.emplace(fallback, std::move(target).value());
        names.fallbacks.push_back(fallback);
    }
    const auto needs = needs_now(conversation, picturing);
    const router::RouteSettings how{
        .strictness =
            settings.routing.strict ? router::Strictness::Strict : router::Strictness::Lenient,
        .describes_images = settings.vision.mode != "off",
        .remedy =
            "set \"vision.mode\" to \"auto\" (it is \"off\", so pictures are not described for a "
            "model without vision)",
    };
    const auto chain = router::chain_for(names, needs, how, [&](std::string_view name) {
        const auto found = targets.find(std::string(name));
        return found == targets.end() ? router::Capabilities{} : capabilities_of(found->second);
    });
    auto plan = router::pick(chain, needs, how);
    if (!plan.ok()) {
        const auto& wanted = targets.at(model);
        auto error = plan.error();
        error.message += models::did_you_mean(settings, {wanted.provider, wanted.model});
        return error;
    }
    std::vector<RoutedTarget> routed;
    for (auto& route : plan.value().routes) {
        routed.push_back({targets.at(route.model), std::move(route)});
    }
    return routed;
}

}  // namespace fovea::delivery
