#include "fovea/net/http/date.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

using namespace std::chrono;

constexpr system_clock::time_point kNow = sys_days(2026y / October / 5);
constexpr system_clock::time_point kThen = sys_days(1994y / November / 6) + 8h + 49min + 37s;

TEST(ParseHttpDate, ReadsTheThreeFormsOfTheStandard) {  // P4
    EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT", kNow), kThen);
    EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT", kNow), kThen);
    EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994", kNow), kThen);
}

TEST(ParseHttpDate, TakesTwoDigitsOfAYearForTheNearOne) {
    const auto soon = parse_http_date("Monday, 05-Oct-26 00:01:00 GMT", kNow);

    EXPECT_EQ(soon, kNow + 1min);
}

TEST(ParseHttpDate, RefusesWhatIsNoDate) {
    for (const auto* text :
         {"",
          "soon",
          "120",
          "Sun, 31 Feb 1994 08:49:37 GMT",
          "Sun, 06 Nov 1994 24:49:37 GMT",
          "Sun, 06 Nov 1994 08:49:37 CET",
          "Sun, 06 Nov 1994 08:49 GMT",
          "Sun, 06 Nov -994 08:49:37 GMT",
          "Sun, 06 Nov 19945 08:49:37 GMT",
          "Sun, 06 Nov 1994 08:49:3x GMT",
          "Sun, 06 Nov 1994 08:49:37 GMT GMT GMT GMT GMT"}) {
        EXPECT_EQ(parse_http_date(text, kNow), std::nullopt) << text;
    }
}

}  // namespace

}  // namespace fovea::net
