#include "fovea/media/image/png/inflate.hpp"

#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fovea::media {
namespace {

constexpr std::size_t kStream =
    0;  // a limit that makes every picture too large to be inflated whole

// All rows, or the error that came first. Each band is changed afterwards, as undoing filters does.
Result<Bytes> read_all(const Bytes& file, std::size_t whole_limit) {
    const auto layout = TRY(read_png_layout(file));
    const auto rows = TRY(open_png_rows(layout, whole_limit));
    const auto row_bytes = layout.header.row_bytes(layout.header.size.width) + 1;
    Bytes all;
    for (std::uint32_t y = 0; y < layout.header.size.height;) {
        const auto count = std::min(3u, layout.header.size.height - y);
        auto* band = TRY(rows->next(row_bytes, count));
        if (y > 0) {
            EXPECT_EQ(band[-1], 0xee);
        }
        append(all, std::as_bytes(std::span(band, row_bytes * count)));
        std::memset(band, 0xee, row_bytes * count);
        y += count;
    }
    TRY(rows->finish());
    return all;
}

TEST(PngInflate, GivesTheSameRowsWholeAndStreamed) {  // M4
    for (const std::size_t part_bytes : {SIZE_MAX, std::size_t{100}, std::size_t{1}}) {
        auto png = wavy_png(70, 50, 2, 8);
        png.part_bytes = part_bytes;

        const auto whole = read_all(png.file(), kPngWholeLimit);
        const auto streamed = read_all(png.file(), kStream);

        ASSERT_TRUE(whole.ok() && streamed.ok()) << part_bytes;
        EXPECT_EQ(whole.value(), png.raw());
        EXPECT_EQ(streamed.value(), png.raw());
    }
}

TEST(PngInflate, RefusesDataThatEndsTooEarly) {  // CAL-IMG-12
    const auto png = wavy_png(70, 50, 2, 8);
    const auto stream = zlib_compressed(png.raw());
    auto less = png.raw();
    less.pop_back();
    for (const auto limit : {kPngWholeLimit, kStream}) {
        EXPECT_FALSE(read_all(png.file_of(zlib_compressed(less)), limit).ok());
        for (std::size_t cut = 1; cut < stream.size(); cut += cut) {
            const auto file = png.file_of(ByteView(stream).first(stream.size() - cut));

            EXPECT_FALSE(read_all(file, limit).ok()) << cut;
        }
    }
}

TEST(PngInflate, RefusesDataBeyondTheLastRow) {  // CAL-IMG-12
    const auto png = wavy_png(70, 50, 2, 8);
    auto more = png.raw();
    more.push_back(std::byte{0});
    auto behind = zlib_compressed(png.raw());
    behind.push_back(std::byte{0});
    for (const auto limit : {kPngWholeLimit, kStream}) {
        EXPECT_FALSE(read_all(png.file_of(zlib_compressed(more)), limit).ok());
        EXPECT_FALSE(read_all(png.file_of(behind), limit).ok());
    }
}

TEST(PngInflate, RefusesAWrongChecksumOfThePixels) {  // CAL-IMG-12
    const auto png = wavy_png(70, 50, 2, 8);
    auto stream = zlib_compressed(png.raw());
    stream.back() ^= std::byte{1};
    for (const auto limit : {kPngWholeLimit, kStream}) {
        EXPECT_FALSE(read_all(png.file_of(stream), limit).ok());
    }
}

TEST(PngInflate, NeverTrustsBytesThatAreNotDeflate) {
    const auto png = wavy_png(70, 50, 2, 8);
    std::uint32_t noise = 1;
    for (int round = 0; round < 200; ++round) {
        auto stream = zlib_compressed(png.raw());
        for (int i = 0; i < 3; ++i) {
            noise = noise * 1664525u + 1013904223u;
            stream[(noise >> 8) % stream.size()] ^= static_cast<std::byte>(1 + (noise & 0x7f));
        }
        const auto file = png.file_of(stream);

        // Both must agree, and accept only what is bit for bit the picture.
        const auto whole = read_all(file, kPngWholeLimit);
        const auto streamed = read_all(file, kStream);
        EXPECT_EQ(whole.ok(), streamed.ok());
        if (whole.ok()) {
            EXPECT_EQ(whole.value(), png.raw());
        }
    }
}

TEST(PngInflate, AllocatesNothingForAPictureThatItsDataCannotFill) {  // M3
    auto png = wavy_png(1, 1, 6, 16);
    const auto stream = zlib_compressed(png.raw());
    png.width = 10'000;
    png.height = 10'000;  // 800 MB

    for (const auto limit : {kPngWholeLimit, kStream}) {
        EXPECT_FALSE(read_all(png.file_of(stream), limit).ok());
    }
}

}  // namespace
}  // namespace fovea::media
