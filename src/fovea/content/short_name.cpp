#include "fovea/content/short_name.hpp"

#include <cstddef>
#include <string_view>

namespace fovea::content {

std::string short_name(const FileRef& source) {
    constexpr std::size_t kBytes = 4;  // eight digits, the fewest that BlobStore::find takes
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto* blob = blob_of(source);
    if (blob == nullptr) return {};
    // By hand: a long conversation names hundreds of pictures in every turn.
    std::string name = "sha256:";
    for (std::size_t i = 0; i < kBytes; ++i) {
        const auto byte = std::to_integer<unsigned>(blob->sha256.bytes[i]);
        name += kHex[byte >> 4];
        name += kHex[byte & 0xF];
    }
    return name;
}

}  // namespace fovea::content
