#include "fovea/browser/home_origin.hpp"

#include "fovea/base/json_members.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::browser {

namespace {

namespace json = boost::json;

constexpr std::size_t kMaxNoted = 10;

// Paths and queries hold keys.
std::string shown(const std::string& url) {
    const auto origin = net::origin_of(url);
    return origin.ok() ? origin.value().text() : "another kind of address";
}

json::object documents() {
    const json::object pattern{{"urlPattern", "*"}, {"resourceType", "Document"}};
    return {{"patterns", json::array{pattern}}};
}

json::object with_children() {
    return {{"autoAttach", true}, {"waitForDebuggerOnStart", true}, {"flatten", true}};
}

}  // namespace

Result<void, DevToolsFailure> HomeOrigin::begin() {
    TRY(tools_.call("Fetch.enable", documents()));
    TRY(tools_.call("Target.setAutoAttach", with_children()));
    return {};
}

// A frame that the browser keeps apart, a sandboxed one say, waits until it is watched as well.
void HomeOrigin::watch(std::string_view session) {
    for (const auto& sent :
         {tools_.send_to(session, "Fetch.enable", documents()),
          tools_.send_to(session, "Target.setAutoAttach", with_children()),
          tools_.send_to(session, "Runtime.runIfWaitingForDebugger")}) {
        static_cast<void>(sent.ok());  // a pipe that broke is noticed by whoever waits
    }
}

bool HomeOrigin::is_home(const std::string& url) const {
    const auto origin = net::origin_of(url);
    return origin.ok() && origin.value() == home_;
}

void HomeOrigin::refuse(std::string_view frame, const std::string& url) {
    if (frame == main_frame_) {
        if (left_for_.empty()) left_for_ = shown(url);
    } else if (frames_left_out_.size() < kMaxNoted) {
        frames_left_out_.insert(shown(url));
    }
}

void HomeOrigin::take_event(std::string_view method, const json::object& params) {
    if (method == "Target.attachedToTarget") return watch(text_in(params, "sessionId"));
    if (method != "Fetch.requestPaused") return;
    const auto* request = object_in(params, "request");
    const std::string url(request == nullptr ? std::string_view() : text_in(*request, "url"));
    json::object answer{{"requestId", text_in(params, "requestId")}};
    const bool stays = is_home(url);
    if (!stays) {
        refuse(text_in(params, "frameId"), url);
        answer["errorReason"] = "BlockedByClient";
    }
    // A pipe that broke is noticed by whoever waits.
    const auto* command = stays ? "Fetch.continueRequest" : "Fetch.failRequest";
    static_cast<void>(tools_.send_to(tools_.event_session(), command, answer).ok());
}

std::vector<std::string> HomeOrigin::notes() const {
    std::string names;
    for (const auto& name : frames_left_out_) names += (names.empty() ? "" : ", ") + name;
    if (names.empty()) return {};
    return {"frames of other origins are left out of a page that browser.allow opens: " + names};
}

}  // namespace fovea::browser
