#include "fovea/net/codec/sse.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace fovea::net {

std::ostream& operator<<(std::ostream& out, const SseEvent& event) {
    return out << '[' << event.name << '|' << event.data << '|' << event.id << ']';
}

namespace {

using Events = std::vector<SseEvent>;

Events parse(std::string_view stream) {
    return SseParser().feed(stream).value();
}

// In pieces of `size` bytes.
Events parse_in_pieces(std::string_view stream, std::size_t size) {
    SseParser parser;
    Events all;
    for (std::size_t at = 0; at < stream.size(); at += size) {
        for (auto& event : parser.feed(stream.substr(at, size)).value()) {
            all.push_back(std::move(event));
        }
    }
    return all;
}

TEST(SseParser, ReadsNamedAndUnnamedEvents) {  // P1
    const auto events = parse("event: ping\ndata: {\"type\":\"ping\"}\n\ndata: [DONE]\n\n");

    EXPECT_EQ(events, (Events{{"ping", "{\"type\":\"ping\"}", ""}, {"", "[DONE]", ""}}));
}

TEST(SseParser, TakesEveryKindOfLineEnd) {
    const Events expected = {{"a", "1\n2", ""}, {"", "3", ""}};

    EXPECT_EQ(parse("event:a\ndata:1\ndata:2\n\ndata:3\n\n"), expected);
    EXPECT_EQ(parse("event:a\r\ndata:1\r\ndata:2\r\n\r\ndata:3\r\n\r\n"), expected);
    EXPECT_EQ(parse("event:a\rdata:1\rdata:2\r\rdata:3\r\r"), expected);
    EXPECT_EQ(parse("event:a\r\ndata:1\rdata:2\n\r\ndata:3\n\r"), expected);
}

TEST(SseParser, GivesTheSameForPiecesOfAnySize) {
    constexpr std::string_view kStream =
        "\xEF\xBB\xBF: hello\r\nid: 7\r\nevent: gr\xC3\xBC\xC3\x9F\r\ndata: \xF0\x9F\x91\x81\r\n"
        "data\r\n\r\n\rdata: b\n\n";
    const Events expected = {{"gr\xC3\xBC\xC3\x9F", "\xF0\x9F\x91\x81\n", "7"}, {"", "b", "7"}};

    for (std::size_t size = 1; size <= kStream.size(); ++size) {
        EXPECT_EQ(parse_in_pieces(kStream, size), expected) << size;
    }
}

TEST(SseParser, DropsCommentsAndFieldsItDoesNotKnow) {
    const auto events =
        parse(": OPENROUTER PROCESSING\n\n: keep-alive\ncolour: red\nretry: 5\nx\ndata: a\n:b\n\n");

    EXPECT_EQ(events, (Events{{"", "a", ""}}));
}

TEST(SseParser, DropsOneSpaceBehindTheColonAndNoMore) {
    const auto events = parse("data:  two\n\ndata:none\n\ndata: a: b\n\ndata:\t\n\n");

    EXPECT_EQ(
        events, (Events{{"", " two", ""}, {"", "none", ""}, {"", "a: b", ""}, {"", "\t", ""}})
    );
}

TEST(SseParser, CountsAnEventWithoutDataAsNone) {
    const auto events = parse("event: lost\n\n\n\ndata: a\n\ndata:\n\ndata\n\n");

    EXPECT_EQ(events, (Events{{"", "a", ""}, {"", "", ""}, {"", "", ""}}));
}

TEST(SseParser, RemembersTheLastId) {
    const auto events = parse("id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\nid\ndata: d\n\n");

    EXPECT_EQ(events, (Events{{"", "a", "1"}, {"", "b", "1"}, {"", "c", "2"}, {"", "d", ""}}));
}

TEST(SseParser, IgnoresAnIdWithANul) {
    const auto events = parse(std::string_view("id: 1\nid: 2\0\ndata: a\n\n", 22));

    EXPECT_EQ(events, (Events{{"", "a", "1"}}));
}

TEST(SseParser, DropsAByteOrderMarkOnlyAtTheStart) {
    const auto events = parse(
        "\xEF\xBB\xBF"
        "data: a\n\n\xEF\xBB\xBF"
        "data: b\n\n"
    );

    EXPECT_EQ(events, (Events{{"", "a", ""}}));
}

TEST(SseParser, GivesTheLastEventOfAStreamThatEndsWithoutABlankLine) {
    for (const auto* stream : {"data: a", "data: a\n", "data: a\r\n", "data: a\r"}) {
        SseParser parser;
        EXPECT_TRUE(parser.feed(stream).value().empty()) << stream;

        EXPECT_EQ(parser.finish().value(), (SseEvent{"", "a", ""})) << stream;
        EXPECT_EQ(parser.finish().value(), std::nullopt) << stream;
    }
}

TEST(SseParser, RefusesALineThatIsTooLong) {
    SseParser whole({.max_line = 10});
    EXPECT_TRUE(whole.feed("data: 1234\n\n").ok());
    EXPECT_EQ(whole.feed("data: 12345\n").error().code, ErrorCode::LimitExceeded);

    SseParser pieces({.max_line = 10});
    EXPECT_TRUE(pieces.feed("data: 1").ok());
    EXPECT_TRUE(pieces.feed("234").ok());
    EXPECT_EQ(pieces.feed("5").error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(pieces.feed("\n").error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(pieces.finish().error().code, ErrorCode::LimitExceeded);
}

TEST(SseParser, RefusesAnEventOfTooManyLines) {
    SseParser parser({.max_event = 8});
    EXPECT_TRUE(parser.feed("data: 1234\ndata: 567\n\n").ok());

    EXPECT_EQ(parser.feed("data: 1234\ndata: 5678\n").error().code, ErrorCode::LimitExceeded);
}

TEST(SseParser, KnowsWhereAndWhenToComeBack) {
    SseParser parser;
    EXPECT_EQ(parser.retry(), std::nullopt);

    EXPECT_TRUE(parser.feed("id: 7\nretry: 250\n\nretry: soon\n\n").value().empty());

    EXPECT_EQ(parser.last_id(), "7");
    EXPECT_EQ(parser.retry(), std::chrono::milliseconds(250));
}

TEST(SseParser, SurvivesBytesThatAreNoEventStream) {
    std::string bytes;
    for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * 37);

    EXPECT_TRUE(parse(bytes).empty());
}

TEST(SseParser, ReadsManyShortLinesOfOneKindInLinearTime) {
    std::string stream;
    for (int i = 0; i < 2'000'000; ++i) stream += ":\r";

    EXPECT_TRUE(parse(stream).empty());
}

}  // namespace

}  // namespace fovea::net
