#include "fovea/providers/wire_headers.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/http/date.hpp"
#include "fovea/net/http/retry.hpp"

namespace fovea::providers {

using std::chrono::milliseconds;
using std::chrono::system_clock;

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
    for (const auto& [key, value] : headers) {
        if (same_word(key, name)) return value;
    }
    return std::nullopt;
}

std::optional<milliseconds> retry_after(const Headers& headers, system_clock::time_point now) {
    net::HttpHeaders asked;
    for (const std::string_view name : {"retry-after-ms", "retry-after"}) {
        if (const auto value = find_header(headers, name)) {
            asked.push_back({std::string(name), std::string(*value)});
        }
    }
    return net::server_hint(asked, now);
}

std::optional<milliseconds> retry_after(const Headers& headers) {
    // Without a date of its own an answer can ask for a wait in seconds only.
    auto now = system_clock::time_point::max();
    if (const auto sent = find_header(headers, "date")) {
        // Any time does for reading a date with four digits of a year, as all servers write it. A
        // system_clock counts nanoseconds and ends in the year 2262.
        const auto date = net::parse_http_date(*sent, system_clock::time_point{});
        if (date && *date < std::chrono::floor<std::chrono::seconds>(now)) now = *date;
    }
    return retry_after(headers, now);
}

std::optional<bool> should_retry(const Headers& headers) {
    const auto said = find_header(headers, "x-should-retry");
    if (!said) return std::nullopt;
    const auto word = trimmed(*said);
    if (same_word(word, "true")) return true;
    if (same_word(word, "false")) return false;
    return std::nullopt;
}

}  // namespace fovea::providers
