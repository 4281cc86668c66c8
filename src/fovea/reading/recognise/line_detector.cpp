#include "fovea/reading/recognise/line_detector.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace fovea::reading {

extern const std::string_view kDetectorWeights;

namespace {

// What the network was trained with: training/detector/architecture.py and plain.py have each step in words.
constexpr std::uint32_t kCell = 4;
constexpr double kUnit = 8;  // pixels that 1 stands for in the distances
enum Channel : std::size_t { kAbove = 4, kBelow, kBefore, kBehind, kCos, kSin, kOutputs };

constexpr PageNetworkShape kShape{.step = 32, .cell = kCell, .outputs = kOutputs};

constexpr std::size_t kMinCells = 3;
constexpr double kMinScore = 0.65;  // mean of the cells' chances
constexpr float kDoubt = -1.5F;     // the lower level
constexpr double kDoubtLength = 2.5;
constexpr double kMinHeight = 5;
constexpr double kMaxHeight = 240;
constexpr double kLong = 2.5;
constexpr double kStraight = 0.12;
constexpr double kNoise = 2.2;
constexpr double kNearly = 0.2;
constexpr double kShort = 4;
constexpr double kDifferent = 0.35;
constexpr double kTouch = 0.2;
constexpr double kPi = std::numbers::pi;
constexpr double kFar = 65 * kPi / 180;
constexpr std::size_t kMostJoined =
    8'000;  // more are the texture of a cloth, and joining is quadratic

double rest_of(double value, double divisor) {
    const auto rest = std::fmod(value, divisor);
    return rest < 0 ? rest + divisor : rest;
}

// The angle between two axes, 0 to pi / 2.
double apart(double a, double b) {
    return std::abs(rest_of(a - b + kPi / 2, kPi) - kPi / 2);
}

struct Cell {
    std::uint32_t row = 0;  // of quarter cells
    std::uint32_t column = 0;
};
using Component = std::vector<Cell>;

// The answer with its cells' quarters laid out: a core's value for every 2×2 pixels. Of most cells, where nothing is
// written, it knows only that.
class Cores {
public:
    explicit Cores(std::uint32_t columns) : columns_(columns) {}

    void add_row(std::span<const float> cells) {
        auto& row = rows_.emplace_back();
        row.place.resize(columns_, kNothing);
        for (std::uint32_t column = 0; column < columns_; ++column) {
            const auto cell = cells.subspan(std::size_t{column} * kOutputs, kOutputs);
            if (*std::max_element(cell.begin(), cell.begin() + kAbove) <= kDoubt) continue;
            row.place[column] = static_cast<std::uint32_t>(found_.size());
            found_.insert(found_.end(), cell.begin(), cell.end());
        }
        row.values = found_;
        found_.clear();
    }

    std::uint32_t rows() const { return 2 * static_cast<std::uint32_t>(rows_.size()); }
    std::uint32_t columns() const { return 2 * columns_; }

    float value(const Cell& cell) const {
        const auto& row = rows_[cell.row / 2];
        const auto place = row.place[cell.column / 2];
        return place == kNothing ? kDoubt
                                 : row.values[place + 2 * (cell.row % 2) + cell.column % 2];
    }
    // Of a cell above the lower level.
    float value(const Cell& cell, Channel channel) const {
        const auto& row = rows_[cell.row / 2];
        return row.values[row.place[cell.column / 2] + channel];
    }
    double chance(const Cell& cell) const { return 1 / (1 + std::exp(-double{value(cell)})); }

private:
    static constexpr std::uint32_t kNothing = ~std::uint32_t{0};

    struct Row {
        std::vector<std::uint32_t> place;  // in `values`, of each cell
        std::vector<float> values;
    };

    std::uint32_t columns_;
    std::vector<Row> rows_;
    std::vector<float> found_;  // of the row that is added
};

// Cells above a level that touch along a side, each component in reading order; the components by their first cells.
std::vector<Component> components_above(const Cores& cores, float level) {
    struct Run {
        std::uint32_t row, first, end;
        std::size_t parent;
    };
    std::vector<Run> runs;
    const auto root = [&](std::size_t i) {
        while (runs[i].parent != i) i = runs[i].parent = runs[runs[i].parent].parent;
        return i;
    };
    std::size_t above = 0;
    std::size_t here = 0;
    for (std::uint32_t row = 0; row < cores.rows(); ++row) {
        const auto above_end = here = runs.size();
        for (std::uint32_t x = 0; x < cores.columns(); ++x) {
            const auto first = x;
            while (x < cores.columns() && cores.value({row, x}) > level) ++x;
            if (x > first) runs.push_back({row, first, x, runs.size()});
        }
        for (auto i = above, j = here; i < above_end && j < runs.size();) {
            if (runs[i].first < runs[j].end && runs[j].first < runs[i].end) {
                const auto a = root(i);
                const auto b = root(j);
                runs[std::max(a, b)].parent = std::min(a, b);
            }
            if (runs[i].end < runs[j].end) {
                ++i;
            } else {
                ++j;
            }
        }
        above = here;
    }
    std::vector<std::size_t> number(runs.size());
    std::vector<Component> components;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto of = root(i);
        if (of == i) {
            number[i] = components.size();
            components.emplace_back();
        }
        auto& cells = components[number[of]];
        for (auto x = runs[i].first; x < runs[i].end; ++x) cells.push_back({runs[i].row, x});
    }
    return components;
}

// A component on its way to a line.
class Shape {
public:
    Shape(const Component& cells, const Cores& cores, bool upright) : upright_(upright) {
        double sum = 0;
        for (const auto& cell : cells) {
            Point point;
            point.x = (cell.column + 0.5) * kCell / 2;
            point.y = (cell.row + 0.5) * kCell / 2;
            point.cell_x = (cell.column / 2 + 0.5) * kCell;
            point.cell_y = (cell.row / 2 + 0.5) * kCell;
            point.weight = cores.chance(cell);
            point.cos = cores.value(cell, kCos);
            point.sin = cores.value(cell, kSin);
            point.above = kUnit * cores.value(cell, kAbove);
            point.below = kUnit * cores.value(cell, kBelow);
            point.before = kUnit * cores.value(cell, kBefore);
            point.behind = kUnit * cores.value(cell, kBehind);
            sum += point.weight;
            points_.push_back(point);
        }
        score_ = sum / double(points_.size());
        for (auto& point : points_) point.weight /= sum;
        x_ = mean([](const Point& p) { return p.x; });
        y_ = mean([](const Point& p) { return p.y; });
        cos_ = mean([](const Point& p) { return p.cos; });
        sin_ = mean([](const Point& p) { return p.sin; });
        height_ = mean([](const Point& p) { return p.above + p.below; });
    }

    std::optional<DetectedLine> line(bool sure) const {
        if (points_.size() < kMinCells || (sure && score_ < kMinScore)) return std::nullopt;
        if (!(height_ >= kMinHeight && height_ <= kMaxHeight)) return std::nullopt;
        const auto axes = axes_of();
        auto angle = axes.by_shape ? axes.shape : axes.told;
        const auto level = std::nearbyint(angle / (kPi / 2)) * (kPi / 2);
        const auto [first, last] = extent(angle);
        const auto rise = std::abs(std::sin(angle - level)) * (last - first);
        const bool is_level = axes.by_shape ? rise < std::max(kStraight * height_, kNoise)
                                            : std::abs(angle - level) < kNearly;
        if (is_level) angle = level;
        DetectedLine line{.axis = along(angle), .score = score_, .sure = sure};
        if (!axes.by_shape && line.axis.length < kShort * line.axis.height) {
            for (const auto other : {0.0, kPi / 2, axes.shape}) {
                if (apart(other, angle) > kDifferent) line.others.push_back(along(other));
            }
        }
        return line;
    }

private:
    struct Point {
        double x, y;            // of the quarter cell
        double cell_x, cell_y;  // of the cell that the values belong to
        double weight;
        double cos, sin, above, below, before, behind;
    };
    struct Axes {
        double told;   // by the cells
        double shape;  // by the component
        bool by_shape;
    };

    template <class Value>
    double mean(Value value) const {
        double sum = 0;
        for (const auto& point : points_) sum += point.weight * value(point);
        return sum;
    }

    // The cells' own directions are averaged as axes, so that cells that take a line for upside down do not cancel the
    // others. A long component's shape is more exact; but that of a lone "l" is higher than it is long, so a shape far
    // from what the cells tell is not believed.
    Axes axes_of() const {
        const auto doubled_sin = mean([](const Point& p) { return 2 * p.cos * p.sin; });
        const auto doubled_cos = mean([](const Point& p) { return p.cos * p.cos - p.sin * p.sin; });
        const auto told = 0.5 * std::atan2(doubled_sin, doubled_cos);
        const auto xx = mean([&](const Point& p) { return (p.x - x_) * (p.x - x_); });
        const auto yy = mean([&](const Point& p) { return (p.y - y_) * (p.y - y_); });
        const auto xy = mean([&](const Point& p) { return (p.x - x_) * (p.y - y_); });
        const auto spread = std::hypot(xx - yy, 2 * xy);
        const auto shape = 0.5 * std::atan2(2 * xy, xx - yy);
        const bool is_long = xx + yy + spread > kLong * kLong * (xx + yy - spread);
        return {told, shape, is_long && apart(shape, told) < kFar};
    }

    std::pair<double, double> extent(double angle) const {
        const auto cos = std::cos(angle);
        const auto sin = std::sin(angle);
        double first = HUGE_VAL;
        double last = -HUGE_VAL;
        for (const auto& point : points_) {
            const auto at = (point.x - x_) * cos + (point.y - y_) * sin;
            first = std::min(first, at);
            last = std::max(last, at);
        }
        return {first, last};
    }

    LineAxis along(double angle) const {
        if (cos_ * std::cos(angle) + sin_ * std::sin(angle) < 0) angle += kPi;
        if (upright_ && std::cos(angle) < -0.7) angle += kPi;
        const auto cos = std::cos(angle);
        const auto sin = std::sin(angle);
        struct Seen {
            double along, before, behind;
        };
        std::vector<Seen> seen;
        double top = 0;
        double bottom = 0;
        double first = HUGE_VAL;
        double last = -HUGE_VAL;
        for (const auto& p : points_) {
            // Cells that took the line for upside down have its sides and ends the other way round.
            const bool turned = p.cos * cos + p.sin * sin < 0;
            const auto at = (p.cell_x - x_) * cos + (p.cell_y - y_) * sin;
            const auto across = (p.cell_y - y_) * cos - (p.cell_x - x_) * sin;
            top += p.weight * (across - (turned ? p.below : p.above));
            bottom += p.weight * (across + (turned ? p.above : p.below));
            seen.push_back({at, turned ? p.behind : p.before, turned ? p.before : p.behind});
            first = std::min(first, at);
            last = std::max(last, at);
        }
        // The ends, from the cells within half a height of them.
        double left = 0;
        double right = 0;
        std::size_t at_left = 0;
        std::size_t at_right = 0;
        for (const auto& each : seen) {
            if (each.along < first + 0.5 * height_) {
                left += each.along - each.before;
                ++at_left;
            }
            if (each.along > last - 0.5 * height_) {
                right += each.along + each.behind;
                ++at_right;
            }
        }
        left = std::min(left / double(at_left), first);
        right = std::max(right / double(at_right), last);
        const auto u = (left + right) / 2;
        const auto v = (top + bottom) / 2;
        return {
            x_ + u * cos - v * sin,
            y_ + u * sin + v * cos,
            right - left,
            bottom - top,
            rest_of(angle, 2 * kPi)};
    }

    std::vector<Point> points_;
    bool upright_;
    double score_ = 0;
    double x_ = 0;
    double y_ = 0;
    double cos_ = 0;
    double sin_ = 0;
    double height_ = 0;
};

// `next` as a part of `first`, where they touch in a row, as a number whose full stop was taken for a gap.
bool join(DetectedLine& first, const DetectedLine& next) {
    const auto& a = first.axis;
    const auto& b = next.axis;
    const auto cos = std::cos(a.angle);
    const auto sin = std::sin(a.angle);
    const auto along = (b.x - a.x) * cos + (b.y - a.y) * sin;
    const auto across = (b.y - a.y) * cos - (b.x - a.x) * sin;
    const auto height = std::max(a.height, b.height);
    const auto gap = along - (a.length + b.length) / 2;
    const auto turn = std::abs(rest_of(b.angle - a.angle + kPi, 2 * kPi) - kPi);
    if (turn >= 0.05 || std::abs(across) >= 0.2 * height ||
        height >= 1.3 * std::min(a.height, b.height) || gap <= -0.8 * height ||
        gap >= kTouch * height) {
        return false;
    }
    const auto left = -a.length / 2;
    const auto right = std::max(a.length / 2, along + b.length / 2);
    const auto share = b.length / (a.length + b.length);
    const auto u = (left + right) / 2;
    const auto v = across * share;
    first = {
        .axis =
            {a.x + u * cos - v * sin,
             a.y + u * sin + v * cos,
             right - left,
             a.height + (b.height - a.height) * share,
             a.angle},
        .score = std::min(first.score, next.score),
        .sure = first.sure};
    return true;
}

std::vector<DetectedLine> joined(std::vector<DetectedLine> lines) {
    if (lines.size() > kMostJoined) return lines;
    std::ranges::stable_sort(lines, {}, [](const DetectedLine& line) {
        return line.axis.x * std::cos(line.axis.angle) + line.axis.y * std::sin(line.axis.angle);
    });
    std::vector<DetectedLine> kept;
    for (const auto& line : lines) {
        const bool is_part =
            std::ranges::any_of(kept, [&](DetectedLine& first) { return join(first, line); });
        if (!is_part) kept.push_back(line);
    }
    return kept;
}

bool is_upright(const std::vector<Component>& components, const Cores& cores) {
    double sum = 0;
    for (const auto& component : components) {
        for (const auto& cell : component) sum += cores.chance(cell) * cores.value(cell, kCos);
    }
    return sum >= 0;
}

std::vector<DetectedLine> lines_of(const Cores& cores) {
    std::vector<bool> taken(std::size_t{cores.rows()} * cores.columns());
    const auto index = [&](const Cell& cell) {
        return std::size_t{cell.row} * cores.columns() + cell.column;
    };
    const auto take = [&](const Component& component) {
        for (const auto& cell : component) taken[index(cell)] = true;
    };
    const auto sure_components = components_above(cores, 0);
    if (sure_components.empty()) return {};
    const bool upright = is_upright(sure_components, cores);
    std::vector<DetectedLine> sure;
    for (const auto& component : sure_components) {
        auto line = Shape(component, cores, upright).line(true);
        if (!line) continue;
        sure.push_back(std::move(*line));
        take(component);
    }
    auto lines = joined(std::move(sure));
    for (const auto& component : components_above(cores, kDoubt)) {
        if (std::ranges::any_of(component, [&](const Cell& cell) { return taken[index(cell)]; })) {
            continue;
        }
        auto line = Shape(component, cores, upright).line(false);
        if (!line || line->axis.length > kDoubtLength * line->axis.height) continue;
        lines.push_back(std::move(*line));
        take(component);
    }
    std::ranges::stable_sort(lines, {}, [](const DetectedLine& line) {
        return std::pair(line.axis.y - line.axis.height / 2, line.axis.x);
    });
    return lines;
}

}  // namespace

LineDetector::LineDetector(PageNetwork network) : network_(std::move(network)) {}

Result<LineDetector> LineDetector::open() {
    return LineDetector(TRY(PageNetwork::open(kDetectorWeights, kShape)));
}

Result<std::vector<DetectedLine>> LineDetector::find(
    const media::Picture& picture, const std::function<bool()>& is_over
) {
    Cores cores(network_.cells_of(picture.size()).width);
    TRY(network_.run(
        picture, [&](std::uint32_t, std::span<const float> cells) { cores.add_row(cells); }, is_over
    ));
    return lines_of(cores);
}

}  // namespace fovea::reading
