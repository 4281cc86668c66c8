#include "fovea/tui/terminal/input.hpp"

#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace fovea::tui {
namespace {

constexpr char kEscape = '\x1b';
constexpr char kBell = '\x07';
constexpr char kEightBitEnd = '\x9c';  // ST in eight bits
constexpr std::size_t kMaxCsi = 256;
constexpr unsigned kAltBit = 2, kCtrlBit = 4;
constexpr unsigned kForeignBits = 8 | 16 | 32;  // Super, Hyper, Meta
constexpr std::string_view kPasteEnd = "\x1b[201~";
// A string that has not ended by then was no answer: somebody typed Alt+] and more.
constexpr std::chrono::milliseconds kStringPatience{1000};

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t expected_length(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte >= 0xF0 && byte <= 0xF4) return 4;
    if (byte >= 0xE0) return byte < 0xF0 ? 3 : 1;
    return byte >= 0xC2 ? 2 : 1;
}

// The numbers of "1;5" or "97:65;2"; of those parted by colons the first. Missing: 0.
std::vector<int> numbers_in(std::string_view text) {
    std::vector<int> numbers;
    for (;;) {
        const auto end = text.find(';');
        auto part = text.substr(0, end);
        part = part.substr(0, part.find(':'));
        int value = 0;
        std::from_chars(part.data(), part.data() + part.size(), value);
        numbers.push_back(value);
        if (end == std::string_view::npos || numbers.size() > 16) return numbers;
        text.remove_prefix(end + 1);
    }
}

unsigned bits_of(int modifiers) {
    return modifiers > 0 ? static_cast<unsigned>(modifiers - 1) : 0U;
}

void set_modifiers(Key& key, int modifiers) {
    const auto bits = bits_of(modifiers);
    key.shift = (bits & 1U) != 0;
    key.alt = (bits & 2U) != 0;
    key.ctrl = (bits & 4U) != 0;
}

// The third of "1089::99;5", the key in the standard layout; 0: not told.
int base_key_in(std::string_view parameters) {
    const auto codes = parameters.substr(0, parameters.find(';'));
    const auto first = codes.find(':');
    const auto second = first == std::string_view::npos ? first : codes.find(':', first + 1);
    if (second == std::string_view::npos) return 0;
    int value = 0;
    std::from_chars(codes.data() + second + 1, codes.data() + codes.size(), value);
    return value;
}

std::string utf8_of(std::uint32_t code) {
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (is_surrogate || code > 0x10FFFF) return std::string(kReplacementCharacter);
    std::string text;
    const auto push = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        push(code);
    } else if (code < 0x800) {
        push(0xC0U | code >> 6U);
        push(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        push(0xE0U | code >> 12U);
        push(0x80U | (code >> 6U & 0x3FU));
        push(0x80U | (code & 0x3FU));
    } else {
        push(0xF0U | code >> 18U);
        push(0x80U | (code >> 12U & 0x3FU));
        push(0x80U | (code >> 6U & 0x3FU));
        push(0x80U | (code & 0x3FU));
    }
    return text;
}

KeyName name_of_letter(char letter) {
    switch (letter) {
        case 'A': return KeyName::Up;
        case 'B': return KeyName::Down;
        case 'C': return KeyName::Right;
        case 'D': return KeyName::Left;
        case 'H': return KeyName::Home;
        case 'F': return KeyName::End;
        case 'M': return KeyName::Enter;  // of the keypad
        default: return KeyName::Other;
    }
}

KeyName name_of_number(int number) {
    switch (number) {
        case 1:
        case 7: return KeyName::Home;
        case 2: return KeyName::Insert;
        case 3: return KeyName::Delete;
        case 4:
        case 8: return KeyName::End;
        case 5: return KeyName::PageUp;
        case 6: return KeyName::PageDown;
        default: return KeyName::Other;
    }
}

// A control character as the key that makes it.
Key key_of_control(char byte) {
    switch (byte) {
        case '\r': return {.name = KeyName::Enter};
        case '\t': return {.name = KeyName::Tab};
        case '\x08':
        case '\x7f': return {.name = KeyName::Backspace};
        case '\0': return {.text = " ", .ctrl = true};
        default: break;
    }
    const auto code = static_cast<unsigned char>(byte);
    if (code <= 26)
        return {.text = std::string(1, static_cast<char>('a' + code - 1)), .ctrl = true};
    return {.text = std::string(1, static_cast<char>('@' + code)), .ctrl = true};
}

// Whether a sequence that ends so is something that a terminal says, and no key.
bool is_answer(std::string_view parameters, char final) {
    if (!parameters.empty() && (parameters.front() == '?' || parameters.front() == '>'))
        return true;
    return final == 't' || final == 'n' || final == 'c' || final == 'y' ||
           (final == 'R' && parameters.find(';') != std::string_view::npos);
}

// The keys of a number pad, as kitty's protocol numbers them.
KeyName name_of_pad(std::uint32_t code) {
    switch (code) {
        case 57414: return KeyName::Enter;
        case 57417: return KeyName::Left;
        case 57418: return KeyName::Right;
        case 57419: return KeyName::Up;
        case 57420: return KeyName::Down;
        case 57421: return KeyName::PageUp;
        case 57422: return KeyName::PageDown;
        case 57423: return KeyName::Home;
        case 57424: return KeyName::End;
        case 57425: return KeyName::Insert;
        case 57426: return KeyName::Delete;
        default: return KeyName::Other;
    }
}

}  // namespace

std::vector<Input> InputParser::feed(std::string_view bytes) {
    for (const char byte : bytes) take(byte);
    return std::exchange(found_, {});
}

std::vector<Input> InputParser::flush(std::chrono::milliseconds waited) {
    const auto alt_key = [&] {
        Key key{.text = sequence_.substr(1, 1), .alt = true};
        state_ = State::Ground;
        add(std::move(key));
    };
    switch (state_) {
        case State::Ground:
            if (!character_.empty()) {
                character_.clear();
                add({.text = std::string(kReplacementCharacter), .alt = std::exchange(alt_, false)}
                );
            }
            break;
        case State::Escape:
            state_ = State::Ground;
            add({.name = KeyName::Escape});
            break;
        case State::Csi:
        case State::Ss3:
            if (sequence_.size() == 2) {
                alt_key();
            } else if (waited >= kStringPatience) {
                state_ = State::Ground;
            }
            break;
        case State::Text:
        case State::TextEscape:
            if (sequence_.size() == 2) {
                alt_key();
            } else if (waited >= kStringPatience) {
                state_ = State::Ground;
            }
            break;
        case State::Paste: break;  // its end comes, however slow the line is
    }
    return std::exchange(found_, {});
}

void InputParser::take(char byte) {
    switch (state_) {
        case State::Ground: return take_ground(byte);
        case State::Escape: return take_escape(byte);
        case State::Csi: return take_csi(byte);
        case State::Ss3: {
            state_ = State::Ground;
            Key key{.name = name_of_letter(byte)};
            if (key.name == KeyName::Other && byte >= 'j' && byte <= 'y') {
                key = {.text = std::string(1, static_cast<char>(byte - 'j' + '*'))};
            }
            return add(std::move(key));
        }
        case State::Text: return take_text(byte);
        case State::TextEscape: return take_text_end(byte);
        case State::Paste: return take_paste(byte);
    }
}

void InputParser::take_ground(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    if (!character_.empty()) {
        if (is_continuation(byte)) {
            character_ += byte;
            if (character_.size() < expected_length(character_.front())) return;
            // What only looks like a character is shown as one, not as each of its bytes.
            auto text = std::exchange(character_, {});
            if (utf8_character_length(text) != text.size()) text = kReplacementCharacter;
            add({.text = std::move(text), .alt = std::exchange(alt_, false)});
            return;
        }
        character_.clear();
        add({.text = std::string(kReplacementCharacter), .alt = std::exchange(alt_, false)});
    }
    if (byte == kEscape) {
        state_ = State::Escape;
        sequence_ = byte;
        return;
    }
    if (code < 0x20 || code == 0x7F) {
        auto key = key_of_control(byte);
        key.alt = std::exchange(alt_, false);
        return add(std::move(key));
    }
    if (code >= 0x80 && expected_length(byte) > 1) {
        character_ = byte;
        return;
    }
    add(
        {.text = code < 0x80 ? std::string(1, byte) : std::string(kReplacementCharacter),
         .alt = std::exchange(alt_, false)}
    );
}

void InputParser::take_escape(char byte) {
    sequence_ += byte;
    switch (byte) {
        case '[': state_ = State::Csi; return;
        case 'O': state_ = State::Ss3; return;
        case ']':
        case 'P':
        case '_':
        case '^':
        case 'X':
            state_ = State::Text;
            is_cut_ = false;
            return;
        case kEscape:  // the first was the key
            add({.name = KeyName::Escape});
            sequence_ = kEscape;
            return;
        default:
            state_ = State::Ground;
            alt_ = true;
            take_ground(byte);
    }
}

void InputParser::take_csi(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == kEscape) {  // whatever it was, it is over
        state_ = State::Escape;
        sequence_ = byte;
        return;
    }
    if (code < 0x20 || code > 0x7E) {
        state_ = State::Ground;
        return take_ground(byte);
    }
    if (code >= 0x40) return end_csi(byte);
    if (sequence_.size() < kMaxCsi) sequence_ += byte;
}

void InputParser::end_csi(char final) {
    state_ = State::Ground;
    const auto parameters = sequence_.substr(2);
    if (sequence_.size() >= kMaxCsi) return;
    if (parameters == "200" && final == '~') {
        state_ = State::Paste;
        paste_.clear();
        is_cut_ = false;
        return;
    }
    if (is_answer(parameters, final)) {
        found_.emplace_back(Reply{sequence_ + final});
        return;
    }
    if (final == '~') return end_keypad(parameters);
    if (final == 'u') return end_kitty(parameters);
    if (final == 'I' || final == 'O') return;  // the window got or lost the focus
    if (final == 'Z') return add({.name = KeyName::Tab, .shift = true});
    const auto numbers = numbers_in(parameters);
    Key key{.name = name_of_letter(final)};
    if (numbers.size() > 1) set_modifiers(key, numbers[1]);
    add(std::move(key));
}

void InputParser::end_keypad(const std::string& parameters) {
    const auto numbers = numbers_in(parameters);
    if (numbers[0] == 201) return;                  // the end of a paste that did not begin
    if (numbers[0] == 27 && numbers.size() == 3) {  // xterm's modifyOtherKeys
        return add_code(static_cast<std::uint32_t>(std::max(numbers[2], 0)), numbers[1]);
    }
    Key key{.name = name_of_number(numbers[0])};
    if (numbers.size() > 1) set_modifiers(key, numbers[1]);
    add(std::move(key));
}

void InputParser::end_kitty(const std::string& parameters) {
    const auto numbers = numbers_in(parameters);
    const int modifiers = numbers.size() > 1 ? numbers[1] : 1;
    auto code = numbers[0];
    // Ctrl-С on a Russian keyboard is Ctrl-C: what stands on that key in the standard layout.
    const bool is_shortcut = (bits_of(modifiers) & (kAltBit | kCtrlBit)) != 0;
    if (const int base = base_key_in(parameters); base > 0 && code >= 0x80 && is_shortcut) {
        code = base;
    }
    add_code(static_cast<std::uint32_t>(std::max(code, 0)), modifiers);
}

void InputParser::add_code(std::uint32_t code, int modifiers) {
    Key key;
    set_modifiers(key, modifiers);
    if ((bits_of(modifiers) & kForeignBits) != 0) {
        key.name = KeyName::Other;  // the window manager's
    } else if (code == 27 || (key.ctrl && code == '[')) {
        key = {.name = KeyName::Escape};
    } else if (code == 13 || code == 9 || code == 127 || code == 8) {
        key.name = key_of_control(static_cast<char>(code)).name;
    } else if (code >= 57344 && code <= 63743) {  // keys without a character
        key.name = name_of_pad(code);
    } else if (code >= 32) {
        key.text = utf8_of(code);
        if (key.ctrl && key.text.size() == 1 && key.text[0] >= 'A' && key.text[0] <= 'Z') {
            key.text[0] = static_cast<char>(key.text[0] - 'A' + 'a');
        }
    } else {
        key.name = KeyName::Other;
    }
    add(std::move(key));
}

void InputParser::take_text(char byte) {
    if (byte == kEscape) {
        state_ = State::TextEscape;
        return;
    }
    const bool follows_ascii = static_cast<unsigned char>(sequence_.back()) < 0x80;
    const bool is_osc = sequence_[1] == ']';
    if ((byte == kBell && is_osc) || (byte == kEightBitEnd && follows_ascii)) return end_text();
    if (byte == '\x18' || byte == '\x1a') {  // CAN, SUB: given up
        state_ = State::Ground;
        return;
    }
    if (sequence_.size() < limits_.reply) {
        sequence_ += byte;
    } else {
        is_cut_ = true;
    }
}

void InputParser::take_text_end(char byte) {
    if (byte == '\\') return end_text();
    // It never ended; what follows begins anew.
    state_ = State::Escape;
    sequence_ = kEscape;
    take_escape(byte);
}

void InputParser::end_text() {
    state_ = State::Ground;
    if (is_cut_) return;
    found_.emplace_back(Reply{std::exchange(sequence_, {}) + "\x1b\\"});
}

void InputParser::take_paste(char byte) {
    paste_ += byte;
    if (byte == '~' && std::string_view(paste_).ends_with(kPasteEnd)) {
        paste_.resize(paste_.size() - kPasteEnd.size());
        std::string text;
        text.reserve(paste_.size());
        for (std::size_t i = 0; i < paste_.size(); ++i) {
            const bool is_return = paste_[i] == '\r';
            if (is_return && i + 1 < paste_.size() && paste_[i + 1] == '\n') continue;
            text += is_return ? '\n' : paste_[i];
        }
        state_ = State::Ground;
        paste_.clear();
        found_.emplace_back(Pasted{std::move(text), is_cut_});
        return;
    }
    // What is too long is dropped; the end still has to be found.
    if (paste_.size() > limits_.paste + kPasteEnd.size()) {
        is_cut_ = true;
        paste_.erase(limits_.paste, paste_.size() - limits_.paste - kPasteEnd.size() + 1);
    }
}

}  // namespace fovea::tui
