#include "fovea/mcp/message_lines.hpp"

#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

TEST(MessageLines, AreCutWhereverThePiecesEnd) {
    const std::string text = "one\r\n\n \t\ntwo\nthree";
    for (std::size_t size = 1; size <= text.size(); ++size) {
        MessageLines lines(100);
        std::vector<Line> got;
        for (std::size_t at = 0; at < text.size(); at += size) {
            for (auto& line : lines.feed(std::string_view(text).substr(at, size))) {
                got.push_back(std::move(line));
            }
        }
        EXPECT_EQ(got, (std::vector<Line>{"one", "two"}));
        EXPECT_EQ(lines.pending_bytes(), 5u);
    }
}

TEST(MessageLines, OfOneThatIsTooLongTheSizeAndBothEndsAreKept) {
    const std::string begin = R"({"result":")";
    const std::string end = R"(","id":4})";
    const auto text = begin + std::string(1'000'000, 'x') + end;
    for (const std::size_t size : {7u, 1000u, 100'000u, 2'000'000u}) {
        MessageLines lines(50'000);
        std::vector<Line> got;
        const auto stream = text + "\nnext\n";
        for (std::size_t at = 0; at < stream.size(); at += size) {
            for (auto& line : lines.feed(std::string_view(stream).substr(at, size))) {
                got.push_back(std::move(line));
            }
        }
        ASSERT_EQ(got.size(), 2u) << size;
        const auto& line = std::get<LongLine>(got[0]);
        EXPECT_EQ(line.bytes, text.size());
        EXPECT_LE(line.ends.size(), 3 * 4096u);
        EXPECT_TRUE(line.ends.starts_with(begin));
        EXPECT_TRUE(line.ends.ends_with(end));
        EXPECT_EQ(got[1], Line("next"));
    }
}

}  // namespace
}  // namespace fovea::mcp
