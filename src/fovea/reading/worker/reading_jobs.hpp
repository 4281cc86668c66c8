// The jobs of reading a picture, as messages. Both ends use these functions, so they cannot
// disagree.
//
//     Look       the picture's facts and colours; says whether it can be decoded at all
//     Barcodes   the codes on it
//     FindLines  which way the writing stands and where its lines are; the few lines that had to be read
//                to know that come with their words
//     ReadLines  some of the lines, as words
//     Elements   the controls of a user interface, with their states
//
// All of one picture's jobs carry the same ReadingSource, and a worker decodes it once. All boxes
// are pixels of the whole upright picture. What comes back from a worker is hostile until decoded
// here.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/reading/line_axis.hpp"
#include "fovea/reading/reading.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace fovea::reading {

// What is read. The program gives no two inputs the same key.
struct ReadingSource {
    std::uint64_t key = 0;
    media::Limits limits;
    std::optional<media::PixelRect> crop;  // pixels of the upright picture
};

struct LookJob {
    ReadingSource source;
};

struct BarcodesJob {
    ReadingSource source;
};

// Whether a few lines are read to know which way the writing stands.
enum class Sampling : std::uint8_t { Some, None };  // None: it is taken to be upright

struct FindLinesJob {
    ReadingSource source;
    std::chrono::milliseconds time{};  // then the worker answers with what it has
    Sampling sampling = Sampling::Some;
};

struct ReadLinesJob {
    ReadingSource source;
    std::chrono::milliseconds time{};
    TextTurn turn = TextTurn::None;
    std::vector<media::TextLine> lines;  // at most kMaxBatchLines
    std::vector<LineAxis> axes = {};     // of each, as FoundLines has them
};

struct FindElementsJob {
    ReadingSource source;
    std::chrono::milliseconds time{};
    TextTurn turn = TextTurn::None;
    std::uint32_t line_height = 0;  // the median of the picture's lines; 0: it has none
};

using ReadingJob = std::variant<LookJob, BarcodesJob, FindLinesJob, ReadLinesJob, FindElementsJob>;

struct Looked {
    media::PictureFacts facts;
    media::PixelRect area;
    Look look;

    bool operator==(const Looked&) const = default;
};

struct FoundBarcodes {
    std::vector<Barcode> barcodes;

    bool operator==(const FoundBarcodes&) const = default;
};

struct FoundLines {
    media::PixelRect area;
    TextTurn turn = TextTurn::None;
    std::vector<media::TextLine> lines;

    // Of each line, in pixels of the picture that is turned by `turn`, for whoever reads it; its height is 0 where the
    // box says all.
    std::vector<LineAxis> axes = {};

    bool all = true;                  // false: there were more than kMaxLines
    std::vector<std::uint32_t> read;  // the lines that were read already, ascending
    std::vector<Word> words;          // of those, in their order

    bool operator==(const FoundLines&) const = default;
};

struct ReadLines {
    std::uint32_t lines = 0;  // how many were read, from the first; fewer when the time was over
    std::vector<Word> words;  // in the order of their lines

    bool operator==(const ReadLines&) const = default;
};

struct FoundElements {
    std::vector<Element> elements;
    bool all = true;  // false: the time was over, and what lies further down is missing

    bool operator==(const FoundElements&) const = default;
};

constexpr std::size_t kMaxElements = 4'000;
constexpr std::size_t kMaxLines = 20'000;
constexpr std::size_t kMaxBatchLines = 256;
constexpr std::size_t kMaxLineWords = 4'000;  // a line has at most kMaxLineWidth pixels
constexpr std::size_t kMaxWordBytes = 4'000;
constexpr std::size_t kMaxBarcodeBytes = 16'000;  // the largest QR code holds 7089 digits

// Wholly within, and not empty.
bool is_inside(const media::PixelRect& box, const media::PixelRect& area);

Bytes encode(const ReadingJob& job);
Result<ReadingJob> decode_reading_job(ByteView message);

// Texts must be plain (ocr/plain_text.hpp), or the program takes the reply for garbled.
Bytes encode_reply(const Result<Looked>& reply);
Bytes encode_reply(const Result<FoundBarcodes>& reply);
Bytes encode_reply(const Result<FoundLines>& reply);
Bytes encode_reply(const Result<ReadLines>& reply);
Bytes encode_reply(const Result<FoundElements>& reply);

// Checked against what was asked; `area` is where the boxes must lie.
Result<Looked> decode_looked(ByteView reply, const ReadingSource& source);
Result<FoundBarcodes> decode_barcodes(ByteView reply, const media::PixelRect& area);
Result<FoundLines> decode_found_lines(ByteView reply, const ReadingSource& source);
Result<ReadLines> decode_read_lines(
    ByteView reply, std::size_t lines_asked, const media::PixelRect& area
);
Result<FoundElements> decode_found_elements(ByteView reply, const media::PixelRect& area);

}  // namespace fovea::reading
