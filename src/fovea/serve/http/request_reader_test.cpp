#include "fovea/serve/http/request_reader.hpp"

#include "fovea/serve/http/long_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fovea::serve {
namespace {

struct Taken {
    int status = 0;  // of a refusal
    std::string detail;
    Request request;
    std::string body;
    bool is_done = false;
    std::string rest;
};

Taken read(std::string_view bytes, std::size_t piece) {
    Taken taken;
    RequestReader reader;
    std::string pending;
    const auto refused = [&](const BadRequest& bad) {
        taken.status = bad.status;
        taken.detail = bad.detail;
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        pending += bytes.substr(at, piece);
        if (!reader.has_head()) {
            const auto used = reader.take_head(pending);
            if (!used.ok()) return refused(used.error()), taken;
            pending.erase(0, used.value());
        }
        if (reader.has_head() && !reader.is_done()) {
            const auto used = reader.take_body(pending, taken.body);
            if (!used.ok()) return refused(used.error()), taken;
            pending.erase(0, used.value());
        }
    }
    taken.request = reader.request();
    taken.is_done = reader.is_done();
    taken.rest = pending;
    return taken;
}

TEST(RequestReader, ReadsTheSameInPiecesOfAnySize) {
    const std::string bytes =
        "\r\nPOST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Thing:  two words \r\n"
        "Transfer-Encoding: chunked\r\n\r\n5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: "
        "x\r\n\r\n"
        "GET";
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const auto taken = read(bytes, piece);

        ASSERT_EQ(taken.status, 0) << taken.detail;
        ASSERT_TRUE(taken.is_done) << piece;
        EXPECT_EQ(taken.request.method, "POST");
        EXPECT_EQ(taken.request.target, "/a?b=c");
        EXPECT_EQ(taken.request.header("x-thing"), "two words");
        EXPECT_EQ(taken.body, "hello world");
        EXPECT_EQ(taken.rest, "GET");
    }
}

TEST(RequestReader, AShortBodyInChunksEndsHoweverItIsCut) {  // D2
    const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const auto& [chunks, body] : std::map<std::string, std::string>{
             {"0\r\n\r\n", ""},
             {"1\r\nx\r\n0\r\n\r\n", "x"},
             {"1\r\nx\r\n0\r\nA: b\r\n\r\n", "x"}}) {
        const auto bytes = head + chunks + "GET";
        for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
            const auto taken = read(bytes, piece);
            ASSERT_TRUE(taken.is_done) << chunks << piece;
            EXPECT_EQ(taken.body, body);
            EXPECT_EQ(taken.rest, "GET");
        }
    }
}

TEST(RequestReader, AFixedLengthEndsWhereItSays) {
    const auto taken = read("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcdef", 100);

    EXPECT_TRUE(taken.is_done);
    EXPECT_EQ(taken.body, "abc");
    EXPECT_EQ(taken.rest, "def");
    EXPECT_EQ(taken.request.length, 3u);
}

// Each is a way to make two servers see different requests in the same bytes.
TEST(RequestReader, WhatCouldBeReadInTwoWaysIsRefused) {  // D2
    const std::string line = "POST / HTTP/1.1\r\n";
    const std::string host = line + "Host: x\r\n";
    for (const std::string& head :
         {host + "Content-Length: 3\r\nTransfer-Encoding: chunked",
          host + "Transfer-Encoding: chunked\r\nContent-Length: 3",
          host + "Content-Length: 3\r\nContent-Length: 4",
          host + "Content-Length: 3\r\nContent-Length: 3",
          host + "Content-Length: 3, 3",
          host + "Content-Length: +3",
          host + "Content-Length: -1",
          host + "Content-Length: 99999999999999999999999",
          host + "Transfer-Encoding: gzip, chunked",
          host + "Transfer-Encoding: xchunked",
          host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
          host + "Transfer-Encoding : chunked",
          host + "X: a\r\n folded",
          host + "X: a\nY: b",
          host + "X: a\rb",
          host + "Bad Name: x",
          host + ": no name",
          host + "no colon",
          host + std::string("X: a\0b", 6),
          line + "X: y",
          line + "Host: a\r\nHost: b",
          std::string("GET / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked"),
          std::string("GET / HTTP/2.0\r\nHost: x"),
          std::string("G(T / HTTP/1.1\r\nHost: x"),
          std::string("GET  / HTTP/1.1\r\nHost: x"),
          std::string("GET /../x HTTP/1.1\r\nHost: x")}) {
        EXPECT_EQ(read(head + "\r\n\r\n", 1000).status, 400) << head;
    }
}

TEST(RequestReader, WhatIsTooLongIsRefusedBeforeItsEnd) {  // D5
    EXPECT_EQ(read("GET /" + std::string(9000, 'a'), 1000).status, 414);
    EXPECT_EQ(read("GET / HTTP/1.1\r\nX: " + std::string(70'000, 'a'), 1000).status, 431);
    std::string many = "GET / HTTP/1.1\r\nHost: x\r\n";
    for (int i = 0; i < 101; ++i) many += "A: b\r\n";
    EXPECT_EQ(read(many + "\r\n", 1000).status, 431);
}

TEST(RequestReader, ABadChunkIsRefused) {  // D2
    const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

    EXPECT_EQ(read(head + "zz\r\nhello\r\n", 1000).status, 400);
    EXPECT_EQ(read(head + "5\r\nhelloX\r\n0\r\n\r\n", 1000).status, 400);
    EXPECT_EQ(read(head + "ffffffffffffffffff\r\n", 1000).status, 400);
}

TEST(RequestReader, AChunkBeyondTheLimitIsRefusedOnceItIsAnnounced) {  // D5
    const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    const std::string first = "3\r\nabc\r\n";
    for (const auto& [announced, status] : {std::pair("2\r\n", 0), std::pair("3\r\n", 413)}) {
        RequestReader reader;
        ASSERT_TRUE(reader.take_head(head).ok());
        reader.limit_body(5);
        std::string body;

        const auto taken = reader.take_body(first + announced, body);

        EXPECT_EQ(taken.ok() ? 0 : taken.error().status, status) << announced;
        EXPECT_EQ(body, "abc");
    }
}

}  // namespace
}  // namespace fovea::serve
