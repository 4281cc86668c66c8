#include "fovea/net/gate/loopback.hpp"

#include <gtest/gtest.h>
#include <sys/un.h>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace fovea::net {

namespace {

bool v4(const char* text) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, text, &address.sin_addr);
    return is_loopback(reinterpret_cast<const sockaddr*>(&address));
}

bool v6(const char* text) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    inet_pton(AF_INET6, text, &address.sin6_addr);
    return is_loopback(reinterpret_cast<const sockaddr*>(&address));
}

TEST(Loopback, KnowsTheAddressesThatStayOnThisMachine) {  // Q2
    EXPECT_TRUE(v4("127.0.0.1"));
    EXPECT_TRUE(v4("127.255.255.254"));
    EXPECT_TRUE(v6("::1"));
    EXPECT_TRUE(v6("::ffff:127.0.0.1"));
}

TEST(Loopback, KnowsTheAddressesThatDoNot) {
    for (const auto* text : {"0.0.0.0", "10.0.0.1", "126.255.255.255", "128.0.0.1", "192.0.2.1"}) {
        EXPECT_FALSE(v4(text)) << text;
    }
    for (const auto* text :
         {"::", "::2", "fe80::1", "::ffff:10.0.0.1", "::127.0.0.1", "2001:db8::1"}) {
        EXPECT_FALSE(v6(text)) << text;
    }
    sockaddr_un local{};
    local.sun_family = AF_UNIX;
    EXPECT_FALSE(is_loopback(reinterpret_cast<const sockaddr*>(&local)));
}

TEST(Loopback, TakesOnlyLocalhostAmongNames) {
    for (const auto* host :
         {"localhost",
          "LocalHost",
          "localhost.",
          "ollama.localhost",
          "127.0.0.1",
          "::1",
          "[::1]"}) {
        EXPECT_TRUE(is_loopback_host(host)) << host;
    }
    for (const auto* host :
         {"",
          ".",
          "[",
          "[]",
          "notlocalhost",
          "localhost.example.com",
          "127.0.0.1.example.com",
          "0.0.0.0",
          "10.0.0.1",
          "[2001:db8::1]"}) {
        EXPECT_FALSE(is_loopback_host(host)) << host;
    }
}

}  // namespace

}  // namespace fovea::net
