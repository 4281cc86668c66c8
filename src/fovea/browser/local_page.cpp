#include "fovea/browser/local_page.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/json_members.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::browser {

namespace {

namespace json = boost::json;

constexpr std::string_view kOrigin = "https://local-page.invalid/";
constexpr std::size_t kMaxMissing = 10;
constexpr std::size_t kMaxName = 100;

std::string base64_of(std::string_view text) {
    std::string out(base64_size(text.size()), '\0');
    const auto written = encode_base64(as_bytes(text), out);
    return written.ok() ? out : std::string();
}

// Pages that do not say are read as Latin letters; what is UTF-8 throughout is nothing else.
std::string type_of(const std::string& html) {
    return to_utf8(html) == html ? "text/html; charset=utf-8" : "text/html";
}

}  // namespace

bool names_local_page(std::string_view argument) {
    if (argument.find("://") != std::string_view::npos) return false;
    const auto end =
        lowered(argument.substr(argument.size() - std::min<std::size_t>(argument.size(), 5)));
    return end.ends_with(".html") || end.ends_with(".htm");
}

std::string local_page_url() {
    return std::string(kOrigin);
}

Result<void, DevToolsFailure> LocalPageServer::begin() {
    const json::object pattern{{"urlPattern", std::string(kOrigin) + "*"}};
    TRY(tools_.call("Fetch.enable", {{"patterns", json::array{pattern}}}));
    return {};
}

void LocalPageServer::answer(std::string_view request, std::string_view url) {
    if (url.substr(0, url.find_first_of("?#")) == kOrigin) {
        const json::object type{{"name", "Content-Type"}, {"value", type_of(page_.html)}};
        // A pipe that broke is noticed by whoever waits.
        static_cast<void>(tools_
                              .send(
                                  "Fetch.fulfillRequest",
                                  {{"requestId", request},
                                   {"responseCode", 200},
                                   {"responseHeaders", json::array{type}},
                                   {"body", base64_of(page_.html)}}
                              )
                              .ok());
        return;
    }
    const auto name = url.substr(std::min(kOrigin.size(), url.size()));
    // The browser asks for that one unasked.
    const bool is_wanted = name != "favicon.ico" && missing_.size() < kMaxMissing;
    if (is_wanted) missing_.insert(to_utf8(name.substr(0, kMaxName)));
    static_cast<void>(
        tools_
            .send("Fetch.failRequest", {{"requestId", request}, {"errorReason", "BlockedByClient"}})
            .ok()
    );
}

void LocalPageServer::take_event(std::string_view method, const json::object& params) {
    if (method != "Fetch.requestPaused") return;
    const auto* request = params.if_contains("request");
    const auto* object = request == nullptr ? nullptr : request->if_object();
    if (object != nullptr) answer(text_in(params, "requestId"), text_in(*object, "url"));
}

std::vector<std::string> LocalPageServer::notes() const {
    std::string names;
    for (const auto& name : missing_) names += (names.empty() ? "" : ", ") + name;
    if (names.empty()) return {};
    return {"files beside the page are not read: " + names};
}

}  // namespace fovea::browser
