// How much of what a question is about stands in a piece of a page or belongs to it.
#pragma once

#include "fovea/reading/answer/question.hpp"
#include "fovea/reading/answer/relations.hpp"
#include "fovea/reading/answer/value_pieces.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::reading {

struct Covered {
    double share = 0;     // 0 to 1, of all that is asked; what is rare on the page counts more
    std::size_t met = 0;  // subjects that stand there or belong to it

    bool operator==(const Covered&) const = default;
};

// As the page says it: "latest" may be the name of a column.
Question fitted(Question question, const std::vector<Passage>& passages);

class Coverage {
public:
    Coverage(const Question& question, const std::vector<Passage>& passages);

    // Of a passage as a whole: `own`, by its own words and all that it belongs to; else by what it belongs
    // to alone.
    Covered of(std::size_t passage, bool own) const;

    // Of a piece of it: words near by count more than those at the other end of the line.
    Covered of(
        std::size_t passage,
        std::string_view line,
        const ValuePiece& piece,
        const std::vector<ValuePiece>& pieces
    ) const;

    // How much of the passage itself is asked for, 0 to 1.
    double asked_share(std::size_t passage) const;

    bool holds(std::size_t passage, const std::string& term) const;
    // It stands there, or in something that the passage surely belongs to.
    bool belongs(std::size_t passage, const std::string& term) const;
    bool on_page(const std::string& term) const;
    const std::vector<Tie>& ties(std::size_t passage) const { return relations_.ties[passage]; }
    const Relations& relations() const { return relations_; }

private:
    struct Word {
        std::string term;
        std::string said;  // as it was asked; empty for hints
        double weight = 0;
        bool subject = false;
    };

    template <class Own>
    Covered count(std::size_t passage, Own own) const;

    // 1 where the passage has the very word, less where another form of it or one that means the same.
    double closeness(std::size_t passage, const Word& word) const;

    bool names_its_own(std::size_t passage, const Word& word) const;

    const std::vector<Passage>& passages_;
    std::vector<std::vector<std::string>> spelt_;  // their words
    Relations relations_;
    Want want_;
    std::vector<Word> words_;  // of the question
};

}  // namespace fovea::reading
