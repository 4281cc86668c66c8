#include "fovea/net/http/curl_failure.hpp"

#include <gtest/gtest.h>

#include <curl/curl.h>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

const HttpRequest kRequest{
    .url = "https://user:password@api.test/v1beta/models?key=AIza-secret",
    .headers = {{"authorization", "Bearer sk-secret"}, {"x-api-key", "ant-secret"}, {"a", "to"}}};

TEST(FailureOf, NamesTheServerAndWhatLibcurlSays) {
    const auto failure = failure_of(
        CURLE_COULDNT_CONNECT, "Failed to connect", "https://api.test:443", kRequest, true
    );

    EXPECT_EQ(
        failure, (HttpFailure{Kind::Connect, true, "https://api.test:443: Failed to connect"})
    );
}

TEST(FailureOf, UsesTheCodesOwnWordsWhenTheSentenceHoldsASecret) {  // Q5
    for (const auto* detail :
         {"strange sk-secret",
          "ant-secret",
          "user:password",
          "key=AIza-secret",
          "v1beta/models?key=AIza-secret"}) {
        const auto failure = failure_of(CURLE_RECV_ERROR, detail, "place", kRequest, false);
        EXPECT_EQ(failure.message, "place: Failure when receiving data from the peer") << detail;
    }
}

TEST(FailureOf, LetsNoControlCharacterIntoTheMessage) {
    const auto failure = failure_of(CURLE_HTTP2, "a\x1b[31m\nb\x7f", "place", kRequest, false);

    EXPECT_EQ(failure.message, "place: a[31mb");
}

TEST(FailureOf, CallsWhatItDoesNotKnowAProtocolError) {
    EXPECT_EQ(failure_of(CURLE_WEIRD_SERVER_REPLY, "", "", kRequest, true).kind, Kind::Protocol);
    EXPECT_EQ(failure_of(127, "", "", kRequest, true).kind, Kind::Protocol);
}

}  // namespace

}  // namespace fovea::net
