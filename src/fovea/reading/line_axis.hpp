// Where a line of text runs that need not be level.
#pragma once

namespace fovea::reading {

struct LineAxis {
    double x = 0;  // of the centre
    double y = 0;
    double length = 0;
    double height = 0;  // from the tall letters' tops to the descenders' bottoms, whatever it says
    double angle = 0;   // radians clockwise of the direction it is read in; 0 is from left to right

    bool operator==(const LineAxis&) const = default;
};

}  // namespace fovea::reading
