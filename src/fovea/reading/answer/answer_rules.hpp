// How questions are answered: a table of small rules. A rule says by which words it is called, and
// finds what in the picture bears on such a question; one more kind of question is one more line.
//
// Rules only point at what was read or measured. What they return is a quotation with its place.
#pragma once

#include "fovea/reading/answer/passages.hpp"
#include "fovea/reading/answer/question_terms.hpp"
#include "fovea/reading/answer/telling.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// Where a finding comes from; the answer says which.
enum class Source : std::uint8_t { Text, Pixels, Elements };

struct Finding {
    std::string lead;  // what it is, "error message"; may be empty
    std::string text;
    std::optional<media::PixelRect> box;
    double confidence = 1;
    std::string note = {};   // what follows from it, told behind; may be empty
    std::string label = {};  // of its box, where that is not the text
};

struct Findings {
    std::vector<Finding> list;         // what bears on the question most comes first
    std::vector<std::string> covered;  // terms of the question that these account for
    Source source = Source::Text;
    std::optional<Told> whole;             // told as it is, instead of a list
    bool sure = true;                      // false: what comes nearest to the question
    std::string value = {};                // the bare answer, where there is one
    std::vector<std::string> absent = {};  // words of the question that are nowhere on the page
    std::optional<Finding> label = {};     // what is asked for, where its value is not there

    bool empty() const { return list.empty() && !whole && !label; }
};

// A picture as the rules see it.
struct View {
    const Sight& sight;
    std::vector<Passage> passages;
};

struct Rule {
    std::string_view name;
    std::string_view
        when;  // "file fail; line fail": all terms of one alternative are asked; empty: always
    std::string_view helps;  // further terms that it accounts for
    Findings (*find)(const Question& question, const View& view);
};

// In order of preference where two account for as much.
std::span<const Rule> answer_rules();

bool applies(const Rule& rule, const Question& question);

// The terms of the question that the rule's own words account for.
std::vector<std::string> vocabulary(const Rule& rule, const Question& question);

// The passage as a quotation.
Finding finding_of(const Passage& passage, std::string lead = {});

// How many of the question's terms are among `terms`, each counted once; those are added to
// `covered` when it is given.
std::size_t shared_terms(
    const Question& question,
    const std::vector<std::string>& terms,
    std::vector<std::string>* covered = nullptr
);

}  // namespace fovea::reading
