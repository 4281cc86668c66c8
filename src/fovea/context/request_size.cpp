#include "fovea/context/request_size.hpp"

#include "fovea/base/base64.hpp"

#include <algorithm>
#include <variant>

namespace fovea::context {
namespace {

// {"type":"tool_result","tool_use_id":"…","content":[…]},
constexpr std::uint64_t kAroundBlock = 160;

// An alt text that is put in the place of its picture is clipped.
constexpr std::uint64_t kMostWords = 600;

struct Measure {
    VariantMaker& files;

    std::uint64_t file(const content::FileRef& source) const {
        const auto* blob = content::blob_of(source);
        if (blob == nullptr) return json_text_size(std::get<content::UrlRef>(source).url);
        const auto size = files.size_of(*blob);
        return size.ok() ? base64_size(size.value()) : 0;
    }

    std::uint64_t operator()(const content::TextBlock& block) const {
        return json_text_size(block.text);
    }
    std::uint64_t operator()(const content::ImageBlock& block) const {
        const bool is_url = content::blob_of(block.source) == nullptr;
        return kMostWords + (is_url ? file(block.source) : 0);
    }
    std::uint64_t operator()(const content::DocumentBlock& block) const {
        return file(block.source) + json_text_size(block.filename);
    }
    std::uint64_t operator()(const content::VideoBlock& block) const { return file(block.source); }
    std::uint64_t operator()(const content::ToolUseBlock& block) const {
        // As an object or, at some providers, as a string within the string.
        return 2 * json_text_size(block.input) + block.name.size() + block.id.size();
    }
    std::uint64_t operator()(const content::ThinkingBlock& block) const {
        return json_text_size(block.text) + block.signature.size();
    }
    std::uint64_t operator()(const content::ToolResultBlock& block) const {
        std::uint64_t size = block.tool_use_id.size();
        for (const auto& output : block.content) size += kAroundBlock + std::visit(*this, output);
        return size;
    }
};

}  // namespace

std::uint64_t json_text_size(std::string_view text) {
    std::uint64_t size = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        size += byte < 0x20 ? 6 : byte == '"' || byte == '\\' ? 2 : 1;
    }
    return size;
}

std::uint64_t request_size(const std::vector<content::Message>& messages, VariantMaker& files) {
    std::uint64_t size = 0;
    for (const auto& message : messages) {
        size += kAroundBlock;
        for (const auto& block : message.content) {
            size += kAroundBlock + std::visit(Measure{files}, block);
        }
    }
    return size;
}

}  // namespace fovea::context
