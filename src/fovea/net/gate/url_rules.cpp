#include "fovea/net/gate/url_rules.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/gate/address_policy.hpp"

#include <idn2.h>

#include <algorithm>
#include <charconv>
#include <curl/curl.h>
#include <memory>
#include <string_view>

namespace fovea::net {

namespace {

// Addresses that a store signs carry a token of 1 to 2 kB; servers take 8 kB in a request line.
constexpr std::size_t kMaxUrl = 8000;

struct FreeUrl {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using ParsedUrl = std::unique_ptr<CURLU, FreeUrl>;

GateRefusal refused(std::string reason) {
    return {std::move(reason)};
}

std::string part(CURLU* url, CURLUPart which, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, flags) != CURLUE_OK) return {};
    const std::unique_ptr<char, void (*)(void*)> owner(text, curl_free);
    return text;
}

// Nothing is stripped silently: a URL with such characters reads differently for everyone.
Result<void, GateRefusal> check_characters(std::string_view url) {
    if (url.empty()) return refused("an empty URL");
    if (url.size() > kMaxUrl) return refused("a URL of more than 8000 characters");
    const bool strange = std::ranges::any_of(url, [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code <= 0x20 || code == 0x7F || c == '\\';
    });
    if (strange) return refused("a control character, a space or a backslash in the URL");
    return {};
}

bool is_https(std::string_view url) {
    constexpr std::string_view kHttps = "https://";
    return url.size() > kHttps.size() && same_word(url.substr(0, kHttps.size()), kHttps);
}

// What stands between "https://" and the path, as it was written.
std::string_view written_authority(std::string_view url) {
    url.remove_prefix(std::string_view("https://").size());
    return url.substr(0, url.find_first_of("/?#"));
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// UTS #46, as browsers do it, so that no other reader of the name makes something else of it.
Result<std::string, GateRefusal> ascii_host(const std::string& host) {
    if (is_ascii(host)) return host;
    char* text = nullptr;
    constexpr int kFlags = IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL;
    const int code = idn2_to_ascii_8z(host.c_str(), &text, kFlags);
    const std::unique_ptr<char, void (*)(void*)> owner(text, idn2_free);
    if (code != IDN2_OK || text == nullptr) return refused("not a valid host name");
    return std::string(text);
}

Result<std::uint16_t, GateRefusal> port_of(CURLU* url) {
    const auto text = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    std::uint16_t port = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || port == 0) {
        return refused("not a valid port");
    }
    return port;
}

Result<ParsedUrl, GateRefusal> parse(const std::string& url) {
    ParsedUrl parsed(curl_url());
    // Spaces and controls are refused before; what is encoded is letters beyond ASCII in the path.
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), CURLU_URLENCODE) != 0) {
        return refused("not a URL");
    }
    return parsed;
}

// The host in the one form that is checked and connected to.
Result<std::string, GateRefusal> plain_host(CURLU* url) {
    auto host = lowered(TRY(ascii_host(part(url, CURLUPART_HOST))));
    if (host.ends_with('.')) host.pop_back();
    if (host.empty()) return refused("a URL without a host");
    if (host.size() > 253 || host.starts_with('.') || host.ends_with('.') ||
        host.find("..") != std::string::npos) {
        return refused("not a valid host name");
    }
    return host;
}

bool is_host_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

// Once more through the parser: an IPv4 address may have appeared only now ("0x7f.1.", "①②⑦.1").
Result<GateUrl, GateRefusal> rebuilt(CURLU* first, const std::string& host, std::uint16_t port) {
    auto text = "https://" + host + (port == 443 ? "" : ":" + std::to_string(port));
    text += part(first, CURLUPART_PATH);
    const auto query = part(first, CURLUPART_QUERY);
    if (!query.empty()) text += "?" + query;
    const auto parsed = TRY(parse(text));
    const auto port_again = TRY(port_of(parsed.get()));

    GateUrl url{part(parsed.get(), CURLUPART_URL), part(parsed.get(), CURLUPART_HOST), port};
    if (!is_https(url.text) || part(parsed.get(), CURLUPART_SCHEME) != "https" ||
        port_again != port || !part(parsed.get(), CURLUPART_USER).empty()) {
        return refused("an ambiguous URL");
    }
    if (url.host.starts_with('[') && url.host.ends_with(']')) {
        url.host = url.host.substr(1, url.host.size() - 2);
        url.literal = parse_address(url.host);
        if (!url.literal) return refused("not a valid IPv6 address");
        url.host = url.literal->text();
        return url;
    }
    url.literal = parse_address(url.host);
    if (!url.literal && url.host != host) {
        return refused("an ambiguous URL");
    }
    if (!url.literal && !std::ranges::all_of(url.host, is_host_character)) {
        return refused("not a valid host name");
    }
    // No top-level domain is a number, and resolvers read addresses into such names ("127.0.0.1.5").
    const auto last = url.host.substr(url.host.rfind('.') + 1);
    if (!url.literal && !last.empty() && last.front() >= '0' && last.front() <= '9') {
        return refused("a host name that looks like an IP address");
    }
    return url;
}

}  // namespace

Result<GateUrl, GateRefusal> check_url(const std::string& url) {
    TRY(check_characters(url));
    if (!is_https(url)) return refused("not https");
    const auto authority = written_authority(url);
    if (authority.empty()) return refused("a URL without a host");
    if (authority.find('@') != std::string_view::npos) return refused("a user name in the URL");
    if (authority.find('%') != std::string_view::npos) {
        return refused("a percent sign in the host");
    }
    const auto parsed = TRY(parse(url));
    if (part(parsed.get(), CURLUPART_SCHEME) != "https" ||
        !part(parsed.get(), CURLUPART_USER).empty() ||
        !part(parsed.get(), CURLUPART_PASSWORD).empty() ||
        !part(parsed.get(), CURLUPART_ZONEID).empty()) {
        return refused("not https, or with a user name or a zone");
    }
    const auto port = TRY(port_of(parsed.get()));
    const auto host = TRY(plain_host(parsed.get()));
    auto checked = TRY(rebuilt(parsed.get(), host, port));
    if (!checked.literal && is_inside_name(checked.host)) {
        return refused("\"" + checked.host + "\" is a name of a private network");
    }
    return checked;
}

Result<GateUrl, GateRefusal> check_redirect(const GateUrl& from, const std::string& location) {
    TRY(check_characters(location));
    const auto base = TRY(parse(from.text));
    constexpr unsigned kFlags = CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME;
    if (curl_url_set(base.get(), CURLUPART_URL, location.c_str(), kFlags) != CURLUE_OK) {
        return refused("a redirect to something that is not a URL");
    }
    return check_url(part(base.get(), CURLUPART_URL));
}

}  // namespace fovea::net
