// What comes in from a terminal, taken apart: keys, pastes, and the terminal's own answers.
//
//     InputParser parser;
//     for (const auto& input : parser.feed(bytes)) handle(input);
//     if (parser.is_waiting()) …                        // after 50 ms of silence:
//     for (const auto& input : parser.flush(waited)) handle(input);
//
// Bytes may come in pieces of any size and hold anything; answers to queries may come whenever they like, in the
// middle of what somebody types. Does no I/O.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::tui {

enum class KeyName : std::uint8_t {
    Character,  // `text` has it
    Enter,
    Tab,
    Backspace,
    Delete,
    Insert,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Other,  // that nothing is bound to
};

struct Key {
    KeyName name = KeyName::Character;
    std::string text = {};  // one code point; with Ctrl the letter in lower case
    bool ctrl = false;
    bool alt = false;
    bool shift = false;

    bool operator==(const Key&) const = default;
};

// Between the marks of bracketed paste, with line ends as \n. Empty: the clipboard holds no text.
struct Pasted {
    std::string text;
    bool is_cut = false;  // it was longer than is taken

    bool operator==(const Pasted&) const = default;
};

// An answer of the terminal, or a file that it hands over: the whole sequence, as "\x1b[?62;4c" or
// "\x1b]1337;File=…\x1b\\" (whatever ended it).
struct Reply {
    std::string sequence;

    bool operator==(const Reply&) const = default;
};

using Input = std::variant<Key, Pasted, Reply>;

struct InputLimits {
    std::size_t paste = 16u << 20;
    std::size_t reply = 48u << 20;  // a picture of 32 MiB as base64
};

class InputParser {
public:
    explicit InputParser(InputLimits limits = {}) : limits_(limits) {}

    std::vector<Input> feed(std::string_view bytes);

    // Whether the end of something has not come yet: an Escape may be a key, or the first byte of one.
    bool is_waiting() const { return state_ != State::Ground || !character_.empty(); }

    // What it is when nothing has come for so long.
    std::vector<Input> flush(std::chrono::milliseconds waited);

private:
    enum class State : std::uint8_t { Ground, Escape, Csi, Ss3, Text, TextEscape, Paste };

    void take(char byte);
    void take_ground(char byte);
    void take_escape(char byte);
    void take_csi(char byte);
    void take_text(char byte);
    void take_text_end(char byte);
    void take_paste(char byte);
    void end_text();
    void end_csi(char final);
    void end_keypad(const std::string& parameters);
    void end_kitty(const std::string& parameters);
    void add(Key key) { found_.emplace_back(std::move(key)); }
    void add_code(std::uint32_t code, int modifiers);

    const InputLimits limits_;
    State state_ = State::Ground;
    bool alt_ = false;       // the character under way has an Escape before it
    std::string character_;  // begun, of UTF-8
    std::string sequence_;   // since its Escape
    std::string paste_;
    bool is_cut_ = false;  // what is being gathered is longer than is kept
    std::vector<Input> found_;
};

}  // namespace fovea::tui
