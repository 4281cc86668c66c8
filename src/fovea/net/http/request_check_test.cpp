#include "fovea/net/http/request_check.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

TEST(FaultIn, FindsNoneInAnHonestRequest) {
    EXPECT_EQ(
        fault_in(
            {.method = "POST",
             .url = "http://a",
             .headers = {{"x-api-key", "k\tk \xC3\xBC"}, {"Empty", ""}}}
        ),
        std::nullopt
    );
}

TEST(FaultIn, FindsWhatWouldBreakTheLines) {
    EXPECT_TRUE(fault_in({.method = "GET /x", .url = "http://a"}));
    EXPECT_TRUE(fault_in({.method = "", .url = "http://a"}));
    for (const auto& header :
         {HttpHeader{"a", "b\r\nc: d"},
          HttpHeader{"a", "b\n"},
          HttpHeader{"a", std::string("b\0", 2)},
          HttpHeader{"a: b", ""},
          HttpHeader{"", "b"},
          HttpHeader{"Content-Length", "5"},
          HttpHeader{"transfer-encoding", "chunked"}}) {
        EXPECT_TRUE(fault_in({.url = "http://a", .headers = {header}})) << header.name;
    }
}

TEST(FaultIn, DoesNotRepeatTheValue) {  // Q5
    EXPECT_EQ(
        fault_in({.url = "http://a", .headers = {{"x-api-key", "secret\n"}}}),
        "the header x-api-key has a control character"
    );
}

}  // namespace

}  // namespace fovea::net
