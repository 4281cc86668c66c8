#include "fovea/media/video/choose_frames.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// Each letter of the text is a frame, a tenth of a second long; the same letter is the same picture.
// Small letters differ in a spot, large ones everywhere.
std::vector<Glance> recording(std::string_view text) {
    std::vector<Glance> glances;
    for (std::size_t i = 0; i < text.size(); ++i) {
        Glance glance{milliseconds(100 * i), Picture(Shape::of({64, 64}, PixelFormat::Gray8))};
        const bool large = text[i] >= 'A' && text[i] <= 'Z';
        std::memset(glance.picture.row(0), large ? 20 * (text[i] - 'A') : 128, 64 * 64);
        if (!large) {
            const auto number = static_cast<std::size_t>(text[i] - 'a');
            for (std::size_t y = 0; y < 4; ++y) {
                std::memset(glance.picture.row(8 * (number / 13) + y) + 4 * (number % 13), 0, 4);
            }
        }
        glances.push_back(std::move(glance));
    }
    return glances;
}

// The letters of the frames chosen.
std::string chosen(std::string_view text, std::size_t max_frames) {
    std::string letters;
    for (const auto i : choose_frames(recording(text), max_frames).value()) letters += text[i];
    return letters;
}

TEST(ChooseFrames, OneIsEnoughForAStillScreen) {  // M10
    EXPECT_EQ(chosen("AAAAAAAAAAAA", 16), "A");
    EXPECT_EQ(chosen("A", 16), "A");
}

TEST(ChooseFrames, TakesEveryStateWhenThereIsRoom) {  // M10
    EXPECT_EQ(chosen("AAAAaaaaBBBBCCCC", 16), "AaBC");
}

TEST(ChooseFrames, PrefersStatesThatStayOverThosePassedThrough) {  // M10
    EXPECT_EQ(chosen("zzzzabcdefghhhhhhiiiijjjj", 4), "zhij");
}

TEST(ChooseFrames, SeesMessagesBesideAClock) {  // M10
    // A spot that changes at every look, and three that come and stay.
    auto chat = recording("abababababababababababababababababababababababababababababab");
    for (const auto& [from, row] : {std::pair{8U, 24U}, {9U, 32U}, {41U, 40U}}) {
        for (std::size_t i = from; i < chat.size(); ++i) {
            for (std::uint32_t y = row; y < row + 4; ++y)
                std::memset(chat[i].picture.row(y), 0, 12);
        }
    }

    EXPECT_EQ(choose_frames(chat, 4).value(), (std::vector<std::size_t>{0, 8, 9, 41}));
}

TEST(ChooseFrames, SeesAMessageAppearWhileAPointerMoves) {  // M10
    auto moving = recording("abcdefghijklmnopqrst");
    for (std::size_t i = 13; i < moving.size(); ++i) {
        for (std::size_t y = 40; y < 52; ++y) std::memset(moving[i].picture.row(y), 0, 20);
    }

    const auto picked = choose_frames(moving, 3).value();

    EXPECT_NE(std::ranges::find(picked, 13U), picked.end());
}

TEST(ChooseFrames, SpreadsWhatIsLeftOverTheTime) {  // M10
    const auto picked = choose_frames(recording("abcdefghijklmnopqrstuvwxy"), 5).value();

    EXPECT_EQ(picked, (std::vector<std::size_t>{0, 6, 12, 18, 24}));
}

TEST(ChooseFrames, DoesNotShowTheSameStateTwiceInARow) {
    EXPECT_EQ(chosen("AAAAbAAAA", 2), "Ab");
    EXPECT_EQ(chosen("AAAABBBBAAAA", 16), "ABA");
}

TEST(ChooseFrames, NoneOfNoneAndNoneWhenNoneMayBe) {
    EXPECT_EQ(choose_frames({}, 16).value().size(), 0U);
    EXPECT_EQ(chosen("AB", 0), "");
    EXPECT_EQ(chosen("AABB", 1), "A");
}

}  // namespace
}  // namespace fovea::media
