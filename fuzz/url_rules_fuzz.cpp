// Whatever the URL is: no crash, and what the gate lets through is read the same way the second time,
// is https, names no user and leads to the host that was judged.
#include "fovea/net/gate/url_rules.hpp"
#include "fovea/net/http/origin.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(const fovea::net::GateUrl& url) {
    using namespace fovea::net;
    const auto again = check_url(url.text);
    if (!again.ok() || !(again.value() == url)) std::abort();
    if (!url.text.starts_with("https://") || url.port == 0) std::abort();
    const auto authority = url.text.substr(8, url.text.find('/', 8) - 8);
    if (authority.find('@') != std::string::npos) std::abort();
    const auto origin = origin_of(url.text);
    if (!origin.ok() || origin.value().port != std::to_string(url.port)) std::abort();
    const bool v6 = url.literal && url.literal->family == IpAddress::Family::V6;
    if (!v6 && origin.value().host != url.host) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::net;
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const auto& url : {text, "https://" + text}) {
        if (const auto checked = check_url(url); checked.ok()) check(checked.value());
    }
    static const GateUrl from = check_url("https://example.org:8443/a/b?c").value();
    if (const auto checked = check_redirect(from, text); checked.ok()) check(checked.value());
    return 0;
}
