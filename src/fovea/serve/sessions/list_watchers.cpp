#include "fovea/serve/sessions/list_watchers.hpp"

#include <algorithm>

namespace fovea::serve {

void ListWatchers::add(const Principal& who, const std::shared_ptr<ListWatcher>& watcher) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(rows_, [](const Row& each) { return each.watcher.expired(); });
    const bool is_known =
        std::ranges::any_of(rows_, [&](const Row& each) { return each.watcher.lock() == watcher; });
    if (!is_known) rows_.push_back({who, watcher});
}

void ListWatchers::tell(const std::string& session, const std::string& owner) {
    std::vector<std::shared_ptr<ListWatcher>> all;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& each : rows_) {
            if (!each.who.is_admin() && each.who.name != owner) continue;
            if (auto watcher = each.watcher.lock()) all.push_back(std::move(watcher));
        }
    }
    for (const auto& each : all) each->changed(session);
}

}  // namespace fovea::serve
