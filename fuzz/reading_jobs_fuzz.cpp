// Both ends of reading: the worker must read any job, and the program any answer, since a worker
// may have been taken over by the picture it read.
#include "fovea/reading/worker/reading_jobs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace fovea::media;
using namespace fovea::reading;

constexpr PixelRect kArea{10, 10, 500, 400};

ReadingSource source_with_crop() {
    ReadingSource source;
    source.crop = kArea;
    return source;
}

void check(bool kept) {
    if (!kept) __builtin_trap();
}

bool is_inside_area(const Word& word) {
    return is_inside(word.box, kArea);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto message = std::as_bytes(std::span(data, size));
    const auto source = source_with_crop();
    if (const auto job = decode_reading_job(message); job.ok()) {
        const auto again = decode_reading_job(encode(job.value()));
        check(again.ok() && again.value().index() == job.value().index());
    }
    if (const auto looked = decode_looked(message, source); looked.ok()) {
        check(looked.value().area == kArea);
    }
    if (const auto found = decode_found_lines(message, source); found.ok()) {
        const auto& it = found.value();
        check(it.lines.size() <= kMaxLines && std::ranges::all_of(it.words, is_inside_area));
        for (const auto& word : it.words) check(word.line < it.lines.size());
        check(it.axes.size() == it.lines.size());
        for (const auto& axis : it.axes) check(axis.length >= 0 && axis.height >= 0);
    }
    if (const auto read = decode_read_lines(message, 50, kArea); read.ok()) {
        check(read.value().lines <= 50 && std::ranges::all_of(read.value().words, is_inside_area));
        for (const auto& word : read.value().words) check(word.line < read.value().lines);
    }
    if (const auto found = decode_found_elements(message, kArea); found.ok()) {
        check(found.value().elements.size() <= kMaxElements);
        for (const auto& element : found.value().elements) {
            check(is_inside(element.box, kArea) && !name_of(element.kind).empty());
        }
    }
    if (const auto found = decode_barcodes(message, kArea); found.ok()) {
        for (const auto& barcode : found.value().barcodes) check(is_inside(barcode.box, kArea));
    }
    return 0;
}
