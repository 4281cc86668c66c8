#include "fovea/reading/recognise/letter_shapes.hpp"

#include <algorithm>
#include <array>

namespace fovea::reading {
namespace {

// Latin, Cyrillic, Greek.
constexpr std::array<std::u32string_view, 27> kShapes = {
    kStrokes,  U"0OoОоΟο", U"CcСс", U"SsЅѕ", U"VvΝν", U"Ww",   U"XxХхΧχ", U"ZzΖ",  U"Uuυ",
    U"PpРрΡρ", U"KkКкΚκ",  U"YyУу", U"TТΤт", U"MМΜм", U"HНΗн", U"AАΑ",    U"BВΒв", U"EЕΕ",
    U"aа",     U"eе",      U"3Зз",  U"JЈ",   U"jј",   U"iі",   U"-–—",    U".·",   U"×✗",
};

}  // namespace

std::u32string_view alike(char32_t letter) {
    const auto found = std::ranges::find_if(kShapes, [&](std::u32string_view shape) {
        return shape.find(letter) != shape.npos;
    });
    return found == kShapes.end() ? std::u32string_view() : *found;
}

}  // namespace fovea::reading
