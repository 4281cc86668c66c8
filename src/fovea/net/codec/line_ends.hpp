// Finds where lines end: at LF or CR, whichever comes first. Looks at each byte a fixed number of
// times, also in a text that has only one of the two, so that no peer can make it slow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace fovea::net {

class LineEnds {
public:
    explicit LineEnds(std::string_view text) : text_(text) {}

    // The first line end at or behind `from`; the text's size when there is none. `from` never goes
    // back.
    std::size_t next(std::size_t from) {
        lf_ = advance(lf_, from, '\n');
        cr_ = advance(cr_, from, '\r');
        return std::min(lf_.at, cr_.at);
    }

private:
    struct Found {
        std::size_t at = 0;
        bool known = false;
    };

    Found advance(Found last, std::size_t from, char wanted) const {
        if (last.known && last.at >= from) return last;
        return {std::min(text_.find(wanted, from), text_.size()), true};
    }

    std::string_view text_;
    Found lf_;
    Found cr_;
};

}  // namespace fovea::net
