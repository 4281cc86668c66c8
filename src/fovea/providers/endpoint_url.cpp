#include "fovea/providers/endpoint_url.hpp"

#include <algorithm>

namespace fovea::providers {
namespace {

// Endpoints as examples show them, without their version.
struct PastedEndpoint {
    std::string_view path;
    bool behind_version = true;  // otherwise it may be the name of anything: "https://a.org/models"
};
constexpr PastedEndpoint kEndpoints[] = {
    {"/chat/completions", false},
    {"/api/chat", false},
    {"/api/generate", false},
    {"/api/tags", false},
    {"/completions"},
    {"/responses"},
    {"/messages"},
    {"/embeddings"},
    {"/models"},
};

struct Address {
    std::string_view place;  // scheme, host and path
    std::string_view query;  // with its question mark, or empty
};

void drop_slashes(std::string_view& text) {
    while (text.ends_with('/')) text.remove_suffix(1);
}

Address split_query(std::string_view url) {
    url = url.substr(0, url.find('#'));
    const auto mark = std::min(url.find('?'), url.size());
    Address address{url.substr(0, mark), url.substr(mark)};
    drop_slashes(address.place);
    return address;
}

// Behind "https://"; at the end for what has no scheme.
std::size_t host_begins(std::string_view url) {
    const auto scheme = url.find("://");
    return scheme == std::string_view::npos ? url.size() : scheme + 3;
}

// "v1", "v1beta", "v4", "v1alpha2".
bool is_version(std::string_view segment) {
    constexpr std::string_view kDigits = "0123456789";
    if (segment.size() < 2 || segment.size() > 12 || segment[0] != 'v') return false;
    if (kDigits.find(segment[1]) == std::string_view::npos) return false;
    return segment.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz", 1) ==
           std::string_view::npos;
}

std::string_view last_segment(std::string_view place) {
    const auto slash = place.rfind('/');
    if (slash == std::string_view::npos || slash < host_begins(place)) return {};
    return place.substr(slash + 1);
}

bool ends_in_version(std::string_view place) {
    return is_version(last_segment(place));
}

// Whether any segment of the path is a version.
bool has_version(std::string_view place) {
    for (; !last_segment(place).empty(); place = place.substr(0, place.rfind('/'))) {
        if (ends_in_version(place)) return true;
    }
    return false;
}

// Gemini's endpoints have the model's name in them: "/models/gemini-2.5-pro:generateContent".
void drop_gemini_call(std::string_view& place) {
    const auto models = place.rfind("/models/");
    const bool is_call = models != std::string_view::npos && models > host_begins(place) &&
                         place.find(':', models) != std::string_view::npos;
    if (is_call) place = place.substr(0, models);
}

void drop_endpoint(std::string_view& place) {
    drop_gemini_call(place);
    for (const auto& endpoint : kEndpoints) {
        const bool behind_host = place.size() > endpoint.path.size() + host_begins(place);
        if (!behind_host || !place.ends_with(endpoint.path)) continue;
        auto rest = place.substr(0, place.size() - endpoint.path.size());
        drop_slashes(rest);
        if (endpoint.behind_version && !ends_in_version(rest)) continue;
        place = rest;
        return;
    }
}

// Without endpoint and version.
std::string_view below_version(std::string_view place) {
    drop_endpoint(place);
    if (ends_in_version(place)) place = place.substr(0, place.rfind('/'));
    drop_slashes(place);
    return place;
}

// OpenAI's own clients say "/chat/completions" below an address that has the version in it, wherever:
// "…/v1beta/openai", "…/v1/ACCOUNT/GATEWAY/openai". Those of Anthropic and Google say the version
// themselves, so that an address has it only at its end, by mistake.
bool says_version_itself(std::string_view path) {
    return path.ends_with("/messages") || path.find("/models/") != std::string_view::npos;
}

}  // namespace

std::string endpoint_url(std::string_view base_url, std::string_view path) {
    const auto split = split_query(base_url);
    auto place = split.place;
    const auto query = split.query;
    const auto version = path.substr(0, path.find('/', 1));  // "/v1", or "/api"
    const auto call = path.substr(version.size());           // "/chat/completions"
    const auto whole = [&](std::string_view behind) {
        std::string url = std::string(place) + std::string(behind);
        if (query.size() < 2) return url;
        const bool has_query = behind.find('?') != std::string_view::npos;
        return url + (has_query ? "&" : "?") + std::string(query.substr(1));
    };
    if (version == "/api") {
        // Ollama's own API stands beside its OpenAI-compatible "/v1".
        place = below_version(place);
        return whole(last_segment(place) == "api" ? call : path);
    }
    if (place.size() > call.size() + host_begins(place) && place.ends_with(call)) {
        return whole("");  // the endpoint itself
    }
    drop_endpoint(place);
    const bool is_said = says_version_itself(path) ? ends_in_version(place) : has_version(place);
    return whole(is_said ? call : path);
}

std::string server_root(std::string_view base_url) {
    return std::string(below_version(split_query(base_url).place));
}

}  // namespace fovea::providers
