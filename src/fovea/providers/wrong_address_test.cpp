#include "fovea/providers/wrong_address.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kUrl = "https://me:HUSH@a.org/v1/messages?key=HUSH";
constexpr const char* kPage = "\n<!DOCTYPE html><html><head><title>Sign in</title></head></html>";

WireFailure questioned(WireFailure failure, std::string_view body, const Headers& headers = {}) {
    question_address(failure, kUrl, headers, body);
    return failure;
}

TEST(WrongAddress, PagesAreKnownByTheirFirstByte) {  // P4
    EXPECT_TRUE(is_web_page(kPage));
    EXPECT_TRUE(is_web_page("\xEF\xBB\xBF <html>"));
    EXPECT_FALSE(is_web_page("{\"a\": \"<html>\"}"));
    EXPECT_FALSE(is_web_page("data: <html>"));
    EXPECT_FALSE(is_web_page(""));
}

TEST(WrongAddress, StreamsAndJsonMayBeAnswers) {  // P4
    for (const char* body :
         {"", "  ", "data: {}", "da", "event: x", ": ping", "{\"a\":1}", "[", "e"})
        EXPECT_TRUE(may_be_answer(body)) << body;
    for (const char* body : {"OK", "It works!", "<html>", "404 page not found"})
        EXPECT_FALSE(may_be_answer(body)) << body;
}

TEST(WrongAddress, SaysWhatCameFromWhereAndAsks) {  // P4, Q5
    EXPECT_EQ(
        not_an_answer(200, kUrl, kPage),
        (WireFailure{
            .kind = FailureKind::Garbled,
            .status = 200,
            .message = "a web page (“Sign in”) came from https://a.org/v1/messages; check base_url"}
        )
    );
    EXPECT_EQ(
        not_an_answer(200, "http://h:1/x", "It works!").message,
        "a text (“It works!”) came from http://h:1/x; check base_url"
    );
    EXPECT_EQ(
        not_an_answer(200, "http://h:1/x", "<p>" + std::string(5000, 'x')).message,
        "a web page came from http://h:1/x; check base_url"
    );
}

TEST(WrongAddress, RefusalsOfRoutersAndPortalsAskAboutTheAddress) {  // P4
    const auto lost = questioned(
        {.kind = FailureKind::BadRequest, .status = 405, .message = "Not Allowed"}, kPage
    );
    EXPECT_EQ(lost.kind, FailureKind::Garbled);
    EXPECT_EQ(lost.message, "Not Allowed, from https://a.org/v1/messages; check base_url");
    const auto portal =
        questioned({.kind = FailureKind::Auth, .status = 403, .message = "Sign in"}, kPage);
    EXPECT_EQ(portal.kind, FailureKind::Auth);
    EXPECT_THAT(portal.message, HasSubstr("check base_url"));
    const auto sent_on = questioned(
        {.kind = FailureKind::BadRequest, .status = 302, .message = "HTTP 302"},
        "",
        {{"Location", "https://login.org/in?token=HUSH"}}
    );
    EXPECT_EQ(
        sent_on.message,
        "https://a.org/v1/messages redirects, to https://login.org/in; check base_url"
    );
}

TEST(WrongAddress, RefusalsOfServersStayAsTheyAre) {  // P4
    for (const WireFailure& failure :
         {WireFailure{FailureKind::NotFound, 404, "model: claude-x"},
          WireFailure{FailureKind::NotFound, 404, "The Model `x` does not exist"},
          WireFailure{FailureKind::Auth, 401, "bad key"},
          WireFailure{FailureKind::BadRequest, 400, "no"}})
        EXPECT_EQ(questioned(failure, R"({"error":"x"})"), failure);
    for (const WireFailure& failure :
         {WireFailure{FailureKind::TooLarge, 413, "Request Entity Too Large"},
          WireFailure{FailureKind::RateLimited, 429, "slow down"},
          WireFailure{FailureKind::Transient, 502, "Bad Gateway"}})
        EXPECT_EQ(questioned(failure, kPage), failure);
}

}  // namespace
}  // namespace fovea::providers
