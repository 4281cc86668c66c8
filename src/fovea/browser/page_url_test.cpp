#include "fovea/browser/page_url.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::browser {

namespace {

std::vector<net::Origin> open_origins() {
    return {read_origin("http://localhost:3000").value(), read_origin("https://nas.lan").value()};
}

// "yes", "open", or why not.
std::string judged(const std::string& url, const net::FetchSettings& gate = {}) {
    const auto open = open_origins();
    const auto page = check_page_url(url, open, gate);
    if (!page.ok()) return page.error().reason;
    return page.value().open ? "open" : page.value().text;
}

TEST(PageUrl, KeepsTheFragmentThatPagesReadThemselves) {  // T1
    EXPECT_EQ(judged("https://Example.org/a?b#/route"), "https://example.org/a?b#/route");
    EXPECT_EQ(judged("https://example.org"), "https://example.org/");
}

TEST(PageUrl, TakesTheOperatorsOriginsExactly) {  // Q2
    EXPECT_EQ(judged("http://localhost:3000/"), "open");
    EXPECT_EQ(judged("HTTP://LOCALHOST:3000/a?b#c"), "open");
    EXPECT_EQ(judged("https://nas.lan:443/x"), "open");
    for (const auto* url :
         {"http://localhost:3001/",
          "https://localhost:3000/",
          "http://127.0.0.1:3000/",
          "http://localhost/",
          "http://localhost:3000@example.org/",
          "http://me@localhost:3000/",
          "http://localhost:3000.example.org/",
          "http://nas.lan/"}) {
        EXPECT_NE(judged(url), "open") << url;
        EXPECT_FALSE(judged(url).starts_with("http")) << url;
    }
}

TEST(PageUrl, JudgesAddressesAtOnce) {  // Q2
    EXPECT_EQ(judged("https://10.1.2.3/"), "10.1.2.3: 10.1.2.3 is private");
    EXPECT_EQ(judged("https://93.184.216.34:8443/"), "93.184.216.34: port 8443 is not allowed");
}

TEST(PageUrl, LetsOnlyTheOperatorsOriginsThroughWhereTheGateIsOff) {  // local_only
    const net::FetchSettings off{.off = "local_only is set"};

    EXPECT_EQ(judged("https://example.org/", off), "local_only is set");
    EXPECT_EQ(judged("http://localhost:3000/", off), "open");
}

TEST(PageUrl, TellsWhichOriginWouldHaveToBeOpened) {  // Q2
    const auto origin = [](const std::string& url) {
        const auto found = origin_to_allow(url);
        return found ? found->text() : "none";
    };
    EXPECT_EQ(origin("http://localhost:3000"), "http://localhost:3000");
    EXPECT_EQ(origin("http://LOCALHOST:3000/a?key=k#c"), "http://localhost:3000");
    EXPECT_EQ(origin("https://nas/"), "https://nas:443");
    EXPECT_EQ(origin("https://10.1.2.3/"), "https://10.1.2.3:443");
    EXPECT_EQ(origin("http://[::1]:8080/"), "http://[::1]:8080");
    EXPECT_EQ(origin("http://example.org/"), "http://example.org:80");
    // Public pages, and what is no page: nothing that one line could open.
    for (const auto* url :
         {"https://example.org/",
          "file:///etc/passwd",
          "http://me@localhost:3000/",
          "http://localhost:3000\\@example.org/",
          "http://a\"]\nx=[\"",
          "localhost",
          ""}) {
        EXPECT_EQ(origin(url), "none") << url;
    }
}

TEST(PageUrl, AnOriginIsNothingElse) {
    EXPECT_EQ(read_origin("http://localhost:3000").value().text(), "http://localhost:3000");
    EXPECT_EQ(read_origin("https://[::1]").value().text(), "https://[::1]:443");
    for (const auto* text :
         {"",
          "localhost:3000",
          "http://",
          "http://localhost:3000/",
          "http://a@b",
          "ftp://a",
          "http://a?b",
          "http://*.example.org/",
          "http://a b",
          "file:///etc"}) {
        EXPECT_FALSE(read_origin(text).ok()) << text;
    }
}

}  // namespace

}  // namespace fovea::browser
