// Questions about controls: what state one is in, which of them are ticked or disabled, how many there
// are, what stands in a field, where to click.
//
//     "Is Save disabled?"                  - button "Save": [10, 20, 90, 52] yes, disabled
//     "how many checkboxes are ticked?"    - 2 of 5 checkboxes are ticked
//     "what is in the Email field?"        - field "Email": [40, 80, 300, 112] holds "ada@example.org"
#pragma once

#include "fovea/reading/answer/finding.hpp"

namespace fovea::reading {

// Whether controls have to be looked for, to answer it.
bool asks_about_elements(const Question& question);

// Empty where no control fits: then the words on the picture may.
Findings find_elements(const Question& question, const View& view);

}  // namespace fovea::reading
