// What a search may cost, whatever pattern a model writes. RE2 takes time in proportion to the text, and
// also to the size of the compiled pattern: `((a?){500}){2}b` is 4,000 steps for each byte.
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace re2 {
class RE2;
}

namespace fovea::tools {

// A model waits no longer; what was found until then is told.
inline constexpr std::chrono::milliseconds kSearchTime{10'000};

// Of RE2, for a pattern and its tables.
inline constexpr std::size_t kPatternMemory = 8 << 20;

// Steps of a compiled pattern. `.{0,200}password.{0,200}` has 3,600, five hundred words 4,000.
inline constexpr std::size_t kMaxPatternSteps = 20'000;

// Of one match, which nothing can stop: about a second at its slowest. Of longer lines as much is
// searched as that allows; for patterns of up to 95 steps it is all that a line may have.
inline constexpr std::size_t kMaxStepsOfMatch = 100'000'000;

struct PatternChoices {
    bool ignore_case = false;
    bool dot_takes_newline = false;
};

// InvalidInput for what is not an expression, or too large a one.
Result<std::unique_ptr<re2::RE2>> compile_pattern(
    const std::string& pattern, const PatternChoices& choices
);

// Bytes of a line that are searched.
std::size_t searched_bytes(const re2::RE2& expression);

// When a search that begins now has to end. A limit that is over at once finds nothing.
class SearchDeadline {
public:
    explicit SearchDeadline(std::chrono::milliseconds limit)
        : end_(std::chrono::steady_clock::now() + limit) {}

    bool is_over() const { return std::chrono::steady_clock::now() >= end_; }

private:
    std::chrono::steady_clock::time_point end_;
};

}  // namespace fovea::tools
