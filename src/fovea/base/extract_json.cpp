#include "fovea/base/extract_json.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string>

namespace fovea {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDepth = 128;
constexpr std::string_view kFence = "```";

std::optional<json::value> parsed(std::string_view text) {
    auto value = parse_foreign_json(text, kMaxDepth);
    if (!value.ok()) return std::nullopt;
    return std::move(value).value();
}

// What stands between the fences, without the word behind the first one.
std::optional<std::string_view> fenced(std::string_view text) {
    const auto open = text.find(kFence);
    if (open == std::string_view::npos) return std::nullopt;
    const auto begin = text.find_first_of("\n{[", open + kFence.size());
    if (begin == std::string_view::npos) return std::nullopt;
    const auto close = text.rfind(kFence);
    if (close <= begin) return text.substr(begin);  // the answer was cut, or forgot its end
    // The last one, because a fence may stand inside a string of the answer.
    return text.substr(begin, close - begin);
}

// The bracket that closes the one at the front; strings are skipped.
std::optional<std::string_view> bracketed(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (--depth == 0) return text.substr(0, i + 1);
        }
    }
    return std::nullopt;
}

// Words have brackets too, so each opening one is tried until what it opens is JSON.
std::optional<json::value> outermost(std::string_view text) {
    constexpr int kMaxTries = 20;  // each may read all the rest
    auto at = text.find_first_of("{[");
    for (int tries = 0; at != std::string_view::npos && tries < kMaxTries; ++tries) {
        const auto inside = bracketed(text.substr(at));
        if (inside) {
            if (auto value = parsed(*inside)) return value;
        }
        at = text.find_first_of("{[", at + 1);
    }
    return std::nullopt;
}

}  // namespace

Result<json::value> extract_json(std::string_view text) {
    if (auto value = parsed(text)) return *std::move(value);
    if (const auto inside = fenced(text)) {
        if (auto value = parsed(*inside)) return *std::move(value);
        if (auto value = outermost(*inside)) return *std::move(value);
    }
    if (auto value = outermost(text)) return *std::move(value);
    return Error{
        ErrorCode::ResponseNotJson,
        text.empty() ? "the answer is empty"
                     : "the answer contains no JSON; it begins: " + to_utf8(text.substr(0, 100))};
}

}  // namespace fovea
