// What a question wants to know, and of what: "How long is the walk to the museum?" wants a duration, of
// what is called walk and museum.
//
//     const Intent intent = read_intent(read_question("Which train is cancelled?"));
//     intent.want;          // Want::Name
//     intent.thing;         // "train": what kind of thing the answer is
//     intent.subjects;      // {"cancel"}: words that the answer has to stand beside
//
// Words are compared by their roots, so that "visited" finds "visitors".
#pragma once

#include "fovea/reading/answer/question_terms.hpp"

#include <cstdint>
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

struct Intent {
    Want want = Want::Text;
    Extreme extreme = Extreme::None;
    std::string thing;     // a root; empty where none is named
    bool several = false;  // "which tests": all of them are wanted
    Side side = Side::Any;
    bool until = false;                 // of two moments, the later one
    bool since = false;                 // of two moments, the earlier one
    bool by_time = false;               // "what time": of day
    std::vector<std::string> subjects;  // roots; all of them must be met
    std::vector<std::string> said;      // the same as they were asked
    std::vector<std::string> hints;     // roots that help to choose, and may be missing
    std::vector<std::string> verbs;     // subjects that are given up where the page has none
    bool inside = false;                // "what is in review": what stands under that
    std::string attribute;              // "name" of "the name of the package"
    bool negated = false;               // "which is not ready"
    std::string state;                  // "running" of "how many pods are running"
};

Intent read_intent(const Question& question);

// Whether the term says how it is asked, and need not stand on the page.
bool is_hint(std::string_view term);

// What is left of a term when its forms are the same: "visited" and "visitors" are "visit".
std::string root_of(std::string_view term);

// Of the text, in its order. Signs count as words: "✗" is "fail".
std::vector<std::string> roots_of(std::string_view text);

}  // namespace fovea::reading
