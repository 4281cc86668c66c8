#include "fovea/proxy/grounding/view.hpp"

#include "fovea/models/catalogue.hpp"

#include <gtest/gtest.h>

namespace fovea::proxy::grounding {
namespace {

using media::PixelRect;
using media::PixelSize;

View plain(PixelSize size) {
    return {size, std::nullopt, size, size};
}

const models::ImageTokenRule* rule(std::string_view name) {
    return models::shipped_catalogue().rule(name);
}

PixelRect rect(const std::optional<Placed>& placed) {
    return placed ? placed->box : PixelRect{};
}

TEST(GroundingView, UndoesTheProvidersResize) {  // V8, PVP-4.7a
    const auto view = view_of({1920, 1080}, {}, {1920, 1080}, rule("qwen25vl_patch28"));

    EXPECT_EQ(view.seen, (PixelSize{1932, 1092}));
    EXPECT_EQ(
        to_original({Space::SeenPixels, 966, 546, 1932, 1092}, view),
        (Placed{{960, 540, 960, 540}, false})
    );
}

TEST(GroundingView, AMarginIsNoPartOfThePicture) {  // V8
    auto view = view_of({1200, 8}, {}, {1200, 16}, nullptr);
    view.without_margin = {1200, 8};

    const auto half = to_original({Space::Thousand, 0, 0, 500, 250}, view);
    const auto beyond = to_original({Space::Thousand, 0, 0, 1000, 900}, view);

    EXPECT_EQ(half, (Placed{{0, 0, 600, 4}, false}));
    EXPECT_EQ(beyond, (Placed{{0, 0, 1200, 8}, true}));
}

TEST(GroundingView, GivesTheDocumentedBoxesOfEachConvention) {  // PVP-4.7c, PVP-4.7d, PVP-4.7e
    EXPECT_EQ(
        rect(to_original({Space::NineNinetyNine, 580, 270, 999, 900}, plain({1000, 1000}))),
        (PixelRect{580, 270, 420, 630})
    );
    EXPECT_EQ(
        rect(to_original({Space::Thousand, 100, 200, 300, 400}, plain({1920, 1080}))),
        (PixelRect{192, 216, 384, 216})
    );
    EXPECT_EQ(
        rect(to_original({Space::Thousand, 731, 2, 1000, 273}, plain({640, 428}))),
        (PixelRect{468, 1, 172, 116})
    );
    EXPECT_EQ(
        rect(to_original(
            {.space = Space::Thousand, .x1 = 73, .y1 = 160, .is_point = true}, plain({1000, 500})
        )),
        (PixelRect{73, 80, 1, 1})
    );
}

TEST(GroundingView, AddsTheCropsOriginAfterItsOwnScale) {  // PVP-4.6
    View view{{3840, 2160}, PixelRect{1840, 120, 840, 360}, {420, 180}, {420, 180}};

    EXPECT_EQ(
        rect(to_original({Space::SeenPixels, 0, 0, 210, 90}, view)),
        (PixelRect{1840, 120, 420, 180})
    );
    EXPECT_EQ(
        rect(to_original({Space::Thousand, 500, 500, 1000, 1000}, view)),
        (PixelRect{2260, 300, 420, 180})
    );
}

TEST(GroundingView, PutsSwappedCornersRight) {
    EXPECT_EQ(
        to_original({Space::Thousand, 300, 400, 100, 200}, plain({1000, 1000})),
        (Placed{{100, 200, 200, 200}, false})
    );
}

TEST(GroundingView, ClampsToWhatWasShownAndSaysSo) {
    const View view{{400, 400}, PixelRect{100, 100, 200, 200}, {}, {}};

    EXPECT_EQ(
        to_original({Space::Thousand, -50, 500, 1200, 1001}, view),
        (Placed{{100, 200, 200, 100}, true})
    );
    EXPECT_EQ(
        to_original({Space::SeenPixels, 900, 900, 950, 950}, view), (Placed{{299, 299, 1, 1}, true})
    );
    EXPECT_EQ(
        to_original({Space::SeenPixels, 0, 0, 200, 200}, view),
        (Placed{{100, 100, 200, 200}, false})
    );
}

TEST(GroundingView, MakesNoBoxWithoutAPixel) {
    EXPECT_EQ(
        rect(to_original({Space::Thousand, 500, 500, 500, 500}, plain({100, 100}))),
        (PixelRect{50, 50, 1, 1})
    );
    EXPECT_EQ(
        rect(to_original({Space::Thousand, 1000, 1000, 1000, 1000}, plain({100, 100}))),
        (PixelRect{99, 99, 1, 1})
    );
    EXPECT_EQ(to_original({Space::Thousand, 0, 0, 1, 1}, plain({0, 100})), std::nullopt);
    const View outside{{10, 10}, PixelRect{20, 20, 5, 5}, {5, 5}, {5, 5}};
    EXPECT_EQ(to_original({Space::Thousand, 0, 0, 1, 1}, outside), std::nullopt);
}

TEST(GroundingView, TakesWhatWasSentWhereNoRuleSaysMore) {
    EXPECT_EQ(view_of({800, 600}, {}, {400, 300}, nullptr).seen, (PixelSize{400, 300}));
    // A shape that Qwen refuses has no size of its own.
    EXPECT_EQ(
        view_of({9000, 10}, {}, {9000, 10}, rule("qwen25vl_patch28")).seen, (PixelSize{9000, 10})
    );
}

}  // namespace
}  // namespace fovea::proxy::grounding
