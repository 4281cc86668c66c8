#include "fovea/browser/navigation_failure.hpp"

#include <algorithm>

namespace fovea::browser {

namespace {

struct Row {
    std::string_view beginning;
    ErrorCode code;
    std::string_view what;
};

// The first that fits; what is not here means that no page came.
constexpr Row kRows[] = {
    {"ERR_CERT", ErrorCode::UrlBlocked, "an untrusted certificate"},
    {"ERR_SSL", ErrorCode::UrlBlocked, "a failed TLS handshake"},
    {"ERR_TOO_MANY_REDIRECTS", ErrorCode::UrlBlocked, "too many redirects"},
    {"ERR_UNSAFE_REDIRECT",
     ErrorCode::UrlBlocked,
     "a redirect to something that is not a web page"},
    {"ERR_UNKNOWN_URL_SCHEME",
     ErrorCode::UrlBlocked,
     "a redirect to something that is not a web page"},
    {"ERR_UNSAFE_PORT", ErrorCode::UrlBlocked, "a port that browsers block"},
    {"ERR_BLOCKED", ErrorCode::UrlBlocked, "blocked by the browser"},
    {"ERR_TIMED_OUT", ErrorCode::FileNotFound, "the page timed out"},
    {"ERR_CONNECTION_TIMED_OUT", ErrorCode::FileNotFound, "the server did not answer in time"},
    {"ERR_ABORTED",
     ErrorCode::UnsupportedFileType,
     "the URL leads to a file to download or to nothing, not to a page"},
    {"ERR_CONNECTION",
     ErrorCode::FileNotFound,
     "the server closed the connection before the page arrived"},
    {"ERR_EMPTY_RESPONSE",
     ErrorCode::FileNotFound,
     "the server closed the connection before the page arrived"},
};

bool is_of_the_proxy(std::string_view text) {
    return text.starts_with("ERR_SOCKS") || text.starts_with("ERR_PROXY") ||
           text.starts_with("ERR_TUNNEL") || text.starts_with("ERR_NAME_NOT_RESOLVED");
}

}  // namespace

NavigationFailure navigation_failure(std::string_view text, std::span<const net::GateWish> wishes) {
    constexpr std::string_view kNet = "net::";
    if (text.starts_with(kNet)) text.remove_prefix(kNet.size());
    const auto last = std::find_if(wishes.rbegin(), wishes.rend(), [](const auto& wish) {
        return wish.reached != net::Reached::Opened;
    });
    if (is_of_the_proxy(text)) {
        if (last != wishes.rend() && last->reached == net::Reached::NoAnswer) {
            const auto port = last->place.port == 443 ? "" : ":" + std::to_string(last->place.port);
            return {ErrorCode::FileNotFound, last->place.host + port + " does not answer"};
        }
        if (last != wishes.rend() && last->reached == net::Reached::NoSuchName) {
            return {
                ErrorCode::FileNotFound,
                "the name " + last->place.host +
                    " does not resolve; check the spelling and the network connection"};
        }
        return {ErrorCode::UrlBlocked, ""};  // the gate has said why
    }
    const auto row = std::ranges::find_if(kRows, [&](const Row& each) {
        return text.starts_with(each.beginning);
    });
    if (row != std::end(kRows)) return {row->code, std::string(row->what)};
    return {
        ErrorCode::FileNotFound,
        "the page could not be loaded: " + std::string(text.substr(0, 60))};
}

}  // namespace fovea::browser
