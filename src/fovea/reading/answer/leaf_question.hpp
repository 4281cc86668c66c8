// What a question asks of the pages of a document or the frames of a recording as such, before any
// word is looked for in them.
//
//     read_leaf_question("What is this document about?", names);   // wants_text
//     read_leaf_question("What is the total on page 3?", names);   // meant = {2}, terms {"total"}
#pragma once

#include "fovea/reading/answer/question.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::reading {

struct LeafQuestion {
    Question question;  // without the words that only name pages
    std::vector<std::size_t>
        meant;                // indices of leaves that it names; all of them where it names none
    bool wants_text = false;  // nothing in particular: what stands there, or what happens
};

// `names` are those of the leaves: "Page 3", "a.pdf, Page 3", "0:02.5".
LeafQuestion read_leaf_question(std::string_view text, std::span<const std::string_view> names);

}  // namespace fovea::reading
