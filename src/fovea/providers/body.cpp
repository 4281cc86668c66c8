#include "fovea/providers/body.hpp"

#include "fovea/base/base64.hpp"

namespace fovea::providers {

void Body::text(std::string_view text) {
    if (text.empty()) return;
    if (pieces_.empty() || pieces_.back().file) pieces_.emplace_back();
    pieces_.back().text += text;
    size_ += text.size();
}

void Body::base64(const content::BlobRef& file, std::uint64_t file_bytes) {
    if (pieces_.empty() || pieces_.back().file) pieces_.emplace_back();
    pieces_.back().file = file;
    pieces_.back().file_bytes = file_bytes;
    size_ += base64_size(file_bytes);
}

}  // namespace fovea::providers
