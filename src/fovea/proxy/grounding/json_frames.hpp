// Which JSON object one is in, and what is known of it: enough to give its boxes their label. Text
// of models is JSON only in parts, so nothing here fails: what does not fit is passed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy::grounding {

// What the value behind a key would be.
enum class KeyKind : std::uint8_t { None, Box, Point, Label, Other };

class JsonFrames {
public:
    // At a { or a }; `places` is how many were found so far. leave() tells which of them are the
    // object's, and their label.
    struct Left {
        std::size_t first = 0;
        std::string label;  // may be empty
    };
    void enter(std::size_t places);
    Left leave(std::size_t places);

    bool inside() const { return !frames_.empty(); }

    // Of the value that comes next; None outside of objects and before the first key.
    KeyKind key() const { return frames_.empty() ? KeyKind::None : frames_.back().kind; }

    void set_key(std::string_view key);
    void take_text(std::string_view text);  // a string that is not a key

private:
    struct Frame {
        std::size_t first = 0;
        KeyKind kind = KeyKind::None;
        std::size_t rank = 0;  // of the key, when it is a label's
        std::size_t label_rank = SIZE_MAX;
        std::string label = {};
    };
    std::vector<Frame> frames_;
    std::size_t deeper_ = 0;  // objects that are open beyond kDeepest
};

}  // namespace fovea::proxy::grounding
