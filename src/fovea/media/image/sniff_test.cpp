#include "fovea/media/image/sniff.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::media {
namespace {

using namespace std::string_view_literals;

std::string_view mime_of_text(std::string_view text) {
    return sniff(as_bytes(text)).mime;
}

TEST(Sniff, NamesTheFourTypesOfTheAllowlist) {  // M1, CAL-IMG-11, CAL-IMG-13, ETH-18
    EXPECT_EQ(sniff(as_bytes("\x89PNG\r\n\x1a\n rest")).image, ImageType::Png);
    EXPECT_EQ(sniff(as_bytes("\xff\xd8\xff\xe0 rest")).image, ImageType::Jpeg);
    EXPECT_EQ(sniff(as_bytes("GIF87a rest")).image, ImageType::Gif);
    EXPECT_EQ(sniff(as_bytes("GIF89a rest")).image, ImageType::Gif);
    EXPECT_EQ(sniff(as_bytes("RIFF\x10\0\0\0WEBPVP8 "sv)).image, ImageType::Webp);
}

TEST(Sniff, NamesWhatPeopleSendByMistake) {  // M1, CAL-IMG-13, ETH-18
    EXPECT_EQ(mime_of_text("<!DOCTYPE html><html>"), "text/html");
    EXPECT_EQ(mime_of_text("  \n<HTML><head>"), "text/html");
    EXPECT_EQ(
        mime_of_text("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">"),
        "image/svg+xml"
    );
    EXPECT_EQ(mime_of_text("\xef\xbb\xbf<svg>"), "image/svg+xml");
    EXPECT_EQ(
        mime_of_text("\0\0\0\x18"
                     "ftypheic"sv),
        "image/heic"
    );
    EXPECT_EQ(
        mime_of_text("\0\0\0\x18"
                     "ftypmif1"sv),
        "image/heif"
    );
    EXPECT_EQ(
        mime_of_text("\0\0\0\x18"
                     "ftypavif"sv),
        "image/avif"
    );
    EXPECT_EQ(
        mime_of_text("\0\0\0\x18"
                     "ftypisom"sv),
        "video/mp4"
    );
    EXPECT_EQ(
        mime_of_text("\0\0\0\x18"
                     "ftypqt  "sv),
        "video/quicktime"
    );
    EXPECT_EQ(mime_of_text("BM\x46\0\0\0\0\0\0\0"sv), "image/bmp");
    EXPECT_EQ(mime_of_text("II*\0"sv), "image/tiff");
    EXPECT_EQ(mime_of_text("MM\0*"sv), "image/tiff");
    EXPECT_EQ(mime_of_text("%PDF-1.7"), "application/pdf");
    EXPECT_EQ(mime_of_text("\xef\xbb\xbf%PDF-1.7\n1 0 obj"), "application/pdf");
    EXPECT_EQ(mime_of_text("Content-Length: 9\r\n\r\n%PDF-1.7\n1 0 obj"), "application/pdf");
    EXPECT_EQ(mime_of_text("A file begins with\n%PDF-1.7 and so on"), "text/plain");
    EXPECT_EQ(mime_of_text("\x1a\x45\xdf\xa3"), "video/webm");
    EXPECT_EQ(mime_of_text("PK\3\4"), "application/zip");
    EXPECT_EQ(mime_of_text("\x1f\x8b\x08"), "application/gzip");
    EXPECT_EQ(mime_of_text("{\"a\": 1}"), "application/json");
    EXPECT_EQ(mime_of_text("Dear reader, BM is not a picture"), "text/plain");
    EXPECT_EQ(mime_of_text("BMW makes cars"), "text/plain");
    EXPECT_EQ(mime_of_text("\1\2\3\4"), "application/octet-stream");
}

TEST(Sniff, DoesNotLookPastTheEnd) {  // M2
    for (const auto whole :
         {"\x89PNG\r\n\x1a\n"sv,
          "RIFF\x10\0\0\0WEBP"sv,
          "\0\0\0\x18"
          "ftypheic"sv}) {
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const std::string cut(whole.substr(0, length)
            );  // its own memory, so that asan sees a read past it

            EXPECT_FALSE(sniff(as_bytes(cut)).image.has_value()) << length;
        }
    }
}

TEST(Sniff, RefusalSaysWhatTheBytesAreAndWhatToDo) {  // M1, ETH-17
    const auto error = refusal(
        sniff(as_bytes("\0\0\0\x18"
                       "ftypheic"sv)),
        12
    );

    EXPECT_EQ(
        error,
        (Error{
            ErrorCode::UnsupportedFileType,
            "this is a HEIC picture (image/heic), not a PNG, JPEG, GIF or WebP picture; convert it "
            "to PNG or JPEG first"})
    );
}

TEST(Sniff, RefusesNothingAtAll) {  // M1
    EXPECT_EQ(refusal(sniff({}), 0).message, "the input is empty: 0 bytes");
}

}  // namespace
}  // namespace fovea::media
