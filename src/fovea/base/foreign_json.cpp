#include "fovea/base/foreign_json.hpp"

#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cctype>
#include <exception>
#include <optional>

namespace fovea {
namespace {

namespace json = boost::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacementEscape = "\\ufffd";
constexpr std::size_t kEscape = 6;  // of \uXXXX

bool is_hex(char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

// The code unit of the escape `\uXXXX` at `at`; nothing when none stands there.
std::optional<unsigned> escape_at(std::string_view text, std::size_t at) {
    if (at + kEscape > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
    const std::string digits(text.substr(at + 2, 4));
    if (!std::ranges::all_of(digits, is_hex)) return std::nullopt;
    return static_cast<unsigned>(std::stoul(digits, nullptr, 16));
}

bool is_high(unsigned unit) {
    return unit >= 0xD800 && unit <= 0xDBFF;
}

bool is_low(unsigned unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

std::string escape_of(char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    if (code == 0) return std::string(kReplacementEscape);
    return {'\\', 'u', '0', '0', kHex[code >> 4U], kHex[code & 15U]};
}

// Takes what stands behind a backslash, and returns how many bytes that were.
std::size_t take_escape(std::string_view text, std::size_t at, std::string& mended) {
    const auto unit = escape_at(text, at);
    if (!unit) {
        const auto pair = text.substr(at, 2);
        mended += pair;
        return pair.size();
    }
    const auto next = escape_at(text, at + kEscape);
    const bool is_pair = is_high(*unit) && next && is_low(*next);
    const auto length = is_pair ? 2 * kEscape : kEscape;
    const bool is_half = !is_pair && (is_high(*unit) || is_low(*unit));
    mended += is_half || *unit == 0 ? kReplacementEscape : text.substr(at, length);
    return length;
}

}  // namespace

std::string mend_json(std::string_view foreign) {
    if (foreign.starts_with(kByteOrderMark)) foreign.remove_prefix(kByteOrderMark.size());
    const auto text = to_utf8(foreign);
    std::string mended;
    mended.reserve(text.size());
    bool in_string = false;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (in_string && c == '\\') {
            at += take_escape(text, at, mended);
            continue;
        }
        if (c == '"') in_string = !in_string;
        if (in_string && static_cast<unsigned char>(c) < 0x20) {
            mended += escape_of(c);
        } else {
            mended += c;
        }
        ++at;
    }
    return mended;
}

Result<json::value> parse_foreign_json(std::string_view text, std::size_t max_depth) {
    json::parse_options options;
    options.max_depth = max_depth;
    try {
        json::error_code failed;
        auto value = json::parse({text.data(), text.size()}, failed, {}, options);
        if (!failed) return value;
        json::error_code still_failed;
        value = json::parse(mend_json(text), still_failed, {}, options);
        if (!still_failed) return value;
        return Error{ErrorCode::InvalidInput, failed.message()};
    } catch (const std::exception&) {
        return Error{ErrorCode::LimitExceeded, "it does not fit into memory"};
    }
}

}  // namespace fovea
