#include "fovea/proxy/describe/describe.hpp"

#include "fovea/proxy/describe/kept_reply.hpp"
#include "fovea/proxy/fence/fence.hpp"
#include "fovea/proxy/grounding/format.hpp"

#include <optional>
#include <utility>

namespace fovea::proxy {
namespace {

// A picture that only its provider could fetch has no name of ours.
Sha256 name_of(const content::ImageBlock& image) {
    const auto* blob = content::blob_of(image.source);
    return blob == nullptr ? Sha256{} : blob->sha256;
}

// Crops are resolved pixels here, so all ways to say the same part share an entry.
std::string key_of(const DescribeRequest& request, const providers::Provider& provider) {
    std::string key = "reply 2\n" + request.model + "\n" + provider.revision() + "\n";
    if (provider.needs_prompt()) {
        key += prompt_version() + " " + provider.grounding_format() + "\n" +
               std::to_string(request.user_words.size()) + " " + request.user_words + "\n";
    }
    for (const auto& image : request.images) {
        key += name_of(image).hex();
        if (image.crop) {
            const auto& crop = *image.crop;
            for (const auto number : {crop.x, crop.y, crop.width, crop.height}) {
                key += "," + std::to_string(number);
            }
        }
        // Where there are several, replies speak of them by their names.
        if (request.images.size() > 1) key += " " + image.filename;
        key += "\n";
    }
    return key + request.question;
}

VisionPrompt prompt_of(const DescribeRequest& request) {
    std::vector<PromptImage> images;
    for (const auto& image : request.images) {
        images.push_back({image.filename, image.size, image.crop});
    }
    if (!request.question.empty()) return question_prompt(images, request.question);
    if (images.size() == 1) return describe_prompt(images.front(), request.user_words);
    return joint_prompt(images, request.user_words, request.joint_hints);
}

providers::Request to_provider(
    const DescribeRequest& request, const providers::Provider& provider
) {
    VisionPrompt prompt{.system = {}, .user = request.question};
    if (provider.needs_prompt()) {
        prompt = prompt_of(request);
        const auto format = grounding::format_named(provider.grounding_format());
        prompt.system = grounding::with_instruction(
            std::move(prompt.system),
            format.value_or(grounding::Format::None),
            request.images.size()
        );
    }
    content::Message message;
    for (const auto& image : request.images) message.content.emplace_back(image);
    if (!prompt.user.empty()) message.content.emplace_back(content::TextBlock{prompt.user});
    const auto slash = request.model.find('/');
    return {
        .model = request.model.substr(slash == std::string::npos ? 0 : slash + 1),
        .system = std::move(prompt.system),
        .messages = {std::move(message)},
        .timeout = request.timeout,
    };
}

std::string fence_of(
    const DescribeRequest& request, const providers::Provider& provider, const std::string& text
) {
    std::vector<FencedImage> images;
    for (const auto& image : request.images) {
        images.push_back({name_of(image), image.size, image.crop, image.filename});
    }
    const auto grounding = provider.grounding_format();
    if (images.size() > 1) return joint_fence(images, grounding, text);
    const bool targeted = !request.question.empty() || images.front().crop.has_value();
    const auto tag = targeted ? FenceTag::Analysis : FenceTag::Description;
    return fence(tag, images.front(), grounding, text);
}

}  // namespace

Result<Description> describe(
    const DescribeRequest& request,
    providers::Provider& provider,
    providers::BlobSource& blobs,
    const store::ResultCache& known,
    const std::stop_token& stop
) {
    if (request.images.empty()) return Error{ErrorCode::InvalidInput, "no picture to describe"};
    for (const auto& image : request.images) {
        if (content::blob_of(image.source) == nullptr) {
            return Error{
                ErrorCode::InvalidInput,
                "a picture must be stored locally before it can be described"};
        }
    }
    const auto key = key_of(request, provider);
    const auto find_kept = [&] { return request.again ? std::nullopt : kept_reply(known, key); };
    auto reply = find_kept();
    // Who asks the same at the same time waits for the first one's answer.
    std::optional<store::ResultCache::Reservation> reserved;
    if (!reply) {
        reserved = known.reserve(key, stop);
        if (!reserved) return Error{ErrorCode::Cancelled, "cancelled"};
        reply = find_kept();
    }
    const bool from_cache = reply.has_value();
    if (!reply) {
        reply = TRY(provider.complete(to_provider(request, provider), blobs, stop));
        if (reply->complete) keep_reply(known, key, *reply);
    }
    Description description;
    description.text = content::text_of(reply->content);
    description.fence = fence_of(request, provider, description.text);
    description.grounding_format = provider.grounding_format();
    description.usage = reply->usage;
    description.boxes = std::move(reply->boxes);
    description.words = std::move(reply->words);
    description.elements = std::move(reply->elements);
    description.value = std::move(reply->value);
    description.complete = reply->complete;
    description.from_cache = from_cache;
    return description;
}

}  // namespace fovea::proxy
