// Pieces by rows: what overlaps in height belongs to one. Between two rows one can draw a line
// across the area without touching a letter.
#pragma once

#include "fovea/reading/page/pieces.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::reading {

// From `begin` to `end` along x.
struct Interval {
    double begin = 0;
    double end = 0;

    double width() const { return end - begin; }
    bool operator==(const Interval&) const = default;
};

struct PageRow {
    std::vector<std::size_t> pieces;  // from the left
    std::vector<Interval> covered;    // from the left, apart from each other
    double top = 0;
    double bottom = 0;
};

// From the top.
std::vector<PageRow> rows_of(const std::vector<Piece>& pieces, std::span<const std::size_t> which);

// Where pieces are, along x. Gaps narrower than `min_gap` count as covered.
std::vector<Interval> covered_by(
    const std::vector<Piece>& pieces, std::span<const std::size_t> which, double min_gap
);

// Whether all stand on one line, so that a row of them is read from left to right.
bool on_one_baseline(const std::vector<Piece>& pieces, std::span<const std::size_t> which);

// By lines of the same baseline, from the top; each from the left.
std::vector<std::size_t> line_by_line(
    const std::vector<Piece>& pieces, std::span<const std::size_t> which
);

// First rows of stretches, which keep their distance within: a wider gap is the end of a table, or
// of one part of a form. Begins with 0.
std::vector<std::size_t> stretch_starts(std::span<const PageRow> rows, double em);

std::vector<std::size_t> pieces_in(std::span<const PageRow> rows);

// The size in the middle when sorted.
double usual_em(const std::vector<Piece>& pieces, std::span<const std::size_t> which);

}  // namespace fovea::reading
