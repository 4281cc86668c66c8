#include "fovea/gateway/turns/estimated_tokens.hpp"

#include "fovea/context/picture_estimate.hpp"

#include <variant>

namespace fovea::gateway {
namespace {

constexpr std::uint64_t kLettersOfToken = 4;
constexpr std::uint64_t kLettersOfMessage = 16;      // what stands around one
constexpr std::uint64_t kTokensOfDescription = 500;  // of a picture, for a model that sees none
constexpr std::uint64_t kTokensOfDocument = 3000;    // nobody opens it for this
constexpr std::uint64_t kPixelsOfToken = 750;        // where the model's own rule is not known

class Counting {
public:
    explicit Counting(const delivery::Target& target) : target_(target) {}

    void add(std::string_view text) { letters_ += text.size(); }

    void add(const content::Message& message) {
        letters_ += kLettersOfMessage;
        for (const auto& block : message.content) {
            std::visit([this](const auto& one) { add(one); }, block);
        }
    }

    std::uint64_t tokens() const { return tokens_ + letters_ / kLettersOfToken + 1; }

private:
    void add(const content::TextBlock& text) { add(text.text); }
    void add(const content::ThinkingBlock& thinking) { add(thinking.text); }
    void add(const content::ToolUseBlock& call) {
        add(call.name);
        add(call.input);
    }
    void add(const content::ToolResultBlock& result) {
        for (const auto& each : result.content) {
            std::visit([this](const auto& one) { add(one); }, each);
        }
    }
    void add(const content::ImageBlock& image) {
        if (!target_.can.vision.value) {
            tokens_ += kTokensOfDescription;
            return;
        }
        const auto known =
            context::estimate_picture(image.size, context::Lossless::No, target_.limits).tokens;
        const auto pixels = std::uint64_t{image.size.width} * image.size.height;
        tokens_ += known > 0 ? known : pixels / kPixelsOfToken + 1;
    }
    void add(const content::DocumentBlock&) { tokens_ += kTokensOfDocument; }
    void add(const content::VideoBlock&) {}

    const delivery::Target& target_;
    std::uint64_t letters_ = 0;
    std::uint64_t tokens_ = 0;
};

}  // namespace

std::uint64_t estimated_tokens(const ParsedRequest& request, const delivery::Target& target) {
    Counting counting(target);
    counting.add(request.system);
    for (const auto& tool : request.tools) {
        counting.add(tool.name);
        counting.add(tool.description);
        counting.add(tool.input_schema);
    }
    for (const auto& message : request.messages) counting.add(message);
    return counting.tokens();
}

}  // namespace fovea::gateway
