#include "fovea/tui/screen/pen.hpp"

namespace fovea::tui {
namespace {

// The terminal's own sixteen: whoever chose them can read them on their background.
int number_of(Role role) {
    switch (role) {
        case Role::Plain: return 0;
        case Role::Accent: return 36;
        case Role::Warning: return 33;
        case Role::Error: return 31;
        case Role::Good: return 32;
        case Role::Quiet: return 90;
        case Role::Code: return 94;
        case Role::Heading: return 0;
    }
    return 0;
}

void add_colour(std::string& codes, const Colour& colour, bool is_background) {
    const auto add = [&](const std::string& code) { codes += (codes.empty() ? "" : ";") + code; };
    const std::string chosen = is_background ? "48" : "38";
    switch (colour.kind) {
        case Colour::Kind::Role: {
            const int number = number_of(colour.role);
            if (number != 0) add(std::to_string(is_background ? number + 10 : number));
            return;
        }
        case Colour::Kind::Palette: return add(chosen + ";5;" + std::to_string(colour.red));
        case Colour::Kind::Direct:
            return add(
                chosen + ";2;" + std::to_string(colour.red) + ";" + std::to_string(colour.green) +
                ";" + std::to_string(colour.blue)
            );
    }
}

}  // namespace

std::string sgr_of(const Style& style, Colours colours) {
    std::string codes;
    const auto add = [&](bool is_on, const char* code) {
        if (is_on) codes += (codes.empty() ? "" : ";") + std::string(code);
    };
    const bool shows_colour = colours == Colours::Shown || style.is_picture;
    // What is told apart by a colour alone is told apart by weight where there is none.
    const auto role = style.colour.kind == Colour::Kind::Role ? style.colour.role : Role::Plain;
    const bool quiet = !shows_colour && role == Role::Quiet;
    const bool loud = !shows_colour && (role == Role::Error || role == Role::Accent);
    add(style.bold || loud || role == Role::Heading, "1");
    add(style.dim || quiet, "2");
    add(style.italic, "3");
    add(style.underline, "4");
    add(style.reversed, "7");
    add(style.struck, "9");
    if (shows_colour) {
        add_colour(codes, style.colour, false);
        add_colour(codes, style.background, true);
    }
    return codes.empty() ? "\x1b[m" : "\x1b[" + codes + "m";
}

std::string Pen::change_to(const Style& style, const std::string& link) {
    std::string bytes;
    if (link != link_) {
        bytes += "\x1b]8;;" + link + "\x1b\\";
        link_ = link;
    }
    if (style == style_) return bytes;
    const auto wanted = sgr_of(style, colours_);
    const auto now = sgr_of(style_, colours_);
    style_ = style;
    if (wanted == now) return bytes;
    // From a plain pen nothing has to be taken back.
    const bool is_plain = wanted == "\x1b[m";
    if (now != "\x1b[m" && !is_plain) {
        return bytes + "\x1b[0;" + wanted.substr(2);
    }
    return bytes + wanted;
}

}  // namespace fovea::tui
