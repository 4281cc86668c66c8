#include "support/loopback_http.hpp"

#include "fovea/net/http/client.hpp"

namespace fovea::testing {

Answer ask_http(std::string method, std::string url, std::string_view body) {
    net::HttpClient client({.reach = net::Reach::LoopbackOnly});
    net::StringBody source{std::string(body)};
    Answer answer;
    const auto response = client.send(
        {.method = std::move(method),
         .url = std::move(url),
         .headers = {{"content-type", "application/json"}},
         .body = body.empty() ? nullptr : &source},
        {.on_body =
             [&](std::string_view piece) {
                 answer.body += piece;
                 return net::Flow::Continue;
             }},
        {}
    );
    if (!response.ok()) return answer;
    answer.status = response.value().status;
    for (const auto& header : response.value().headers)
        answer.headers.emplace_back(header.name, header.value);
    return answer;
}

}  // namespace fovea::testing
