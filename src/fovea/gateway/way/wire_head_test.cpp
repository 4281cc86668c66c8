#include "fovea/gateway/way/wire_head.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(WireHead, WhatBelongsToTheProgramGoesOnAndNothingElse) {  // D4, Q5
    Way way;
    way.origin = {"https", "api.example", "443"};
    way.path = "/v1/messages";
    way.headers = {{"x-api-key", "theirs"}, {"anthropic-version", "ours"}};
    const Asked asked{
        .method = "POST",
        .target = "/v1/messages",
        .headers = {
            {"host", "localhost:7420"},
            {"authorization", "Bearer our-token"},
            {"anthropic-beta", "one"},
            {"connection", "x-hop, keep-alive"},
            {"x-hop", "1"},
            {"cookie", "fovea_token=secret"},
            {"accept-encoding", "gzip"},
            {"x-stainless-lang", "js"}}};

    const auto head = head_to_server(asked, way, "?beta=true", {.bytes = 5}, Keys::Ours);

    EXPECT_THAT(
        head, testing::StartsWith("POST /v1/messages?beta=true HTTP/1.1\r\nhost: api.example\r\n")
    );
    EXPECT_THAT(head, HasSubstr("anthropic-beta: one\r\nx-stainless-lang: js\r\n"));
    EXPECT_THAT(head, HasSubstr("x-api-key: theirs\r\n"));
    EXPECT_THAT(head, HasSubstr("content-length: 5\r\n"));
    for (const auto* const gone : {"our-token", "secret", "x-hop", "gzip", "localhost"}) {
        EXPECT_THAT(head, Not(HasSubstr(gone)));
    }
    // The program's own key goes on where the token came apart from it, and the token never does.
    EXPECT_THAT(head_to_server(asked, way, "", {}, Keys::Theirs), Not(HasSubstr("our-token")));
    auto apart = asked;
    apart.headers.emplace_back("x-fovea-token", "token");
    const auto with_key = head_to_server(apart, way, "", {}, Keys::Theirs);
    EXPECT_THAT(with_key, HasSubstr("Bearer our-token"));
    EXPECT_THAT(with_key, Not(HasSubstr("x-fovea-token")));
}

TEST(WireHead, AnAnswersHeadersStayButForThoseOfItsConnection) {
    const auto headers = head_to_client(
        {.status = 200,
         .headers =
             {{"content-type", "text/event-stream"},
              {"transfer-encoding", "chunked"},
              {"connection", "x-hop"},
              {"x-hop", "1"},
              {"retry-after", "3"},
              {"set-cookie", "a=b"}}}
    );

    EXPECT_EQ(headers, (Headers{{"content-type", "text/event-stream"}, {"retry-after", "3"}}));
}

}  // namespace
}  // namespace fovea::gateway
