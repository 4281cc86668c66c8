#include "fovea/proxy/grounding/tags.hpp"

#include <algorithm>
#include <array>

namespace fovea::proxy::grounding {
namespace {

constexpr std::size_t kLongestName = 24;  // <|object_ref_start|> has 18

constexpr std::array<std::string_view, 3> kWithAttributes = {"point", "points", "tracks"};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::size_t past_word(std::string_view text, std::size_t at, std::size_t longest) {
    const auto stop = std::min(text.size(), at + longest);
    while (at < stop && is_word(text[at])) ++at;
    return at;
}

// The value that begins at `at`, which moves behind it; nothing when a quoted one does not end.
std::optional<std::string_view> read_value(std::string_view text, std::size_t& at) {
    if (at == text.size()) return std::nullopt;
    const char quote = text[at];
    if (quote == '"' || quote == '\'') {
        const auto begin = ++at;
        while (at < text.size() && text[at] != quote && text[at] != '\n') ++at;
        if (at == text.size() || text[at] != quote) return std::nullopt;
        return text.substr(begin, at++ - begin);
    }
    const auto begin = at;
    while (at < text.size() && !is_space(text[at]) && text[at] != '>' && text[at] != '<') ++at;
    return text.substr(begin, at - begin);
}

void read_attributes(std::string_view text, Tag& tag) {
    auto& at = tag.end;
    while (at < text.size() && text[at] != '<') {
        if (text[at] == '>') {
            ++at;
            return;
        }
        const auto begin = at;
        at = past_word(text, at, text.size());
        if (at == begin) {
            ++at;  // space, / or anything else
            continue;
        }
        const auto name = text.substr(begin, at - begin);
        if (at == text.size() || text[at] != '=') continue;
        ++at;
        const auto value = read_value(text, at);
        if (!value) return;
        tag.attributes.push_back({name, *value});
    }
}

}  // namespace

std::optional<Tag> read_tag(std::string_view text, std::size_t begin) {
    auto at = begin + 1;
    const bool token = at < text.size() && text[at] == '|';
    if (token) ++at;
    if (at < text.size() && text[at] == '/') ++at;
    const auto word = at;
    at = past_word(text, at, kLongestName);
    if (at == word) return std::nullopt;

    Tag tag;
    if (token) {
        if (!text.substr(at).starts_with("|>")) return std::nullopt;
        tag.name = text.substr(begin + 1, at + 1 - (begin + 1));
        tag.end = at + 2;
        return tag;
    }
    tag.name = text.substr(begin + 1, at - (begin + 1));
    tag.end = at;
    if (std::ranges::find(kWithAttributes, tag.name) != kWithAttributes.end()) {
        read_attributes(text, tag);
        return tag;
    }
    if (!text.substr(at).starts_with('>')) return std::nullopt;
    ++tag.end;
    return tag;
}

}  // namespace fovea::proxy::grounding
