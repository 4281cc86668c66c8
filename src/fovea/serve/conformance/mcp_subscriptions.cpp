#include "fovea/serve/conformance/mcp_subscriptions.hpp"

#include <boost/json.hpp>

#include <condition_variable>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

json::object meta_of(const json::value& subscription) {
    return {{"io.modelcontextprotocol/subscriptionId", subscription}};
}

json::value value_of(const mcp::Id& id) {
    return std::visit([](const auto& each) { return json::value(each); }, id);
}

}  // namespace

FixtureTool::Outcome FixtureSubscriptions::listen(
    const mcp::MethodCall& call, const std::stop_token& stop
) {
    Listener mine{.id = value_of(call.request.id), .wants = {}, .send = call.send};
    const auto* asked = object_at(call.request.params, {"notifications"});
    for (const auto* const kind : {"toolsListChanged", "promptsListChanged"}) {
        const auto* wanted = asked == nullptr ? nullptr : asked->if_contains(kind);
        if (wanted != nullptr && *wanted == true) mine.wants[kind] = true;
    }
    std::unique_lock lock(mutex_);
    // First of all, and before any change.
    call.send(mcp::Notification{
        "notifications/subscriptions/acknowledged",
        {{"_meta", meta_of(mine.id)}, {"notifications", mine.wants}}});
    const auto place = listeners_.insert(listeners_.end(), mine);
    std::condition_variable_any never;
    never.wait(lock, stop, [] { return false; });
    listeners_.erase(place);
    return json::object{{"_meta", meta_of(mine.id)}};
}

void FixtureSubscriptions::tell(const std::string& what) {
    const std::scoped_lock lock(mutex_);
    for (const auto& listener : listeners_) {
        if (!listener.wants.contains(what + "ListChanged")) continue;
        listener.send(mcp::Notification{
            "notifications/" + what + "/list_changed", {{"_meta", meta_of(listener.id)}}});
    }
}

}  // namespace fovea::serve
