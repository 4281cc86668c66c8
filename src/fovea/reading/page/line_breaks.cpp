#include "fovea/reading/page/line_breaks.hpp"

#include "fovea/reading/plain_text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fovea::reading {
namespace {

// In parts of the font's size. A common space is about 0.3 wide, in justified text up to 1.5.
constexpr double kWideSpace = 0.45;
constexpr double kSureJoin = 1;
constexpr double kMaxJoin = 1.6;

constexpr std::size_t kRowsAround = 4;  // looked at above, and as many below

// How many of them must have the gap too: to cut a piece where there is a space, or something that
// may be a rule; and not to join two pieces.
constexpr std::size_t kRowsForACut = 3;  // fewer are rivers in prose
constexpr std::size_t kRowsForARule = 2;
constexpr std::size_t kRowsAgainstJoin = 1;

struct Gap {
    double begin = 0;
    double end = 0;
    std::size_t after = 0;  // place in Row::words of the word before it
    bool between_pieces = false;
    bool ruled = false;
    int figures = 0;                // of the words on both sides: how many have some
    std::vector<std::size_t> bars;  // words that are a lone "|" and stand in it
};

struct RowWord {
    std::size_t word = 0;
    std::size_t piece = 0;
    Box box;
};

// Pieces on one baseline, all over the page.
struct Row {
    std::vector<std::size_t> pieces;
    std::vector<RowWord> words;  // of all of them, from the left; none of them a bar
    std::vector<Gap> gaps;       // from the left
    double top = 0;
    double bottom = 0;
    double em = 1;
};

bool is_bar(const std::string& text) {
    return text == "|" || text == "||";
}

bool has_figures(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Also a rule that stuck to a word is one.
bool is_ruled(const std::string& before, const std::string& after) {
    return before.back() == '|' || after.front() == '|';
}

std::vector<Row> rows_of(const std::vector<Piece>& pieces) {
    std::vector<std::size_t> order(pieces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].baseline < pieces[b].baseline;
    });
    std::vector<Row> rows;
    double start = 0;
    for (const auto index : order) {
        const auto& piece = pieces[index];
        if (rows.empty() || piece.baseline - start > 0.25 * piece.em) {
            rows.emplace_back();
            start = piece.baseline;
        }
        rows.back().pieces.push_back(index);
    }
    return rows;
}

void find_gaps(Row& row, const std::vector<Piece>& pieces, const Reading& reading) {
    std::stable_sort(row.pieces.begin(), row.pieces.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].box.left < pieces[b].box.left;
    });
    row.top = pieces[row.pieces.front()].baseline;
    row.bottom = row.top;
    std::vector<std::size_t> bars;
    double right = 0;
    for (const auto index : row.pieces) {
        const auto& piece = pieces[index];
        row.top = std::min(row.top, piece.baseline);
        row.bottom = std::max(row.bottom, piece.baseline);
        row.em = std::max(row.em, piece.em);
        for (const auto word : piece.words) {
            if (piece.words.size() > 1 && is_bar(reading.words[word].text)) {
                bars.push_back(word);
                continue;
            }
            const auto box = upright(reading.words[word].box, reading.turn);
            if (!row.words.empty()) {
                const auto& text = reading.words[word].text;
                const auto& before = reading.words[row.words.back().word].text;
                const bool new_piece = row.words.back().piece != index;
                const bool ruled = !bars.empty() || is_ruled(before, text);
                const int figures = int{has_figures(before)} + int{has_figures(text)};
                // What follows the mark of a list is set where all of its lines begin.
                const bool is_list = !new_piece && is_mark(before);
                const bool is_wide = box.left - right > kWideSpace * piece.em && !is_list;
                if (new_piece || ruled || is_wide) {
                    row.gaps.push_back(
                        {right, box.left, row.words.size() - 1, new_piece, ruled, figures, bars}
                    );
                }
            }
            right = row.words.empty() ? box.right : std::max(right, box.right);
            row.words.push_back({word, index, box});
            bars.clear();
        }
    }
}

// A gap with one edge in common: columns are flush on one side, rivers in prose on none.
bool has_gap_at(const Row& row, const Gap& wanted, double em) {
    // The first gap that ends behind where the wanted one begins.
    const auto found = std::lower_bound(
        row.gaps.begin(),
        row.gaps.end(),
        wanted.begin,
        [](const Gap& gap, double x) { return gap.end <= x; }
    );
    if (found == row.gaps.end()) return false;
    return std::abs(found->begin - wanted.begin) <= 0.25 * em ||
           std::abs(found->end - wanted.end) <= 0.25 * em;
}

// Whether pieces of a row end or begin where the gap does.
bool has_edge_at(const Row& row, const Gap& gap, const std::vector<Piece>& pieces, double em) {
    const auto from = std::lower_bound(
        row.pieces.begin(),
        row.pieces.end(),
        gap.end - 0.25 * em,
        [&](std::size_t i, double x) { return pieces[i].box.left < x; }
    );
    if (from != row.pieces.end() && pieces[*from].box.left <= gap.end + 0.25 * em) return true;
    return from != row.pieces.begin() &&
           std::abs(pieces[*(from - 1)].box.right - gap.begin) <= 0.25 * em;
}

// Whether a line of text runs straight across.
bool runs_across(const Row& row, const Gap& gap, const std::vector<Piece>& pieces) {
    const auto behind = std::lower_bound(
        row.pieces.begin(),
        row.pieces.end(),
        gap.begin,
        [&](std::size_t i, double x) { return pieces[i].box.left < x; }
    );
    if (behind == row.pieces.begin()) return false;
    const auto& piece = pieces[*(behind - 1)];
    return piece.box.right > gap.end && piece.words.size() >= 3;
}

// Within a paragraph even a wide gap is only a space.
bool is_in_paragraph(
    const std::vector<Row>& rows, std::size_t at, const Gap& gap, const std::vector<Piece>& pieces
) {
    const auto& row = rows[at];
    for (std::size_t step = 1; step <= kRowsAround; ++step) {
        if (step <= at && row.top - rows[at - step].bottom <= 2 * row.em &&
            runs_across(rows[at - step], gap, pieces)) {
            return true;
        }
        if (at + step < rows.size() && rows[at + step].top - row.bottom <= 2 * row.em &&
            runs_across(rows[at + step], gap, pieces)) {
            return true;
        }
    }
    return false;
}

// In how many of the rows nearby the gap goes on.
template <typename GoesOn>
std::size_t support(const std::vector<Row>& rows, std::size_t at, GoesOn goes_on) {
    const auto& row = rows[at];
    std::size_t count = 0;
    for (std::size_t step = 1; step <= kRowsAround && step <= at; ++step) {
        const auto& other = rows[at - step];
        if (row.top - other.bottom > 2.5 * double(step) * row.em) break;
        count += goes_on(other) ? 1u : 0u;
    }
    for (std::size_t step = 1; step <= kRowsAround && at + step < rows.size(); ++step) {
        const auto& other = rows[at + step];
        if (other.top - row.bottom > 2.5 * double(step) * row.em) break;
        count += goes_on(other) ? 1u : 0u;
    }
    return count;
}

bool is_break(
    const std::vector<Row>& rows, std::size_t at, const Gap& gap, const std::vector<Piece>& pieces
) {
    const auto& row = rows[at];
    // Prose has spaces that happen to stand above each other; tight columns are mostly of figures.
    if (!gap.between_pieces) {
        const auto rows_alike =
            support(rows, at, [&](const Row& other) { return has_gap_at(other, gap, row.em); });
        if (gap.ruled) return rows_alike >= kRowsForARule;
        // "12 ms" comes in columns too, with a space of common width.
        const bool likely =
            gap.figures == 2 || (gap.figures == 1 && gap.end - gap.begin > 0.7 * row.em);
        return likely && rows_alike >= kRowsForACut;
    }

    const auto& before = pieces[row.words[gap.after].piece];
    const auto& after = pieces[row.words[gap.after + 1].piece];
    const auto em = std::min(before.em, after.em);
    const auto width = gap.end - gap.begin;
    // Pieces whose words overlap are something else than one line.
    if (width < -0.3 * em || width > kMaxJoin * em) return true;
    if (!same_style(before, after) || std::abs(before.baseline - after.baseline) > 0.2 * em) {
        return true;
    }
    if (width > kSureJoin * em && !is_in_paragraph(rows, at, gap, pieces)) return true;
    const auto rows_alike = support(rows, at, [&](const Row& other) {
        return has_edge_at(other, gap, pieces, row.em);
    });
    return rows_alike >= kRowsAgainstJoin;
}

}  // namespace

std::vector<Piece> settle_line_breaks(std::vector<Piece> pieces, const Reading& reading) {
    auto rows = rows_of(pieces);
    for (auto& row : rows) find_gaps(row, pieces, reading);

    std::vector<Piece> settled;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto& row = rows[at];
        std::vector<std::size_t> words;
        auto gap = row.gaps.begin();
        for (std::size_t word = 0; word < row.words.size(); ++word) {
            words.push_back(row.words[word].word);
            if (gap == row.gaps.end() || gap->after != word) continue;
            if (is_break(rows, at, *gap, pieces)) {
                settled.push_back(piece_of(reading, std::exchange(words, {})));
            } else {
                words.insert(words.end(), gap->bars.begin(), gap->bars.end());
            }
            ++gap;
        }
        settled.push_back(piece_of(reading, std::move(words)));
    }
    return settled;
}

}  // namespace fovea::reading
