#include "fovea/mcp/error_output.hpp"

#include "fovea/mcp/file_uri.hpp"

#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

using Lines = std::vector<std::string>;

TEST(ErrorOutput, GivesWholeLines) {
    ErrorOutput output({});
    EXPECT_EQ(output.feed("one\ntw"), (Lines{"one"}));
    EXPECT_EQ(output.feed("o\n\n"), (Lines{"two"}));
    EXPECT_EQ(output.last_words(), "two");
}

TEST(ErrorOutput, HidesKeysAndControlCharacters) {  // Q5
    ErrorOutput output({"sk-very-secret", "on"});
    EXPECT_EQ(
        output.feed("\x1b[2Jkey=sk-very-secret, sk-very-secret on\n"), (Lines{"[2Jkey=***, *** on"})
    );
}

TEST(ErrorOutput, AFloodIsCut) {
    ErrorOutput output({});
    std::size_t lines = 0;
    for (int i = 0; i < 5000; ++i) lines += output.feed("again and again\n").size();
    EXPECT_EQ(lines, 1001u);
    EXPECT_EQ(output.last_words(), "again and again");
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(output.feed(std::string(100'000, 'x')).empty());
    EXPECT_TRUE(output.feed("\n").empty());
    EXPECT_LE(output.last_words().size(), 510u);
}

TEST(FileUri, EscapesWhatAUriMayNotHold) {
    EXPECT_EQ(file_uri("/home/me/my pics/ü#1"), "file:///home/me/my%20pics/%C3%BC%231");
}

}  // namespace
}  // namespace fovea::mcp
