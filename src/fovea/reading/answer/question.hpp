// What a question wants to know, and of what: "How long is the walk to the museum?" wants a duration, of
// what is called walk and museum.
//
//     const Question question = read_question("Which trains are cancelled?");
//     question.terms;       // {"train", "cancel"}: what it is about
//     question.want;        // Want::Name
//     question.thing;       // "train": what kind of thing the answer is
//     question.subjects;    // {"cancel"}: what the answer has to stand beside
#pragma once

#include "fovea/reading/answer/terms.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

enum class Want : std::uint8_t {
    Text,      // whatever stands there
    Name,      // which of them: the name of a row, a line, a file
    Person,    // who
    Reason,    // why
    Amount,    // how much
    Count,     // how many
    Measure,   // how big, how far, how full: a number with a unit
    Duration,  // how long
    Moment,    // when
    Number,    // which number
    YesNo,
    Place,  // where
};

enum class Extreme : std::uint8_t { None, Highest, Lowest, Newest, Oldest };

// Of a change that the page shows: what was there before, or what is there now.
enum class Side : std::uint8_t { Any, Old, New };

struct Subject {
    std::string term;
    std::string said;  // as it was asked
};

struct Question {
    std::vector<std::string> words;  // all of them
    std::vector<std::string> asked;  // the terms of all words: how it is asked
    std::vector<std::string> terms;  // what it asks about: each once, at most 64, no stop words

    Want want = Want::Text;
    Extreme extreme = Extreme::None;
    std::string extreme_word;  // "latest"
    Side side = Side::Any;
    std::string thing;               // a term; empty where none is named
    std::vector<Subject> subjects;   // all of them must be met
    std::vector<std::string> hints;  // terms that help to choose, and may be missing
    std::vector<std::string> aside;  // terms between brackets: the same, as the page may say it
    bool several = false;            // "which tests": all of them are wanted
    bool negated = false;            // "which is not ready"

    // Whether one of the words, or one that means the same, is among `asked`, or among `terms`.
    bool asks(std::string_view word) const { return holds(asked, term_of(word)); }
    bool mentions(std::string_view word) const { return holds(terms, term_of(word)); }

    bool says(std::initializer_list<std::string_view> any_of) const;  // among `words`
    bool is_about(const std::string& term) const;                     // a subject or a hint

    // Takes terms out of what it is about.
    void leave_out(const std::function<bool(const std::string& term)>& which);
};

// Questions are cut at 4000 bytes, which is more than a person asks.
Question read_question(std::string_view text);

// Whether the term says how it is asked, and need not stand on the page.
bool is_hint(const std::string& term);

}  // namespace fovea::reading
