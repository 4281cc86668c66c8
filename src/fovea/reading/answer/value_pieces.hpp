// The pieces of a line that could be what a question wants: amounts, counts, moments, names.
//
//     value_pieces(Want::Duration, "9 min (750 m)");            // {"9 min"}
//     value_pieces(Want::Moment, "appointment on 26 November at 15:20");  // {"26 November at 15:20"}
#pragma once

#include "fovea/reading/answer/question.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

struct ValuePiece {
    std::string text;
    std::size_t begin = 0;  // in the line, in bytes
    std::size_t end = 0;
    double fit = 1;  // 0 to 1: how much it is of the kind that is wanted
};

std::vector<ValuePiece> value_pieces(Want want, std::string_view line);

// A number, an amount, a date, a time, with little else: what stands in a cell beside its name.
bool is_figure(std::string_view text);

// "18,442", "412 ms", "$1,284.07", "-3.1%": the first number of the text, a thousand times as large
// for "k" and so on, so that 312 MB is less than 4.9 GB.
std::optional<double> number_in(std::string_view text);

// "kcal", "minutes"
bool is_unit(std::string_view word);

// What stands behind the word for a thing and says which one it is: "8080" of "listens on port 8080".
std::optional<ValuePiece> named_piece(std::string_view line, const std::string& thing);

}  // namespace fovea::reading
