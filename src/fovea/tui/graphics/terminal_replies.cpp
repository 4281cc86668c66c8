#include "fovea/tui/graphics/terminal_replies.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/base/shorten.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxName = 80;
constexpr std::size_t kMaxNumbers = 64;
constexpr std::uint32_t kMaxSide = 100'000;  // of a text area; more is a lie

// "4;65;1" as numbers; nothing where something else is between the semicolons. An empty one is 0.
std::optional<std::vector<std::uint32_t>> numbers_in(std::string_view text) {
    std::vector<std::uint32_t> numbers;
    for (;;) {
        const auto end = std::min(text.find(';'), text.size());
        const auto word = text.substr(0, end);
        std::uint32_t number = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
        if (!word.empty() && (read.ec != std::errc() || read.ptr != word.data() + word.size())) {
            return std::nullopt;
        }
        numbers.push_back(number);
        if (numbers.size() > kMaxNumbers) return std::nullopt;
        if (end == text.size()) return numbers;
        text.remove_prefix(end + 1);
    }
}

// What lies between the two; nothing where `text` is not of that form.
std::optional<std::string_view> between(
    std::string_view text, std::string_view begin, std::string_view end
) {
    if (text.size() < begin.size() + end.size()) return std::nullopt;
    if (!text.starts_with(begin) || !text.ends_with(end)) return std::nullopt;
    return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

// Of APC, DCS and OSC strings, which end with ST or, in some terminals, BEL.
std::optional<std::string_view> string_body(std::string_view sequence, std::string_view begin) {
    if (const auto body = between(sequence, begin, "\x1b\\")) return body;
    return between(sequence, begin, "\a");
}

bool take_kitty(std::string_view body, TerminalReplies& replies) {
    const auto semicolon = body.find(';');
    if (semicolon == std::string_view::npos) return true;
    auto keys = body.substr(0, semicolon);
    bool ours = false;
    while (!keys.empty()) {
        const auto end = std::min(keys.find(','), keys.size());
        ours = ours || keys.substr(0, end) == "i=31";
        keys.remove_prefix(std::min(end + 1, keys.size()));
    }
    if (ours && body.substr(semicolon + 1) == "OK") replies.kitty_graphics = true;
    return true;  // answers about pictures are no keys, whichever they are
}

// CSI 4 ; height ; width t and CSI 6 ; height ; width t.
bool take_size(std::string_view body, TerminalReplies& replies) {
    const auto numbers = numbers_in(body);
    if (!numbers || numbers->size() != 3) return false;
    const auto kind = numbers->at(0);
    const media::PixelSize size{numbers->at(2), numbers->at(1)};
    if (kind != 4 && kind != 6) return false;
    const auto most = kind == 6 ? kMaxCell : kMaxSide;
    if (size.pixels() == 0 || size.longest_edge() > most) return true;
    (kind == 6 ? replies.cell : replies.text_area) = size;
    return true;
}

// CSI ? mode ; state $ y: 1, 2 and 3 say that the mode is known.
bool take_mode(std::string_view body, TerminalReplies& replies) {
    const auto numbers = numbers_in(body);
    if (!numbers || numbers->size() != 2) return false;
    const bool known = numbers->at(1) >= 1 && numbers->at(1) <= 3;
    if (numbers->at(0) == 2026) replies.synchronized_output = known;
    if (numbers->at(0) == 5522) replies.kitty_clipboard = known;
    return true;
}

bool is_final(char letter) {
    return letter >= '@' && letter <= '~';
}

// To ST or BEL.
std::size_t string_length(std::string_view bytes) {
    const auto searched = bytes.substr(0, kMaxReply);
    for (std::size_t i = 2; i < searched.size(); ++i) {
        if (searched[i] == '\a') return i + 1;
        if (searched[i] == '\x1b' && i + 1 < searched.size()) {
            return searched[i + 1] == '\\' ? i + 2 : 0;
        }
    }
    return 0;
}

}  // namespace

bool TerminalReplies::take(std::string_view sequence) {
    if (const auto body = string_body(sequence, "\x1b_G")) return take_kitty(*body, *this);
    if (const auto body = string_body(sequence, "\x1bP>|")) {
        name = shorten(printable(*body), kMaxName);
        return true;
    }
    if (const auto body = between(sequence, "\x1b[?", "$y")) return take_mode(*body, *this);
    if (const auto body = between(sequence, "\x1b[?", "u")) {
        if (!numbers_in(*body)) return false;
        kitty_keyboard = true;
        return true;
    }
    if (const auto body = between(sequence, "\x1b[?", "c")) {
        const auto numbers = numbers_in(*body);
        if (!numbers) return false;
        answered = true;
        // The first one is the terminal's level: 4 would be one from 1985.
        sixel = std::find(numbers->begin() + 1, numbers->end(), 4U) != numbers->end();
        return true;
    }
    if (const auto body = between(sequence, "\x1b[", "t")) return take_size(*body, *this);
    return false;
}

std::size_t sequence_length(std::string_view bytes) {
    if (bytes.size() < 2 || bytes[0] != '\x1b') return 0;
    switch (bytes[1]) {
        case '_':
        case 'P':
        case ']':
        case '^':
        case 'X': return string_length(bytes);
        case '[': break;
        default: return 0;
    }
    for (std::size_t i = 2; i < std::min(bytes.size(), kMaxReply); ++i) {
        if (is_final(bytes[i])) return i + 1;
        if (bytes[i] < ' ' || bytes[i] > '?') return 0;
    }
    return 0;
}

}  // namespace fovea::tui
