#include "fovea/tui/editor/editing_keys.hpp"

#include <optional>

namespace fovea::tui {
namespace {

std::optional<Motion> motion_of(const Key& key) {
    const bool by_words = key.ctrl || key.alt;
    switch (key.name) {
        case KeyName::Left: return by_words ? Motion::WordLeft : Motion::Left;
        case KeyName::Right: return by_words ? Motion::WordRight : Motion::Right;
        case KeyName::Home: return by_words ? Motion::Start : Motion::LineStart;
        case KeyName::End: return by_words ? Motion::End : Motion::LineEnd;
        case KeyName::Character: break;
        case KeyName::Enter:
        case KeyName::Tab:
        case KeyName::Backspace:
        case KeyName::Delete:
        case KeyName::Insert:
        case KeyName::Escape:
        case KeyName::Up:
        case KeyName::Down:
        case KeyName::PageUp:
        case KeyName::PageDown:
        case KeyName::Other: return std::nullopt;
    }
    if (key.ctrl && !key.alt) {
        if (key.text == "a") return Motion::LineStart;
        if (key.text == "e") return Motion::LineEnd;
        if (key.text == "b") return Motion::Left;
        if (key.text == "f") return Motion::Right;
    }
    if (key.alt && !key.ctrl) {
        if (key.text == "b") return Motion::WordLeft;
        if (key.text == "f") return Motion::WordRight;
        if (key.text == "<") return Motion::Start;
        if (key.text == ">") return Motion::End;
    }
    return std::nullopt;
}

std::optional<Motion> erasure_of(const Key& key) {
    const bool by_words = key.ctrl || key.alt;
    if (key.name == KeyName::Backspace) return by_words ? Motion::WordLeft : Motion::Left;
    if (key.name == KeyName::Delete) return by_words ? Motion::WordRight : Motion::Right;
    if (key.name != KeyName::Character) return std::nullopt;
    if (key.ctrl && !key.alt) {
        if (key.text == "w") return Motion::WordLeft;
        if (key.text == "u") return Motion::LineStart;
        if (key.text == "k") return Motion::LineEnd;
        if (key.text == "d") return Motion::Right;
        if (key.text == "h") return Motion::Left;
    }
    if (key.alt && !key.ctrl && key.text == "d") return Motion::WordRight;
    return std::nullopt;
}

bool is_new_line(const Key& key) {
    if (key.name == KeyName::Enter) return key.alt || key.shift || key.ctrl;
    return key.ctrl && key.text == "j";
}

}  // namespace

bool edit(EditBuffer& buffer, const Key& key) {
    if (is_new_line(key)) {
        buffer.insert("\n");
        return true;
    }
    if (const auto motion = motion_of(key)) {
        buffer.move(*motion);
        return true;
    }
    if (const auto erasure = erasure_of(key)) {
        buffer.erase(*erasure);
        return true;
    }
    if (key.name != KeyName::Character) return false;
    if (key.ctrl && (key.text == "y")) {
        buffer.yank();
        return true;
    }
    if (key.ctrl && (key.text == "_" || key.text == "/")) {
        buffer.undo();
        return true;
    }
    if (key.alt && (key.text == "_" || key.text == "/")) {
        buffer.redo();
        return true;
    }
    if (key.ctrl || key.alt) return false;
    buffer.insert(key.text);
    return true;
}

}  // namespace fovea::tui
