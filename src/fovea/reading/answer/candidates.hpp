// The pieces of a page that could be the answer to a question, each with how much of what is asked stands beside
// it: amounts, moments, names, what stands behind a label, lines as they are.
//
//     const Asked asked(question, view);
//     for (const Candidate& each : candidates_for(asked)) …   // find_value.hpp says what is made of them
#pragma once

#include "fovea/reading/answer/coverage.hpp"
#include "fovea/reading/answer/finding.hpp"
#include "fovea/reading/answer/typed_text.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::reading {

// A question and a page, with what both together say. Borrows the view.
struct Asked {
    Asked(const Question& asked_question, const View& seen);

    bool all_subjects_in(std::size_t passage) const;
    std::string name_of(std::size_t passage) const;  // of its row; empty where it has none
    std::string head_of(std::size_t passage) const;  // of its column

    const View& view;
    const std::vector<Passage>& passages;
    std::vector<TextType> types;  // forms of text that are asked for by their names
    Question question;            // without the words for these forms
    Coverage coverage;
    const Relations& relations;
};

struct Candidate {
    std::size_t passage = 0;
    std::string text;  // the bare answer
    std::string lead;  // what is told before the line that it stands in
    Covered covered;
    double score = 0;
    bool quote = false;                     // the line as it is
    std::vector<std::size_t> counted = {};  // the passages whose number it is
    bool is_kind = true;                    // it is of the kind that is wanted
    bool of_thing = false;                  // it belongs to the kind of thing that is named
};

constexpr double kSureFrom = 0.7;  // of what is asked

bool answers_all(const Candidate& candidate, const Question& question);

std::vector<Candidate> candidates_for(const Asked& asked);

// Of one form of text: "the email and the phone number" asks for two.
std::vector<Candidate> typed_candidates(const Asked& asked, TextType type);

}  // namespace fovea::reading
