#include "fovea/context/prefix.hpp"

#include "fovea/context/pictures.hpp"

#include <algorithm>

namespace fovea::context {

bool prefix_changes(
    const std::vector<content::Message>& messages,
    std::size_t known,
    const AgeingSettings& settings,
    const StandingOf& standing_of
) {
    if (known == 0 || known >= messages.size()) return false;
    const std::vector<content::Message> earlier(
        messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(known)
    );
    const auto before_pictures = pictures_in(earlier);
    if (before_pictures.empty()) return false;
    const auto now_pictures = pictures_in(messages);
    const auto before = age_pictures(earlier, before_pictures, settings, standing_of);
    const auto now = age_pictures(messages, now_pictures, settings, standing_of);
    return !std::equal(before.begin(), before.end(), now.begin());
}

bool prefix_changes(std::span<const Delivery> before, std::span<const Delivery> now) {
    if (now.size() < before.size()) return true;
    const auto goes_the_same = [](const Delivery& a, const Delivery& b) {
        return a.place == b.place && a.state == b.state && a.sent == b.sent &&
               (!a.sent.empty() || a.reason == b.reason);
    };
    return !std::equal(before.begin(), before.end(), now.begin(), goes_the_same);
}

}  // namespace fovea::context
