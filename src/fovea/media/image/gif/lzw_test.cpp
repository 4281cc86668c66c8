#include "fovea/media/image/gif/lzw.hpp"

#include "fovea/media/image/gif/test_file.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fovea::media {
namespace {

using Pixels = std::vector<std::uint8_t>;

Result<Pixels> decoded(GifLzw& lzw, ByteView pieces, unsigned code_size, PixelSize size) {
    static const Bytes palette(768);
    GifImage image;
    image.place = {0, 0, size.width, size.height};
    image.palette = palette;
    image.code_size = static_cast<std::uint8_t>(code_size);
    image.data = pieces;
    const auto* pixels = TRY(lzw.decode(image));
    return Pixels(pixels, pixels + size.pixels());
}

Result<Pixels> decoded_codes(
    const std::vector<std::pair<unsigned, unsigned>>& codes, PixelSize size
) {
    BitPacker bits;
    for (const auto& [code, width] : codes) bits.put(code, width);
    const auto pieces = gif_pieces(bits.take());
    GifLzw lzw;
    return decoded(lzw, pieces, 2, size);
}

// Noise, runs and a flat area: strings of length one, of some length, and longer than any vector.
Pixels sample_pixels(std::size_t count, unsigned colours, unsigned kind) {
    std::mt19937 random(kind);
    Pixels pixels;
    while (pixels.size() < count) {
        const std::size_t run = kind == 0 ? 1 : kind == 1 ? 1 + random() % 40 : count;
        pixels.insert(pixels.end(), run, static_cast<std::uint8_t>(random() % colours));
    }
    pixels.resize(count);
    return pixels;
}

TEST(GifLzw, GivesBackWhatWasEncoded) {  // M4
    GifLzw lzw;                          // one for all, as for the frames of a file
    for (unsigned code_size = 2; code_size <= 8; ++code_size) {
        for (const auto size :
             {PixelSize{1, 1}, PixelSize{3, 5}, PixelSize{97, 111}, PixelSize{300, 200}}) {
            for (const unsigned kind : {0u, 1u, 2u}) {
                for (const bool clears : {true, false}) {
                    const auto pixels =
                        sample_pixels(std::size_t(size.pixels()), 1u << code_size, kind);
                    const auto pieces = gif_pieces(lzw_encoded(pixels, code_size, clears));

                    const auto result = decoded(lzw, pieces, code_size, size);

                    ASSERT_TRUE(result.ok()) << result.error().message;
                    EXPECT_EQ(result.value(), pixels) << code_size << " " << kind << clears;
                }
            }
        }
    }
}

TEST(GifLzw, DecodesACodeThatIsJustBeingMade) {  // M4
    // clear, 1, then 6: the string that begins with the one before it.
    const auto result = decoded_codes({{4, 3}, {1, 3}, {6, 3}, {7, 3}, {5, 4}}, {6, 1});

    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value(), (Pixels{1, 1, 1, 1, 1, 1}));
}

TEST(GifLzw, AcceptsAMissingClearAndAMissingEnd) {  // M4
    const auto result = decoded_codes({{1, 3}, {2, 3}, {3, 3}}, {3, 1});

    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value(), (Pixels{1, 2, 3}));
}

TEST(GifLzw, IgnoresWhatComesAfterTheLastPixel) {  // M4
    const auto result = decoded_codes({{4, 3}, {1, 3}, {2, 3}, {7, 3}, {7, 4}, {7, 4}}, {2, 1});

    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value(), (Pixels{1, 2}));
}

TEST(GifLzw, RefusesACodeThatDoesNotExistYet) {  // CAL-IMG-12
    EXPECT_FALSE(decoded_codes({{4, 3}, {6, 3}, {1, 3}}, {2, 1}).ok());
    EXPECT_FALSE(decoded_codes({{4, 3}, {1, 3}, {7, 3}}, {4, 1}).ok());
}

TEST(GifLzw, RefusesAFrameWithTooFewPixels) {  // CAL-IMG-12
    EXPECT_FALSE(decoded_codes({{4, 3}, {1, 3}, {5, 3}}, {2, 1}).ok());
    EXPECT_FALSE(decoded_codes({{4, 3}, {1, 3}}, {5, 1}).ok());
    EXPECT_FALSE(decoded_codes({}, {1, 1}).ok());
}

TEST(GifLzw, RefusesEveryTruncation) {  // CAL-IMG-12
    const auto pixels = sample_pixels(2000, 256, 1);
    const auto codes = lzw_encoded(pixels, 8);
    GifLzw lzw;
    // The last three bytes may hold nothing but the end code.
    for (auto size = codes.size() - 3; size > 0; --size) {
        const auto pieces = gif_pieces(ByteView(codes).first(size));

        EXPECT_FALSE(decoded(lzw, pieces, 8, {100, 20}).ok()) << size;
    }
}

TEST(GifLzw, SurvivesRandomCodes) {
    std::mt19937 random(1);
    GifLzw lzw;
    for (unsigned round = 0; round < 300; ++round) {
        Bytes noise(200);
        for (auto& byte : noise) byte = static_cast<std::byte>(random());
        const auto result = decoded(lzw, gif_pieces(noise), 2 + round % 7, {31, 7});

        if (result.ok()) {
            EXPECT_EQ(result.value().size(), 217u);
        }
    }
}

TEST(GifLzw, AllocatesNothingForAFrameThatItsDataCannotFill) {  // M3
    GifLzw lzw;

    EXPECT_FALSE(decoded(lzw, gif_pieces(Bytes(20)), 8, {60'000, 60'000}).ok());
}

TEST(GifLzw, RefusesAColourThatThePaletteLacksUnlessItIsTransparent) {  // CAL-IMG-12
    const Bytes palette(6);
    const auto pieces = gif_pieces(lzw_encoded({0, 1, 3, 0}, 2));
    GifImage image;
    image.place = {0, 0, 2, 2};
    image.palette = palette;
    image.code_size = 2;
    image.data = pieces;
    GifLzw lzw;
    EXPECT_FALSE(lzw.decode(image).ok());

    image.control.transparent = std::uint8_t{3};
    EXPECT_TRUE(lzw.decode(image).ok());
}

}  // namespace
}  // namespace fovea::media
