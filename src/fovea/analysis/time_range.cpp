#include "fovea/analysis/time_range.hpp"

#include "fovea/analysis/parts.hpp"

#include <charconv>
#include <cmath>

namespace fovea::analysis {
namespace {

constexpr double kLongest = 100 * 3600;  // seconds

// Digits and one point: no sign, no exponent.
std::optional<double> number_of(std::string_view text) {
    if (text.find_first_not_of("0123456789.") != text.npos) return std::nullopt;
    double number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

Result<std::chrono::milliseconds> parse_time(std::string_view text) {
    const Error wrong{
        ErrorCode::InvalidInput,
        "\"" + std::string(text.substr(0, 40)) +
            "\" is not a valid time: use seconds (12.5), 1:02.5 or 1:00:03"};
    double seconds = 0;
    auto rest = text;
    for (int parts = 0; parts < 3; ++parts) {
        const auto colon = rest.find(':');
        const auto part = rest.substr(0, colon);
        const auto number = number_of(part);
        const bool is_last = colon == rest.npos;
        if (!number || (parts > 0 && *number >= 60)) return wrong;
        if (!is_last && part.find('.') != part.npos) return wrong;
        seconds = seconds * 60 + *number;
        if (is_last) {
            if (seconds > kLongest) return wrong;
            return std::chrono::milliseconds(std::llround(seconds * 1000));
        }
        rest.remove_prefix(colon + 1);
    }
    return wrong;
}

Result<void> set_range(
    const std::optional<std::string>& start, const std::optional<std::string>& end, Scope& scope
) {
    if (start) scope.from = TRY(parse_time(*start));
    if (end) scope.to = TRY(parse_time(*end));
    if (scope.to && *scope.to <= scope.from.value_or(std::chrono::milliseconds{0})) {
        return Error{ErrorCode::InvalidInput, "the end must come after the start: " + *end};
    }
    return {};
}

}  // namespace fovea::analysis
