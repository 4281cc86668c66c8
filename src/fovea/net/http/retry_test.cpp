#include "fovea/net/http/retry.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace fovea::net {

namespace {

using namespace std::chrono;
using Kind = HttpFailure::Kind;
using Wait = std::optional<milliseconds>;

constexpr system_clock::time_point kNow = sys_days(2026y / October / 5);

Wait after_status(int status, HttpHeaders headers = {}, Wait hint = {}, int retries = 0) {
    return retry_after_status({}, retries, {status, std::move(headers)}, hint, kNow, 0);
}

TEST(Retry, AsksAgainAfterTheStatusesThatPass) {  // P4
    for (const int status : {408, 409, 429, 500, 502, 503, 504, 529}) {
        EXPECT_EQ(after_status(status), 500ms) << status;
    }
    for (const int status : {200, 301, 400, 401, 402, 403, 404, 413, 422, 600}) {
        EXPECT_EQ(after_status(status), std::nullopt) << status;
    }
}

TEST(Retry, ObeysTheServersWordOverTheStatus) {  // P4
    EXPECT_EQ(after_status(400, {{"x-should-retry", "true"}}), 500ms);
    EXPECT_EQ(after_status(529, {{"x-should-retry", "false"}}), std::nullopt);
    EXPECT_EQ(after_status(529, {{"x-should-retry", "maybe"}}), 500ms);
    EXPECT_EQ(after_status(400, {{"x-should-retry", "true"}}, {}, 2), std::nullopt);
}

TEST(Retry, WaitsAsLongAsTheServerAsks) {  // P4
    EXPECT_EQ(after_status(429, {{"retry-after", "7"}}), 7s);
    EXPECT_EQ(after_status(429, {{"retry-after", " 1.5 "}}), 1500ms);
    EXPECT_EQ(after_status(429, {{"retry-after-ms", "250"}, {"retry-after", "7"}}), 250ms);
    EXPECT_EQ(after_status(429, {{"retry-after", "Mon, 05 Oct 2026 00:00:09 GMT"}}), 9s);
    EXPECT_EQ(after_status(429, {}, 34s), 34s);
    EXPECT_EQ(after_status(429, {{"retry-after", "7"}}, 34s), 7s);
}

TEST(Retry, FallsBackWhenTheHintIsNonsense) {
    for (const auto* text :
         {"", "0", "-5", "soon", "nan", "inf", "7 s", "0x7", "Mon, 05 Oct 2020 00:00:09 GMT"}) {
        EXPECT_EQ(after_status(429, {{"retry-after", text}}), 500ms) << text;
    }
    EXPECT_EQ(after_status(429, {}, -1s), 500ms);
    EXPECT_EQ(after_status(429, {{"retry-after-ms", "x"}, {"retry-after", "7"}}), 7s);
}

TEST(Retry, StopsWhenTheServerAsksForMoreThanOneWaits) {
    EXPECT_EQ(after_status(429, {{"retry-after", "60"}}), 60s);
    EXPECT_EQ(after_status(429, {{"retry-after", "61"}}), std::nullopt);
    EXPECT_EQ(after_status(429, {{"retry-after", "1e300"}}), std::nullopt);
    EXPECT_EQ(after_status(429, {{"retry-after", "Fri, 31 Dec 9999 23:59:59 GMT"}}), std::nullopt);
    EXPECT_EQ(
        retry_after_status({.longest_hint = 2min}, 0, {429, {{"retry-after", "61"}}}, {}, kNow, 0),
        61s
    );
}

TEST(Retry, DoublesTheWaitUpToALimit) {  // P4
    const RetryPolicy policy{.max_retries = 100};
    std::vector<Wait> waits;
    for (const int retries : {0, 1, 2, 3, 4, 5, 99}) {
        waits.push_back(retry_after_status(policy, retries, {503, {}}, {}, kNow, 0));
    }

    EXPECT_EQ(waits, (std::vector<Wait>{500ms, 1s, 2s, 4s, 8s, 8s, 8s}));
}

TEST(Retry, TakesAwayUpToAQuarterByChance) {
    const HttpFailure failure{Kind::Connect, true, ""};

    EXPECT_EQ(retry_after_failure({}, 1, failure, 0.5), 875ms);
    EXPECT_EQ(retry_after_failure({}, 1, failure, 1), 750ms);
}

TEST(Retry, GivesUpAfterTwoByDefault) {  // P4
    EXPECT_EQ(after_status(503, {}, {}, 1), 1s);
    EXPECT_EQ(after_status(503, {}, {}, 2), std::nullopt);
    EXPECT_EQ(retry_after_failure({}, 2, {Kind::Connect, true, ""}, 0), std::nullopt);
    EXPECT_EQ(
        retry_after_failure({.max_retries = 0}, 0, {Kind::Connect, true, ""}, 0), std::nullopt
    );
}

TEST(Retry, AsksAgainOnlyWhenNothingOfTheResponseCame) {  // P4
    for (const auto kind : {Kind::Connect, Kind::Timeout, Kind::Interrupted}) {
        EXPECT_EQ(retry_after_failure({}, 0, {kind, true, ""}, 0), 500ms);
        EXPECT_EQ(retry_after_failure({}, 0, {kind, false, ""}, 0), std::nullopt);
    }
    for (const auto kind :
         {Kind::Refused,
          Kind::Tls,
          Kind::Cancelled,
          Kind::TooLarge,
          Kind::Protocol,
          Kind::BodyUnreadable}) {
        EXPECT_EQ(retry_after_failure({}, 0, {kind, true, ""}, 0), std::nullopt);
    }
}

TEST(SleepUntil, ReturnsAtOnceWhenTheTimeIsOver) {
    const std::stop_source source;

    EXPECT_TRUE(sleep_until(steady_clock::now(), source.get_token()));
    EXPECT_TRUE(sleep_until(steady_clock::now(), {}));
}

TEST(SleepUntil, IsWokenByTheStop) {
    std::stop_source source;
    const std::jthread stopper([&] { source.request_stop(); });

    EXPECT_FALSE(sleep_until(steady_clock::now() + 24h, source.get_token()));
    EXPECT_FALSE(sleep_until(steady_clock::now() + 24h, source.get_token()));
}

}  // namespace

}  // namespace fovea::net
