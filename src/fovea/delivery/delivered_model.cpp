#include "fovea/delivery/delivered_model.hpp"

#include "fovea/delivery/cost.hpp"

namespace fovea::delivery {

Result<Delivered> DeliveredModel::ask(
    const providers::Request& request, const std::stop_token& stop
) {
    // One question about pictures has no past: nothing ages.
    const Picturing picturing{.ageing = {.policy = context::AgeingPolicy::Off}};
    auto delivered = deliver(
        {.system = request.system,
         .messages = request.messages,
         .tools = request.tools,
         .json_schema = request.json_schema,
         .max_output_tokens = request.max_output_tokens},
        target_,
        picturing,
        services_,
        {.timeout = request.timeout},
        {},
        stop
    );
    if (!delivered.ok()) return delivered.error().error;
    auto done = std::move(delivered).value();
    done.reply.usage.cost_usd = cost_of(done.reply.usage, target_, services_.now()).usd;
    return done;
}

Result<providers::Reply> DeliveredModel::complete(
    const providers::Request& request, providers::BlobSource&, const std::stop_token& stop
) {
    auto delivered = TRY(ask(request, stop));
    // An answer about a picture that was not seen would be made up.
    if (!delivered.refused.empty()) {
        return Error{
            ErrorCode::LlmError,
            target_.provider + " refused a picture: " + delivered.refused.front().reason};
    }
    for (const auto& each : delivered.receipt) {
        if (each.state == store::ImageState::Pixels) continue;
        return Error{ErrorCode::DecodeFailed, "a picture could not be sent: " + each.reason};
    }
    return std::move(delivered.reply);
}

}  // namespace fovea::delivery
