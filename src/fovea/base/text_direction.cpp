#include "fovea/base/text_direction.hpp"

#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>

namespace fovea {
namespace {

enum class Direction : std::uint8_t { None, Left, Right };  // to which it runs

bool within(char32_t code, char32_t first, char32_t last) {
    return code >= first && code <= last;
}

bool is_digit(char32_t code) {
    return within(code, U'0', U'9') || within(code, 0x0660, 0x0669) || within(code, 0x06F0, 0x06F9);
}

Direction direction_of(char32_t code) {
    if (is_digit(code)) return Direction::None;
    const bool to_the_left = within(code, 0x0590, 0x08FF) || within(code, 0xFB1D, 0xFDFF) ||
                             within(code, 0xFE70, 0xFEFF) || within(code, 0x10800, 0x10FFF) ||
                             within(code, 0x1E800, 0x1EFFF);
    if (to_the_left) return Direction::Left;
    const bool is_letter = within(code, U'a', U'z') || within(code, U'A', U'Z') || code >= 0x00C0;
    const bool is_sign = within(code, 0x2000, 0x2BFF) || within(code, 0x3000, 0x303F);
    return is_letter && !is_sign ? Direction::Right : Direction::None;
}

Direction direction_of(std::string_view word) {
    auto found = Direction::None;
    while (!word.empty()) {
        const auto letter = first_character(word);
        word.remove_prefix(letter.bytes);
        const auto direction = direction_of(letter.code);
        if (direction == Direction::Left) return direction;
        if (direction == Direction::Right) found = direction;
    }
    return found;
}

// In a text that was turned as a whole, the runs of those that run to the right are turned back.
template <class Item, class IsForeign>
void turn_back(std::vector<Item>& items, IsForeign is_foreign) {
    for (auto at = items.begin(); at != items.end();) {
        const auto begin = std::find_if(at, items.end(), is_foreign);
        const auto end = std::find_if_not(begin, items.end(), is_foreign);
        std::reverse(begin, end);
        at = end;
    }
}

// Brackets of a text that runs to the left open to the left.
std::string_view mirrored(std::string_view letter) {
    constexpr std::string_view kPairs[] = {"(", ")", "[", "]", "{", "}", "<", ">", "«", "»"};
    const auto* const found = std::ranges::find(kPairs, letter);
    if (found == std::end(kPairs)) return letter;
    const auto index = found - std::begin(kPairs);
    return kPairs[index ^ 1];
}

}  // namespace

bool runs_right_to_left(std::string_view word) {
    return direction_of(word) == Direction::Left;
}

std::string in_letter_order(std::string_view word) {
    if (!runs_right_to_left(word)) return std::string(word);
    std::vector<std::string_view> letters;
    while (!word.empty()) {
        const auto letter = first_character(word);
        letters.push_back(word.substr(0, letter.bytes));
        word.remove_prefix(letter.bytes);
    }
    std::ranges::reverse(letters);
    // "12.50" stays a number, with the point inside of it.
    const auto is_foreign = [&](const std::string_view& letter) {
        const auto code = first_character(letter).code;
        if (is_digit(code) || direction_of(code) == Direction::Right) return true;
        const auto* const at = &letter;
        const bool inside = at != &letters.front() && at != &letters.back();
        const auto digit_at = [](const std::string_view* other) {
            return is_digit(first_character(*other).code);
        };
        const bool joins = letter == "." || letter == "," || letter == ":" || letter == "/";
        return joins && inside && digit_at(at - 1) && digit_at(at + 1);
    };
    std::vector<bool> foreign;
    for (const auto& letter : letters) foreign.push_back(is_foreign(letter));
    std::string turned;
    for (std::size_t i = 0; i < letters.size();) {
        if (!foreign[i]) {
            turned += mirrored(letters[i++]);
            continue;
        }
        auto end = i;
        while (end < letters.size() && foreign[end]) ++end;
        for (auto back = end; back > i; --back) turned += letters[back - 1];
        i = end;
    }
    return turned;
}

std::vector<std::size_t> order_of_words(std::span<const std::string_view> words) {
    std::vector<std::size_t> order(words.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<Direction> directions;
    for (const auto word : words) directions.push_back(direction_of(word));
    const auto left = std::ranges::count(directions, Direction::Left);
    if (left == 0) return order;
    const bool line_runs_left = left >= std::ranges::count(directions, Direction::Right);
    const auto own = line_runs_left ? Direction::Left : Direction::Right;
    const auto other = line_runs_left ? Direction::Right : Direction::Left;
    // A number between two foreign words is one of them; elsewhere it follows the line.
    for (std::size_t i = 0; i < directions.size(); ++i) {
        if (directions[i] != Direction::None) continue;
        auto next = i;
        while (next < directions.size() && directions[next] == Direction::None) ++next;
        const bool between = i > 0 && directions[i - 1] == other && next < directions.size() &&
                             directions[next] == other;
        std::fill(
            directions.begin() + static_cast<std::ptrdiff_t>(i),
            directions.begin() + static_cast<std::ptrdiff_t>(next),
            between ? other : own
        );
    }
    if (line_runs_left) std::ranges::reverse(order);
    turn_back(order, [&](std::size_t index) { return directions[index] == other; });
    return order;
}

}  // namespace fovea
