#include "fovea/serve/web/page_routes.hpp"

#include "fovea/serve/http/compress.hpp"
#include "fovea/serve/web/web_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Response ask(std::string_view path, Headers headers = {}) {
    static const auto routes =
        page_routes([](const auto&, const auto&) { return false; }, Transport::Plain);
    const auto route = std::ranges::find(routes, path, &Route::path);
    if (route == routes.end()) return {.status = 404};
    Call call{.request = {.method = "GET", .target = std::string(path), .headers = headers}};
    return route->answer(call).value();
}

std::string header_of(const Response& response, std::string_view name) {
    return std::string(find_header(response.headers, name).value_or(""));
}

std::string_view first_script() {
    const auto files = web_files();
    const auto script = std::ranges::find_if(files, [](const WebFile& file) {
        return file.path.starts_with("/assets/") && file.path.ends_with(".js") &&
               !file.brotli.empty();
    });
    return script == files.end() ? "" : script->path;
}

TEST(PageRoutes, ThePageRunsNothingThatIsNotItsOwn) {  // D8
    const auto page = ask("/");

    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(*page.shared, StartsWith("<!doctype html>"));
    const auto policy = header_of(page, "content-security-policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    EXPECT_EQ(header_of(page, "cache-control"), "no-cache");
}

TEST(PageRoutes, WhatIsKnownIsNotSentAgain) {
    const auto etag = header_of(ask("/"), "etag");

    const auto again = ask("/", {{"if-none-match", etag}});

    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.shared, nullptr);
}

TEST(PageRoutes, ScriptsAreCompressedForWhoTakesIt) {
    const auto path = first_script();
    ASSERT_NE(path, "");
    const auto plain = ask(path);
    const auto gzip = ask(path, {{"accept-encoding", "gzip, deflate"}});
    const auto brotli = ask(path, {{"accept-encoding", "gzip, deflate, br"}});

    EXPECT_EQ(header_of(plain, "content-encoding"), "");
    EXPECT_EQ(header_of(gzip, "content-encoding"), "gzip");
    EXPECT_EQ(header_of(brotli, "content-encoding"), "br");
    EXPECT_THAT(*gzip.shared, StartsWith("\x1f\x8b"));
    EXPECT_LT(brotli.shared->size(), gzip.shared->size());
    EXPECT_LT(gzip.shared->size(), plain.shared->size());
    EXPECT_NE(header_of(plain, "etag"), header_of(brotli, "etag"));
    EXPECT_THAT(header_of(plain, "cache-control"), HasSubstr("immutable"));
}

TEST(PageRoutes, ACodingOfNoWeightIsNotTaken) {
    EXPECT_TRUE(accepts_coding("gzip;q=0.5, BR", "br"));
    EXPECT_TRUE(accepts_coding("gzip;q=0.5", "gzip"));
    EXPECT_FALSE(accepts_coding("gzip;q=0, br;q=0.0", "gzip"));
    EXPECT_FALSE(accepts_coding("gzip;q=0, br;q=0.0", "br"));
    EXPECT_FALSE(accepts_coding("brotli", "br"));
    EXPECT_FALSE(accepts_coding("", "br"));
}

}  // namespace
}  // namespace fovea::serve
