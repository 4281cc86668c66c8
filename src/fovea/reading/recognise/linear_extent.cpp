#include "fovea/reading/recognise/linear_extent.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::reading {
namespace {

constexpr double kSame = 0.92;        // of the points; the rims of bars are ragged
constexpr std::uint32_t kMissed = 2;  // rows in a row that may differ: a scratch, a fold
constexpr std::size_t kMaxPoints = 1024;

class Bars {
public:
    Bars(const media::Picture& gray, const ScanLine& line) : gray_(gray), line_(line) {
        const double dx = line.x1 - line.x0;
        const double dy = line.y1 - line.y0;
        length_ = std::hypot(dx, dy);
        if (length_ < 1) return;
        along_x_ = dx / length_;
        along_y_ = dy / length_;
        const auto points = std::min(kMaxPoints, static_cast<std::size_t>(length_) + 1);
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < points; ++i) {
            const auto value = at(i, points, 0, 0);
            if (value < 0) return;
            reference_.push_back(value);
            sum += static_cast<std::uint64_t>(value);
        }
        threshold_ = static_cast<int>(sum / points);
    }

    BarEnd reach(int direction) const {
        BarEnd end;
        if (reference_.empty()) return end;
        const auto furthest = static_cast<std::uint32_t>(4 * length_) + 1;
        for (std::uint32_t away = 1; away <= furthest && away - end.away <= kMissed; ++away) {
            double best = 0;
            auto drift = end.drift;
            for (const int aside : {0, -1, 1}) {
                const auto alike = likeness(direction * static_cast<int>(away), end.drift + aside);
                if (alike <= best) continue;
                best = alike;
                drift = end.drift + aside;
            }
            if (best >= kSame) end = {away, drift};
        }
        return end;
    }

private:
    // The pixel at a point of the line that is moved by `away` and `drift`, or -1 outside.
    int at(std::size_t point, std::size_t points, int away, int drift) const {
        const auto way =
            drift + length_ * double(point) / double(std::max<std::size_t>(1, points - 1));
        const auto x = std::lround(line_.x0 + way * along_x_ - away * along_y_);
        const auto y = std::lround(line_.y0 + way * along_y_ + away * along_x_);
        const auto size = gray_.size();
        if (x < 0 || y < 0 || x >= size.width || y >= size.height) return -1;
        return gray_.row(static_cast<std::size_t>(y))[x];
    }

    // The share of points that are dark or light as on the line itself.
    double likeness(int away, int drift) const {
        std::size_t same = 0;
        for (std::size_t i = 0; i < reference_.size(); ++i) {
            const auto value = at(i, reference_.size(), away, drift);
            if (value < 0) return 0;
            if ((value > threshold_) == (reference_[i] > threshold_)) ++same;
        }
        return double(same) / double(reference_.size());
    }

    const media::Picture& gray_;
    ScanLine line_;
    double length_ = 0;
    double along_x_ = 0;
    double along_y_ = 0;
    int threshold_ = 0;
    std::vector<int> reference_;
};

}  // namespace

BarExtent extent_of_bars(const media::Picture& gray, const ScanLine& line) {
    const Bars bars(gray, line);
    return {bars.reach(-1), bars.reach(1)};
}

}  // namespace fovea::reading
