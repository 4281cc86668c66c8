// A page: the words of a picture put together as a person would read them.
//
//     const Page page = lay_out(reading);
//     for (const Block& block : page.blocks) …          // in reading order
//
// Columns are read one after the other, rows of a table side by side, code with its indentation.
// Depends on nothing but the words, their lines and their boxes.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/page/elements.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::reading {

struct PageLine {
    std::string text;  // its words with single spaces; in code, with the indentation and the gaps
    media::PixelRect box;
    std::vector<std::size_t> words;  // indices in Reading::words, in reading order
    double confidence = 0;           // 0 to 1, by the length of the words

    bool operator==(const PageLine&) const = default;
};

enum class BlockKind : std::uint8_t {
    Text,   // one line or a paragraph
    Code,   // lines of a program or a terminal, text as it was indented
    Table,  // rows of cells
};

struct Block {
    BlockKind kind = BlockKind::Text;
    media::PixelRect box;
    std::vector<PageLine> lines;  // Text, Code
    std::vector<std::vector<PageLine>>
        cells;  // Table: rows of equally many; an empty cell has no words

    bool operator==(const Block&) const = default;
};

struct Page {
    std::vector<Block> blocks;
    std::vector<PageElement> elements = {};  // row by row; empty where they were not looked for

    bool operator==(const Page&) const = default;
};

Page lay_out(const Reading& reading);

}  // namespace fovea::reading
