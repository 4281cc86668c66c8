#include "fovea/mcp/broken_message.hpp"

#include "fovea/base/foreign_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <string>

namespace fovea::mcp {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kMaxId = 100;  // a longer text is none of ours
constexpr std::size_t kMaxDepth = 128;

std::string_view without_blanks(std::string_view text) {
    const auto start = text.find_first_not_of(kBlanks);
    return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

// The id that `text` starts with, digits or a plain string, and behind it one of `ends`, or nothing.
std::optional<Id> id_at_front(std::string_view text, std::string_view ends) {
    text = without_blanks(text);
    std::optional<Id> id;
    if (text.starts_with('"')) {
        const auto end = text.find('"', 1);
        const auto words = text.substr(1, end == std::string_view::npos ? end : end - 1);
        if (end == std::string_view::npos || words.size() > kMaxId) return std::nullopt;
        if (words.find('\\') != std::string_view::npos) return std::nullopt;
        id = Id(std::string(words));
        text.remove_prefix(end + 1);
    } else {
        std::int64_t number = 0;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (wrong != std::errc{}) return std::nullopt;
        id = Id(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    text = without_blanks(text);
    const bool is_whole = text.empty() || ends.find(text.front()) != std::string_view::npos;
    return is_whole ? id : std::nullopt;
}

// What the outermost object holds, read without asking whether the rest is JSON.
struct Members {
    std::optional<Id> id;
    bool has_method = false;
};

// The string that starts at `at`, without its quotes, and the place behind it.
std::string_view string_at(std::string_view text, std::size_t& at) {
    const auto start = ++at;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    const auto end = std::min(at, text.size());
    at = std::min(end + 1, text.size());
    return text.substr(start, end - start);
}

Members outermost_members(std::string_view text) {
    Members members;
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            const auto name = string_at(text, at);
            const auto rest = without_blanks(text.substr(at));
            if (depth != 1 || !rest.starts_with(':')) continue;
            if (name == "method") members.has_method = true;
            if (name == "id" && !members.id) members.id = id_at_front(rest.substr(1), ",}");
            continue;
        }
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        ++at;
    }
    return members;
}

// `… ,"id":4}` as the last member, or `"id": 4,` on a line of its own.
std::optional<Id> id_at_end(std::string_view text) {
    constexpr std::string_view kName = "\"id\"";
    const auto at = text.rfind(kName);
    if (at == std::string_view::npos) return std::nullopt;
    auto rest = without_blanks(text.substr(at + kName.size()));
    if (!rest.starts_with(':')) return std::nullopt;
    rest.remove_prefix(1);
    const bool is_alone = text.starts_with(kName);
    if (is_alone) return id_at_front(rest, ",");
    const bool is_last = rest.find_last_not_of(kBlanks) == rest.find('}');
    return is_last ? id_at_front(rest, "}") : std::nullopt;
}

bool quotes_whole_message(std::string_view text) {
    const auto start = text.find('{');
    if (start == 0 || start == std::string_view::npos) return false;
    const auto value = parse_foreign_json(text.substr(start), kMaxDepth);
    return value.ok();
}

}  // namespace

BrokenMessage look_at_broken(std::string_view text) {
    text = without_blanks(text);
    const auto members = outermost_members(text);
    if (members.id && text.starts_with('{')) return {members.id, !members.has_method};
    if (members.has_method || quotes_whole_message(text)) return {};
    const auto id = id_at_end(text);
    return {id, id.has_value()};
}

}  // namespace fovea::mcp
