#include "fovea/content/blocks.hpp"

namespace fovea::content {

std::string text_of(const std::vector<ContentBlock>& blocks) {
    std::string all;
    for (const auto& block : blocks) {
        const auto* text = std::get_if<TextBlock>(&block);
        if (text == nullptr) continue;
        if (!all.empty()) all += "\n";
        all += text->text;
    }
    return all;
}

const BlobRef* blob_of(const FileRef& source) {
    return std::get_if<BlobRef>(&source);
}

}  // namespace fovea::content
