#include "fovea/media/image/png/layout.hpp"

#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes signature_and(std::initializer_list<ByteView> chunks) {
    return joined({bytes_of({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}), joined(chunks)});
}

Bytes header_chunk(const TestPng& png) {
    return png_chunk("IHDR", png.header());
}

TEST(PngHeader, KnowsEveryLegalCombinationAndNoOther) {  // M3
    const std::vector<std::vector<unsigned>> legal = {
        {1, 2, 4, 8, 16}, {}, {8, 16}, {1, 2, 4, 8}, {8, 16}, {}, {8, 16}, {}};
    for (unsigned colour = 0; colour < 8; ++colour) {
        for (unsigned depth = 0; depth <= 32; ++depth) {
            TestPng png;
            png.colour = colour;
            png.depth = depth;
            const auto& depths = legal[colour];

            const bool accepted = read_png_header(signature_and({header_chunk(png)})).ok();

            EXPECT_EQ(accepted, std::count(depths.begin(), depths.end(), depth) == 1)
                << colour << " " << depth;
        }
    }
}

TEST(PngHeader, RefusesPicturesWithoutPixels) {  // M3
    TestPng png;
    png.width = 0;
    EXPECT_FALSE(read_png_header(signature_and({header_chunk(png)})).ok());

    png.width = 5;
    png.height = 0x80000000;
    EXPECT_FALSE(read_png_header(signature_and({header_chunk(png)})).ok());
}

TEST(PngHeader, RefusesMethodsThatDoNotExist) {  // CAL-IMG-12
    for (std::size_t i = 10; i < 13; ++i) {
        auto data = TestPng().header();
        data[i] = std::byte{2};

        EXPECT_FALSE(read_png_header(signature_and({png_chunk("IHDR", data)})).ok()) << i;
    }
}

TEST(PngHeader, ComparesTheDeclaredPixelsWithTheLimit) {  // M3
    TestPng png;
    png.width = 10'000;
    png.height = 10'000;
    const auto fits = read_png_header(signature_and({header_chunk(png)}));
    png.width = 10'001;
    const auto over = read_png_header(signature_and({header_chunk(png)}));

    EXPECT_TRUE(check_png_pixels(fits.value(), Limits{}).ok());
    const auto refusal = check_png_pixels(over.value(), Limits{});
    ASSERT_FALSE(refusal.ok());
    EXPECT_EQ(refusal.error().code, ErrorCode::FileTooLarge);
    EXPECT_NE(refusal.error().message.find("100010000"), std::string::npos);
}

TEST(PngHeader, CountsOnlyPassesThatHavePixels) {
    TestPng png;
    png.interlaced = true;
    png.width = 3;
    png.height = 2;
    const auto header = read_png_header(signature_and({header_chunk(png)})).value();

    // Passes 1, 4, 6 and 7 have 1, 1, 1 and 3 pixels of three bytes, and a filter byte each.
    EXPECT_EQ(png_passes(header).size(), 4u);
    EXPECT_EQ(png_raw_bytes(header), 4u + 4 + 4 + 10);
}

TEST(PngLayout, FindsThePartsOfAPicture) {  // M4
    auto png = wavy_png(20, 10, 3, 4);
    png.palette = Bytes(48);
    png.transparency = Bytes(3);
    png.part_bytes = 10;
    auto file = png.file();
    const auto end = file.size();
    append(file, Bytes(100));

    const auto layout = read_png_layout(file);

    ASSERT_TRUE(layout.ok());
    EXPECT_EQ(layout.value().palette.size(), 48u);
    EXPECT_EQ(layout.value().transparency.size(), 3u);
    EXPECT_EQ(layout.value().picture_bytes, zlib_compressed(png.raw()).size());
    EXPECT_EQ(layout.value().end, end);
    EXPECT_TRUE(layout.value().has_alpha());
}

TEST(PngLayout, RefusesChunksThatAreMissingTwiceOrOutOfOrder) {  // CAL-IMG-12
    const auto colour = TestPng();
    auto indexed = TestPng();
    indexed.colour = 3;
    const auto ihdr = header_chunk(colour);
    const auto ihdr3 = header_chunk(indexed);
    const auto plte = png_chunk("PLTE", Bytes(6));
    const auto trns = png_chunk("tRNS", Bytes(2));
    const auto key = png_chunk("tRNS", Bytes(6));
    const auto idat = png_chunk("IDAT", Bytes(9));
    const auto text = png_chunk("tEXt", Bytes(9));
    const auto iend = png_chunk("IEND", {});

    EXPECT_TRUE(read_png_layout(signature_and({ihdr, idat, idat, iend})).ok());
    EXPECT_TRUE(read_png_layout(signature_and({ihdr3, plte, trns, idat, text, iend})).ok());
    EXPECT_TRUE(read_png_layout(signature_and({ihdr, key, text, idat, iend})).ok());

    EXPECT_FALSE(read_png_layout(signature_and({idat, ihdr, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, ihdr, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, idat})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, idat, text, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr3, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr3, idat, plte, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr3, plte, plte, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr3, trns, plte, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, key, key, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, idat, key, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, trns, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, png_chunk("IDAX", {}), idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, idat, png_chunk("IEND", Bytes(1))})).ok());
    EXPECT_FALSE(
        read_png_layout(signature_and({ihdr3, png_chunk("PLTE", Bytes(7)), idat, iend})).ok()
    );
}

TEST(PngLayout, RefusesAWrongCrcInWhatIsKeptAndForgivesItElsewhere) {  // CAL-IMG-12
    const auto damaged = [](Bytes chunk) {
        chunk.back() ^= std::byte{1};
        return chunk;
    };
    const auto ihdr = header_chunk(TestPng());
    const auto gama = png_chunk("gAMA", Bytes(4));
    const auto text = png_chunk("tEXt", Bytes(4));
    const auto idat = png_chunk("IDAT", Bytes(9));
    const auto iend = png_chunk("IEND", {});

    EXPECT_TRUE(read_png_layout(signature_and({ihdr, gama, damaged(text), idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({damaged(ihdr), gama, idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, damaged(gama), idat, iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, gama, damaged(idat), iend})).ok());
    EXPECT_FALSE(read_png_layout(signature_and({ihdr, gama, idat, damaged(iend)})).ok());
}

}  // namespace
}  // namespace fovea::media
