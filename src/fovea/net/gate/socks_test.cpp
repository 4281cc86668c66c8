#include "fovea/net/gate/socks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::net {

namespace {

using namespace std::string_literals;

const std::string kGreeting = "\x05\x01\x00"s;
const std::string kWelcome = "\x05\x00"s;

std::string request_for(const std::string& host, std::uint16_t port) {
    return "\x05\x01\x00\x03"s + static_cast<char>(host.size()) + host +
           static_cast<char>(port >> 8) + static_cast<char>(port & 0xFF);
}

// What is heard in all when the bytes come in pieces of that size.
SocksHeard heard_in_pieces(const std::string& bytes, std::size_t piece) {
    SocksServer talk;
    SocksHeard all;
    EXPECT_EQ(talk.feed(kGreeting), SocksHeard{.reply = kWelcome});
    for (std::size_t at = 0; at < bytes.size() && !all.target && !all.over; at += piece) {
        auto heard = talk.feed(std::string_view(bytes).substr(at, piece));
        all.reply += heard.reply;
        all.target = heard.target;
        all.over = heard.over;
    }
    return all;
}

TEST(Socks, HearsANameAndAPortHoweverTheBytesCome) {
    const auto bytes = request_for("example.org", 443);

    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        EXPECT_EQ(
            heard_in_pieces(bytes, piece), (SocksHeard{.target = SocksTarget{"example.org", 443}})
        );
    }
}

TEST(Socks, HearsAddressesAsTexts) {
    EXPECT_EQ(
        heard_in_pieces("\x05\x01\x00\x01\x7F\x00\x00\x01\x1F\x90"s, 100).target,
        (SocksTarget{"127.0.0.1", 8080})
    );
    EXPECT_EQ(
        heard_in_pieces("\x05\x01\x00\x04"s + std::string(15, '\0') + "\x01\x01\xBB"s, 100).target,
        (SocksTarget{"::1", 443})
    );
    EXPECT_EQ(heard_in_pieces(request_for("", 1), 100).target, (SocksTarget{"", 1}));
    EXPECT_EQ(
        heard_in_pieces(request_for(std::string(255, 'a'), 65535), 1).target,
        (SocksTarget{std::string(255, 'a'), 65535})
    );
}

TEST(Socks, EndsTheTalkWithWhoeverSpeaksAnotherLanguage) {
    for (const auto& bytes : {"\x04\x01"s, "GET / HTTP/1.1\r\n"s, kGreeting + "x"s}) {
        EXPECT_EQ(SocksServer().feed(bytes), SocksHeard{.over = true});
    }
    EXPECT_EQ(
        SocksServer().feed("\x05\x01\x02"s), (SocksHeard{.reply = "\x05\xFF"s, .over = true})
    );
    EXPECT_EQ(
        heard_in_pieces("\x05\x02\x00\x01\x7F"s, 100),  // BIND
        (SocksHeard{.reply = socks_reply(SocksCode::NoSuchCommand), .over = true})
    );
    EXPECT_EQ(
        heard_in_pieces("\x05\x01\x00\x09\x7F"s, 100),
        (SocksHeard{.reply = socks_reply(SocksCode::NoSuchAddressType), .over = true})
    );
    EXPECT_EQ(heard_in_pieces(request_for("a.b", 1) + "early", 100), SocksHeard{.over = true});
}

TEST(Socks, AnswersAsTheStandardSays) {
    EXPECT_EQ(socks_reply(SocksCode::Done), "\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00"s);
    EXPECT_EQ(socks_reply(SocksCode::NotAllowed)[1], '\x02');
}

}  // namespace

}  // namespace fovea::net
