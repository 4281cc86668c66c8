#include "fovea/net/upstream/response_reader.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fovea::net {
namespace {

using Method = ResponseReader::Method;

struct Taken {
    std::vector<ResponseHead> heads = {};
    std::string body = {};
    std::size_t used = 0;
    std::string error = {};
    bool is_done = false;
};

Taken read(std::string_view bytes, std::size_t piece, Method method = Method::Other) {
    Taken taken;
    ResponseReader reader(method);
    const ResponseReader::To to{
        .head = [&](ResponseHead head) { taken.heads.push_back(std::move(head)); },
        .body = [&](std::string_view part) { taken.body += part; }};
    while (taken.used < bytes.size() && !reader.is_done()) {
        const auto used = reader.feed(bytes.substr(taken.used, piece), to);
        if (!used.ok()) {
            taken.error = used.error();
            return taken;
        }
        taken.used += used.value();
    }
    taken.is_done = reader.end();
    return taken;
}

TEST(ResponseReader, ReadsLengthsChunksAndTheEndWhereverItIsCut) {  // D4
    const std::string behind = "HTTP/1.1 500 no";
    const std::string whole[] = {
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-One: 1\r\ncontent-length: "
        "5\r\n\r\nhello",
        "HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nt: "
        "1\r\n\r\n",
    };
    for (const auto& text : whole) {
        for (std::size_t piece = 1; piece <= text.size() + behind.size(); ++piece) {
            const auto taken = read(text + behind, piece);
            ASSERT_EQ(taken.error, "") << piece;
            EXPECT_EQ(taken.body, "hello");
            EXPECT_EQ(taken.heads.size(), 1u);
            EXPECT_TRUE(taken.heads.front().keeps_open);
            EXPECT_EQ(taken.used, text.size());
        }
    }
    const auto until_end = read("HTTP/1.0 200 OK\r\n\r\nhello", 3);
    EXPECT_EQ(until_end.body, "hello");
    EXPECT_TRUE(until_end.is_done);
    EXPECT_FALSE(until_end.heads.front().keeps_open);
}

TEST(ResponseReader, SomeAnswersHaveNoBodyWhateverTheySay) {
    EXPECT_TRUE(read("HTTP/1.1 204 x\r\n\r\n", 9).is_done);
    EXPECT_TRUE(read("HTTP/1.1 304 x\r\ncontent-length: 9\r\n\r\n", 9).is_done);
    EXPECT_TRUE(read("HTTP/1.1 200 x\r\ncontent-length: 9\r\n\r\n", 9, Method::Head).is_done);
}

TEST(ResponseReader, WhatIsCutOffIsNotWhole) {
    EXPECT_FALSE(read("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell", 64).is_done);
    EXPECT_FALSE(
        read("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n", 64).is_done
    );
    EXPECT_FALSE(read("HTTP/1.1 200 OK\r\n", 64).is_done);
}

TEST(ResponseReader, WhatTwoReadersCouldReadInTwoWaysIsRefused) {
    for (const auto* head :
         {"content-length: 5\r\ncontent-length: 6",
          "content-length: 5\r\ntransfer-encoding: chunked",
          "transfer-encoding: gzip, chunked",
          "content-length: +5",
          "content-length: 99999999999999999999999",
          " folded: 1",
          "no colon"}) {
        const auto text = "HTTP/1.1 200 OK\r\n" + std::string(head) + "\r\n\r\nhello";
        EXPECT_NE(read(text, 7).error, "") << head;
    }
    EXPECT_NE(read("HTTP/2 200 OK\r\n\r\n", 64).error, "");
    EXPECT_NE(read("<html>nobody speaks HTTP here</html>\r\n\r\n", 64).error, "");
    EXPECT_NE(read("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", 64).error, "");
    EXPECT_NE(
        read("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhello\r\n", 64).error, ""
    );
}

TEST(ResponseReader, AHeadWithoutEndIsNotKept) {
    const std::string endless = "HTTP/1.1 200 OK\r\nx: " + std::string(200'000, 'x');
    EXPECT_EQ(read(endless, 1000).error, "the head of the answer is too long");
}

}  // namespace
}  // namespace fovea::net
