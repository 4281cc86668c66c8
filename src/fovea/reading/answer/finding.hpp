// What in a picture bears on a question: quotations with their places, before they are put into words. Rules
// only point at what was read or measured.
#pragma once

#include "fovea/reading/answer/passages.hpp"
#include "fovea/reading/answer/question.hpp"
#include "fovea/reading/answer/telling.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
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

// The passage as a quotation.
inline Finding finding_of(const Passage& passage, std::string lead = {}) {
    return {std::move(lead), passage.text, passage.box, passage.confidence};
}

// Those of the question's terms that are among `terms`, each once.
inline std::vector<std::string> shared_terms(
    const Question& question, const std::vector<std::string>& terms
) {
    std::vector<std::string> shared;
    std::ranges::copy_if(question.terms, std::back_inserter(shared), [&](const auto& term) {
        return std::ranges::find(terms, term) != terms.end();
    });
    return shared;
}

}  // namespace fovea::reading
