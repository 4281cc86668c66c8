#include "fovea/media/text/text_density.hpp"

#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fovea::media {
namespace {

using test::blank;
using test::fill;
using test::kBlack;
using test::kWhite;

// So many columns and rows of cells, each 7 dots high and 35 long.
void write_cells(
    Picture& picture, std::uint32_t columns, std::uint32_t rows, std::uint32_t dot, Colour ink
) {
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const auto x = 10 + column * 60 * dot;
            test::write(picture, x, 10 + row * 14 * dot, "HELLEN", dot, ink);
        }
    }
}

Picture sheet(std::uint32_t dot) {
    auto picture = blank({400 * dot, 300 * dot}, kWhite);
    write_cells(picture, 6, 20, dot, kBlack);
    return picture;
}

Bytes png_of(const Picture& picture) {
    Bytes file(std::size_t{1} << 20);
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

// Grey that wanders, as stones and leaves do.
Picture texture(PixelSize size, int step) {
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    std::mt19937 random(5);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        int light = 128;
        for (std::uint32_t x = 0; x < size.width; ++x) {
            light += int(random() % unsigned(2 * step + 1)) - step;
            light = std::min(255, std::max(0, light));
            auto* at = picture.row(y) + std::size_t{x} * 3;
            at[0] = at[1] = at[2] = static_cast<std::uint8_t>(light);
        }
    }
    return picture;
}

TEST(TextDensity, MeasuresTheCellsOfASheet) {  // M7
    const auto small = text_density(sheet(1));
    const auto large = text_density(sheet(2));

    EXPECT_EQ(small.length, 600u);
    EXPECT_EQ(small.line_height, 7u);
    EXPECT_EQ(large.length, 600u);
    EXPECT_EQ(large.line_height, 14u);
}

TEST(TextDensity, SeesLightLettersOnDarkToo) {  // M7
    auto editor = blank({800, 600}, {30, 30, 46});
    write_cells(editor, 3, 20, 2, {166, 227, 161});

    const auto text = text_density(editor);

    EXPECT_EQ(text.length, 300u);
}

TEST(TextDensity, TellsTheHeightOfMostLines) {  // M7
    auto page = blank({800, 700}, kWhite);
    test::write(page, 10, 10, "HELLEN", 8, kBlack);
    test::write(page, 10, 100, "THE LENTEN", 4, kBlack);
    for (std::uint32_t row = 0; row < 20; ++row) {
        test::write(page, 10, 200 + 24 * row, "THE TENTH LENTEN THEN", 1, kBlack);
    }

    EXPECT_EQ(text_density(page).line_height, 7u);
}

TEST(TextDensity, CountsEachLineInItsOwnHeight) {  // M7
    auto chart = blank({800, 400}, kWhite);
    test::write(chart, 10, 10, "HELLEN", 4, kBlack);
    for (std::uint32_t row = 0; row < 10; ++row) {
        test::write(chart, 10, 150 + 24 * row, "HELLEN", 1, kBlack);
    }

    EXPECT_EQ(text_density(chart), (TextDensity{11 * 5, 7}));
}

TEST(TextDensity, HasNothingWithoutWriting) {  // M7
    auto gradient = blank({600, 400}, kWhite);
    for (std::uint32_t x = 0; x < 600; ++x) {
        const auto light = static_cast<std::uint8_t>(x * 255 / 599);
        fill(gradient, {x, 0, 1, 400}, {light, light, 200});
    }
    auto chart = blank({600, 400}, kWhite);
    for (std::uint32_t i = 0; i < 12; ++i) {
        fill(chart, {20 + 45 * i, 380 - 25 * i, 30, 25 * i + 1}, {40, 90, 200});
    }

    EXPECT_EQ(text_density(blank({600, 400}, kWhite)), TextDensity{});
    EXPECT_EQ(text_density(gradient), TextDensity{});
    EXPECT_EQ(text_density(chart), TextDensity{});
    EXPECT_LT(text_density(texture({600, 400}, 20)).length, 20u);
    EXPECT_LT(text_density(texture({600, 400}, 90)).length, 20u);
}

TEST(TextDensity, LooksOnlyAtThePartThatIsMeant) {  // M7
    const auto file = png_of(sheet(2));

    const auto all = measure_text(file, {});
    const auto half = measure_text(file, {.limits = {}, .area = PixelRect{0, 0, 370, 600}});
    const auto outside = measure_text(file, {.limits = {}, .area = PixelRect{0, 0, 801, 600}});

    EXPECT_EQ(all.value().length, 600u);
    EXPECT_EQ(half.value().length, 300u);
    EXPECT_EQ(outside.error().code, ErrorCode::InvalidInput);
}

TEST(TextDensity, RefusesWhatIsNoPicture) {  // M3, M7
    const auto file = png_of(sheet(1));

    EXPECT_FALSE(measure_text({}, {}).ok());
    EXPECT_EQ(
        measure_text(ByteView(file).first(file.size() / 2), {}).error().code,
        ErrorCode::DecodeFailed
    );
    EXPECT_EQ(
        measure_text(file, {.limits = {.max_pixels = 1000}}).error().code, ErrorCode::FileTooLarge
    );
}

}  // namespace
}  // namespace fovea::media
