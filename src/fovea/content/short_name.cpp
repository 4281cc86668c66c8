#include "fovea/content/short_name.hpp"

namespace fovea::content {

std::string short_name(const FileRef& source) {
    constexpr std::size_t kDigits = 8;  // the fewest that BlobStore::find takes
    const auto* blob = blob_of(source);
    return blob == nullptr ? std::string() : "sha256:" + blob->sha256.hex().substr(0, kDigits);
}

}  // namespace fovea::content
