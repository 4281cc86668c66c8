#include "fovea/net/gate/url_rules.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::net {

namespace {

// The host that would be connected to, or why none is.
std::string host_of(const std::string& url) {
    const auto checked = check_url(url);
    if (!checked.ok()) return "refused: " + checked.error().reason;
    return (checked.value().literal ? "literal " : "") + checked.value().host;
}

TEST(UrlRules, TakesAnHttpsUrlAndWritesItInOneForm) {  // Q2
    const auto url = check_url("HTTPS://Example.ORG/a/b.png?size=2#top");

    ASSERT_TRUE(url.ok());
    EXPECT_EQ(
        url.value(),
        (GateUrl{.text = "https://example.org/a/b.png?size=2", .host = "example.org", .port = 443})
    );
}

TEST(UrlRules, KeepsPortAndEncodesLettersOfThePath) {
    EXPECT_EQ(
        check_url("https://example.org:8443/ä.png").value().text,
        "https://example.org:8443/%c3%a4.png"
    );
    EXPECT_EQ(check_url("https://example.org:443/").value().text, "https://example.org/");
    EXPECT_EQ(check_url("https://example.org").value().text, "https://example.org/");
}

TEST(UrlRules, RefusesEveryOtherScheme) {  // Q2, ETH-4
    for (const auto* url :
         {"http://example.org/a.png",
          "file:///etc/passwd",
          "data:image/png;base64,AAAA",
          "ftp://example.org/a.png",
          "gopher://example.org/",
          "dict://example.org:11211/",
          "ldap://example.org/",
          "smb://example.org/x",
          "javascript:alert(1)",
          "httpsx://example.org/",
          "https:example.org",
          "https:/example.org/",
          "//example.org/a.png",
          "example.org/a.png",
          "https://",
          "https:///a.png",
          ""}) {
        EXPECT_FALSE(check_url(url).ok()) << url;
    }
}

TEST(UrlRules, WritesNumbersInEveryNotationAsOneAddress) {  // Q2
    for (const auto* host :
         {"127.0.0.1",
          "127.1",
          "127.0.1",
          "2130706433",
          "0x7f000001",
          "0x7f.1",
          "0X7F.0x0.0x0.0x1",
          "0177.0.0.1",
          "017700000001",
          "127.0.0.1.",
          "0x7f.1.",
          "①②⑦.⓪.⓪.①",
          "127。0。0。1",
          "１２７.０.０.１",
          "127．1"}) {
        EXPECT_EQ(host_of("https://" + std::string(host) + "/"), "literal 127.0.0.1") << host;
    }
    EXPECT_EQ(host_of("https://0/"), "literal 0.0.0.0");
    EXPECT_EQ(host_of("https://0xa9fea9fe/latest"), "literal 169.254.169.254");
    EXPECT_EQ(host_of("https://[::1]/"), "literal ::1");
    EXPECT_EQ(host_of("https://[0:0::0:0001]/"), "literal ::1");
    EXPECT_EQ(host_of("https://[::ffff:127.0.0.1]/"), "literal ::ffff:127.0.0.1");
    EXPECT_EQ(host_of("https://[::ffff:7f00:1]/"), "literal ::ffff:127.0.0.1");
    EXPECT_EQ(host_of("https://[64:ff9b::7f00:1]/"), "literal 64:ff9b::7f00:1");
}

TEST(UrlRules, RefusesHostsThatAreNearlyAddresses) {  // Q2
    for (const auto* host :
         {"256.0.0.1",
          "1.2.3.4.5",
          "127.0.0.0x1g",
          "4294967296",
          "0x7f.1.1.1.1",
          "example.1",
          "[::1",
          "[127.0.0.1]",
          "[::g]",
          "[fe80::1%25eth0]",
          "[fe80::1%eth0]",
          "fe80::1"}) {
        EXPECT_FALSE(check_url("https://" + std::string(host) + "/").ok()) << host;
    }
}

TEST(UrlRules, RefusesUserNamesBackslashesAndEscapesInTheHost) {  // Q2
    for (const auto* url :
         {"https://user@example.org/",
          "https://user:key@example.org/",
          "https://@example.org/",
          "https://example.org@127.0.0.1/",
          "https://example.org\\@127.0.0.1/",
          "https:\\\\example.org/",
          "https://example.org\\.evil.org/",
          "https://%31%32%37.0.0.1/",
          "https://example%2eorg/",
          "https://exa mple.org/",
          "https://example.org/a b",
          "https://example.org/\r\nHost: x",
          "https://exam\tple.org/",
          " https://example.org/",
          "https://example.org/\x7f",
          "https://exam_ple$.org/",
          "https://example..org/",
          "https://.example.org/",
          "https://example.org../",
          "https://./",
          "https://example.org:0/",
          "https://example.org:65536/",
          "https://example.org:-1/",
          "https://example.org:4a3/"}) {
        EXPECT_FALSE(check_url(url).ok()) << url;
    }
    EXPECT_FALSE(check_url(std::string("https://example.org/\0.png", 25)).ok());
    EXPECT_FALSE(check_url("https://example.org/" + std::string(8000, 'a')).ok());
    EXPECT_TRUE(check_url("https://example.org/a?token=" + std::string(4000, 'a')).ok());
}

TEST(UrlRules, WritesNamesBeyondAsciiInTheirWireForm) {  // Q2
    EXPECT_EQ(host_of("https://bücher.example/"), "xn--bcher-kva.example");
    EXPECT_EQ(host_of("https://example.org./"), "example.org");
    EXPECT_EQ(host_of("https://ⓔxample。org/"), "example.org");
    EXPECT_FALSE(check_url("https://ⓛocalhost/").ok());
    EXPECT_FALSE(check_url("https://exam\xffple.org/").ok());
    EXPECT_FALSE(check_url("https://a\u2024b\uff0fc.org/").ok());
}

TEST(UrlRules, RefusesNamesInsideANetwork) {  // Q2
    for (const auto* host :
         {"localhost", "LOCALHOST", "localhost.", "a.localhost", "metadata.google.internal", "x"}) {
        EXPECT_FALSE(check_url("https://" + std::string(host) + "/").ok()) << host;
    }
}

TEST(UrlRules, ChecksWhereARedirectLeadsAsAWhole) {  // Q2
    const auto from = check_url("https://example.org:8443/a/b.png?x=1").value();
    const auto leads_to = [&](const std::string& location) {
        const auto to = check_redirect(from, location);
        return to.ok() ? to.value().text : "refused";
    };

    EXPECT_EQ(leads_to("c.png"), "https://example.org:8443/a/c.png");
    EXPECT_EQ(leads_to("/c.png"), "https://example.org:8443/c.png");
    EXPECT_EQ(leads_to("//other.org/c.png"), "https://other.org/c.png");
    EXPECT_EQ(leads_to("https://other.org/c.png#x"), "https://other.org/c.png");
    EXPECT_EQ(leads_to("HTTPS://OTHER.org./c.png"), "https://other.org/c.png");
    EXPECT_EQ(leads_to("?x=2"), "https://example.org:8443/a/b.png?x=2");
    EXPECT_EQ(leads_to("../../../c.png"), "https://example.org:8443/c.png");
    EXPECT_EQ(leads_to("https:c.png"), "refused");
    EXPECT_EQ(leads_to("//2130706433/"), "https://127.0.0.1/");  // and its address is refused
    for (const auto* location :
         {"",
          "http://example.org/c.png",
          "file:///etc/passwd",
          "ftp://example.org/",
          "data:text/html,x",
          "https://user@other.org/",
          "//user:key@other.org/",
          "https://localhost/",
          "\\\\other.org/",
          "/\\other.org/",
          "//169.254.169.254.nip/../\\x",
          "https:\t//other.org/",
          "//other.org%2f@localhost/",
          "//other.org:0/",
          "//[fe80::1%25eth0]/",
          "javascript:alert(1)",
          "/a\rb",
          "/a b"}) {
        EXPECT_EQ(leads_to(location), "refused") << location;
    }
}

}  // namespace

}  // namespace fovea::net
