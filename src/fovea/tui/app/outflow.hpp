// Lines on their way to the terminal, in their order, some of which are still being made.
//
//     outflow.add(lines);
//     const auto place = outflow.reserve();    // a picture, drawn on another thread
//     outflow.add(more);                       // waits for it
//     print(outflow.take());                   // lines
//     show(outflow.held());                    // more, as long as the picture is not there
//     outflow.fill(place, picture);
//     print(outflow.take());                   // picture, more
#pragma once

#include "fovea/tui/screen/styled_text.hpp"

#include <cstdint>
#include <deque>

namespace fovea::tui {

class Outflow {
public:
    void add(StyledText lines);
    std::uint64_t reserve();
    // A place that is not there (any more) is passed over.
    void fill(std::uint64_t place, StyledText lines);

    // All before the first place that is empty yet.
    StyledText take();
    // What stands behind it.
    StyledText held() const;
    // All that there is; places that are empty are given up.
    StyledText take_all();

private:
    struct Part {
        std::uint64_t place = 0;  // of a reserved one; 0: lines
        bool is_made = true;
        StyledText lines;
    };
    std::deque<Part> parts_;
    std::uint64_t last_place_ = 0;
};

}  // namespace fovea::tui
