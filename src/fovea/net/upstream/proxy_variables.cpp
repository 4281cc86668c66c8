#include "fovea/net/upstream/proxy_variables.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/gate/loopback.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace fovea::net {
namespace {

bool is_excepted(std::string_view host, std::string_view exceptions) {
    while (!exceptions.empty()) {
        const auto end = std::min(exceptions.find_first_of(", "), exceptions.size());
        auto name = exceptions.substr(0, end);
        exceptions.remove_prefix(std::min(end + 1, exceptions.size()));
        if (name == "*") return true;
        if (name.starts_with('.')) name.remove_prefix(1);
        if (name.empty() || host.size() < name.size()) continue;
        const auto tail = host.substr(host.size() - name.size());
        const bool is_whole =
            host.size() == name.size() || host[host.size() - name.size() - 1] == '.';
        if (is_whole && same_word(tail, name)) return true;
    }
    return false;
}

}  // namespace

bool asks_proxy(
    const Origin& origin, const std::function<const char*(const char* name)>& environment
) {
    if (is_loopback_host(origin.host)) return false;
    // An empty one is as good as none.
    const auto first_of = [&](std::initializer_list<const char*> names) -> std::string_view {
        for (const auto* const name : names) {
            const char* const value = environment(name);
            if (value != nullptr && *value != '\0') return value;
        }
        return {};
    };
    const auto proxy = origin.scheme == "https"
                           ? first_of({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
                           : first_of({"http_proxy", "all_proxy", "ALL_PROXY"});
    return !proxy.empty() && !is_excepted(origin.host, first_of({"no_proxy", "NO_PROXY"}));
}

}  // namespace fovea::net
