// A control of a user interface on a picture: what it is, where, and in which state.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fovea::reading {

// In the order in which the network answers (training/elements/architecture.py).
enum class ElementKind : std::uint8_t {
    Button,
    Field,
    Select,
    Checkbox,
    Radio,
    Toggle,
    Tab,
    Link,
    Icon,
    MenuItem,
    Slider,
};

inline constexpr std::array<std::string_view, 11> kElementKinds = {
    "button",
    "field",
    "select",
    "checkbox",
    "radio",
    "toggle",
    "tab",
    "link",
    "icon",
    "menu item",
    "slider"};

constexpr std::string_view name_of(ElementKind kind) {
    return kElementKinds[static_cast<std::size_t>(kind)];
}

// Bit n of the states is the n-th of these.
enum class ElementState : std::uint8_t { Disabled, Checked, Selected, Focused, Error };

inline constexpr std::array<std::string_view, 5> kElementStates = {
    "disabled", "checked", "selected", "focused", "error"};

struct Element {
    ElementKind kind = ElementKind::Button;
    media::PixelRect box;
    std::uint8_t states = 0;
    double score = 0;  // 0 to 1

    bool is(ElementState state) const { return (states >> static_cast<unsigned>(state) & 1U) != 0; }

    bool operator==(const Element&) const = default;
};

}  // namespace fovea::reading
