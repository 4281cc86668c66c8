#include "fovea/net/gate/socks.hpp"

#include "fovea/net/gate/ip_address.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace fovea::net {

namespace {

constexpr char kVersion = 5;
constexpr char kNoAuthentication = 0;
constexpr char kConnect = 1;
constexpr std::size_t kRequestHead = 4;  // version, command, reserved, address type

enum AddressType : char { kV4 = 1, kName = 3, kV6 = 4 };

std::size_t number_at(std::string_view bytes, std::size_t place) {
    return static_cast<unsigned char>(bytes[place]);
}

SocksHeard over(std::string reply = {}) {
    return {.reply = std::move(reply), .over = true};
}

std::string address_text(IpAddress::Family family, std::string_view bytes) {
    IpAddress address{.family = family};
    std::memcpy(address.bytes.data(), bytes.data(), bytes.size());
    return address.text();
}

}  // namespace

std::string socks_reply(SocksCode code) {
    std::string reply(10, '\0');
    reply[0] = kVersion;
    reply[1] = static_cast<char>(code);
    reply[3] = kV4;
    return reply;
}

SocksHeard SocksServer::feed(std::string_view bytes) {
    pending_ += bytes;
    return greeted_ ? read_request() : read_greeting();
}

// Version, how many methods, the methods.
SocksHeard SocksServer::read_greeting() {
    if (pending_.empty()) return {};
    if (pending_[0] != kVersion) return over();
    if (pending_.size() < 2) return {};
    const auto whole = 2 + number_at(pending_, 1);
    if (pending_.size() < whole) return {};
    if (pending_.size() > whole) return over();
    const bool offered = pending_.find(kNoAuthentication, 2) != std::string::npos;
    pending_.clear();
    greeted_ = true;
    if (!offered) return over(std::string{kVersion, '\xFF'});
    return {.reply = std::string{kVersion, kNoAuthentication}};
}

SocksHeard SocksServer::read_request() {
    if (!pending_.empty() && pending_[0] != kVersion) return over();
    if (pending_.size() <= kRequestHead) return {};
    const char type = pending_[3];
    if (pending_[1] != kConnect) return over(socks_reply(SocksCode::NoSuchCommand));
    if (type != kV4 && type != kV6 && type != kName) {
        return over(socks_reply(SocksCode::NoSuchAddressType));
    }
    const std::size_t begin = kRequestHead + (type == kName ? 1 : 0);
    const std::size_t length = type == kV4 ? 4 : type == kV6 ? 16 : number_at(pending_, 4);
    const auto whole = begin + length + 2;
    if (pending_.size() < whole) return {};
    if (pending_.size() > whole) return over();
    const auto said = std::string_view(pending_).substr(begin, length);
    SocksTarget target{
        .host = type == kV4   ? address_text(IpAddress::Family::V4, said)
                : type == kV6 ? address_text(IpAddress::Family::V6, said)
                              : std::string(said),
        .port = static_cast<std::uint16_t>(
            number_at(pending_, whole - 2) << 8 | number_at(pending_, whole - 1)
        )};
    pending_.clear();
    return {.target = std::move(target), .over = false};
}

}  // namespace fovea::net
