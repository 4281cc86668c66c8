#include "fovea/cli/text.hpp"

#include <gtest/gtest.h>

namespace fovea::cli {
namespace {

TEST(Text, Utf8StaysAndEverythingElseIsReplaced) {
    EXPECT_EQ(to_utf8("päivä 日本 🙂"), "päivä 日本 🙂");
    EXPECT_EQ(to_utf8("a\x80z"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(to_utf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");          // overlong
    EXPECT_EQ(to_utf8("\xED\xA0\x80").find("\xED"), std::string::npos);  // half a surrogate pair
    EXPECT_EQ(to_utf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");          // cut off
}

TEST(Text, NamesCannotReachTheTerminal) {
    EXPECT_EQ(printable("plain.png"), "plain.png");
    EXPECT_EQ(printable("\x1b[2Jred\n.png"), "\\x1b[2Jred\\x0a.png");
    EXPECT_EQ(
        printable("\xC2\x9B"
                  "31m"),
        "\\xc2\\x9b31m"
    );
    EXPECT_EQ(printable("a\x80"), "a\\x80");
}

}  // namespace
}  // namespace fovea::cli
