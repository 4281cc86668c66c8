// What was read from a picture, as measured: lines, words, barcodes, controls and colours, nothing of it
// interpreted yet. page.hpp makes blocks of it, kind.hpp guesses what it is a picture of.
//
// All boxes are pixels of the whole upright picture, also when only a part of it was read, and also
// when the writing stands on its side.
#pragma once

#include "fovea/media/text/text_lines.hpp"
#include "fovea/media/transform/prepare.hpp"
#include "fovea/reading/element.hpp"
#include "fovea/reading/look.hpp"
#include "fovea/reading/word.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::reading {

struct Barcode {
    std::string format;  // "QRCode", "EAN-13"
    std::string text;    // UTF-8
    media::PixelRect box;

    bool operator==(const Barcode&) const = default;
};

// By how much the writing is turned clockwise: at Quarter it runs from top to bottom.
enum class TextTurn : std::uint8_t { None, Quarter, Half, ThreeQuarters };

// Whether the controls of a user interface are looked for: a fifth of a second of one core for a
// screen of 1920×1080, and nothing for a photograph, which has none.
enum class Elements : std::uint8_t { Unasked, Wanted };

// Why something that may be on the picture is not in its reading; the worse, the larger.
enum class Missing : std::uint8_t {
    Nothing,
    OtherLetters,   // there is writing in a script that is not configured
    OutOfTime,      // the time was over before every line was read
    TooManyLines,   // more than are read of one picture
    ReaderCrashed,  // on a part of the picture; all the rest was read
};

struct Reading {
    media::PictureFacts facts;
    media::PixelRect area;  // what was read: the whole picture, or a crop
    TextTurn turn = TextTurn::None;
    std::vector<media::TextLine> lines;
    std::vector<Word> words;  // Word::line is an index in `lines`
    std::vector<Barcode> barcodes;
    std::optional<std::vector<Element>> elements = {};  // none: they were not looked for
    Look look;
    Missing missing = Missing::Nothing;

    bool complete() const { return missing == Missing::Nothing; }
    bool operator==(const Reading&) const = default;
};

}  // namespace fovea::reading
