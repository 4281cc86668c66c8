// Finds lines of text of any direction on a picture, by a network trained on whole pages (training/detector): what our
// own finder does not see, in photographs, scans and noise, on chips, and letters that stand alone.
//
//     auto detector = TRY(LineDetector::open());
//     for (const DetectedLine& line : TRY(detector.find(picture))) …
//
// About 0.15 s for 1920×1080 on one thread; no files. Answers as training/detector/plain.py does.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/line_axis.hpp"
#include "fovea/reading/recognise/page_network.hpp"

#include <functional>
#include <vector>

namespace fovea::reading {

struct DetectedLine {
    LineAxis axis;
    double score = 0;                   // 0 to 1
    bool sure = true;                   // false: only what the reader is sure of is to be believed
    std::vector<LineAxis> others = {};  // of a short line: along which it may run as well

    bool operator==(const DetectedLine&) const = default;
};

class LineDetector {
public:
    // With the weights that are part of the program.
    static Result<LineDetector> open();

    // From the top down, and from left to right. Fewer once `is_over` says so.
    Result<std::vector<DetectedLine>> find(
        const media::Picture& picture, const std::function<bool()>& is_over = {}
    );

private:
    explicit LineDetector(PageNetwork network);

    PageNetwork network_;
};

}  // namespace fovea::reading
