#include "fovea/tools/search_limits.hpp"

#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <re2/re2.h>

namespace fovea::tools {
namespace {

std::size_t steps_of(const re2::RE2& expression) {
    return static_cast<std::size_t>(
        std::max({expression.ProgramSize(), expression.ReverseProgramSize(), 1})
    );
}

Error wrong(const std::string& why) {
    return {ErrorCode::InvalidInput, why};
}

}  // namespace

Result<std::unique_ptr<re2::RE2>> compile_pattern(
    const std::string& pattern, const PatternChoices& choices
) {
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_case_sensitive(!choices.ignore_case);
    options.set_dot_nl(choices.dot_takes_newline);
    options.set_max_mem(kPatternMemory);
    auto expression = std::make_unique<re2::RE2>(pattern, options);
    if (!expression->ok()) {
        return wrong(
            "pattern is not a valid regular expression (RE2): " + to_utf8(expression->error())
        );
    }
    if (steps_of(*expression) > kMaxPatternSteps) {
        return wrong(
            "the pattern is too large; use smaller repetitions, such as {1,10} for {1,1000}"
        );
    }
    return expression;
}

std::size_t searched_bytes(const re2::RE2& expression) {
    return kMaxStepsOfMatch / steps_of(expression);
}

}  // namespace fovea::tools
