#include "fovea/delivery/delivered_model.hpp"

#include "fovea/delivery/cost.hpp"

namespace fovea::delivery {

Result<Delivered> DeliveredModel::ask_seen(
    const providers::Request& request, context::Tiling tiling, const std::stop_token& stop
) {
    // One question about pictures has no past: nothing ages.
    const Picturing picturing{.ageing = {.policy = context::AgeingPolicy::Off}, .tiling = tiling};
    auto delivered = deliver(
        {.system = request.system,
         .messages = request.messages,
         .tools = request.tools,
         .json_schema = request.json_schema,
         .max_output_tokens = request.max_output_tokens,
         .wishes = request.wishes},
        target_,
        picturing,
        services_,
        {.timeout = request.timeout},
        {},
        stop
    );
    if (!delivered.ok()) return delivered.error().error;
    auto done = std::move(delivered).value();
    if (!done.refused.empty()) {
        return Error{
            ErrorCode::LlmError,
            target_.provider + " refused a picture: " + done.refused.front().reason};
    }
    for (const auto& each : done.receipt) {
        if (each.state == store::ImageState::Pixels) continue;
        return Error{ErrorCode::DecodeFailed, "a picture could not be sent: " + each.reason};
    }
    done.reply.usage.cost_usd = cost_of(done.reply.usage, target_, services_.now()).usd;
    return done;
}

Result<providers::Reply> DeliveredModel::complete(
    const providers::Request& request, providers::BlobSource&, const std::stop_token& stop
) {
    return TRY(ask_seen(request, context::Tiling::On, stop)).reply;
}

}  // namespace fovea::delivery
