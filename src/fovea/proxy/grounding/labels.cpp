#include "fovea/proxy/grounding/labels.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>

namespace fovea::proxy::grounding {
namespace {

// A closing bracket at the end belongs to the name, "Menu (3)"; an opening one to the box.
constexpr std::string_view kBefore = " \t\r\n,.;:-*_`#>|\"'=)]}";
constexpr std::string_view kBehind = " \t\r\n,.;:-*_`|\"'=([{<";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view without_around(std::string_view text) {
    constexpr std::array<std::string_view, 4> kMarks = {"•", "–", "—", "→"};
    for (bool changed = true; changed;) {
        changed = false;
        text.remove_prefix(std::min(text.find_first_not_of(kBefore), text.size()));
        text = text.substr(0, text.find_last_not_of(kBehind) + 1);  // npos + 1 is 0
        for (const auto mark : kMarks) {
            if (text.starts_with(mark)) {
                text.remove_prefix(mark.size());
                changed = true;
            }
            if (text.ends_with(mark)) {
                text.remove_suffix(mark.size());
                changed = true;
            }
        }
    }
    return text;
}

// "Save button at coordinates" names a button.
std::string_view without_last_words(std::string_view text) {
    constexpr std::array<std::string_view, 8> kWords = {
        " at", " located", " is", " bbox", " bbox_2d", " box_2d", " bounding box", " coordinates"};
    for (bool changed = true; changed;) {
        text = without_around(text);
        changed = false;
        for (const auto word : kWords) {
            if (text.size() <= word.size()) continue;
            if (!same_word(text.substr(text.size() - word.size()), word)) continue;
            text.remove_suffix(word.size());
            changed = true;
        }
    }
    return text;
}

// "Save<box>" and "<b>Save</b>" are "Save".
std::string_view without_tags(std::string_view text) {
    for (bool changed = true; changed;) {
        changed = false;
        const auto opens = text.rfind('<');
        if (text.ends_with('>') && opens != std::string_view::npos) {
            text = text.substr(0, opens);
            changed = true;
        }
        const auto closes = text.find('>');
        if (text.starts_with('<') && closes != std::string_view::npos) {
            text.remove_prefix(closes + 1);
            changed = true;
        }
    }
    return text;
}

// From the beginning of the sentence in which the text ends.
std::string_view last_sentence(std::string_view text) {
    constexpr std::array<std::string_view, 4> kEnds = {". ", "; ", "! ", "? "};
    std::size_t begin = text.find_last_of('\n') + 1;  // 0 when there is none
    const auto body = without_around(text.substr(begin));
    for (const auto end : kEnds) {
        const auto found = body.rfind(end);
        if (found == std::string_view::npos) continue;
        const auto after = static_cast<std::size_t>(body.data() - text.data()) + found + end.size();
        begin = std::max(begin, after);
    }
    return text.substr(begin);
}

}  // namespace

std::optional<ImagePrefix> image_prefix(std::string_view text) {
    constexpr std::string_view kWord = "image";
    constexpr std::size_t kMostDigits = 4;
    if (!same_word(text.substr(0, kWord.size()), kWord)) return std::nullopt;
    std::size_t at = kWord.size();
    if (at < text.size() && (text[at] == '-' || text[at] == ' ' || text[at] == '_')) ++at;

    ImagePrefix prefix;
    const auto digits = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
        if (at - digits == kMostDigits) return std::nullopt;
        prefix.number = prefix.number * 10 + static_cast<std::size_t>(text[at] - '0');
    }
    if (at == digits) return std::nullopt;
    while (at < text.size() && at < digits + 8 && (text[at] == '*' || text[at] == ' ')) ++at;
    if (at == text.size() || text[at] != ':') return std::nullopt;
    prefix.length = at + 1;
    return prefix;
}

std::string tidy_label(std::string_view text) {
    text = text.substr(0, kMostLabelText);  // a megabyte of spaces may be asked for many boxes
    std::string label;
    bool gap = false;
    for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) {
        const auto character = first_character(text);
        if (character.code <= 0x20 || (character.code >= 0x7F && character.code < 0xA0)) {
            gap = true;
            continue;
        }
        const bool stray = character.code == 0xFFFD;
        const auto bytes = stray ? kReplacementCharacter : text.substr(0, character.bytes);
        if (label.size() + bytes.size() + (gap ? 1 : 0) > kLongestLabel) break;
        if (gap && !label.empty()) label += ' ';
        gap = false;
        label += bytes;
    }
    return label;
}

std::string words_before(std::string_view text) {
    if (text.size() > kLongestLabel) {
        text.remove_prefix(text.size() - kLongestLabel);
        // Not from the middle of a character.
        while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) {
            text.remove_prefix(1);
        }
    }
    const auto sentence = last_sentence(text);
    if (sentence.find("```") != std::string_view::npos) return {};  // "```json", not a name
    return tidy_label(without_last_words(without_tags(without_around(sentence))));
}

std::string unescape_json(std::string_view text) {
    if (text.find('\\') == std::string_view::npos) return std::string(text);
    boost::json::error_code failed;
    const auto value = boost::json::parse("\"" + to_utf8(text) + "\"", failed);
    if (failed || !value.is_string()) return std::string(text);
    return std::string(value.get_string());
}

}  // namespace fovea::proxy::grounding
