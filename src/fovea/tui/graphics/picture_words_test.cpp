#include "fovea/tui/graphics/picture_words.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

TEST(PictureWords, AreSizeTypeAndName) {  // CAL-IMG-28
    EXPECT_EQ(
        picture_words({1920, 1080}, "image/png", "shot.png"),
        "[image: 1920x1080 image/png shot.png]"
    );
}

TEST(PictureWords, LeaveOutWhatIsNotKnown) {  // CAL-IMG-28
    EXPECT_EQ(picture_words({0, 0}, "image/png", ""), "[image: image/png]");
    EXPECT_EQ(picture_words({8, 9}, "", "a b.png"), "[image: 8x9 a b.png]");
    EXPECT_EQ(picture_words({}, "", ""), "[image]");
}

TEST(PictureWords, ANameCannotColourTheScreenOrFillIt) {  // CAL-IMG-28
    const auto words = picture_words({1, 1}, "image/png", "a\x1b]0;x\a\n" + std::string(500, 'n'));

    EXPECT_EQ(words.find('\x1b'), std::string::npos);
    EXPECT_EQ(words.find('\n'), std::string::npos);
    EXPECT_LT(words.size(), 130u);
    EXPECT_EQ(picture_words({}, "", "\xe2\x80\xaegnp.exe.png"), "[image: \xef\xbf\xbdgnp.exe.png]");
}

}  // namespace
}  // namespace fovea::tui
