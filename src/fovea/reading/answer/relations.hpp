// How the passages of a page belong together, by where they stand and how they look: columns, rows, items of
// several lines, and from these what each passage belongs to.
//
//     const Relations page = relations_of(passages);
//     page.name[i];   // the first of the row that passage i stands in, "mailer-0"
//     page.head[i];   // what names its column, "RESTARTS"
//     page.ties[i];   // these two, its label, the lines of its item, its heading …, and how surely
//
// Tables, lists of mails, tiles of a dashboard, forms, timetables and chats go through the same steps: blocks that
// the layout made of them are taken for rows and columns where it made tables, and for nothing else.
#pragma once

#include "fovea/reading/answer/passages.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fovea::reading {

struct Tie {
    std::size_t passage = 0;
    double weight = 0;  // 0 to 1: how surely it belongs to it
};

struct Relations {
    std::vector<std::vector<Tie>> ties;  // of each passage, those that it belongs to; each once
    std::vector<std::optional<std::size_t>> name;  // none where it is the first itself
    std::vector<std::optional<std::size_t>> head;
    std::vector<std::size_t> column;  // those below each other have the same number
    std::vector<std::size_t> item;    // those that are one thing have the same number
};

Relations relations_of(const std::vector<Passage>& passages);

}  // namespace fovea::reading
