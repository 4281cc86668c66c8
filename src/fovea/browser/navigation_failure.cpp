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
    {"ERR_CERT", ErrorCode::UrlBlocked, "a certificate that nobody vouches for"},
    {"ERR_SSL", ErrorCode::UrlBlocked, "no TLS that one could trust"},
    {"ERR_TOO_MANY_REDIRECTS", ErrorCode::UrlBlocked, "redirects too often"},
    {"ERR_UNSAFE_REDIRECT", ErrorCode::UrlBlocked, "a redirect to what is no web page"},
    {"ERR_UNKNOWN_URL_SCHEME", ErrorCode::UrlBlocked, "a redirect to what is no web page"},
    {"ERR_UNSAFE_PORT", ErrorCode::UrlBlocked, "a port that browsers do not open"},
    {"ERR_BLOCKED", ErrorCode::UrlBlocked, "the browser itself refuses"},
    {"ERR_TIMED_OUT", ErrorCode::FileNotFound, "the page did not come in time"},
    {"ERR_CONNECTION_TIMED_OUT", ErrorCode::FileNotFound, "the server did not answer in time"},
    {"ERR_ABORTED",
     ErrorCode::UnsupportedFileType,
     "the URL leads to a file to download or to nothing, not to a page"},
    {"ERR_CONNECTION", ErrorCode::FileNotFound, "the server broke off before the page came"},
    {"ERR_EMPTY_RESPONSE", ErrorCode::FileNotFound, "the server broke off before the page came"},
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
                    " does not resolve: is it spelt right, and is this machine online?"};
        }
        return {ErrorCode::UrlBlocked, ""};  // the gate has said why
    }
    const auto row = std::ranges::find_if(kRows, [&](const Row& each) {
        return text.starts_with(each.beginning);
    });
    if (row != std::end(kRows)) return {row->code, std::string(row->what)};
    return {ErrorCode::FileNotFound, "the page did not come: " + std::string(text.substr(0, 60))};
}

}  // namespace fovea::browser
