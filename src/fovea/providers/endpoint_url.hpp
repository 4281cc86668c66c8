// Where a request goes: the address that a person configured and the path of a dialect, made one.
//
//     endpoint_url("https://api.openai.com", "/v1/responses");               // …/v1/responses
//     endpoint_url("https://api.openai.com/v1/", "/v1/responses");           // the same
//     endpoint_url("https://a.org/v1/chat/completions", "/v1/responses");    // …/v1/responses
//
// People copy addresses from wherever they find them: with the API's version and without it, with a
// slash behind, or whole endpoints out of an example. What can be told from the address simply works.
#pragma once

#include <string>
#include <string_view>

namespace fovea::providers {

// `path` begins with the version of its API ("/v1/messages", "/v1beta/models/…") or with Ollama's
// "/api". A version that the address has already is kept and not said twice, and so is a pasted
// endpoint; a query of the address goes along, for gateways that want one.
std::string endpoint_url(std::string_view base_url, std::string_view path);

// The address without endpoint, version, query and slashes behind: what "/props" or "/api/show" is
// said below of.
std::string server_root(std::string_view base_url);

}  // namespace fovea::providers
