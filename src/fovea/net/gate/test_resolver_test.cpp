#include "fovea/net/gate/test_resolver.hpp"

#include <netdb.h>

#include <atomic>
#include <string_view>

namespace fovea::net {

namespace {

std::atomic<bool> asked = false;
std::atomic<bool> hangs = false;

}  // namespace

HangingResolver::HangingResolver() {
    asked = false;
    hangs = true;
}

HangingResolver::~HangingResolver() {
    hangs = false;
    hangs.notify_all();
}

void HangingResolver::wait_until_asked() {
    asked.wait(false);
}

static int resolve(std::string_view name) {
    if (name == "hangs.test") {
        asked = true;
        asked.notify_all();
        hangs.wait(true);
    }
    return EAI_NONAME;
}

}  // namespace fovea::net

extern "C" int getaddrinfo(const char* name, const char*, const addrinfo*, addrinfo**) {
    return fovea::net::resolve(name == nullptr ? "" : name);
}
