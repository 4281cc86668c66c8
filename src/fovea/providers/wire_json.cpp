#include "fovea/providers/wire_json.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/providers/unreadable_input.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

namespace fovea::providers {
namespace {

// Deeper than any tool's arguments, and shallow enough for what walks a value recursively.
constexpr std::size_t kMaxDepth = 200;

// Sums of several counts stay far from overflow.
constexpr std::uint64_t kMaxCount = 1'000'000'000'000'000;

constexpr std::size_t kMaxWords = 1000;

// In Boost.JSON's words.
bool is_too_deep(const Error& error) {
    return error.message == boost::json::error_code(boost::json::error::too_deep).message();
}

// Of a tool call's arguments.
std::string problem_of(const Error& error) {
    if (error.code == ErrorCode::LimitExceeded) return "the arguments do not fit into memory";
    return is_too_deep(error) ? "the arguments are nested deeper than " + std::to_string(kMaxDepth)
                              : "the arguments are not JSON (" + error.message + ")";
}

// What starts like the keys of the providers; those are long, words are not.
bool looks_like_a_key(std::string_view word) {
    constexpr std::array<std::string_view, 6> kStarts = {
        "sk-", "AIza", "gsk_", "hf_", "AQ.", "key-"};
    constexpr std::size_t kShortestKey = 12;
    return word.size() >= kShortestKey &&
           std::ranges::any_of(kStarts, [&](auto start) { return word.starts_with(start); });
}

bool is_key_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.' ||
           c == '*';
}

std::string words_of_json(const boost::json::value& body) {
    const auto& error = field_at(body, "error");
    for (const auto& words :
         {text_at(error, "message"),
          text_at(body, "error"),
          text_at(body, "message"),
          text_at(body, "detail"),
          text_at(error, "type")}) {
        if (!words.empty()) return words;
    }
    return {};
}

std::string_view title_of_page(std::string_view page) {
    constexpr std::string_view kStart = "<title>";
    const auto start = page.find(kStart);
    if (start == std::string_view::npos) return {};
    const auto rest = page.substr(start + kStart.size());
    return rest.substr(0, rest.find('<'));
}

}  // namespace

WireFailure garbled(std::string message) {
    return {.kind = FailureKind::Garbled, .message = std::move(message)};
}

Result<boost::json::value, WireFailure> parse_wire_json(std::string_view text) {
    auto value = parse_foreign_json(text, kMaxDepth);
    if (value.ok()) return std::move(value).value();
    if (value.error().code == ErrorCode::LimitExceeded) {
        return garbled("The server's answer does not fit into memory.");
    }
    if (is_too_deep(value.error())) return garbled("The server's answer is nested too deeply.");
    return garbled("The server's answer is not JSON.");
}

const boost::json::value& field_at(const boost::json::value& value, std::string_view name) {
    static const boost::json::value none;
    const auto* object = value.if_object();
    const auto* field = object == nullptr ? nullptr : object->if_contains(name);
    return field == nullptr ? none : *field;
}

bool has_field(const boost::json::value& value, std::string_view name) {
    return !field_at(value, name).is_null();
}

std::string text_at(const boost::json::value& value, std::string_view name) {
    const auto* text = field_at(value, name).if_string();
    return text == nullptr ? std::string() : std::string(*text);
}

bool flag_at(const boost::json::value& value, std::string_view name) {
    const auto* flag = field_at(value, name).if_bool();
    return flag != nullptr && *flag;
}

std::uint64_t count_at(const boost::json::value& value, std::string_view name) {
    const auto& field = field_at(value, name);
    if (const auto* count = field.if_uint64()) return std::min(*count, kMaxCount);
    if (const auto* count = field.if_int64()) {
        return *count < 0 ? 0 : std::min(static_cast<std::uint64_t>(*count), kMaxCount);
    }
    const auto* count = field.if_double();
    if (count == nullptr || !(*count > 0)) return 0;
    return *count >= double(kMaxCount) ? kMaxCount : static_cast<std::uint64_t>(*count);
}

const boost::json::array& items_at(const boost::json::value& value, std::string_view name) {
    static const boost::json::array none;
    const auto* items = field_at(value, name).if_array();
    return items == nullptr ? none : *items;
}

Result<std::string, WireFailure> tool_input(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return std::string("{}");
    const auto value = parse_foreign_json(text, kMaxDepth);
    if (!value.ok()) return garbled(problem_of(value.error()));
    return tool_input(value.value());
}

Result<std::string, WireFailure> tool_input(const boost::json::value& value) {
    if (value.is_null()) return std::string("{}");
    if (!value.is_object()) return garbled("the arguments are JSON, but not an object");
    return json_text(value);
}

std::string readable_input(std::string_view text) {
    auto input = tool_input(text);
    return input.ok() ? std::move(input).value() : unreadable_input(text, input.error().message);
}

std::string readable_input(const boost::json::value& value) {
    auto input = tool_input(value);
    return input.ok() ? std::move(input).value()
                      : unreadable_input(json_text(value), input.error().message);
}

std::string made_call_id(std::string_view seed) {
    constexpr std::size_t kDigits = 24;
    return "call_" + sha256(as_bytes(seed)).hex().substr(0, kDigits);
}

std::string plain_words(std::string_view text) {
    // Twice the length: what is left out below must not bring in what was not looked at.
    const auto safe = to_utf8(text.substr(0, 2 * kMaxWords));
    std::string words;
    for (std::size_t at = 0; at < safe.size() && words.size() < kMaxWords;) {
        auto end = at;
        while (end < safe.size() && is_key_character(safe[end])) ++end;
        const auto word = std::string_view(safe).substr(at, end - at);
        words += looks_like_a_key(word) ? std::string_view("[key]") : word;
        if (end < safe.size()) {
            const auto length =
                std::max<std::size_t>(1, utf8_character_length(std::string_view(safe).substr(end)));
            const bool space = static_cast<unsigned char>(safe[end]) <= ' ' || safe[end] == '\x7f';
            if (!space) words += safe.substr(end, length);
            if (space && !words.empty() && words.back() != ' ') words += ' ';
            end += length;
        }
        at = end;
    }
    while (!words.empty() && words.back() == ' ') words.pop_back();
    if (words.size() <= kMaxWords) return words;
    auto cut = kMaxWords;
    while (cut > 0 && (static_cast<unsigned char>(words[cut]) & 0xC0U) == 0x80) --cut;
    return words.substr(0, cut) + "…";
}

std::string failure_words(int status, std::string_view body) {
    const auto first = body.find_first_not_of(" \t\r\n");
    std::string words;
    if (first != std::string_view::npos && body[first] == '<') {
        words = plain_words(title_of_page(body));
    } else if (const auto json = parse_wire_json(body); json.ok()) {
        words = plain_words(words_of_json(json.value()));
    } else {
        words = plain_words(body);
    }
    return words.empty() ? "HTTP " + std::to_string(status) : words;
}

}  // namespace fovea::providers
