#include "fovea/net/upstream/http2_head.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::net {
namespace {

const Origin kOrigin{"https", "api.example", "443"};

std::string fields_of(const Http2Head& head) {
    std::string text;
    for (const auto& field : head.fields()) {
        text.append(reinterpret_cast<const char*>(field.name), field.namelen).append("=");
        text.append(reinterpret_cast<const char*>(field.value), field.valuelen).append("\n");
    }
    return text;
}

TEST(Http2Head, WhatIsOfOneConnectionStaysBehind) {  // D4
    const std::string text =
        "POST /v1/messages?beta=true HTTP/1.1\r\nhost: api.example\r\nanthropic-beta: one,two\r\n"
        "te: trailers\r\nx-odd: a: b \r\nempty:\r\ncontent-length: 5\r\n\r\n";
    const Http2Head head(text, kOrigin);

    EXPECT_EQ(
        fields_of(head),
        ":method=POST\n:scheme=https\n:authority=api.example\n:path=/v1/messages?beta=true\n"
        "anthropic-beta=one,two\nx-odd=a: b\nempty=\ncontent-length=5\n"
    );
    EXPECT_TRUE(head.has_body());
}

TEST(Http2Head, ABodyIsWhatHasALengthOrPieces) {
    EXPECT_FALSE(Http2Head("GET / HTTP/1.1\r\nhost: x\r\n\r\n", kOrigin).has_body());
    EXPECT_FALSE(Http2Head("POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n", kOrigin).has_body());

    const std::string chunked = "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n";
    const Http2Head head(chunked, kOrigin);
    EXPECT_TRUE(head.has_body());
    EXPECT_EQ(fields_of(head), ":method=POST\n:scheme=https\n:authority=api.example\n:path=/\n");
}

}  // namespace
}  // namespace fovea::net
