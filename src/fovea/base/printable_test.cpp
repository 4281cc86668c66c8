#include "fovea/base/printable.hpp"

#include <gtest/gtest.h>

namespace fovea {
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
    EXPECT_EQ(printable("\u202Egnp.exe"), "\\xe2\\x80\\xaegnp.exe");  // shown as exe.png
    EXPECT_EQ(printable("\u2066a\u2069"), "\\xe2\\x81\\xa6a\\xe2\\x81\\xa9");
}

TEST(Text, LinesStayLines) {
    EXPECT_EQ(printable_lines("a\r\n\tb\x1b\n"), "a\n    b\\x1b\n");
    EXPECT_EQ(printable_lines("a\rb"), "a\\x0db");
    EXPECT_EQ(printable_lines(""), "");
}

}  // namespace
}  // namespace fovea
