#include "fovea/ingest/data_url.hpp"

#include <gtest/gtest.h>

namespace fovea::ingest {
namespace {

TEST(DataUrl, IsReadWithAnyParametersInAnyCase) {
    const std::string url = "DATA:Image/PNG;charset=x;BASE64,aGVsbG8=";

    EXPECT_TRUE(is_data_url(url));
    EXPECT_EQ(mime_of_data_url(url), "image/png");
    EXPECT_EQ(as_text(bytes_of_data_url(url, 5).value()), "hello");
    EXPECT_EQ(as_text(bytes_of_data_url("data:;base64,aGVsbG8", 5).value()), "hello");
    EXPECT_EQ(mime_of_data_url("data:;base64,aGVsbG8"), "");
}

TEST(DataUrl, NothingElseIsOne) {
    EXPECT_FALSE(is_data_url("dat"));
    EXPECT_FALSE(is_data_url("https://example.org/data:"));
    for (const auto* url :
         {"data:", "data:image/png,x", "data:image/png;base64", "data:;base64,*"}) {
        EXPECT_EQ(bytes_of_data_url(url, 99).error().code, ErrorCode::InvalidInput) << url;
    }
}

TEST(DataUrl, HoldsNoMoreThanTheLimitAndErrorsDoNotRepeatIt) {  // DIG-7
    const std::string long_text(400, 'A');

    EXPECT_EQ(bytes_of_base64("aGVsbG8=", 4).error().code, ErrorCode::FileTooLarge);
    EXPECT_EQ(bytes_of_base64(long_text, 4).error().code, ErrorCode::FileTooLarge);
    EXPECT_EQ(bytes_of_base64(long_text, 299).error().code, ErrorCode::FileTooLarge);
    EXPECT_EQ(bytes_of_base64(long_text, 300).value().size(), 300u);
    EXPECT_EQ(bytes_of_base64("SECRET*", 99).error().message, "the data is not base64");
}

}  // namespace
}  // namespace fovea::ingest
