#include "fovea/browser/page_url.hpp"

#include "fovea/net/gate/address_gate.hpp"
#include "fovea/net/gate/address_policy.hpp"
#include "fovea/net/gate/ip_address.hpp"

#include <algorithm>
#include <chrono>
#include <sstream>

namespace fovea::browser {

namespace {

constexpr std::size_t kMaxUrl = 2048;

bool has_strange_characters(std::string_view url) {
    return std::ranges::any_of(url, [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code <= 0x20 || code == 0x7F || c == '\\';
    });
}

// "http://localhost:3000@example.org/" is none of ours.
bool names_a_user(const std::string& url) {
    const auto begin = url.find("://");
    const auto authority = url.substr(begin + 3, url.find_first_of("/?#", begin + 3) - begin - 3);
    return authority.find('@') != std::string::npos;
}

std::optional<net::Origin> one_of(std::span<const net::Origin> open, const std::string& url) {
    const auto origin = net::origin_of(url);
    if (!origin.ok() || names_a_user(url)) return std::nullopt;
    if (std::ranges::find(open, origin.value()) == open.end()) return std::nullopt;
    return origin.value();
}

}  // namespace

Result<PageUrl, net::GateRefusal> check_page_url(
    const std::string& url, std::span<const net::Origin> open, const net::FetchSettings& gate
) {
    if (url.size() > kMaxUrl) return net::GateRefusal{"a URL of more than 2048 characters"};
    if (has_strange_characters(url)) {
        return net::GateRefusal{"a control character, a space or a backslash in the URL"};
    }
    if (auto own = one_of(open, url)) return PageUrl{url, std::move(own)};
    if (!gate.off.empty()) return net::GateRefusal{gate.off};
    const auto place = TRY(net::check_url(url));
    // An address can be judged at once; a name is, when the browser asks for it.
    if (place.literal) {
        const auto now = std::chrono::steady_clock::now();
        TRY(net::AddressGate(gate).addresses_of(place, now, {}));
    }
    const auto fragment = url.find('#');
    return PageUrl{place.text + (fragment == std::string::npos ? "" : url.substr(fragment))};
}

std::optional<net::Origin> origin_to_allow(const std::string& url) {
    if (url.size() > kMaxUrl || has_strange_characters(url)) return std::nullopt;
    const auto origin = net::origin_of(url);
    if (!origin.ok() || names_a_user(url)) return std::nullopt;
    if (!read_origin(origin.value().text()).ok()) return std::nullopt;
    const auto& host = origin.value().host;
    const bool is_number = net::parse_address(host).has_value() || host.starts_with('[');
    const bool is_inside = is_number || net::is_inside_name(host);
    if (origin.value().scheme != "http" && !is_inside) return std::nullopt;
    return origin.value();
}

Result<net::Origin> read_origin(const std::string& text) {
    const auto origin = net::origin_of(text);
    const bool whole = origin.ok() && !has_strange_characters(text) &&
                       text.find_first_of("@?#%") == std::string::npos &&
                       text.find('/', text.find("://") + 3) == std::string::npos;
    if (whole) return origin.value();
    return Error{
        ErrorCode::ConfigInvalid,
        "browser.allow takes origins such as \"http://localhost:3000\", not \"" + text + "\""};
}

Result<std::vector<net::Origin>> read_origins(const std::string& line) {
    std::vector<net::Origin> origins;
    std::istringstream words(line);
    for (std::string word; words >> word;) origins.push_back(TRY(read_origin(word)));
    if (origins.empty()) TRY(read_origin(line));
    return origins;
}

}  // namespace fovea::browser
