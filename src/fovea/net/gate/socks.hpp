// The server's half of SOCKS 5 (RFC 1928), as far as browsers speak it: no authentication, CONNECT by
// name or address. Does no I/O: the caller feeds whatever the socket gave, in pieces of any size.
//
//     SocksServer talk;
//     const SocksHeard heard = talk.feed(bytes);
//     send(heard.reply);
//     if (heard.target) …               // connect there, then socks_reply(SocksCode::Done)
//     if (heard.over) close();
//
// One for each connection, until it heard a target. A browser waits for each answer; bytes that come
// before it end the talk, so nothing is ever kept but one unfinished request of 262 bytes at most.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::net {

struct SocksTarget {
    std::string host;  // as it was said: a name or an address, not looked at yet
    std::uint16_t port = 0;

    bool operator==(const SocksTarget&) const = default;
};

struct SocksHeard {
    std::string reply = {};
    std::optional<SocksTarget> target = {};
    bool over = false;  // nothing more is to be said after the reply

    bool operator==(const SocksHeard&) const = default;
};

class SocksServer {
public:
    SocksHeard feed(std::string_view bytes);

private:
    SocksHeard read_greeting();
    SocksHeard read_request();

    std::string pending_;
    bool greeted_ = false;
};

enum class SocksCode : std::uint8_t {
    Done = 0,
    NotAllowed = 2,
    Unreachable = 4,
    NoSuchCommand = 7,
    NoSuchAddressType = 8,
};

// What answers a request; the address in it is 0.0.0.0:0, which clients do not look at.
std::string socks_reply(SocksCode code);

}  // namespace fovea::net
