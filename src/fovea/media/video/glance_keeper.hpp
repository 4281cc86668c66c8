// Keeps, of many glances at a recording, those that show something new: what stands still costs
// nothing, and a window that opens for half a second of a long day is still there.
//
//     GlanceKeeper keeper;
//     for (Picture& picture : all) TRY(keeper.look(std::move(picture)));
//     const std::vector<Glance> glances = keeper.take();      // kMaxGlances at most
//
// Where everything moves, spans of time keep the two glances that changed most, and spans grow until
// there is room.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/video/glance.hpp"

#include <chrono>
#include <cstddef>
#include <vector>

namespace fovea::media {

class GlanceKeeper {
public:
    explicit GlanceKeeper(std::size_t max_glances = kMaxGlances) : max_(max_glances) {}

    // The next one. All have the same size.
    Result<void> look(Picture picture, std::chrono::milliseconds time = {});

    std::size_t looks() const { return looks_; }  // so many came

    std::vector<Glance> take();

private:
    struct Kept {
        Glance glance;
        double change = 0;  // from what was kept before it
    };

    void thin();

    std::size_t max_;
    std::size_t looks_ = 0;
    std::size_t span_ = 1;  // looks that are thinned together
    std::vector<Kept> kept_;
};

}  // namespace fovea::media
