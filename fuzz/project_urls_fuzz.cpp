// The address of a provider in a stranger's file: refused, or the host that libcurl connects to, and then
// only one on this machine. Each byte chooses a piece of the URL; the bytes themselves are tried as one, too.
#include "fovea/config/test_urls.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::config;
    std::size_t at = 0;
    const auto choose = [&](std::size_t below) -> std::size_t {
        return at < size ? data[at++] % below : 0;
    };
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const auto& url :
         {strange_url(choose), text, "http://" + text, "http://localhost" + text}) {
        const auto wrong = complaint_about(url);
        if (wrong.empty()) continue;
        std::fprintf(stderr, "%s: %s\n", url.c_str(), wrong.c_str());
        std::abort();
    }
    return 0;
}
