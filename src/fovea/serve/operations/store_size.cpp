#include "fovea/serve/operations/store_size.hpp"

namespace fovea::serve {

std::optional<std::uint64_t> StoreSize::bytes() {
    const std::scoped_lock lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    const bool is_old = !begun_ || now - *begun_ >= often_;
    if (is_old && lane_.add([this] { count(); })) begun_ = now;
    return counted_;
}

void StoreSize::count() {
    std::uint64_t bytes = 0;
    const auto add = [&](const store::BlobInfo& info) -> Result<void> {
        bytes += info.bytes;
        return {};
    };
    // Of a store that does not answer the last count stays.
    if (!blobs_.for_each(add, {.stop = stop_.get_token()}).ok()) return;
    const std::scoped_lock lock(mutex_);
    counted_ = bytes;
}

}  // namespace fovea::serve
