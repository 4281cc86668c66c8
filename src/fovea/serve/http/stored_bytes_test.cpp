#include "fovea/serve/http/stored_bytes.hpp"

#include "fovea/base/result.hpp"
#include "fovea/serve/http/long_answer.hpp"

#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

Response ask(Headers headers, std::string method = "GET") {
    const Request request{
        .method = std::move(method), .target = "/", .headers = std::move(headers)};
    return answer_with(
        request,
        {.etag = "sha256-ab",
         .mime = "image/png",
         .filename = "a\"b.png",
         .size = 10,
         .read = [](std::uint64_t offset, std::size_t most) -> Result<std::string> {
             return std::string("0123456789").substr(offset, most);
         }}
    );
}

std::string body_of(const Response& response) {
    return response.pieces ? response.pieces->read(0, response.pieces->size).value() : "";
}

TEST(StoredBytes, AreWholeAndKeptForEver) {  // DIG-20, D2
    const auto response = ask({});

    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(body_of(response), "0123456789");
    EXPECT_EQ(find_header(response.headers, "etag"), "\"sha256-ab\"");
    EXPECT_EQ(
        find_header(response.headers, "cache-control"), "private, max-age=31536000, immutable"
    );
    EXPECT_EQ(find_header(response.headers, "content-disposition"), "inline; filename=\"a_b.png\"");
    EXPECT_EQ(
        find_header(response.headers, "content-security-policy"), "default-src 'none'; sandbox"
    );
}

TEST(StoredBytes, WhoHasThemIsToldSo) {  // DIG-20
    for (const auto* const known :
         {"\"sha256-ab\"", "W/\"sha256-ab\"", "\"x\", \"sha256-ab\"", "*"}) {
        const auto response = ask({{"if-none-match", known}});
        EXPECT_EQ(response.status, 304) << known;
        EXPECT_EQ(body_of(response), "");
    }
    EXPECT_EQ(ask({{"if-none-match", "\"sha256-abc\""}}).status, 200);
}

TEST(StoredBytes, PartsComeByRange) {  // D2
    const auto part = ask({{"range", "bytes=2-4"}});
    EXPECT_EQ(part.status, 206);
    EXPECT_EQ(body_of(part), "234");
    EXPECT_EQ(find_header(part.headers, "content-range"), "bytes 2-4/10");
    EXPECT_EQ(body_of(ask({{"range", "bytes=7-"}})), "789");
    EXPECT_EQ(body_of(ask({{"range", "bytes=-3"}})), "789");
    EXPECT_EQ(body_of(ask({{"range", "bytes=8-100"}})), "89");
    EXPECT_EQ(ask({{"range", "bytes=10-"}}).status, 416);
    EXPECT_EQ(ask({{"range", "bytes=-0"}}).status, 416);
    for (const auto* const whole :
         {"bytes=4-2", "bytes=a-b", "bytes=0-1,3-4", "items=0-1", "bytes=", "bytes=-"}) {
        EXPECT_EQ(ask({{"range", whole}}).status, 200) << whole;
    }
    EXPECT_EQ(ask({{"range", "bytes=0-1"}, {"if-range", "\"other\""}}).status, 200);
    EXPECT_EQ(ask({{"range", "bytes=0-1"}, {"if-range", "\"sha256-ab\""}}).status, 206);
    EXPECT_EQ(ask({{"range", "bytes=0-1"}}, "HEAD").status, 200);
}

}  // namespace
}  // namespace fovea::serve
