#include "fovea/reading/page/code_blocks.hpp"

#include "fovea/reading/page/code_groups.hpp"
#include "fovea/reading/page/code_text.hpp"
#include "fovea/reading/page/page_lines.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::reading {
namespace {

constexpr double kGutterReach = 10;  // in letters: how far to the left numbers of lines stand

// Index of pieces by their baselines, to look at a band of the page only.
class ByBaseline {
public:
    explicit ByBaseline(const std::vector<Piece>& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            order_.emplace_back(pieces[i].baseline, i);
        }
        std::sort(order_.begin(), order_.end());
    }

    template <typename Visit>
    void within(double top, double bottom, Visit visit) const {
        auto at = std::lower_bound(order_.begin(), order_.end(), std::pair{top, std::size_t{0}});
        for (; at != order_.end() && at->first <= bottom; ++at) visit(at->second);
    }

private:
    std::vector<std::pair<double, std::size_t>> order_;
};

struct Draft {
    CodeGroup group;
    std::vector<std::size_t> numbers;  // pieces
    Box box;
};

bool is_line_number(const Piece& piece, const Reading& reading) {
    if (piece.words.size() != 1) return false;
    const auto& text = reading.words[piece.words.front()].text;
    return text.size() <= 6 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The marks of a diff stand before its lines.
bool is_diff_mark(const Piece& piece, const Reading& reading) {
    if (piece.words.size() != 1) return false;
    const auto& text = reading.words[piece.words.front()].text;
    return text == "+" || text == "-" || text == "\u2212";
}

// Signs and misread words do not look like their font; within the block they are part of it.
void take_inner_pieces(
    Draft& draft,
    const std::vector<Piece>& pieces,
    const Reading& reading,
    const ByBaseline& index,
    std::vector<bool>& taken
) {
    const auto& box = draft.box;
    index.within(box.top, box.bottom + 0.3 * draft.group.em, [&](std::size_t i) {
        const auto& piece = pieces[i];
        const auto middle = (piece.box.left + piece.box.right) / 2;
        if (taken[i] || piece.em > 1.6 * draft.group.em) return;
        const auto reach = is_diff_mark(piece, reading) ? kGutterReach * draft.group.advance : 0.0;
        if (middle < box.left - reach || middle > box.right) return;
        taken[i] = true;
        draft.group.pieces.push_back(i);
    });
}

void take_line_numbers(
    Draft& draft,
    const std::vector<Piece>& pieces,
    const Reading& reading,
    const ByBaseline& index,
    std::vector<bool>& taken
) {
    const auto reach = draft.box.left - kGutterReach * draft.group.advance;
    std::vector<std::size_t> numbers;
    const auto above = draft.box.top - 3 * draft.group.em;
    index.within(above, draft.box.bottom + 3 * draft.group.em, [&](std::size_t i) {
        const auto& box = pieces[i].box;
        if (taken[i] || box.right > draft.box.left || box.right < reach) return;
        if (is_line_number(pieces[i], reading)) numbers.push_back(i);
    });
    if (numbers.size() < 2) return;
    for (const auto i : numbers) taken[i] = true;
    draft.numbers = std::move(numbers);
}

struct Row {
    double baseline = 0;
    std::string number;
    std::vector<std::size_t> words;
    std::size_t number_word = 0;
};

std::vector<Row> rows_of(
    const Draft& draft, const std::vector<Piece>& pieces, const Reading& reading
) {
    std::vector<std::pair<double, std::size_t>> order;
    for (const auto i : draft.group.pieces) order.emplace_back(pieces[i].baseline, i);
    const auto first_number = order.size();
    for (const auto i : draft.numbers) order.emplace_back(pieces[i].baseline, i);
    std::vector<std::size_t> places(order.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return order[a].first < order[b].first;
    });

    std::vector<Row> rows;
    for (const auto place : places) {
        const auto& [baseline, piece] = order[place];
        const auto& words = pieces[piece].words;
        if (rows.empty() || baseline - rows.back().baseline > 0.45 * draft.group.em) {
            rows.push_back({baseline, {}, {}, 0});
        }
        auto& row = rows.back();
        if (place >= first_number && row.number.empty()) {
            row.number = reading.words[words.front()].text;
            row.number_word = words.front();
        } else {
            row.words.insert(row.words.end(), words.begin(), words.end());
        }
    }
    for (auto& row : rows) {
        std::stable_sort(row.words.begin(), row.words.end(), [&](std::size_t a, std::size_t b) {
            return upright(reading.words[a].box, reading.turn).left <
                   upright(reading.words[b].box, reading.turn).left;
        });
    }
    return rows;
}

// The grid that most lines begin on, with the leftmost of them in its first column.
CodeGrid grid_of(const std::vector<Row>& rows, const Reading& reading, const Draft& draft) {
    CodeGrid grid{draft.box.left, draft.group.advance};
    std::vector<double> offs;
    for (const auto& row : rows) {
        if (row.words.empty()) continue;
        const auto column = column_of(reading.words[row.words.front()], reading.turn, grid);
        offs.push_back(column - std::round(column));
    }
    if (offs.empty()) return grid;
    std::sort(offs.begin(), offs.end());
    grid.origin += offs[offs.size() / 2] * grid.advance;

    double least = 0;
    bool first = true;
    for (const auto& row : rows) {
        if (row.words.empty()) continue;
        const auto column =
            std::round(column_of(reading.words[row.words.front()], reading.turn, grid));
        least = first ? column : std::min(least, column);
        first = false;
    }
    grid.origin += least * grid.advance;
    return grid;
}

Block block_of(const Draft& draft, const std::vector<Piece>& pieces, const Reading& reading) {
    const auto rows = rows_of(draft, pieces, reading);
    const auto grid = grid_of(rows, reading, draft);
    std::size_t digits = 0;
    for (const auto& row : rows) digits = std::max(digits, row.number.size());

    Block block;
    block.kind = BlockKind::Code;
    for (const auto& row : rows) {
        std::string text;
        std::vector<std::size_t> words;
        if (digits > 0) {
            text.append(digits - row.number.size(), ' ');
            text += row.number;
            if (!row.words.empty()) text += "  ";
            if (!row.number.empty()) words.push_back(row.number_word);
        }
        text += code_text(reading, row.words, grid);
        words.insert(words.end(), row.words.begin(), row.words.end());
        block.lines.push_back(page_line(reading, std::move(words), std::move(text)));
        block.box = around(block.box, block.lines.back().box);
    }
    return block;
}

Box box_of(const std::vector<std::size_t>& indices, const std::vector<Piece>& pieces) {
    auto box = pieces[indices.front()].box;
    for (const auto i : indices) cover(box, pieces[i].box);
    return box;
}

}  // namespace

std::vector<Block> take_code_blocks(std::vector<Piece>& pieces, const Reading& reading) {
    std::vector<Draft> drafts;
    std::vector<bool> taken(pieces.size(), false);
    for (auto& group : group_code(pieces, reading)) {
        for (const auto i : group.pieces) taken[i] = true;
        const auto box = box_of(group.pieces, pieces);
        drafts.push_back({std::move(group), {}, box});
    }
    if (drafts.empty()) return {};

    const ByBaseline index(pieces);
    std::vector<Block> blocks;
    std::vector<Piece> stand_ins;
    for (auto& draft : drafts) {
        take_inner_pieces(draft, pieces, reading, index, taken);
        take_line_numbers(draft, pieces, reading, index, taken);
        Piece stand_in;
        stand_in.box = box_of(draft.group.pieces, pieces);
        for (const auto i : draft.numbers) cover(stand_in.box, pieces[i].box);
        stand_in.em = draft.group.em;
        stand_in.baseline = stand_in.box.bottom;
        const auto& first = pieces[draft.group.pieces.front()];
        stand_in.ink = first.ink;
        stand_in.ground = first.ground;
        stand_in.block = blocks.size();
        blocks.push_back(block_of(draft, pieces, reading));
        stand_ins.push_back(std::move(stand_in));
    }
    std::vector<Piece> rest;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (!taken[i]) rest.push_back(std::move(pieces[i]));
    }
    for (auto& stand_in : stand_ins) rest.push_back(std::move(stand_in));
    pieces = std::move(rest);
    return blocks;
}

}  // namespace fovea::reading
