#include "fovea/reading/recognise/element_finder.hpp"

#include "fovea/reading/recognise/shrink.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace fovea::reading {

extern const std::string_view kElementsWeights;

namespace {

// What the network was trained with: training/elements/architecture.py and plain.py have each step in words.
constexpr std::uint32_t kKinds = kElementKinds.size();
constexpr std::uint32_t kSides = kKinds;
constexpr std::uint32_t kStates = kSides + 4;
constexpr std::uint32_t kValues = kStates + kElementStates.size();
constexpr std::uint32_t kQuarter = 4;  // pixels a side of a quarter of a cell
constexpr double kUnit = 8;            // pixels that a side's distance is measured in
constexpr double kLargeLine =
    20;  // pixels: lines twice as high are those of a picture of three pixels a point
constexpr double kLeastScore = 0.3;
constexpr double kSameKind = 0.45;  // intersection over union from which on two are one
constexpr double kOtherKind = 0.6;
constexpr std::size_t kMost = 1000;  // a drawing of hatched lines may have thousands of weak ones

constexpr PageNetworkShape kShape{.step = 64, .cell = 2 * kQuarter, .outputs = 4 * kValues};

constexpr std::uint8_t bit(ElementState state) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(state));
}

// The states that a kind can have; others were never taught.
constexpr std::uint8_t states_of(ElementKind kind) {
    constexpr auto kDisabled = bit(ElementState::Disabled);
    constexpr auto kChecked = bit(ElementState::Checked);
    constexpr auto kSelected = bit(ElementState::Selected);
    constexpr auto kFocused = bit(ElementState::Focused);
    constexpr auto kError = bit(ElementState::Error);
    switch (kind) {
        case ElementKind::Button: return kDisabled | kFocused;
        case ElementKind::Field: return kDisabled | kFocused | kError;
        case ElementKind::Select: return kDisabled | kFocused | kError;
        case ElementKind::Checkbox: return kDisabled | kChecked | kFocused;
        case ElementKind::Radio: return kDisabled | kChecked | kFocused;
        case ElementKind::Toggle: return kDisabled | kChecked | kFocused;
        case ElementKind::Tab: return kDisabled | kSelected;
        case ElementKind::Link: return kFocused;
        case ElementKind::Icon: return 0;
        case ElementKind::MenuItem: return kDisabled | kSelected;
        case ElementKind::Slider: return kDisabled | kFocused;
    }
    return 0;
}

// The last two rows of cells of the answer, with their quarters laid out: a value for every 4×4 pixels. Peaks are
// looked for as the rows come in, and nothing is kept of what lies behind them.
class Quarters {
public:
    explicit Quarters(const media::PixelSize& size)
        : wanted_rows_((size.height + kQuarter - 1) / kQuarter),
          columns_((size.width + kQuarter - 1) / kQuarter) {}

    void add_row(std::span<const float> cells) {
        auto& row = cells_[rows_ / 2 % 2];
        row.assign(cells.begin(), cells.end());
        rows_ = std::min(wanted_rows_, rows_ + 2);
    }

    bool all() const { return rows_ == wanted_rows_; }
    std::uint32_t rows() const { return rows_; }  // so far
    std::uint32_t columns() const { return columns_; }

    float value(std::uint32_t row, std::uint32_t column, std::uint32_t which) const {
        const auto cell = std::size_t{column / 2} * 4 * kValues;
        return cells_[row / 2 % 2][cell + 4 * which + 2 * (row % 2) + column % 2];
    }

private:
    std::uint32_t wanted_rows_;
    std::uint32_t columns_;
    std::uint32_t rows_ = 0;
    std::array<std::vector<float>, 2> cells_;
};

struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    double area() const { return (right - left) * (bottom - top); }
};

struct Found {
    ElementKind kind;
    Box box;
    std::uint8_t states;
    double score;
};

double intersection_over_union(const Box& a, const Box& b) {
    const auto width = std::min(a.right, b.right) - std::max(a.left, b.left);
    const auto height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    if (width <= 0 || height <= 0) return 0;
    return width * height / (a.area() + b.area() - width * height);
}

// No less than its eight neighbours; of equal ones the first in reading order.
bool is_peak(const Quarters& maps, std::uint32_t row, std::uint32_t column, std::uint32_t kind) {
    const auto here = maps.value(row, column, kind);
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            const auto y = std::int64_t{row} + dy;
            const auto x = std::int64_t{column} + dx;
            if ((dy == 0 && dx == 0) || y < 0 || x < 0 || y >= maps.rows() || x >= maps.columns()) {
                continue;
            }
            const auto other = maps.value(std::uint32_t(y), std::uint32_t(x), kind);
            const bool before = dy < 0 || (dy == 0 && dx < 0);
            if (before ? here <= other : here < other) return false;
        }
    }
    return true;
}

Found element_at(
    const Quarters& maps,
    std::uint32_t row,
    std::uint32_t column,
    ElementKind kind,
    const media::PixelSize& size
) {
    const auto x = (column + 0.5) * kQuarter;
    const auto y = (row + 0.5) * kQuarter;
    const auto side = [&](std::uint32_t which) {
        const auto value = double{maps.value(row, column, kSides + which)};
        return kUnit * std::exp(std::clamp(value, -4.0, 6.0));
    };
    Found found{
        .kind = kind,
        .box =
            {std::max(0.0, x - side(0)),
             std::max(0.0, y - side(1)),
             std::min(double(size.width), x + side(2)),
             std::min(double(size.height), y + side(3))},
        .states = 0,
        .score =
            1 / (1 + std::exp(-double{maps.value(row, column, static_cast<std::uint32_t>(kind))}))};
    for (std::uint32_t i = 0; i < kElementStates.size(); ++i) {
        if (maps.value(row, column, kStates + i) > 0) {
            found.states = static_cast<std::uint8_t>(found.states | 1U << i);
        }
    }
    found.states &= states_of(kind);
    return found;
}

// Of one row of quarters.
void add_peaks(
    const Quarters& maps, std::uint32_t row, const media::PixelSize& size, std::vector<Found>& found
) {
    static const auto kLeast = static_cast<float>(std::log(kLeastScore / (1 - kLeastScore)));
    for (std::uint32_t column = 0; column < maps.columns(); ++column) {
        for (std::uint32_t kind = 0; kind < kKinds; ++kind) {
            if (maps.value(row, column, kind) < kLeast || !is_peak(maps, row, column, kind)) {
                continue;
            }
            found.push_back(element_at(maps, row, column, ElementKind{std::uint8_t(kind)}, size));
        }
    }
}

// From the best down; what covers the same place as a better one is dropped. In reading order.
std::vector<Found> best_of(std::vector<Found> found) {
    std::ranges::stable_sort(found, std::greater{}, &Found::score);
    if (found.size() > kMost) found.resize(kMost);
    std::vector<Found> chosen;
    for (const auto& each : found) {
        const bool is_new = std::ranges::all_of(chosen, [&](const Found& better) {
            const auto most = better.kind == each.kind ? kSameKind : kOtherKind;
            return intersection_over_union(each.box, better.box) <= most;
        });
        if (is_new) chosen.push_back(each);
    }
    std::ranges::sort(chosen, {}, [](const Found& each) {
        return std::pair(each.box.top, each.box.left);
    });
    return chosen;
}

Element scaled(const Found& found, std::uint32_t factor, const media::PixelSize& whole) {
    const auto pixel = [&](double value, std::uint32_t most) {
        const auto at = std::lround(value * factor);
        return static_cast<std::uint32_t>(std::clamp(at, 0L, long{most}));
    };
    const auto left = pixel(found.box.left, whole.width - 1);
    const auto top = pixel(found.box.top, whole.height - 1);
    const auto right = std::max(left + 1, pixel(found.box.right, whole.width));
    const auto bottom = std::max(top + 1, pixel(found.box.bottom, whole.height));
    return {found.kind, {left, top, right - left, bottom - top}, found.states, found.score};
}

}  // namespace

ElementFinder::ElementFinder(PageNetwork network) : network_(std::move(network)) {}

Result<ElementFinder> ElementFinder::open() {
    return ElementFinder(TRY(PageNetwork::open(kElementsWeights, kShape)));
}

Result<ElementList> ElementFinder::find(
    const media::Picture& picture, double line_height, const std::function<bool()>& is_over
) {
    const auto whole = picture.size();
    const auto wanted = static_cast<std::uint32_t>(std::clamp(line_height / kLargeLine, 1.0, 16.0));
    const auto factor = std::min({wanted, whole.width, whole.height});
    if (factor == 0) return ElementList{};
    const auto small = factor > 1 ? std::optional(shrunk(picture, factor)) : std::nullopt;
    const auto& seen = small ? *small : picture;
    Quarters quarters(seen.size());
    std::vector<Found> peaks;
    std::uint32_t next =
        0;  // row whose peaks are not known yet: a peak is higher than the row below it
    const auto add_peaks_before = [&](std::uint32_t row) {
        for (; next < row; ++next) add_peaks(quarters, next, seen.size(), peaks);
    };
    TRY(network_.run(
        seen,
        [&](std::uint32_t, std::span<const float> cells) {
            quarters.add_row(cells);
            add_peaks_before(quarters.rows() - 1);
        },
        is_over
    ));
    add_peaks_before(quarters.rows());
    ElementList elements;
    elements.all = quarters.all();
    for (const auto& found : best_of(std::move(peaks))) {
        elements.list.push_back(scaled(found, factor, whole));
    }
    return elements;
}

}  // namespace fovea::reading
