// The whole reading of a picture, as a worker does it: look, barcodes, finding the lines, reading
// each of them. Whatever the picture, the program must take what the worker answers.
//
// The input is a file of any format; else it becomes a small picture of few colours, which reaches
// behind the decoders at once: width, height, eight colours, then an index for each pixel.
#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/reading/languages.hpp"
#include "fovea/reading/recognise/handle_reading_job.hpp"
#include "fovea/reading/recognise/screen_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace fovea;
using namespace fovea::media;
using namespace fovea::reading;

constexpr std::size_t kColours = 8;
constexpr std::size_t kHead = 2 + 3 * kColours;
constexpr std::chrono::hours kTime(1);  // what is slow is found by libFuzzer

void check(bool kept) {
    if (!kept) __builtin_trap();
}

Bytes small_picture(std::span<const std::uint8_t> data) {
    const PixelSize size{1u + data[0] % 96u, 1u + data[1] % 64u};
    const auto indices = data.subspan(kHead);
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    for (std::size_t i = 0; i < size.pixels(); ++i) {
        const std::size_t index = indices.empty() ? 0 : indices[i % indices.size()] % kColours;
        auto* pixel = picture.row(std::uint32_t(i / size.width)) + i % size.width * 3;
        std::ranges::copy(data.subspan(2 + 3 * index, 3), pixel);
    }
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

class Reader {
public:
    void read(ByteView file) {
        ReadingSource source;
        source.key = ++key_;
        source.limits.max_pixels = 120'000;
        source.limits.max_frames = 20;
        const auto looked = decode_looked(answer(LookJob{source}, file), source);
        if (!looked.ok()) return;
        const auto& area = looked.value().area;
        check(decode_barcodes(answer(BarcodesJob{source}, file), area).ok());
        for (const auto sampling : {Sampling::Some, Sampling::None}) {
            const auto reply = answer(FindLinesJob{source, kTime, sampling}, file);
            const auto found = decode_found_lines(reply, source);
            check(found.ok() && found.value().area == area);
            read_lines(source, found.value(), file);
        }
    }

private:
    void read_lines(const ReadingSource& source, const FoundLines& found, ByteView file) {
        ReadLinesJob job{source, kTime, found.turn, found.lines};
        if (job.lines.size() > 16) job.lines.resize(16);
        const auto read = decode_read_lines(answer(job, file), job.lines.size(), found.area);
        check(read.ok() && read.value().lines == job.lines.size());
    }

    Bytes answer(const ReadingJob& job, ByteView file) {
        auto made = handler_.handle(encode(job), file, output_);
        if (!made.message.empty()) return std::move(made.message);
        return Bytes(output_.begin(), output_.begin() + std::ptrdiff_t(made.output_size));
    }

    std::uint64_t key_ = 0;
    ReadingHandler handler_{std::make_unique<ScreenReader>(ScreenReader::open().value())};
    Bytes output_ = Bytes(16 << 20);
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Reader reader;
    const std::span bytes(data, size);
    const auto file = std::as_bytes(bytes);
    if (sniff(file).image) {
        reader.read(file);
    } else if (size >= kHead) {
        reader.read(small_picture(bytes));
    }
    return 0;
}
