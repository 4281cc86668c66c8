#include "fovea/reading/page/code_blocks.hpp"
#include "fovea/reading/page/line_breaks.hpp"
#include "fovea/reading/page/page.hpp"
#include "fovea/reading/page/page_lines.hpp"
#include "fovea/reading/page/paragraphs.hpp"
#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/page/reading_order.hpp"

#include <string>
#include <utility>

namespace fovea::reading {
namespace {

// Rules beside a cell are read as bars that stick to its words.
std::string without_bars(const std::string& text) {
    const auto first = text.find_first_not_of("| ");
    if (first == std::string::npos) return text;
    return text.substr(first, text.find_last_not_of("| ") - first + 1);
}

Block table_block(const Reading& reading, const CellRows& rows) {
    Block block;
    block.kind = BlockKind::Table;
    for (const auto& row : rows) {
        block.cells.emplace_back();
        for (const auto& cell : row) {
            auto line = page_line(reading, cell.words);
            line.text = without_bars(line.text);
            block.box = around(block.box, line.box);
            block.cells.back().push_back(std::move(line));
        }
    }
    return block;
}

void add_line(Block& block, const Reading& reading, const Piece& piece) {
    block.lines.push_back(page_line(reading, piece.words));
    block.box = around(block.box, block.lines.back().box);
}

// Pieces without those that code was made of; those in between are settled anew.
std::vector<Piece> settled_pieces(std::vector<Piece> pieces, const Reading& reading) {
    std::vector<Piece> text;
    std::vector<Piece> code;
    for (auto& piece : pieces) (piece.block ? code : text).push_back(std::move(piece));
    auto settled = settle_line_breaks(std::move(text), reading);
    for (auto& piece : code) settled.push_back(std::move(piece));
    return settled;
}

}  // namespace

Page lay_out(const Reading& reading) {
    auto pieces = pieces_of(reading);
    auto code = take_code_blocks(pieces, reading);
    pieces = settled_pieces(std::move(pieces), reading);

    Page page{.blocks = {}, .elements = name_elements(reading)};
    const Piece* above = nullptr;  // the last line, where a paragraph may go on
    double step = 0;
    for (const auto& stop : reading_order(pieces, reading)) {
        const auto* last = std::exchange(above, nullptr);
        if (!stop.cells.empty()) {
            page.blocks.push_back(table_block(reading, stop.cells));
            continue;
        }
        const auto& piece = pieces[stop.pieces.front()];
        if (piece.block) {
            page.blocks.push_back(std::move(code[*piece.block]));
            continue;
        }
        const bool goes_on =
            stop.pieces.size() == 1 && last && continues_paragraph(*last, piece, step);
        step = goes_on ? piece.baseline - last->baseline : 0;
        if (!goes_on) page.blocks.emplace_back();
        for (const auto index : stop.pieces) add_line(page.blocks.back(), reading, pieces[index]);
        if (stop.pieces.size() == 1) above = &piece;
    }
    return page;
}

}  // namespace fovea::reading
