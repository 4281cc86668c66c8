// A conversation becomes the request that a model gets, without anything being sent (P6): old
// pictures small or words, everything within the limits, written in the provider's own form.
//
//     const PreparedRequest prepared = TRY(prepare(conversation, target, picturing, files, …, stop));
//     prepared.wire.body;   // the exact bytes, twice the same
//     prepared.receipt;     // what each picture goes as
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/render_context.hpp"
#include "fovea/context/variants.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::delivery {

struct Conversation {
    std::string system = {};
    std::vector<content::Message> messages;
    std::vector<providers::ToolSpec> tools = {};
    std::optional<std::string> json_schema = {};
    std::uint32_t max_output_tokens = 4096;  // 0: as many as the model gives
    providers::PromptCache cache = providers::PromptCache::Unasked;
    context::Naming naming = context::Naming::Unnamed;
    providers::Wishes wishes = {};
};

// What is decided about the pictures besides the limits.
struct Picturing {
    context::AgeingSettings ageing = {};
    context::StandingOf standing_of = {};
    context::Tiling tiling = context::Tiling::On;
    context::TextOn text_on = {};
    context::InWordsOf in_words = {};
};

// The files of a request: variants and originals.
class VariantFiles final : public providers::BlobSource {
public:
    explicit VariantFiles(context::KeptVariants& files) : files_(files) {}

    Result<std::uint64_t> size(const content::BlobRef& blob) override { return files_.size(blob); }
    Result<Bytes> read(const content::BlobRef& blob) override { return files_.read(blob); }

private:
    context::KeptVariants& files_;
};

struct PreparedRequest {
    providers::Request request;
    providers::WireRequest wire;
    std::vector<context::Delivery> receipt;
};

// InvalidInput for a local model: nothing is sent to it.
Result<std::unique_ptr<providers::Dialect>> dialect_of(const Target& target);

// In that dialect, else in the target's own.
Result<PreparedRequest> prepare(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    context::KeptVariants& files,
    providers::ReplyForm delivery,
    const std::stop_token& stop
);
Result<PreparedRequest> prepare(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    context::KeptVariants& files,
    const providers::Dialect& dialect,
    providers::ReplyForm delivery,
    const std::stop_token& stop
);

// The whole body as one text, for looking at.
Result<std::string> body_text(const providers::Body& body, providers::BlobSource& files);

}  // namespace fovea::delivery
