#include "fovea/net/http/exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

class AnExchange : public ::testing::Test {
protected:
    bool take_lines(std::initializer_list<std::string_view> lines) {
        return std::all_of(lines.begin(), lines.end(), [&](auto line) {
            return exchange_.take_header_line(line);
        });
    }

    HttpRequest request_{.max_response_bytes = 10};
    HttpEvents events_;
    std::stop_source source_;
    const std::stop_token stop_ = source_.get_token();
    Exchange exchange_{request_, events_, stop_, "http://a:80"};
};

TEST_F(AnExchange, KeepsTheLastHeadAndDropsTrailers) {
    EXPECT_TRUE(take_lines({"HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n"}));
    EXPECT_TRUE(take_lines({"HTTP/2 200\r\n", "B:  2 \r\n", "\r\n"}));
    EXPECT_TRUE(exchange_.take_body("12345"));
    EXPECT_TRUE(take_lines({"C: 3\r\n", "\r\n"}));

    EXPECT_EQ(exchange_.response(), (HttpResponse{200, {{"b", "2"}}, 5, false}));
    EXPECT_EQ(exchange_.ended(), std::nullopt);
}

TEST_F(AnExchange, EndsAtALineThatIsNoHeader) {
    EXPECT_FALSE(take_lines({"HTTP/1.1 200 OK\r\n", "what\r\n"}));

    EXPECT_EQ(
        exchange_.ended(),
        (HttpFailure{Kind::Protocol, false, "http://a:80: a header line without a colon"})
    );
}

TEST_F(AnExchange, EndsWithoutAStatusLine) {
    EXPECT_FALSE(take_lines({"HTTP/1.1\r\n"}));

    EXPECT_EQ(exchange_.ended()->kind, Kind::Protocol);
}

TEST_F(AnExchange, CountsTrailersToTheHead) {
    EXPECT_TRUE(take_lines({"HTTP/1.1 200 OK\r\n", "\r\n"}));
    const auto line = "A: " + std::string(1000, 'x');
    int taken = 0;
    while (taken < 1000 && exchange_.take_header_line(line)) ++taken;

    EXPECT_EQ(taken, 261);
    EXPECT_EQ(exchange_.ended()->kind, Kind::TooLarge);
}

TEST_F(AnExchange, TakesABodyOfExactlyTheLimit) {
    EXPECT_TRUE(take_lines({"HTTP/1.1 200 OK\r\n", "\r\n"}));

    EXPECT_TRUE(exchange_.take_body("1234567890"));
    EXPECT_FALSE(exchange_.take_body("1"));
    EXPECT_EQ(exchange_.ended()->kind, Kind::TooLarge);
}

TEST_F(AnExchange, RemembersTheFirstReasonForItsEnd) {
    exchange_.end(Kind::Timeout, "slow");
    exchange_.end(Kind::Cancelled, "late");

    EXPECT_EQ(exchange_.ended(), (HttpFailure{Kind::Timeout, true, "http://a:80: slow"}));
}

TEST_F(AnExchange, TakesNothingMoreOnceStopped) {
    source_.request_stop();

    EXPECT_FALSE(take_lines({"HTTP/1.1 200 OK\r\n"}));
    EXPECT_EQ(exchange_.ended()->kind, Kind::Cancelled);
}

}  // namespace

}  // namespace fovea::net
