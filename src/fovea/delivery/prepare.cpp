#include "fovea/delivery/prepare.hpp"

#include "fovea/providers/body_reader.hpp"
#include "fovea/providers/dialects.hpp"

#include <algorithm>
#include <utility>

namespace fovea::delivery {
namespace {

std::uint64_t other_bytes(const Conversation& conversation) {
    std::uint64_t bytes = conversation.system.size();
    for (const auto& tool : conversation.tools) {
        bytes += tool.name.size() + tool.description.size() + tool.input_schema.size();
    }
    return bytes + (conversation.json_schema ? conversation.json_schema->size() : 0);
}

context::ContextSettings settings_for(
    const Conversation& conversation, const Target& target, const Picturing& picturing
) {
    return {
        .ageing = picturing.ageing,
        .standing_of = picturing.standing_of,
        .text_on = picturing.text_on,
        .sight = target.can.vision.value ? context::Sight::Sees : context::Sight::Blind,
        .in_words = picturing.in_words,
        .tiling = picturing.tiling,
        .naming = conversation.naming,
        .other_bytes = other_bytes(conversation),
    };
}

}  // namespace

Result<std::unique_ptr<providers::Dialect>> dialect_of(const Target& target) {
    if (target.is_local()) {
        return Error{
            ErrorCode::InvalidInput,
            target.name + " runs on this machine: there is no request to show"};
    }
    return providers::make_dialect(target.kind);
}

Result<PreparedRequest> prepare(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    context::KeptVariants& files,
    providers::ReplyForm delivery,
    const std::stop_token& stop
) {
    const auto dialect = TRY(dialect_of(target));
    return prepare(conversation, target, picturing, files, *dialect, delivery, stop);
}

Result<PreparedRequest> prepare(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    context::KeptVariants& files,
    const providers::Dialect& dialect,
    providers::ReplyForm delivery,
    const std::stop_token& stop
) {
    const auto settings = settings_for(conversation, target, picturing);
    auto rendered =
        TRY(context::render_context(conversation.messages, settings, target.limits, files, stop));
    const auto most = target.can.max_output.value.value_or(conversation.max_output_tokens);
    PreparedRequest prepared{
        .request =
            {.model = target.model,
             .system = conversation.system,
             .messages = std::move(rendered.messages),
             .tools = conversation.tools,
             .json_schema = conversation.json_schema,
             .max_output_tokens = std::min(conversation.max_output_tokens, most),
             .cache = conversation.cache,
             .wishes = conversation.wishes},
        .wire = {},
        .receipt = std::move(rendered.receipt)};
    VariantFiles source(files);
    prepared.wire = TRY(dialect.write(prepared.request, target.traits, delivery, source));
    return prepared;
}

Result<std::string> body_text(const providers::Body& body, providers::BlobSource& files) {
    providers::BodyReader reader(body, files);
    std::string text(body.size(), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const auto count = TRY(reader.read({text.data() + done, text.size() - done}));
        if (count == 0) break;
        done += count;
    }
    text.resize(done);
    return text;
}

}  // namespace fovea::delivery
