#include "fovea/net/codec/ndjson.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

using Lines = std::vector<std::string>;

TEST(NdjsonLines, GivesTheSameForPiecesOfAnySize) {  // P1
    constexpr std::string_view kStream =
        "{\"a\":\"\xC3\xBC\"}\n\r\n \n{\"b\":1}\r\n{\"done\":true}\n";
    const Lines expected = {"{\"a\":\"\xC3\xBC\"}", "{\"b\":1}", "{\"done\":true}"};

    for (std::size_t size = 1; size <= kStream.size(); ++size) {
        NdjsonLines splitter;
        Lines lines;
        for (std::size_t at = 0; at < kStream.size(); at += size) {
            for (auto& line : splitter.feed(kStream.substr(at, size)).value()) {
                lines.push_back(std::move(line));
            }
        }
        EXPECT_EQ(lines, expected) << size;
        EXPECT_EQ(splitter.finish().value(), std::nullopt);
    }
}

TEST(NdjsonLines, GivesALastLineWithoutItsNewline) {
    NdjsonLines splitter;
    EXPECT_EQ(splitter.feed("{}\n{\"done\":true}").value(), Lines{"{}"});

    EXPECT_EQ(splitter.finish().value(), "{\"done\":true}");
    EXPECT_EQ(splitter.finish().value(), std::nullopt);
}

TEST(NdjsonLines, RefusesALineThatIsTooLongAndStaysThere) {
    NdjsonLines splitter(4);
    EXPECT_EQ(splitter.feed("1234\n").value(), Lines{"1234"});
    EXPECT_TRUE(splitter.feed("12").ok());

    EXPECT_EQ(splitter.feed("345").error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(splitter.feed("\n").error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(splitter.finish().error().code, ErrorCode::LimitExceeded);
}

TEST(NdjsonLines, TakesNothingFromNothing) {
    NdjsonLines splitter;

    EXPECT_TRUE(splitter.feed("").value().empty());
    EXPECT_EQ(splitter.finish().value(), std::nullopt);
}

}  // namespace

}  // namespace fovea::net
