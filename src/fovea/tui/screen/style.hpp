// How a piece of text looks: what it means (a role), not which colour that is. The renderer knows the
// colours of the terminal, and that some people want none.
#pragma once

#include <cstdint>

namespace fovea::tui {

// Colour carries meaning only; everything reads without it.
enum class Role : std::uint8_t {
    Plain,
    Accent,   // what is alive: the prompt, the running tool
    Warning,  // not seen, cut, left out
    Error,
    Good,   // done, seen, added
    Quiet,  // of less weight: receipts, hints
    Code,   // words of a program
    Heading,
};

// A role, or for pictures drawn with characters a colour of its own.
struct Colour {
    enum class Kind : std::uint8_t { Role, Palette, Direct };

    Kind kind = Kind::Role;
    Role role = Role::Plain;
    std::uint8_t red = 0, green = 0, blue = 0;  // Palette: its number is in `red`

    static constexpr Colour of(Role role) { return {.role = role}; }
    static constexpr Colour palette(std::uint8_t number) {
        return {.kind = Kind::Palette, .red = number};
    }
    static constexpr Colour rgb(std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
        return {.kind = Kind::Direct, .red = red, .green = green, .blue = blue};
    }

    bool operator==(const Colour&) const = default;
};

struct Style {
    Colour colour = {};
    Colour background = {};  // Role::Plain: the terminal's own
    bool bold = false;
    bool dim = false;
    bool italic = false;
    bool underline = false;
    bool struck = false;
    bool reversed = false;
    // The colours say what is drawn (a picture made of characters, the placeholders of kitty) and are kept where
    // people want no colour.
    bool is_picture = false;

    bool operator==(const Style&) const = default;
};

constexpr Style style_of(Role role) {
    return {.colour = Colour::of(role)};
}
constexpr Style bold_of(Role role = Role::Plain) {
    return {.colour = Colour::of(role), .bold = true};
}
constexpr Style dim_of(Role role = Role::Plain) {
    return {.colour = Colour::of(role), .dim = true};
}

}  // namespace fovea::tui
