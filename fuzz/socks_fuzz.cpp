// Whatever a browser gone mad says to the gate's proxy, in whatever pieces: no crash, nothing kept
// beyond one request, and the same is heard as when it comes at once.
#include "fovea/net/gate/socks.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

fovea::net::SocksHeard hear(std::string_view bytes, std::size_t piece) {
    fovea::net::SocksServer talk;
    fovea::net::SocksHeard all = talk.feed({"\x05\x01\x00", 3});
    if (all.reply.size() != 2 || all.over) std::abort();
    all = {};
    for (std::size_t at = 0; at < bytes.size() && !all.target && !all.over; at += piece) {
        all = talk.feed(bytes.substr(at, piece));
        if (all.target && all.over) std::abort();
    }
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    fovea::net::SocksServer().feed(bytes);
    const auto slowly = hear(bytes, 1);
    if (slowly.target) {
        // Nothing stands behind a request that was read byte by byte until it was whole.
        const auto at_once = hear(bytes, bytes.size());
        if (!at_once.over && !(at_once == slowly)) std::abort();
        if (slowly.target->host.size() > 255) std::abort();
    }
    return 0;
}
