#include "fovea/host/open_questions.hpp"

#include <utility>

namespace fovea::host {

void OpenQuestions::open(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    open_.insert_or_assign(id, std::nullopt);
}

std::optional<agent::Decision> OpenQuestions::wait(
    const std::string& id, std::chrono::milliseconds timeout, const std::stop_token& stop
) {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, stop, timeout, [&] { return open_[id].has_value(); });
    auto decision = std::move(open_[id]);
    open_.erase(id);
    return decision;
}

bool OpenQuestions::answer(const std::string& id, agent::Decision decision) {
    {
        const std::scoped_lock lock(mutex_);
        const auto found = open_.find(id);
        if (found == open_.end() || found->second) return false;
        found->second = std::move(decision);
    }
    answered_.notify_all();
    return true;
}

}  // namespace fovea::host
