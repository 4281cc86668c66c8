#include "fovea/cli/text.hpp"

#include <gtest/gtest.h>

namespace fovea::cli {
namespace {

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
