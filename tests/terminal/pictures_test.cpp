// Pictures in terminals: what is on the screen, by the parsers of other people, and not what was written.
#include "fovea/media/transform/thumbnail.hpp"
#include "fovea/tui/graphics/kitty.hpp"
#include "fovea/tui/graphics/picture_file.hpp"
#include "fovea/tui/graphics/sixel.hpp"
#include "fovea/tui/graphics/test_pictures.hpp"
#include "fovea/tui/graphics/thumbnails.hpp"

#include <gtest/gtest.h>

#include "terminal/screens.hpp"

namespace fovea::tui {
namespace {

namespace json = boost::json;
using namespace fovea::testing;

LoadPixels quarters() {
    return [](const content::ImageBlock& image,
              media::PixelSize room,
              const std::stop_token&) -> Result<media::Picture> {
        return four_quarters(media::size_in_room(image.size, room));
    };
}

PictureToShow screenshot(media::PixelSize size = {1920, 1080}) {
    return {
        .image = {
            .source = content::BlobRef{},
            .mime = "image/png",
            .size = size,
            .filename = "shot.png"}};
}

// As screen/painter.hpp writes finished lines: all of them, then the drawing from its upper left cell.
std::string written(const StyledText& lines) {
    std::string bytes;
    for (const auto& line : lines) bytes += line.plain() + "\r\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& drawing = lines[i].drawing;
        if (!drawing) continue;
        const auto up = std::to_string(lines.size() - i);
        bytes += "\x1b[" + up + "A\x1b[" + std::to_string(drawing->column + 1) +
                 "G\x1b"
                 "7";
        bytes += drawing->bytes +
                 "\x1b"
                 "8\r\x1b[" +
                 up + "B";
    }
    return bytes + "below";
}

double number(const json::value& value) {
    return value.to_number<double>();
}

class KittyScreen : public ::testing::Test {
protected:
    void SetUp() override {
        if (!has_kitty()) GTEST_SKIP() << "kitty is not installed: apt install kitty";
    }
    Thumbnails thumbnails_{{.kind = GraphicsKind::Kitty}, quarters(), 5000};
};

TEST_F(KittyScreen, ShowsTheWholePictureInItsCells) {  // CAL-IMG-27
    const auto shown = thumbnails_.show(screenshot(), {.indent = 2}, {});
    const auto screen = kitty_screen("above\r\n" + written(shown.lines), {.ids = {5000}});

    ASSERT_EQ(screen.at("pictures").as_array().size(), 1u);
    const auto& picture = screen.at("pictures").at(0);
    EXPECT_EQ(picture.at("width"), 427);
    EXPECT_EQ(picture.at("height"), 240);
    EXPECT_EQ(picture.at("quarters"), json::parse("[[255,0,0],[0,255,0],[0,0,255],[255,255,255]]"));
    ASSERT_EQ(screen.at("placements").as_array().size(), 1u);
    const auto& place = screen.at("placements").at(0);
    EXPECT_EQ(number(place.at("column")), 2);
    EXPECT_EQ(number(place.at("row")), 1);
    EXPECT_EQ(number(place.at("rows")), 12);
    EXPECT_NEAR(number(place.at("columns")), 42.7, 0.4);
    EXPECT_EQ(screen.at("text").at(0), "above");
    EXPECT_EQ(screen.at("text").at(13), "below");
    EXPECT_EQ(screen.at("answers"), "");  // nothing that would arrive as keys
}

TEST_F(KittyScreen, ScrollsWithItsText) {  // CAL-IMG-27
    const auto shown = thumbnails_.show(screenshot(), {.indent = 2}, {});
    std::string bytes(20, '\n');
    bytes += "\r" + written(shown.lines) + "\r\n\r\n\r\nend";
    const auto screen = kitty_screen(bytes, {.ids = {5000}});

    ASSERT_EQ(screen.at("placements").as_array().size(), 1u);
    const auto below = [&] {
        for (int row = 0; row < 24; ++row) {
            if (screen.at("text").at(std::size_t(row)) == "below") return row;
        }
        return -1;
    }();
    EXPECT_EQ(number(screen.at("placements").at(0).at("row")), below - 12);
}

TEST_F(KittyScreen, IsTakenAwayByIdAndOthersStay) {  // CAL-IMG-27
    const auto first = thumbnails_.show(screenshot(), {}, {});
    const auto second = thumbnails_.show(screenshot({300, 300}), {}, {});
    const auto bytes = written(first.lines) + "\r\n" + written(second.lines);
    const TestWindow window{.rows = 40, .ids = {5000, 5001}};
    const auto seen = [&](const std::string& written_bytes) {
        const auto screen = kitty_screen(written_bytes, window);
        std::vector<std::int64_t> ids;
        for (const auto& picture : screen.at("pictures").as_array()) {
            ids.push_back(picture.at("id").as_int64());
        }
        EXPECT_EQ(screen.at("placements").as_array().size(), ids.size());
        return ids;
    };

    EXPECT_EQ(seen(bytes), (std::vector<std::int64_t>{5000, 5001}));
    EXPECT_EQ(seen(bytes + thumbnails_.remove(5000)), std::vector<std::int64_t>{5001});
    EXPECT_TRUE(seen(bytes + kitty_removal(5000) + thumbnails_.remove_all()).empty());
}

TEST_F(KittyScreen, TheSameIdAgainReplacesThePicture) {  // CAL-IMG-27
    const auto show_as_one = [](media::PixelSize size) {
        return kitty_picture(
            png_of(four_quarters(size)).value(), {.id = 9, .columns = 4, .rows = 2}
        );
    };
    const auto screen = kitty_screen(show_as_one({40, 40}) + show_as_one({80, 80}), {.ids = {9}});

    ASSERT_EQ(screen.at("pictures").as_array().size(), 1u);
    EXPECT_EQ(screen.at("pictures").at(0).at("width"), 80);
    EXPECT_EQ(screen.at("placements").as_array().size(), 1u);
}

TEST_F(KittyScreen, TwoHundredPicturesAreTwoHundredPictures) {  // U2
    std::string bytes;
    std::vector<std::uint32_t> ids;
    for (int i = 0; i < 200; ++i) {
        const auto shown = thumbnails_.show(screenshot({200, 100}), {}, {});
        ids.push_back(*shown.id);
        bytes += written(shown.lines) + "\r\n";
    }
    EXPECT_EQ(kitty_screen(bytes, {.ids = ids}).at("pictures").as_array().size(), 200u);
}

TEST(SixelScreen, ComesOutOfAnotherDecoderAsItWas) {  // CAL-IMG-27
    if (!has_sixel2png()) GTEST_SKIP() << "sixel2png is not installed: apt install libsixel-bin";
    for (const media::PixelSize size : {media::PixelSize{427, 240}, {1, 1}, {7, 13}, {300, 5}}) {
        for (const bool few : {true, false}) {
            const auto picture = few ? four_quarters(size) : rainbow(size);
            const auto decoded = decoded_sixel(sixel_picture(picture));
            ASSERT_EQ(decoded.width, int(size.width));
            ASSERT_GE(decoded.height, int(size.height));
            double error = 0;
            for (std::uint32_t y = 0; y < size.height; ++y) {
                for (std::uint32_t x = 0; x < size.width; ++x) {
                    for (std::size_t c = 0; c < 3; ++c) {
                        const auto at = (std::size_t{y} * size.width + x) * 3 + c;
                        const auto seen = static_cast<std::uint8_t>(decoded.pixels[at]);
                        const double step = double(seen) - double(colour_at(picture, x, y)[c]);
                        error += step * step;
                    }
                }
            }
            // All colours in 256, dithered: 248 by libsixel's own encoder for the largest.
            EXPECT_LT(error / double(size.pixels() * 3), few ? 2 : 300) << size.width << " " << few;
        }
    }
}

class XtermScreen : public ::testing::TestWithParam<GraphicsKind> {
protected:
    void SetUp() override {
        if (!has_xterm_js())
            GTEST_SKIP() << "the npm packages of tests/web, or chromium, are missing";
    }
};

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    XtermScreen,
    ::testing::Values(GraphicsKind::Iterm, GraphicsKind::Sixel),
    [](const auto& kind) { return std::string(name_of(kind.param)); }
);

TEST_P(XtermScreen, ShowsThePictureInItsCellsAndNoneElse) {  // CAL-IMG-27
    // The size of xterm.js' cells in this page.
    Thumbnails thumbnails({.kind = GetParam(), .cell = {9, 17}}, quarters(), 1);
    const auto shown = thumbnails.show(screenshot(), {.indent = 2}, {});
    const auto screen = xterm_screen("above\r\n" + written(shown.lines), {});

    const auto cell = [&](int column, int row) {
        return screen.at("cells").at(std::size_t(row)).at(std::size_t(column)).as_string();
    };
    const int right = 2 + shown.columns * 3 / 4;
    const int left = 2 + shown.columns / 4;
    EXPECT_EQ(cell(left, 3), "255,0,0");
    EXPECT_EQ(cell(right, 3), "0,255,0");
    EXPECT_EQ(cell(left, 9), "0,0,255");
    EXPECT_EQ(cell(right, 9), "255,255,255");
    for (int column = 0; column < 80; ++column) {
        EXPECT_EQ(cell(column, 0), "") << column;
        EXPECT_EQ(cell(column, 13), "") << column;
    }
    EXPECT_EQ(cell(1, 3), "");
    EXPECT_EQ(screen.at("text").at(0), "above");
    EXPECT_EQ(screen.at("text").at(13), "below");
}

}  // namespace
}  // namespace fovea::tui
