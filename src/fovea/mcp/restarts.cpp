#include "fovea/mcp/restarts.hpp"

namespace fovea::mcp {

std::optional<std::chrono::milliseconds> Restarts::next(Time now) {
    while (!recent_.empty() && recent_.front() + policy_.within <= now) recent_.pop_front();
    if (recent_.size() >= policy_.at_most) return std::nullopt;
    auto wait = recent_.empty() ? std::chrono::milliseconds(0) : policy_.backoff;
    for (std::size_t each = 1; each < recent_.size(); ++each) wait *= 2;
    recent_.push_back(now);
    return wait;
}

}  // namespace fovea::mcp
