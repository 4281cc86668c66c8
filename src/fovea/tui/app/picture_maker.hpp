// Pictures as lines, on the thread that is there for them (Errands): decoding one takes longer than a key may.
#pragma once

#include "fovea/host/machine.hpp"
#include "fovea/tui/graphics/thumbnails.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace fovea::tui {

class PictureMaker {
public:
    StyledText show(
        const Graphics& graphics,
        const PictureToShow& picture,
        host::Machine& machine,
        const Place& place,
        const std::stop_token& stop
    );

private:
    std::mutex mutex_;  // guards thumbnails_
    std::optional<Thumbnails> thumbnails_;
};

// A file that somebody may mean, for lines that are alive; it is not kept. Empty where it cannot be seen.
StyledText preview_of(
    ByteView file,
    const Graphics& graphics,
    host::Machine& machine,
    const Place& place,
    const std::stop_token& stop
);

}  // namespace fovea::tui
