#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fovea::media {
namespace {

Picture decoded(const Bytes& file, const DecodeRequest& request = {}) {
    PictureSink sink;
    const auto report = decode_png(file, request, sink);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return sink.take();
}

bool decodes(const Bytes& file) {
    WatchingSink sink;
    const bool ok = decode_png(file, {}, sink).ok();
    EXPECT_EQ(validate_png(file, Limits{}).ok(), ok);
    if (ok) {
        EXPECT_TRUE(sink.well_behaved());
    }
    return ok;
}

std::uint8_t eight_bits(unsigned sample, unsigned depth) {
    return static_cast<std::uint8_t>(std::lround(sample * 255.0 / ((1u << depth) - 1)));
}

// What each pixel should be, as RGBA, computed without any of the decoder's tricks.
std::vector<std::uint8_t> expected_rgba(const TestPng& png) {
    std::vector<std::uint8_t> rgba;
    const auto n = png.channels();
    const auto* trns = octets(png.transparency);
    for (std::size_t i = 0; i < png.samples.size(); i += n) {
        const auto* s = &png.samples[i];
        bool key = !png.transparency.empty() && png.colour != 3;
        for (std::size_t c = 0; key && c < n; ++c) {
            key = s[c] == unsigned{trns[2 * c]} * 256 + trns[2 * c + 1];
        }
        std::uint8_t alpha = key ? 0 : 255;
        if (png.colour == 3) {
            for (unsigned c = 0; c < 3; ++c) rgba.push_back(octets(png.palette)[3 * s[0] + c]);
            if (s[0] < png.transparency.size()) alpha = trns[s[0]];
        } else {
            for (unsigned c = 0; c < 3; ++c)
                rgba.push_back(eight_bits(s[n >= 3 ? c : 0], png.depth));
            if (n % 2 == 0) alpha = eight_bits(s[n - 1], png.depth);
        }
        rgba.push_back(alpha);
    }
    return rgba;
}

std::vector<std::uint8_t> as_rgba(const Picture& picture) {
    std::vector<std::uint8_t> rgba;
    const auto n = bytes_per_pixel(picture.format());
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        for (std::uint32_t x = 0; x < picture.size().width; ++x) {
            const auto* pixel = picture.row(y) + std::size_t{x} * n;
            for (unsigned c = 0; c < 3; ++c) rgba.push_back(pixel[n >= 3 ? c : 0]);
            rgba.push_back(n == 4 ? pixel[3] : 255);
        }
    }
    return rgba;
}

struct Kind {
    unsigned colour;
    unsigned depth;
};

constexpr Kind kKinds[] = {
    {0, 1},
    {0, 2},
    {0, 4},
    {0, 8},
    {0, 16},
    {2, 8},
    {2, 16},
    {3, 1},
    {3, 2},
    {3, 4},
    {3, 8},
    {4, 8},
    {4, 16},
    {6, 8},
    {6, 16}};

TestPng picture_of(const Kind& kind, std::uint32_t width, std::uint32_t height, bool transparent) {
    auto png = wavy_png(width, height, kind.colour, kind.depth);
    png.filter = [](std::uint32_t y) { return (y * 7 + y / 5) % 5; };
    if (kind.colour == 3) {
        for (unsigned i = 0; i < 3u << kind.depth; ++i)
            png.palette.push_back(static_cast<std::byte>(i * 37));
        if (transparent) png.transparency = bytes_of({0, 128});
    } else if (transparent && kind.colour != 4 && kind.colour != 6) {
        for (unsigned c = 0; c < png.channels(); ++c) {
            png.transparency.push_back(static_cast<std::byte>(png.samples[c] >> 8));
            png.transparency.push_back(static_cast<std::byte>(png.samples[c] & 255));
        }
    }
    return png;
}

TEST(DecodePng, GivesTheRightPixelsForEveryKindOfPng) {  // M4
    for (const auto& kind : kKinds) {
        for (const bool interlaced : {false, true}) {
            for (const bool transparent : {false, true}) {
                for (const auto size : {PixelSize{1, 1}, PixelSize{3, 2}, PixelSize{37, 29}}) {
                    auto png = picture_of(kind, size.width, size.height, transparent);
                    png.interlaced = interlaced;

                    const auto picture = decoded(png.file());

                    EXPECT_EQ(as_rgba(picture), expected_rgba(png))
                        << kind.colour << " " << kind.depth << " " << interlaced << transparent;
                    EXPECT_TRUE(decodes(png.file()));
                }
            }
        }
    }
}

TEST(DecodePng, DeliversTheSmallestFormatThatHoldsThePicture) {  // M4
    EXPECT_EQ(decoded(picture_of({0, 1}, 5, 5, false).file()).format(), PixelFormat::Gray8);
    EXPECT_EQ(decoded(picture_of({0, 16}, 5, 5, true).file()).format(), PixelFormat::Rgba8);
    EXPECT_EQ(decoded(picture_of({2, 16}, 5, 5, false).file()).format(), PixelFormat::Rgb8);
    EXPECT_EQ(decoded(picture_of({3, 4}, 5, 5, false).file()).format(), PixelFormat::Rgb8);
    EXPECT_EQ(decoded(picture_of({3, 4}, 5, 5, true).file()).format(), PixelFormat::Rgba8);
    EXPECT_EQ(decoded(picture_of({4, 8}, 5, 5, false).file()).format(), PixelFormat::Rgba8);
}

TEST(DecodePng, RoundsAll65536DeepSamplesToTheNearest) {  // M4
    TestPng png;
    png.colour = 0;
    png.depth = 16;
    png.width = 256;
    png.height = 256;
    for (unsigned i = 0; i < 65536; ++i) png.samples.push_back(i);

    EXPECT_EQ(as_rgba(decoded(png.file())), expected_rgba(png));
}

TEST(DecodePng, HandsOutStableRowsFromTheInflatedData) {
    class StableSink : public WatchingSink {
    public:
        Result<void> rows(const RowBand& band) override {
            all_stable = all_stable && band.stable;
            return WatchingSink::rows(band);
        }
        bool all_stable = true;
    };
    StableSink direct;
    StableSink converted;

    ASSERT_TRUE(decode_png(wavy_png(300, 200, 2, 8).file(), {}, direct).ok());
    ASSERT_TRUE(decode_png(wavy_png(300, 200, 2, 16).file(), {}, converted).ok());

    EXPECT_TRUE(direct.all_stable && direct.well_behaved());
    EXPECT_TRUE(!converted.all_stable && converted.well_behaved());
}

TEST(DecodePng, CutsOutARegion) {  // M7
    for (const auto& kind : kKinds) {
        for (const bool interlaced : {false, true}) {
            auto png = picture_of(kind, 37, 29, false);
            png.interlaced = interlaced;
            const auto whole = as_rgba(decoded(png.file()));
            const PixelRect region{5, 7, 21, 11};
            DecodeRequest request;
            request.region = region;

            const auto part = decoded(png.file(), request);

            ASSERT_EQ(part.size(), region.size());
            std::vector<std::uint8_t> expected;
            for (auto y = region.y; y < region.y + region.height; ++y) {
                const auto* row = &whole[(std::size_t{y} * 37 + region.x) * 4];
                expected.insert(expected.end(), row, row + std::size_t{region.width} * 4);
            }
            EXPECT_EQ(as_rgba(part), expected) << kind.colour << " " << kind.depth;
        }
    }
}

TEST(DecodePng, RefusesARegionOutsideThePictureAndASecondFrame) {
    const auto file = wavy_png(10, 10, 2, 8).file();
    WatchingSink sink;
    DecodeRequest request;
    request.region = PixelRect{5, 5, 6, 1};
    EXPECT_EQ(decode_png(file, request, sink).error().code, ErrorCode::InvalidInput);

    request.region = PixelRect{0xffffffff, 0, 2, 1};
    EXPECT_EQ(decode_png(file, request, sink).error().code, ErrorCode::InvalidInput);

    request = {};
    request.frame = 1;
    EXPECT_EQ(decode_png(file, request, sink).error().code, ErrorCode::InvalidInput);
}

TEST(DecodePng, RefusesTooManyPixels) {  // M3
    const auto file = wavy_png(10, 10, 2, 8).file();
    WatchingSink sink;
    DecodeRequest request;
    request.limits.max_pixels = 99;

    EXPECT_EQ(decode_png(file, request, sink).error().code, ErrorCode::FileTooLarge);
    EXPECT_EQ(validate_png(file, request.limits).error().code, ErrorCode::FileTooLarge);
}

TEST(DecodePng, RefusesEveryTruncation) {  // CAL-IMG-12
    const auto file = wavy_png(12, 12, 2, 8).file();
    for (std::size_t size = 0; size < file.size(); ++size) {
        EXPECT_FALSE(decodes(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)))
        );
    }
}

TEST(DecodePng, RefusesEveryFlippedBit) {  // CAL-IMG-12
    const auto file = wavy_png(12, 12, 2, 8).file();
    for (std::size_t i = 0; i < file.size(); ++i) {
        auto changed = file;
        changed[i] ^= std::byte{4};

        EXPECT_FALSE(decodes(changed)) << i;
    }
}

TEST(DecodePng, RefusesAColourThatThePaletteLacks) {  // CAL-IMG-12
    for (const unsigned depth : {2u, 8u}) {
        auto png = wavy_png(9, 3, 3, depth);
        png.palette = Bytes(9);
        png.filter = [](std::uint32_t) { return 4u; };
        for (auto& sample : png.samples) sample %= 3;
        EXPECT_TRUE(decodes(png.file()));

        png.samples.back() = 3;
        EXPECT_FALSE(decodes(png.file()));
    }
}

TEST(DecodePng, SaysWhereThePictureEnds) {  // M4
    auto file = wavy_png(12, 12, 2, 8).file();
    const auto end = file.size();
    append(file, as_bytes("PK\3\4 something else"));
    WatchingSink sink;

    EXPECT_EQ(decode_png(file, {}, sink).value().end, end);
    EXPECT_EQ(validate_png(file, Limits{}).value().end, end);
}

TEST(DecodePng, StreamsAPictureTooLargeToBeInflatedWhole) {  // M4
    // 104 MB of raw data in a file of 100 KB.
    TestPng png;
    png.width = 3600;
    png.height = 3600;
    png.depth = 16;
    png.colour = 6;
    Bytes row = bytes_of({1});
    for (unsigned x = 0; x < png.width; ++x)
        append(row, bytes_of({x == 0 ? 200 : 0, 0, 0, 0, 0, 0, 0, 0}));
    Bytes raw;
    raw.reserve(row.size() * png.height);
    for (unsigned y = 0; y < png.height; ++y) append(raw, row);
    const auto file = png.file_of(zlib_compressed(raw));
    WatchingSink sink;
    DecodeRequest request;
    request.region = PixelRect{3500, 3000, 4, 600};

    ASSERT_TRUE(decode_png(file, request, sink).ok());

    EXPECT_TRUE(sink.well_behaved());
    EXPECT_TRUE(validate_png(file, Limits{}).ok());
}

TEST(DecodePng, StopsWhenTheSinkDoes) {
    class FullSink : public WatchingSink {
    public:
        Result<void> rows(const RowBand&) override { return Error{ErrorCode::Cancelled, "enough"}; }
    };
    for (const bool interlaced : {false, true}) {
        auto png = wavy_png(12, 12, 2, 8);
        png.interlaced = interlaced;
        FullSink sink;

        EXPECT_EQ(decode_png(png.file(), {}, sink).error().code, ErrorCode::Cancelled);
        EXPECT_FALSE(sink.ended());
    }
}

TEST(DecodePng, NeverInflatesText) {  // M4
    auto png = wavy_png(12, 12, 2, 8);
    png.before_picture = png_chunk(
        "zTXt", joined({as_bytes("bomb"), bytes_of({0, 0}), zlib_compressed(Bytes(1 << 20))})
    );

    EXPECT_TRUE(decodes(png.file()));
}

}  // namespace
}  // namespace fovea::media
