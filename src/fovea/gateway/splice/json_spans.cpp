#include "fovea/gateway/splice/json_spans.hpp"

#include <algorithm>

namespace fovea::gateway {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

std::uint64_t behind_blanks(std::string_view json, std::uint64_t at) {
    return std::min<std::uint64_t>(json.find_first_not_of(kBlank, at), json.size());
}

// Behind the closing quote of the string that begins at `at`.
std::uint64_t behind_string(std::string_view json, std::uint64_t at) {
    for (auto place = at + 1;;) {
        const auto quote = json.find('"', place);
        if (quote == json.npos) return json.size();
        auto escapes = quote;
        while (escapes > place && json[escapes - 1] == '\\') --escapes;
        if ((quote - escapes) % 2 == 0) return quote + 1;
        place = quote + 1;
    }
}

std::uint64_t behind_nested(std::string_view json, std::uint64_t at) {
    std::size_t depth = 0;
    while (at < json.size()) {
        const char c = json[at];
        if (c == '"') {
            at = behind_string(json, at);
            continue;
        }
        ++at;
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) return at;
    }
    return json.size();
}

std::uint64_t behind_value(std::string_view json, std::uint64_t at) {
    const char c = json[at];
    if (c == '"') return behind_string(json, at);
    if (c == '{' || c == '[') return behind_nested(json, at);
    return std::min<std::uint64_t>(json.find_first_of(",]} \t\r\n", at), json.size());
}

bool begins_with(std::string_view json, Span span, char c) {
    return span.begin < span.end && json[span.begin] == c;
}

}  // namespace

std::string_view text_of(std::string_view json, Span span) {
    return json.substr(span.begin, span.end - span.begin);
}

std::optional<Span> value_at(std::string_view json, std::uint64_t at) {
    const auto begin = behind_blanks(json, at);
    if (begin >= json.size()) return std::nullopt;
    const auto end = behind_value(json, begin);
    if (end == begin) return std::nullopt;
    return Span{begin, end};
}

std::vector<JsonMember> members_of(std::string_view json, Span object) {
    std::vector<JsonMember> members;
    if (!begins_with(json, object, '{')) return members;
    const auto inside = json.substr(0, object.end);
    auto at = object.begin + 1;
    for (;;) {
        const auto key = value_at(inside, at);
        if (!key || inside[key->begin] != '"') return members;
        const auto colon = behind_blanks(inside, key->end);
        if (colon >= inside.size() || inside[colon] != ':') return members;
        const auto value = value_at(inside, colon + 1);
        if (!value) return members;
        members.push_back({text_of(json, {key->begin + 1, key->end - 1}), *value});
        const auto comma = behind_blanks(inside, value->end);
        if (comma >= inside.size() || inside[comma] != ',') return members;
        at = comma + 1;
    }
}

std::vector<Span> items_of(std::string_view json, Span list) {
    std::vector<Span> items;
    if (!begins_with(json, list, '[')) return items;
    const auto inside = json.substr(0, list.end);
    auto at = list.begin + 1;
    for (;;) {
        const auto value = value_at(inside, at);
        if (!value) return items;
        items.push_back(*value);
        const auto comma = behind_blanks(inside, value->end);
        if (comma >= inside.size() || inside[comma] != ',') return items;
        at = comma + 1;
    }
}

std::optional<Span> member(std::string_view json, Span object, std::string_view key) {
    std::optional<Span> found;
    for (const auto& each : members_of(json, object)) {
        if (each.key != key) continue;
        if (found) return std::nullopt;
        found = each.value;
    }
    return found;
}

std::optional<Span> plain_string(std::string_view json, Span value) {
    if (!begins_with(json, value, '"') || value.end - value.begin < 2) return std::nullopt;
    const Span inner{value.begin + 1, value.end - 1};
    if (text_of(json, inner).find('\\') != std::string_view::npos) return std::nullopt;
    return inner;
}

std::string_view plain_text(std::string_view json, Span object, std::string_view key) {
    const auto value = member(json, object, key);
    const auto inner = value ? plain_string(json, *value) : std::nullopt;
    return inner ? text_of(json, *inner) : std::string_view();
}

}  // namespace fovea::gateway
