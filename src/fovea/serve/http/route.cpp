#include "fovea/serve/http/route.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace fovea::serve {
namespace {

std::optional<std::string> rest_of(const std::vector<std::string>& path, std::size_t at) {
    std::string rest;
    for (; at < path.size(); ++at) {
        if (path[at].empty()) return std::nullopt;
        rest += (rest.empty() ? "" : "/") + path[at];
    }
    return rest;
}

std::optional<std::map<std::string, std::string>> match(
    std::string_view pattern, const std::vector<std::string>& path
) {
    std::map<std::string, std::string> arguments;
    std::size_t at = 0;
    pattern.remove_prefix(1);
    while (!pattern.empty() || at < path.size()) {
        if (at == path.size()) return std::nullopt;
        const auto end = std::min(pattern.find('/'), pattern.size());
        const auto part = pattern.substr(0, end);
        if (part.ends_with("...}")) {
            auto rest = rest_of(path, at);
            if (!rest) return std::nullopt;
            arguments.emplace(part.substr(1, part.size() - 5), std::move(*rest));
            return arguments;
        }
        if (part.starts_with('{')) {
            if (path[at].empty()) return std::nullopt;
            arguments.emplace(part.substr(1, part.size() - 2), path[at]);
        } else if (part != path[at]) {
            return std::nullopt;
        }
        ++at;
        const bool more = end < pattern.size();
        pattern.remove_prefix(more ? end + 1 : end);
        if (more && pattern.empty()) {  // "/a/"
            if (at + 1 != path.size() || !path[at].empty()) return std::nullopt;
            ++at;
        }
    }
    return arguments;
}

}  // namespace

void Router::add(std::vector<Route> routes) {
    std::ranges::move(routes, std::back_inserter(routes_));
}

Router::Found Router::find(const Request& request) const {
    const auto& method = request.method == "HEAD" ? std::string("GET") : request.method;
    Found found;
    for (const auto& route : routes_) {
        auto arguments = match(route.path, request.path);
        if (!arguments) continue;
        found.methods.push_back(route.method);
        if (route.method == "GET") found.methods.emplace_back("HEAD");
        if (route.method != method || found.route != nullptr) continue;
        found.route = &route;
        found.arguments = std::move(*arguments);
    }
    if (!found.methods.empty()) found.methods.emplace_back("OPTIONS");
    return found;
}

}  // namespace fovea::serve
