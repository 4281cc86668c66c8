#include "fovea/proxy/describe/grounded_model.hpp"

#include "fovea/context/pictures.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/proxy/grounding/parse.hpp"

#include <algorithm>
#include <vector>

namespace fovea::proxy {
namespace {

bool has_margin(const context::Delivery& sent) {
    return std::ranges::find(sent.actions, "padded") != sent.actions.end();
}

// What the model saw of each picture of the request, in their order.
std::vector<grounding::View> views_of(
    const std::vector<content::Message>& messages,
    const std::vector<context::Delivery>& receipt,
    const delivery::Target& target
) {
    const auto& limits = target.limits;
    const auto* rule = limits.token_rule ? &*limits.token_rule : nullptr;
    std::vector<grounding::View> views;
    for (const auto& seen : context::pictures_in(messages)) {
        const auto sent = std::ranges::find(receipt, seen.place, &context::Delivery::place);
        views.push_back(grounding::view_of(
            seen.image->size,
            seen.image->crop,
            sent == receipt.end() ? media::PixelSize{} : sent->size,
            rule,
            limits.detail
        ));
        if (sent == receipt.end() || !has_margin(*sent)) continue;
        const auto shown = seen.image->crop ? seen.image->crop->size() : seen.image->size;
        views.back().without_margin = media::fit_within(shown, sent->size.longest_edge());
    }
    return views;
}

}  // namespace

Result<providers::Reply> GroundedModel::complete(
    const providers::Request& request, providers::BlobSource&, const std::stop_token& stop
) {
    const auto tiling =
        format_ == grounding::Format::None ? context::Tiling::On : context::Tiling::Off;
    auto delivered = TRY(model_.ask_seen(request, tiling, stop));
    auto reply = std::move(delivered.reply);
    if (format_ != grounding::Format::None) {
        reply.boxes = grounding::parse_boxes(
            content::text_of(reply.content),
            format_,
            views_of(request.messages, delivered.receipt, model_.target())
        );
    }
    return reply;
}

}  // namespace fovea::proxy
