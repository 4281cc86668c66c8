#include "fovea/mcp/server/peer_requests.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

std::optional<boost::json::object> PeerRequests::ask(
    const Notification& question,
    const Send& send,
    std::chrono::milliseconds timeout,
    const std::stop_token& stop
) {
    std::string id;
    {
        const std::scoped_lock lock(mutex_);
        id = "fovea-" + std::to_string(++last_);
        waiting_.emplace(id, std::nullopt);
    }
    send(Request{id, question.method, question.params});
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, stop, timeout, [&] { return waiting_.at(id).has_value(); });
    auto response = std::move(waiting_.at(id));
    waiting_.erase(id);
    lock.unlock();
    if (!response) {
        send(Notification{"notifications/cancelled", {{"requestId", id}}});
        return std::nullopt;
    }
    auto* result = std::get_if<boost::json::value>(&response->outcome);
    if (result == nullptr || !result->is_object()) return std::nullopt;
    return std::move(result->get_object());
}

bool PeerRequests::take(Response response) {
    const auto* id = response.id ? std::get_if<std::string>(&*response.id) : nullptr;
    if (id == nullptr) return false;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = waiting_.find(*id);
        if (found == waiting_.end()) return false;
        found->second = std::move(response);
    }
    came_.notify_all();
    return true;
}

}  // namespace fovea::mcp
