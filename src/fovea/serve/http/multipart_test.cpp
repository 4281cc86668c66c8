#include "fovea/serve/http/multipart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace fovea::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// "name|filename|type|body" of each part.
struct Read {
    std::vector<std::string> parts;
    Result<void> result = {};
};

Read read(const std::string& body, std::size_t piece, std::string boundary = "XYZ") {
    Read read;
    MultipartParser parser(
        std::move(boundary),
        {.begin = [&](const PartHead& head) -> Result<void> {
             read.parts.push_back(
                 head.name + "|" + head.filename.value_or("-") + "|" + head.content_type + "|"
             );
             return {};
         },
         .data = [&](std::string_view bytes) -> Result<void> {
             read.parts.back() += bytes;
             return {};
         },
         .end = [&]() -> Result<void> {
             read.parts.back() += "$";
             return {};
         }}
    );
    for (std::size_t at = 0; at < body.size() && read.result.ok(); at += piece) {
        read.result = parser.feed(std::string_view(body).substr(at, piece));
    }
    if (read.result.ok()) read.result = parser.finish();
    return read;
}

constexpr const char* kBody =
    "a preamble\r\n"
    "--XYZ\r\n"
    "Content-Disposition: form-data; name=\"message\"\r\n"
    "\r\n"
    "Fix this\r\nbug\r\n"
    "--XYZ  \r\n"
    "content-disposition: form-data; name=\"images[]\"; "
    "filename=\"C:\\\\x\\\\screen%22shot.png\"\r\n"
    "Content-Type: IMAGE/PNG; a=b\r\n"
    "\r\n"
    "\r\n--XY\r\n--XYAB\r\n"
    "\r\n--XYZ\r\n"
    "Content-Disposition: form-data; name=empty\r\n"
    "\r\n"
    "\r\n--XYZ--\r\nan epilogue";

TEST(Multipart, IsReadTheSameInPiecesOfAnySize) {  // DIG-5, D2
    const std::string body = kBody;
    for (std::size_t piece = 1; piece <= body.size(); ++piece) {
        const auto got = read(body, piece);

        ASSERT_TRUE(got.result.ok()) << piece << got.result.error().message;
        ASSERT_THAT(
            got.parts,
            ElementsAre(
                "message|-||Fix this\r\nbug$",
                "images[]|screen\"shot.png|image/png|\r\n--XY\r\n--XYAB\r\n$",
                "empty|-||$"
            )
        ) << piece;
    }
}

TEST(Multipart, WhatIsCutOrWrongIsAnError) {  // DIG-5
    const std::string head = "--XYZ\r\nContent-Disposition: form-data; name=a\r\n\r\n";
    for (const std::string& body :
         {std::string(""),
          std::string("--XYZ"),
          head,
          head + "body",
          head + "body\r\n--XYZ",
          head + "body\r\n--XYZ-",
          std::string("--XYZ\r\n\r\nno head\r\n--XYZ--"),
          std::string("--XYZ\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--XYZ--"),
          std::string("--XYZ\r\nContent-Disposition: form-data\r\n\r\n\r\n--XYZ--"),
          std::string("--XYZ\r\nno colon\r\n\r\n\r\n--XYZ--"),
          std::string("--XYZ!\r\n") + head,
          "--XYZ\r\nContent-Transfer-Encoding: base64\r\n" + head.substr(7) + "\r\n--XYZ--",
          "--XYZ\r\nA: " + std::string(20'000, 'x') + "\r\n\r\n"}) {
        const auto got = read(body, 7);

        ASSERT_FALSE(got.result.ok()) << body;
        EXPECT_EQ(got.result.error().code, ErrorCode::InvalidInput);
    }
}

TEST(Multipart, TheBoundaryIsTakenFromTheHeader) {
    EXPECT_EQ(boundary_of("multipart/form-data; boundary=abc").value(), "abc");
    EXPECT_EQ(boundary_of("multipart/form-data; charset=x; BOUNDARY=\"a b:c\"").value(), "a b:c");
    for (const auto* const header :
         {"multipart/form-data",
          "multipart/form-data; boundary=",
          "multipart/form-data; boundary=\"a",
          "multipart/form-data; boundary=a@b"}) {
        EXPECT_FALSE(boundary_of(header).ok()) << header;
    }
    EXPECT_FALSE(boundary_of("multipart/form-data; boundary=" + std::string(71, 'a')).ok());
}

}  // namespace
}  // namespace fovea::serve
