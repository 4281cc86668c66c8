#include "fovea/net/http/curl_failure.hpp"

#include <algorithm>
#include <curl/curl.h>
#include <string_view>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

struct Meaning {
    int code;  // a CURLcode, also one that our libcurl does not know yet
    Kind kind;
};

// Any other code is Protocol.
constexpr Meaning kMeanings[] = {
    {CURLE_COULDNT_RESOLVE_PROXY, Kind::Connect},
    {CURLE_COULDNT_RESOLVE_HOST, Kind::Connect},
    {CURLE_COULDNT_CONNECT, Kind::Connect},
    {CURLE_SSL_CONNECT_ERROR, Kind::Connect},
    {CURLE_PROXY, Kind::Connect},

    {CURLE_PEER_FAILED_VERIFICATION, Kind::Tls},
    {CURLE_SSL_CACERT_BADFILE, Kind::Tls},
    {CURLE_SSL_CERTPROBLEM, Kind::Tls},
    {CURLE_SSL_CIPHER, Kind::Tls},
    {CURLE_SSL_ISSUER_ERROR, Kind::Tls},
    {CURLE_SSL_INVALIDCERTSTATUS, Kind::Tls},

    {CURLE_OPERATION_TIMEDOUT, Kind::Timeout},

    {CURLE_GOT_NOTHING, Kind::Interrupted},
    {CURLE_PARTIAL_FILE, Kind::Interrupted},
    {CURLE_RECV_ERROR, Kind::Interrupted},
    {CURLE_SEND_ERROR, Kind::Interrupted},
    {CURLE_HTTP2, Kind::Interrupted},
    {CURLE_HTTP2_STREAM, Kind::Interrupted},

    {CURLE_SEND_FAIL_REWIND, Kind::BodyUnreadable},

    // A header line beyond libcurl's 100 kB; CURLE_TOO_LARGE since version 8.6.
    {CURLE_OUT_OF_MEMORY, Kind::TooLarge},
    {100, Kind::TooLarge},
};

Kind kind_of(int code) {
    const auto* found =
        std::find_if(std::begin(kMeanings), std::end(kMeanings), [&](const Meaning& row) {
            return row.code == code;
        });
    return found == std::end(kMeanings) ? Kind::Protocol : found->kind;
}

// User name, path and query, whichever the URL has.
std::string_view behind_scheme(std::string_view url) {
    const auto scheme = url.find("://");
    return scheme == std::string_view::npos ? url : url.substr(scheme + 3);
}

}  // namespace

std::string without_secrets(const std::string& detail, const HttpRequest& request) {
    // Shorter ones are words of any sentence, and no keys.
    constexpr std::size_t kShortestSecret = 6;
    const auto repeats = [&](std::string_view secret) {
        return secret.size() >= kShortestSecret && detail.find(secret) != std::string::npos;
    };
    for (const auto& header : request.headers) {
        const auto space = header.value.find(' ');  // "Bearer KEY"
        if (repeats(header.value)) return {};
        if (space != std::string::npos && repeats(header.value.substr(space + 1))) return {};
    }
    auto url = behind_scheme(request.url);
    const auto at = url.find('@');
    if (at != std::string_view::npos && repeats(url.substr(0, at))) return {};
    const auto path = url.find_first_of("/?");
    if (path != std::string_view::npos && repeats(url.substr(path + 1))) return {};
    const auto query = url.find('?');
    if (query != std::string_view::npos && repeats(url.substr(query + 1))) return {};

    std::string clean;
    std::copy_if(detail.begin(), detail.end(), std::back_inserter(clean), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
    });
    return clean;
}

HttpFailure failure_of(
    int code,
    const std::string& detail,
    const std::string& place,
    const HttpRequest& request,
    bool before_first_byte
) {
    auto text = without_secrets(detail, request);
    if (text.empty()) text = curl_easy_strerror(static_cast<CURLcode>(code));
    return {kind_of(code), before_first_byte, place + ": " + text};
}

}  // namespace fovea::net
