#include "fovea/serve/http/stored_bytes.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/serve/http/long_answer.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace fovea::serve {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc() || end != text.data() + text.size() || text.empty()) return {};
    return value;
}

// A quoted string that any client can read.
std::string in_quotes(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) {
        const bool is_plain = c >= ' ' && c < '\x7f' && c != '"' && c != '\\';
        out += is_plain ? c : '_';
    }
    return out + "\"";
}

}  // namespace

AskedRange parse_range(std::string_view header, std::uint64_t size) {
    constexpr std::string_view kUnit = "bytes=";
    header = trimmed(header);
    if (!header.starts_with(kUnit)) return {};
    header.remove_prefix(kUnit.size());
    const auto dash = header.find('-');
    if (dash == header.npos || header.find(',') != header.npos) return {};
    const auto from = trimmed(header.substr(0, dash));
    const auto to = trimmed(header.substr(dash + 1));
    if (from.empty()) {
        const auto last = number(to);
        if (!last) return {};
        if (*last == 0 || size == 0) return {RangeKind::OutOfReach};
        return {RangeKind::Part, {size - std::min(*last, size), size - 1}};
    }
    const auto first = number(from);
    const auto end = to.empty() ? std::optional(size == 0 ? 0 : size - 1) : number(to);
    if (!first || !end || (!to.empty() && *end < *first)) return {};
    if (*first >= size) return {RangeKind::OutOfReach};
    return {RangeKind::Part, {*first, std::min(*end, size - 1)}};
}

bool names_etag(std::string_view list, std::string_view etag) {
    if (trimmed(list) == "*") return true;
    const auto wanted = "\"" + std::string(etag) + "\"";
    while (!list.empty()) {
        const auto end = std::min(list.find(','), list.size());
        auto each = trimmed(list.substr(0, end));
        if (each.starts_with("W/")) each.remove_prefix(2);
        if (each == wanted) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

Response answer_with(const Request& request, StoredBytes bytes) {
    Response response{
        .headers = {
            {"etag", "\"" + bytes.etag + "\""},
            {"cache-control", "private, max-age=31536000, immutable"},
            {"accept-ranges", "bytes"},
            {"content-security-policy", "default-src 'none'; sandbox"},
            {"cross-origin-resource-policy", "same-origin"}}};
    const auto known = request.header("if-none-match");
    if (known && names_etag(*known, bytes.etag)) {
        response.status = 304;
        return response;
    }
    response.headers.emplace_back("content-type", bytes.mime);
    response.headers.emplace_back(
        "content-disposition",
        bytes.filename.empty() ? "inline" : "inline; filename=" + in_quotes(bytes.filename)
    );
    AskedRange asked;
    const auto if_range = request.header("if-range");
    const bool is_same = !if_range || *if_range == "\"" + bytes.etag + "\"";
    if (const auto range = request.header("range"); range && is_same && request.method == "GET") {
        asked = parse_range(*range, bytes.size);
    }
    if (asked.kind == RangeKind::OutOfReach) {
        auto refused = problem(
            416, ErrorCode::InvalidInput, "there are " + std::to_string(bytes.size) + " bytes"
        );
        refused.headers.emplace_back("content-range", "bytes */" + std::to_string(bytes.size));
        return refused;
    }
    if (asked.kind == RangeKind::Whole) {
        response.pieces = Response::Pieces{bytes.size, std::move(bytes.read)};
        return response;
    }
    const auto [first, last] = asked.range;
    response.status = 206;
    response.headers.emplace_back(
        "content-range",
        "bytes " + std::to_string(first) + "-" + std::to_string(last) + "/" +
            std::to_string(bytes.size)
    );
    response.pieces = Response::Pieces{
        last - first + 1,
        [read = std::move(bytes.read), from = first](std::uint64_t offset, std::size_t most) {
            return read(from + offset, most);
        }};
    return response;
}

}  // namespace fovea::serve
