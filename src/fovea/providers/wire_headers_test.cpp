#include "fovea/providers/wire_headers.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

const system_clock::time_point kNow = std::chrono::sys_days(std::chrono::year(2026) / 11 / 15);

TEST(WireHeaders, NamesCountInAnyCase) {  // P4
    const Headers headers = {{"X-Request-Id", "r1"}, {"x-request-id", "r2"}};

    EXPECT_EQ(find_header(headers, "x-REQUEST-id"), "r1");
    EXPECT_EQ(find_header(headers, "x-request"), std::nullopt);
    EXPECT_EQ(find_header({}, ""), std::nullopt);
}

TEST(WireHeaders, AWaitIsInMillisecondsInSecondsOrADate) {  // P4
    EXPECT_EQ(retry_after({{"Retry-After-Ms", "1500"}, {"retry-after", "9"}}, kNow), 1500ms);
    EXPECT_EQ(retry_after({{"Retry-After", "2.5"}}, kNow), 2500ms);
    EXPECT_EQ(retry_after({{"retry-after", "Sun, 15 Nov 2026 00:00:07 GMT"}}, kNow), 7000ms);
}

TEST(WireHeaders, NonsenseIsNoWait) {  // P4
    for (const auto* value : {"", "soon", "-1", "nan", "0", "Sat, 14 Nov 2026 00:00:07 GMT"}) {
        EXPECT_EQ(retry_after({{"retry-after", value}}, kNow), std::nullopt) << value;
    }
    EXPECT_EQ(retry_after({}, kNow), std::nullopt);
}

TEST(WireHeaders, ADateIsCountedFromTheDateOfTheAnswer) {  // P4
    const std::pair<std::string, std::string> until = {
        "retry-after", "Sun, 15 Nov 2026 00:00:30 GMT"};

    EXPECT_EQ(retry_after({until, {"Date", "Sun, 15 Nov 2026 00:00:10 GMT"}}), 20'000ms);
    EXPECT_EQ(retry_after({until}), std::nullopt);
    EXPECT_EQ(retry_after({until, {"date", "Sun, 15 Nov 9999 00:00:10 GMT"}}), std::nullopt);
    EXPECT_EQ(retry_after({{"retry-after", "3"}}), 3000ms);
}

TEST(WireHeaders, TheProvidersOwnWordOnRetrying) {  // P4
    EXPECT_EQ(should_retry({{"X-Should-Retry", "true"}}), true);
    EXPECT_EQ(should_retry({{"x-should-retry", " False "}}), false);
    EXPECT_EQ(should_retry({{"x-should-retry", "perhaps"}}), std::nullopt);
    EXPECT_EQ(should_retry({}), std::nullopt);
}

}  // namespace
}  // namespace fovea::providers
