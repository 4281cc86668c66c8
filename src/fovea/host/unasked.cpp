#include "fovea/host/unasked.hpp"

#include <algorithm>
#include <utility>

namespace fovea::host {
namespace {

constexpr std::size_t kShown = 5;

}  // namespace

void Unasked::add(std::string what) {
    const std::scoped_lock lock(mutex_);
    if (std::ranges::find(what_, what) == what_.end()) what_.push_back(std::move(what));
}

std::vector<std::string> Unasked::what() const {
    const std::scoped_lock lock(mutex_);
    return what_;
}

Error not_known(const std::vector<std::string>& what) {
    std::string listed;
    for (std::size_t i = 0; i < what.size() && i < kShown; ++i) {
        listed += (i == 0 ? "" : "; ") + what[i];
    }
    if (what.size() > kShown) listed += "; and " + std::to_string(what.size() - kShown) + " more";
    return {
        ErrorCode::NoCandidate,
        "the request cannot be rendered yet, because this would have to be fetched first: " +
            listed +
            ". Use fovea send, or --unreachable for the request as it is if no server answers"};
}

}  // namespace fovea::host
