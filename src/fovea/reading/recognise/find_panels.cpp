// Runs of one colour that touch from row to row are one area. An area is a panel where most of its rows begin at its left
// edge and end at its right one, and its first and last rows run from one to the other: letters interrupt the runs, and
// leave the margins.
#include "fovea/reading/recognise/find_panels.hpp"

#include "fovea/reading/look.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace fovea::reading {
namespace {

constexpr std::uint64_t kMaxPixels = 16'000'000;
constexpr std::uint32_t kMinRun = 5;  // shorter ones are strokes and gaps of letters
constexpr std::uint32_t kMinWidth = 48;
constexpr std::uint32_t kMinHeight = 28;
constexpr std::uint32_t kCorner =
    3;  // rows and columns that round corners may take away at the edges
constexpr std::size_t kMostAreas = 500'000;  // of 72 bytes; photographs have more, and no panels
constexpr std::uint32_t kNone = ~0U;

struct Run {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::uint32_t colour = 0;
    std::uint32_t area = 0;
};

struct Area {
    std::uint32_t parent = 0;
    std::uint32_t top = 0;
    std::uint32_t row = 0;  // the last that was seen
    Run seen{};             // of that row, from its first run to its last
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t left_rows = 0;  // that begin there
    std::uint32_t right_rows = 0;
    std::uint32_t widest = 0;  // run of the row
    std::uint32_t top_run = 0;
    std::array<std::uint32_t, kCorner> last_runs{};

    void begin_row(std::uint32_t y, const Run& run) {
        row = y;
        seen = run;
        widest = 0;
    }

    void end_row() {
        if (seen.first + kCorner < left) left_rows = 0;
        left = std::min(left, seen.first);
        left_rows += seen.first <= left + kCorner ? 1 : 0;
        if (seen.end > right + kCorner) right_rows = 0;
        right = std::max(right, seen.end);
        right_rows += seen.end + kCorner >= right ? 1 : 0;
        if (row < top + kCorner) top_run = std::max(top_run, widest);
        last_runs[row % kCorner] = widest;
    }

    bool is_panel() const {
        const auto width = right - left;
        const auto height = row + 1 - top;
        const auto most = [](std::uint32_t part, std::uint32_t all) {
            return std::uint64_t{part} * 10 >= std::uint64_t{all} * 7;
        };
        return width >= kMinWidth && height >= kMinHeight && most(top_run, width) &&
               most(*std::ranges::max_element(last_runs), width) && most(left_rows, height) &&
               most(right_rows, height);
    }
};

class PanelFinder {
public:
    explicit PanelFinder(const media::Picture& picture) : picture_(picture) {}

    std::vector<media::PixelRect> find() {
        const auto size = picture_.size();
        std::vector<Run> above;
        std::vector<Run> runs;
        for (std::uint32_t y = 0; y < size.height && areas_.size() < kMostAreas; ++y) {
            cut(y, runs);
            join(y, above, runs);
            for (const auto& run : runs) see(y, run);
            above.swap(runs);
        }
        std::vector<media::PixelRect> panels;
        for (std::uint32_t i = 0; i < areas_.size(); ++i) {
            auto& area = areas_[i];
            if (area.parent != i) continue;
            area.end_row();
            const media::PixelRect box{
                area.left, area.top, area.right - area.left, area.row + 1 - area.top};
            const auto pixels = std::uint64_t{box.width} * box.height;
            if (area.is_panel() && pixels * 25 < size.pixels() * 24) panels.push_back(box);
        }
        std::ranges::stable_sort(panels, std::greater{}, [](const media::PixelRect& box) {
            return std::uint64_t{box.width} * box.height;
        });
        if (panels.size() > kMaxPanels) panels.resize(kMaxPanels);
        return panels;
    }

private:
    void cut(std::uint32_t y, std::vector<Run>& runs) {
        runs.clear();
        const auto bytes = media::bytes_per_pixel(picture_.format());
        const auto width = picture_.size().width;
        const auto* const row = picture_.row(y);
        for (std::uint32_t x = 0; x < width;) {
            const auto first = x;
            const auto* const pixel = row + std::size_t{x} * bytes;
            while (x < width && std::memcmp(row + std::size_t{x} * bytes, pixel, bytes) == 0) ++x;
            if (x - first < kMinRun) continue;
            Run run{first, x};
            std::memcpy(&run.colour, pixel, bytes);
            runs.push_back(run);
        }
    }

    // A run belongs to those of the row above that it touches, or begins an area.
    void join(std::uint32_t y, const std::vector<Run>& above, std::vector<Run>& runs) {
        auto upper = above.begin();
        for (auto& run : runs) {
            run.area = kNone;
            while (upper != above.end() && upper->end <= run.first) ++upper;
            for (auto over = upper; over != above.end() && over->first < run.end; ++over) {
                if (over->colour != run.colour) continue;
                if (run.area == kNone) run.area = root(over->area);
                unite(over->area, run.area);
            }
            if (run.area != kNone) continue;
            run.area = static_cast<std::uint32_t>(areas_.size());
            areas_.push_back(
                {.parent = run.area, .top = y, .row = y, .left = run.first, .right = run.first}
            );
        }
    }

    std::uint32_t root(std::uint32_t area) {
        while (areas_[area].parent != area) {
            areas_[area].parent = areas_[areas_[area].parent].parent;
            area = areas_[area].parent;
        }
        return area;
    }

    // The older one goes on.
    void unite(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        if (a == b) return;
        areas_[std::max(a, b)].parent = std::min(a, b);
    }

    void see(std::uint32_t y, const Run& run) {
        auto& area = areas_[root(run.area)];
        if (area.row != y) {
            area.end_row();
            area.begin_row(y, run);
        } else if (area.widest == 0) {
            area.begin_row(y, run);
            if (area.top == y) area.left = run.first;
        }
        area.seen.end = run.end;
        area.widest = std::max(area.widest, run.end - run.first);
    }

    const media::Picture& picture_;
    std::vector<Area> areas_;
};

}  // namespace

std::vector<media::PixelRect> find_panels(const media::Picture& picture) {
    const auto format = picture.format();
    const bool known = format == media::PixelFormat::Gray8 || format == media::PixelFormat::Rgb8 ||
                       format == media::PixelFormat::Rgba8;
    if (!known || picture.size().pixels() > kMaxPixels) return {};
    return PanelFinder(picture).find();
}

}  // namespace fovea::reading
