#include "fovea/providers/not_found.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <array>

namespace fovea::providers {
namespace {

// What web servers and routers say of a path that leads nowhere. "status 404 …" and "HTTP 404" are our
// own words for an answer without any.
constexpr std::array<std::string_view, 12> kOfNoAddress = {
    "page not found",       // Ollama, and whatever else is written in Go
    "404 not found",        // nginx and its like, in the title of their page
    "status 404",           //
    "http 404",             //
    "invalid url",          // OpenAI
    "request url",          // "Unrecognized request URL", "Unknown request URL"
    "requested url",        // Apache, Google's front end
    "cannot post",          // Express
    "no route",             // Kong: "no Route matched with those values"
    "no such endpoint",     //
    "unexpected endpoint",  // LM Studio
    "path not found",
};

}  // namespace

Missing what_is_missing(std::string_view words) {
    const auto low = lowered(words);
    const auto says = [&](std::string_view part) { return low.find(part) != low.npos; };
    // FastAPI (vLLM, SGLang) and llama.cpp say nothing else.
    const bool bare = low == "not found" || low == "not found." || low == "file not found";
    if (bare || std::ranges::any_of(kOfNoAddress, says)) return Missing::Address;
    if (!says("model") && (says("file") || says("image"))) return Missing::File;
    return Missing::Model;
}

std::string shown_address(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));
    const auto scheme = url.find("://");
    if (scheme == url.npos) return std::string(url);
    const auto host = scheme + 3;
    const auto path = std::min(url.find('/', host), url.size());
    const auto at = url.substr(0, path).rfind('@');
    if (at == url.npos || at < host) return std::string(url);
    return std::string(url.substr(0, host)) + std::string(url.substr(at + 1));
}

}  // namespace fovea::providers
