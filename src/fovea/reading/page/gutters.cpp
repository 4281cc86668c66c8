#include "fovea/reading/page/gutters.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fovea::reading {
namespace {

// In sizes of the font. Lines come cut at gaps of about this width already.
constexpr double kMinWidth = 0.5;

// Wider gutters are not more of a gutter.
constexpr double kEnoughWidth = 6;

// More at a time are the holes of a scattered page; bounds the work per row.
constexpr std::size_t kMaxOpen = 56;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

struct Open {
    Interval free;
    std::size_t first = 0;
    std::size_t first_left = kNone;  // rows with something to the left of it
    std::size_t last_left = kNone;
    std::size_t first_right = kNone;
    std::size_t last_right = kNone;

    void see(const PageRow& row, std::size_t at) {
        if (row.covered.front().begin < free.begin) {
            first_left = std::min(first_left, at);
            last_left = at;
        }
        if (row.covered.back().end > free.end) {
            first_right = std::min(first_right, at);
            last_right = at;
        }
    }
};

// One of each place, the oldest: gutters are added after those that are open already.
void add(const Open& added, std::vector<Open>& open) {
    if (open.size() >= kMaxOpen) return;
    const bool known = std::any_of(open.begin(), open.end(), [&](const Open& other) {
        return other.free == added.free;
    });
    if (!known) open.push_back(added);
}

// The parts of `open` that a row leaves free.
void narrow(const Open& open, const PageRow& row, double min_width, std::vector<Open>& kept) {
    auto begin = open.free.begin;
    // The first interval that ends behind the gutter's begin.
    auto at = std::lower_bound(
        row.covered.begin(),
        row.covered.end(),
        begin,
        [](const Interval& interval, double x) { return interval.end <= x; }
    );
    const auto keep = [&](double from, double to) {
        if (to - from < min_width) return;
        auto part = open;
        part.free = {from, to};
        add(part, kept);
    };
    for (; at != row.covered.end() && at->begin < open.free.end; ++at) {
        keep(begin, at->begin);
        begin = at->end;
    }
    if (begin < open.free.end) keep(begin, open.free.end);
}

// Gaps between what stands in two rows that follow each other.
std::vector<Interval> gaps_of(const PageRow& row, const PageRow* next, double min_width) {
    auto covered = row.covered;
    if (next) covered.insert(covered.end(), next->covered.begin(), next->covered.end());
    std::sort(covered.begin(), covered.end(), [](const Interval& a, const Interval& b) {
        return a.begin < b.begin;
    });
    std::vector<Interval> gaps;
    auto end = covered.front().end;
    for (const auto& interval : covered) {
        if (interval.begin - end >= min_width) gaps.push_back({end, interval.begin});
        end = std::max(end, interval.end);
    }
    return gaps;
}

class Search {
public:
    Search(std::span<const PageRow> rows, double em)
        : rows_(rows), em_(em), min_width_(kMinWidth * em) {}

    std::vector<Gutter> run() {
        for (std::size_t at = 0; at < rows_.size(); ++at) {
            std::vector<Open> kept;
            for (const auto& open : open_) {
                const auto before = kept.size();
                narrow(open, rows_[at], min_width_, kept);
                if (kept.size() == before) close(open, at - 1);
            }
            const auto* next = at + 1 < rows_.size() ? &rows_[at + 1] : nullptr;
            begin_at(gaps_of(rows_[at], next, min_width_), at, kept);
            begin_at(gaps_of(rows_[at], nullptr, min_width_), at, kept);
            for (auto& open : kept) open.see(rows_[at], at);
            open_ = std::move(kept);
        }
        for (const auto& open : open_) close(open, rows_.size() - 1);
        return std::move(found_);
    }

private:
    static void begin_at(
        const std::vector<Interval>& gaps, std::size_t row, std::vector<Open>& open
    ) {
        for (const auto& gap : gaps) {
            Open begun;
            begun.free = gap;
            begun.first = row;
            add(begun, open);
        }
    }

    void close(const Open& open, std::size_t last) {
        if (open.first_left == kNone || open.first_right == kNone) return;
        const auto from = std::max(open.first_left, open.first_right);
        const auto to = std::min(open.last_left, open.last_right);
        const auto top = rows_[std::min(from, to)].top;
        const auto bottom = rows_[std::max(from, to)].bottom;
        // Below where one side has ended there is nothing to separate.
        const auto end = std::max(from, to);
        const auto height = bottom - top;
        const auto weight = height * std::min(open.free.width() / em_, kEnoughWidth);
        found_.push_back({open.free, open.first, std::min(last, end), height, weight});
    }

    std::span<const PageRow> rows_;
    double em_;
    double min_width_;
    std::vector<Open> open_;
    std::vector<Gutter> found_;
};

}  // namespace

std::vector<Gutter> find_gutters(std::span<const PageRow> rows, double em, std::size_t most) {
    auto found = Search(rows, em).run();
    std::stable_sort(found.begin(), found.end(), [](const Gutter& a, const Gutter& b) {
        return a.weight > b.weight;
    });
    if (found.size() > most) found.resize(most);
    return found;
}

}  // namespace fovea::reading
