#include "fovea/net/http/origin.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

TEST(OriginOf, TellsSchemeHostAndPort) {
    EXPECT_EQ(
        origin_of("HTTPS://User:secret@API.Example.COM/v1?key=secret#x").value(),
        (Origin{"https", "api.example.com", "443"})
    );
    EXPECT_EQ(origin_of("http://[::1]:11434").value(), (Origin{"http", "[::1]", "11434"}));
}

TEST(OriginOf, ReadsOddNumbersAsWhatTheyConnectTo) {  // Q2
    EXPECT_EQ(origin_of("http://0x7f.1/").value().host, "127.0.0.1");
    EXPECT_EQ(origin_of("http://2130706433/").value().host, "127.0.0.1");
}

TEST(OriginOf, RefusesWhatIsNoHttpUrlAndDoesNotRepeatIt) {  // Q5
    for (const auto& url :
         {std::string("file:///etc/secret"),
          std::string("ftp://secret.example"),
          std::string("http://"),
          std::string("http://a b/secret"),
          std::string("http://a\nb/secret"),
          std::string("http://a:99999/secret"),
          std::string("http://a\0b/secret", 17),
          std::string("secret"),
          std::string()}) {
        const auto origin = origin_of(url);
        ASSERT_FALSE(origin.ok()) << url;
        EXPECT_EQ(origin.error().message.find("secret"), std::string::npos) << url;
    }
}

}  // namespace

}  // namespace fovea::net
