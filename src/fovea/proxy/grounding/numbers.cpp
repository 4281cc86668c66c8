#include "fovea/proxy/grounding/numbers.hpp"

#include <system_error>

#include <charconv>

namespace fovea::proxy::grounding {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "inf" and "nan" are words here.
bool starts_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.starts_with('.')) text.remove_prefix(1);
    return !text.empty() && is_digit(text.front());
}

bool is_gap(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}

}  // namespace

std::optional<double> read_number(std::string_view text, std::size_t& at) {
    if (at >= text.size() || !starts_number(text.substr(at))) return std::nullopt;
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + at, end, value);
    if (read.ec != std::errc()) return std::nullopt;
    at = static_cast<std::size_t>(read.ptr - text.data());
    return value;
}

std::optional<NumberList> read_numbers(std::string_view text, std::size_t begin, char close) {
    NumberList list;
    bool apart = true;  // the next number may begin here
    std::size_t at = begin + 1;
    while (at < text.size()) {
        if (text[at] == close) {
            list.end = at + 1;
            return list;
        }
        if (is_gap(text[at])) {
            apart = true;
            ++at;
            continue;
        }
        const auto number = apart ? read_number(text, at) : std::nullopt;
        if (!number) return std::nullopt;
        if (list.count < list.values.size()) list.values[list.count] = *number;
        ++list.count;
        apart = false;
    }
    return std::nullopt;
}

}  // namespace fovea::proxy::grounding
