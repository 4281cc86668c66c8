#include "fovea/net/gate/address_policy.hpp"

#include "fovea/net/http/fetch.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::net {

namespace {

std::string refusal(std::string_view text, const AddressPolicy& policy = {}) {
    const auto address = parse_address(text);
    return address ? refusal_of(*address, policy) : "no address";
}

TEST(AddressPolicy, RefusesEverySpecialRangeOfIpv4FromItsFirstAddressToItsLast) {  // Q2
    struct Range {
        const char* before;
        const char* first;
        const char* last;
        const char* behind;  // before and behind: public, or null where another range begins
    };
    constexpr Range kRanges[] = {
        {nullptr, "0.0.0.0", "0.255.255.255", "1.0.0.0"},
        {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
        {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
        {"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
        {"168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"},
        {"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
        {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
        {"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
        {"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
        {"192.31.195.255", "192.31.196.0", "192.31.196.255", "192.31.197.0"},
        {"192.52.192.255", "192.52.193.0", "192.52.193.255", "192.52.194.0"},
        {"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
        {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
        {"192.175.47.255", "192.175.48.0", "192.175.48.255", "192.175.49.0"},
        {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
        {"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
        {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
        {"223.255.255.255", "224.0.0.0", "239.255.255.255", nullptr},
        {nullptr, "240.0.0.0", "255.255.255.255", nullptr},
    };
    for (const auto& range : kRanges) {
        EXPECT_NE(refusal(range.first), "") << range.first;
        EXPECT_NE(refusal(range.last), "") << range.last;
        for (const auto* outside : {range.before, range.behind}) {
            if (outside == nullptr) continue;
            EXPECT_EQ(refusal(outside), "") << outside;
        }
    }
}

TEST(AddressPolicy, RefusesWhateverIsNotGlobalInIpv6) {  // Q2
    constexpr const char* kRefused[] = {
        "::",
        "::1",
        "::7f00:1",              // IPv4-compatible
        "::ffff:127.0.0.1",      // mapped
        "::ffff:93.184.216.34",  // mapped, even a public one
        "::ffff:0:10.0.0.1",     // translated
        "64:ff9b::10.0.0.1",     // NAT64
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::a00:1",
        "100::1",  // discard
        "100:0:0:1::1",
        "5f00::1",  // segment routing
        "1fff:ffff::1",
        "4000::",
        "fc00::1",
        "fd00:ec2::254",  // metadata
        "fd20:ce::254",
        "fe80::1",
        "febf::1",
        "fec0::1",  // site-local
        "ff02::1",
        "2001::1",  // Teredo
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",   // benchmarking
        "2001:10::1",  // ORCHID
        "2001:20::1",
        "2001:1ff:ffff::1",
        "2001:db8::1",
        "2002:7f00:1::",  // 6to4
        "2002:a9fe:a9fe::1",
        "2620:4f:8000::1",
        "3fff::1",
        "3fff:fff:ffff::1",
        "2606:4700::5efe:10.0.0.1",  // ISATAP behind a global prefix
        "2606:4700::200:5efe:a00:1",
    };
    for (const auto* address : kRefused) EXPECT_NE(refusal(address), "") << address;

    constexpr const char* kPublic[] = {
        "2000::1",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2606:4700:4700::1111",
        "2a00:1450:4001::200e",
        "2620:4f:7fff::1",
        "3ffe::1",
        "3fff:1000::1",
    };
    for (const auto* address : kPublic) EXPECT_EQ(refusal(address), "") << address;
}

TEST(AddressPolicy, SaysWhyForTheLog) {
    EXPECT_EQ(refusal("10.1.2.3"), "10.1.2.3 is private");
    EXPECT_EQ(refusal("fe80::1"), "fe80::1 is not a global IPv6 address");
}

TEST(AddressPolicy, RefusesThisMachinesOwnPublicAddresses) {  // Q2
    const AddressPolicy policy{.refused = {*parse_address("93.184.216.34")}};

    EXPECT_EQ(refusal("93.184.216.34", policy), "93.184.216.34 is this machine's own");
    EXPECT_EQ(refusal("93.184.216.35", policy), "");
}

TEST(AddressPolicy, TheAllowanceForTestsIsForLoopbackAlone) {  // Q2
    const AddressPolicy policy{
        .allowed = loopback_networks(), .refused = {*parse_address("127.0.0.1")}};

    EXPECT_EQ(refusal("127.0.0.1", policy), "");
    EXPECT_EQ(refusal("127.255.0.1", policy), "");
    EXPECT_EQ(refusal("::1", policy), "");
    for (const auto* address :
         {"10.0.0.1", "169.254.169.254", "0.0.0.0", "::", "::2", "::ffff:127.0.0.1", "fe80::1"}) {
        EXPECT_NE(refusal(address, policy), "") << address;
    }
}

TEST(AddressPolicy, KnowsNamesThatMeanSomethingInsideANetwork) {  // Q2
    for (const auto* name :
         {"localhost",
          "a.localhost",
          "metadata",
          "metadata.google.internal",
          "nas.local",
          "router.lan",
          "x.home.arpa",
          "home.arpa",
          "printer",
          "db.localdomain",
          "localhost.localdomain",
          "wiki.corp",
          "nas.home",
          "db.private",
          "api.default.svc.cluster.local",
          "host.docker.internal"}) {
        EXPECT_TRUE(is_inside_name(name)) << name;
    }
    for (const auto* name :
         {"example.org",
          "localhost.example.org",
          "notlocal.example",
          "mylan.net",
          "local.de",
          "home.org"}) {
        EXPECT_FALSE(is_inside_name(name)) << name;
    }
}

TEST(IpAddress, ReadsOneNotationOfEachFamily) {
    EXPECT_EQ(parse_address("10.0.0.1")->text(), "10.0.0.1");
    EXPECT_EQ(parse_address("2001:DB8:0::1")->text(), "2001:db8::1");
    for (const auto* text :
         {"", "10.1", "010.0.0.1", "0x7f.0.0.1", "[::1]", "fe80::1%eth0", "1.2.3.4 ", "1.2.3.4."}) {
        EXPECT_FALSE(parse_address(text)) << text;
    }
    EXPECT_FALSE(parse_address(std::string_view("1.2.3.4\0x", 9)));
}

}  // namespace

}  // namespace fovea::net
