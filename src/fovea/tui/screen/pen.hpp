// Styles as a terminal takes them: what to send so that the next characters look like that.
//
//     Pen pen(Colours::Shown);
//     bytes += pen.change_to(style, link);
//     bytes += pen.reset();
#pragma once

#include "fovea/tui/screen/style.hpp"

#include <cstdint>
#include <string>

namespace fovea::tui {

enum class Colours : std::uint8_t { Shown, Off };  // NO_COLOR

class Pen {
public:
    explicit Pen(Colours colours) : colours_(colours) {}

    std::string change_to(const Style& style, const std::string& link);
    std::string reset() { return change_to({}, {}); }

    // The terminal's is plain now: something else wrote to it.
    void forget() {
        style_ = {};
        link_.clear();
    }

private:
    Colours colours_;
    Style style_ = {};
    std::string link_ = {};
};

// "\x1b[1;36m": everything that is on, and nothing else.
std::string sgr_of(const Style& style, Colours colours);

}  // namespace fovea::tui
