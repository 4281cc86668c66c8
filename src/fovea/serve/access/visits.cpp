#include "fovea/serve/access/visits.hpp"

#include <utility>
#include <vector>

namespace fovea::serve {

Visit Visits::begin(const Principal& who, std::function<void()> leave) {
    if (who.name.empty()) return nullptr;
    const std::scoped_lock lock(guests_->mutex);
    const auto number = ++guests_->last;
    guests_->all.emplace(number, Guest{who, std::move(leave)});
    const auto forget = [number, guests = guests_](const void*) {
        const std::scoped_lock over(guests->mutex);
        guests->all.erase(number);
    };
    return {guests_.get(), forget};
}

void Visits::look() {
    std::vector<std::function<void()>> leaving;
    {
        const std::scoped_lock lock(guests_->mutex);
        std::map<Sha256, bool> known;  // thousands may have come with one token
        for (auto& [number, guest] : guests_->all) {
            const auto [found, is_new] = known.try_emplace(guest.who.token);
            if (is_new) found->second = tokens_.knows(guest.who);
            if (!found->second && guest.leave) leaving.push_back(std::exchange(guest.leave, {}));
        }
    }
    for (const auto& leave : leaving) leave();
}

}  // namespace fovea::serve
