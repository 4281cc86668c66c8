#include "fovea/serve/http/message.hpp"

#include "fovea/base/result.hpp"
#include "fovea/serve/http/long_answer.hpp"
#include "fovea/serve/http/route.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Request request_for(std::string target, std::string method = "GET") {
    Request request{.method = std::move(method), .target = std::move(target)};
    EXPECT_TRUE(read_target(request).ok());
    return request;
}

TEST(Target, IsSplitAndDecoded) {  // D2
    const auto request = request_for("/sessions/a%20b/history?limit=3&name=x+y%26z&flag");

    EXPECT_THAT(request.path, ElementsAre("sessions", "a b", "history"));
    EXPECT_EQ(request.parameter("limit"), "3");
    EXPECT_EQ(request.parameter("name"), "x y&z");
    EXPECT_EQ(request.parameter("flag"), "");
    EXPECT_THAT(request_for("/socket.io/?EIO=4").path, ElementsAre("socket.io", ""));
    EXPECT_TRUE(request_for("/").path.empty());
}

TEST(Target, WhatIsNoPathIsRefused) {  // D2, Q6
    for (const auto* const target :
         {"",
          "sessions",
          "*",
          "http://evil/",
          "/a/../b",
          "/a/%2e%2e/b",
          "/./a",
          "/a%2fb",
          "/a%00b",
          "/a%",
          "/a%zz",
          "/a%ff",
          "/a?b=%g1"}) {
        Request request{.target = target};
        EXPECT_FALSE(read_target(request).ok()) << target;
    }
}

TEST(Routes, AreFoundByTheirPartsAndMethods) {  // D2
    Router router;
    router.add(
        {{.method = "GET", .path = "/sessions/{sid}/images/{image}"},
         {.method = "POST", .path = "/sessions"},
         {.method = "GET", .path = "/socket.io/"}}
    );

    const auto image = router.find(request_for("/sessions/s1/images/abc"));
    EXPECT_EQ(image.route, &router.routes()[0]);
    EXPECT_EQ(image.arguments.at("sid"), "s1");
    EXPECT_EQ(image.arguments.at("image"), "abc");
    EXPECT_EQ(router.find(request_for("/sessions/s1/images/abc", "HEAD")).route, image.route);
    EXPECT_THAT(router.find(request_for("/sessions")).methods, ElementsAre("POST", "OPTIONS"));
    EXPECT_EQ(router.find(request_for("/sessions")).route, nullptr);
    EXPECT_TRUE(router.find(request_for("/sessions/s1/images")).methods.empty());
    EXPECT_TRUE(router.find(request_for("/sessions//images/a")).methods.empty());
    EXPECT_NE(router.find(request_for("/socket.io/?x=1")).route, nullptr);
    EXPECT_TRUE(router.find(request_for("/socket.io")).methods.empty());
}

TEST(Problem, CarriesTheCodeOfTheContract) {  // T5, D2
    const auto response = problem(Error{ErrorCode::FileTooLarge, "image exceeds 10 bytes"});

    EXPECT_EQ(response.status, 413);
    EXPECT_EQ(find_header(response.headers, "content-type"), "application/problem+json");
    EXPECT_THAT(response.body, HasSubstr(R"("code":"FILE_TOO_LARGE")"));
    EXPECT_THAT(response.body, HasSubstr(R"("title":"Content Too Large")"));
}

TEST(Problems, SayNothingOfWhereTheServerKeepsItsThings) {  // D2, DIG-18
    const auto answer = problem(Error{
        ErrorCode::StoreError, "cannot write /home/me/fovea/blobs/ab: the disk is full"});

    EXPECT_EQ(answer.status, 503);
    EXPECT_THAT(answer.body, HasSubstr("\"cannot write a file of the server: the disk is full\""));
}

}  // namespace
}  // namespace fovea::serve
