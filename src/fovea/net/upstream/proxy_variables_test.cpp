#include "fovea/net/upstream/proxy_variables.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fovea::net {
namespace {

using Variables = std::map<std::string, std::string>;

bool asks(const Origin& origin, const Variables& variables) {
    return asks_proxy(origin, [&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

const Origin kTls{"https", "api.example", "443"};
const Origin kPlain{"http", "api.example", "80"};

TEST(ProxyVariables, EachSchemeHasItsOwn) {
    EXPECT_FALSE(asks(kTls, {}));
    EXPECT_TRUE(asks(kTls, {{"https_proxy", "http://p:1"}}));
    EXPECT_TRUE(asks(kTls, {{"HTTPS_PROXY", "http://p:1"}}));
    EXPECT_FALSE(asks(kTls, {{"http_proxy", "http://p:1"}}));
    EXPECT_TRUE(asks(kPlain, {{"http_proxy", "http://p:1"}}));
    // A program that a web server starts may have it from a header of a stranger.
    EXPECT_FALSE(asks(kPlain, {{"HTTP_PROXY", "http://p:1"}}));
    EXPECT_TRUE(asks(kPlain, {{"ALL_PROXY", "http://p:1"}}));
}

TEST(ProxyVariables, WhatIsExceptedNeedsNone) {
    const auto with = [](const std::string& exceptions) {
        return Variables{{"https_proxy", "http://p:1"}, {"no_proxy", exceptions}};
    };
    EXPECT_FALSE(asks(kTls, with("*")));
    EXPECT_FALSE(asks(kTls, with("other.test, API.example")));
    EXPECT_FALSE(asks(kTls, with(".example")));
    EXPECT_TRUE(asks(kTls, with("pi.example")));
    EXPECT_TRUE(asks(kTls, with(",, ,")));
}

TEST(ProxyVariables, AnEmptyOneIsAsGoodAsNone) {
    EXPECT_TRUE(asks(kTls, {{"https_proxy", ""}, {"all_proxy", "http://p:1"}}));
    EXPECT_FALSE(asks(kTls, {{"https_proxy", ""}}));
}

TEST(ProxyVariables, NothingOnThisMachineIsBehindOne) {
    const Variables all{{"all_proxy", "http://p:1"}};

    EXPECT_FALSE(asks({"https", "localhost", "443"}, all));
    EXPECT_FALSE(asks({"http", "127.0.0.1", "80"}, all));
    EXPECT_FALSE(asks({"http", "[::1]", "80"}, all));
}

}  // namespace
}  // namespace fovea::net
