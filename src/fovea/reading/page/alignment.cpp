#include "fovea/reading/page/alignment.hpp"

#include "fovea/reading/page/paragraphs.hpp"
#include "fovea/reading/page/rows.hpp"

#include <algorithm>
#include <cmath>

namespace fovea::reading {
namespace {

// Lines that are nearer than this, in sizes of the font, belong to one stretch of a column.
constexpr double kStretchGap = 3;

struct Line {
    double top = 0;
    double bottom = 0;
    double baseline = 0;
    double em = 1;
    bool goes_on = false;  // with a sentence that began above it
    double middle = 0;     // of a cell of two lines that this is one of; else the baseline
};

// One side: its lines by baseline, and the stretches of height that they fill.
struct Side {
    std::vector<Line> lines;
    std::vector<Line> stretches;
    bool has_block = false;
};

Interval extent_of(const std::vector<Piece>& pieces, std::span<const std::size_t> which) {
    Interval extent{pieces[which.front()].box.left, pieces[which.front()].box.right};
    for (const auto i : which) {
        extent.begin = std::min(extent.begin, pieces[i].box.left);
        extent.end = std::max(extent.end, pieces[i].box.right);
    }
    return extent;
}

bool is_long(const Piece& piece, const Interval& column) {
    return piece.words.size() >= 4 && piece.box.width() >= 0.7 * column.width();
}

// Two lines closely below each other, alone: what is beside them may stand at half their height.
void find_middles(std::vector<Line>& lines) {
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto step = lines[i].baseline - lines[i - 1].baseline;
        const auto em = std::max(lines[i].em, lines[i - 1].em);
        if (step < 0.5 * em || step > 1.7 * em) continue;
        const auto apart = 1.3 * step;
        const bool alone_above = i < 2 || lines[i - 1].baseline - lines[i - 2].baseline > apart;
        const bool alone_below =
            i + 1 == lines.size() || lines[i + 1].baseline - lines[i].baseline > apart;
        if (!alone_above || !alone_below) continue;
        lines[i - 1].middle = (lines[i - 1].baseline + lines[i].baseline) / 2;
        lines[i].middle = lines[i - 1].middle;
    }
}

Side side_of(const std::vector<Piece>& pieces, std::span<const std::size_t> which) {
    Side side;
    std::vector<std::size_t> order(which.begin(), which.end());
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].baseline < pieces[b].baseline;
    });
    const auto column = extent_of(pieces, which);
    const Piece* above = nullptr;
    for (const auto i : order) {
        const auto& piece = pieces[i];
        side.has_block |= piece.block.has_value();
        const bool goes_on =
            above && is_long(*above, column) && continues_paragraph(*above, piece, 0);
        side.lines.push_back(
            {piece.core_top(),
             piece.core_bottom(),
             piece.baseline,
             piece.em,
             goes_on,
             piece.baseline}
        );
        above = &piece;
    }
    find_middles(side.lines);
    auto by_top = side.lines;
    std::sort(by_top.begin(), by_top.end(), [](const Line& a, const Line& b) {
        return a.top < b.top;
    });
    for (const auto& line : by_top) {
        if (side.stretches.empty() ||
            line.top - side.stretches.back().bottom > kStretchGap * line.em) {
            side.stretches.push_back(line);
        } else {
            side.stretches.back().bottom = std::max(side.stretches.back().bottom, line.bottom);
        }
    }
    return side;
}

bool is_beside(const Line& line, const std::vector<Line>& stretches) {
    const auto found = std::lower_bound(
        stretches.begin(),
        stretches.end(),
        line.top,
        [](const Line& stretch, double y) { return stretch.bottom <= y; }
    );
    return found != stretches.end() && found->top < line.bottom;
}

double reach_of(const Line& line) {
    return 0.15 * line.em + 0.75;
}

const Line* line_at(double baseline, double reach, const std::vector<Line>& lines) {
    const auto found = std::lower_bound(
        lines.begin(),
        lines.end(),
        baseline - reach,
        [](const Line& line, double y) { return line.baseline < y; }
    );
    return found != lines.end() && found->baseline <= baseline + reach ? &*found : nullptr;
}

bool has_partner(const Line& line, const std::vector<Line>& others) {
    const auto reach = reach_of(line);
    // Sentences go on below, not across.
    if (const auto* other = line_at(line.baseline, reach, others)) return !other->goes_on;
    if (line.middle != line.baseline && line_at(line.middle, reach, others)) return true;

    const auto below = std::lower_bound(
        others.begin(),
        others.end(),
        line.baseline,
        [](const Line& other, double y) { return other.baseline < y; }
    );
    return below != others.end() && below->middle != below->baseline &&
           std::abs(line.baseline - below->middle) <= reach;
}

// How many distinct lines of `side` are beside the other one, and how many of them match.
struct Match {
    std::size_t beside = 0;
    std::size_t matched = 0;

    double share() const { return double(matched) / double(beside); }
};

Match match(const Side& side, const Side& other) {
    Match match;
    double last = 0;
    for (const auto& line : side.lines) {
        // Several pieces on one baseline are one line.
        if (match.beside > 0 && line.baseline - last <= 0.2 * line.em) continue;
        if (!is_beside(line, other.stretches)) continue;
        if (line.goes_on) {
            // Beside nothing it says nothing; beside something else it is no row.
            const auto* partner = line_at(line.baseline, reach_of(line), other.lines);
            if (!partner || partner->goes_on) continue;
        }
        last = line.baseline;
        ++match.beside;
        if (!line.goes_on && has_partner(line, other.lines)) ++match.matched;
    }
    return match;
}

// A column with many empty cells has fewer lines. Where both are about equally long, the better.
const Match& shorter_of(const Match& a, const Match& b) {
    if (a.beside == 0) return b;
    if (b.beside == 0) return a;
    const auto [less, more] = std::minmax(a.beside, b.beside);
    if (less * 3 >= more * 2) return a.share() > b.share() ? a : b;
    return a.beside < b.beside ? a : b;
}

// Sentences, broken where the column ends: long lines of about the same length.
bool is_running_text(const std::vector<Piece>& pieces, std::span<const std::size_t> which) {
    if (which.size() < 4) return false;
    const auto column = extent_of(pieces, which);
    const auto long_lines = std::count_if(which.begin(), which.end(), [&](std::size_t i) {
        return is_long(pieces[i], column);
    });
    return static_cast<std::size_t>(long_lines) * 2 >= which.size();
}

}  // namespace

double alignment(
    const std::vector<Piece>& pieces,
    std::span<const std::size_t> left,
    std::span<const std::size_t> right
) {
    if (left.empty() || right.empty()) return 1;
    const auto a = side_of(pieces, left);
    const auto b = side_of(pieces, right);
    const auto from_a = match(a, b);
    const auto from_b = match(b, a);
    if (is_running_text(pieces, left) && is_running_text(pieces, right)) return 0;
    if (from_a.beside == 0 && from_b.beside == 0) return 1;
    if (a.has_block || b.has_block) return 0;

    return shorter_of(from_a, from_b).share();
}

}  // namespace fovea::reading
