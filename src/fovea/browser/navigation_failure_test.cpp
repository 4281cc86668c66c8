#include "fovea/browser/navigation_failure.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fovea::browser {

namespace {

using net::GateWish;
using net::Reached;

ErrorCode code_of(std::string_view text, const std::vector<GateWish>& wishes = {}) {
    return navigation_failure(text, wishes).code;
}

TEST(NavigationFailure, TellsARefusalFromASilentServer) {  // Q2
    const std::vector<GateWish> silent = {
        {{"a.test", 443}, Reached::Opened}, {{"b.test", 443}, Reached::NoAnswer}};
    const std::vector<GateWish> refused = {{{"a.test", 443}, Reached::Refused}};

    EXPECT_EQ(code_of("net::ERR_SOCKS_CONNECTION_FAILED", refused), ErrorCode::UrlBlocked);
    EXPECT_EQ(code_of("net::ERR_SOCKS_CONNECTION_FAILED"), ErrorCode::UrlBlocked);
    EXPECT_EQ(code_of("net::ERR_SOCKS_CONNECTION_FAILED", silent), ErrorCode::FileNotFound);
    EXPECT_EQ(
        navigation_failure("net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE", silent).what,
        "b.test does not answer"
    );
    const std::vector<GateWish> here = {{{"localhost", 8080}, Reached::NoAnswer}};
    EXPECT_EQ(
        navigation_failure("net::ERR_SOCKS_CONNECTION_FAILED", here).what,
        "localhost:8080 does not answer"
    );
}

TEST(NavigationFailure, SaysOfANameThatDoesNotResolveThatItDoesNot) {
    const std::vector<GateWish> unknown = {{{"nobody.test", 443}, Reached::NoSuchName}};

    const auto failure = navigation_failure("net::ERR_SOCKS_CONNECTION_FAILED", unknown);

    EXPECT_EQ(failure.code, ErrorCode::FileNotFound);
    EXPECT_EQ(
        failure.what,
        "the name nobody.test does not resolve; check the spelling and the network connection"
    );
}

TEST(NavigationFailure, HasACodeForEveryWord) {
    EXPECT_EQ(code_of("net::ERR_CERT_AUTHORITY_INVALID"), ErrorCode::UrlBlocked);
    EXPECT_EQ(code_of("net::ERR_SSL_PROTOCOL_ERROR"), ErrorCode::UrlBlocked);
    EXPECT_EQ(code_of("net::ERR_TOO_MANY_REDIRECTS"), ErrorCode::UrlBlocked);
    EXPECT_EQ(code_of("net::ERR_UNSAFE_REDIRECT"), ErrorCode::UrlBlocked);
    EXPECT_EQ(code_of("net::ERR_CONNECTION_TIMED_OUT"), ErrorCode::FileNotFound);
    EXPECT_EQ(code_of("net::ERR_CONNECTION_RESET"), ErrorCode::FileNotFound);
    EXPECT_EQ(code_of("net::ERR_EMPTY_RESPONSE"), ErrorCode::FileNotFound);
    EXPECT_EQ(code_of("net::ERR_ABORTED"), ErrorCode::UnsupportedFileType);
    EXPECT_EQ(code_of("net::ERR_OF_TOMORROW"), ErrorCode::FileNotFound);
    EXPECT_EQ(code_of(""), ErrorCode::FileNotFound);
}

}  // namespace

}  // namespace fovea::browser
