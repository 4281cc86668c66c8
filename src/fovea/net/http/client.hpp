// Asks HTTP servers: HTTP/1.1, and HTTP/2 where TLS agrees on it.
//
//     HttpClient client;
//     const auto response = client.send(
//         {.method = "POST", .url = url, .headers = {{"x-api-key", key}}, .body = &body},
//         {.on_body = [&](std::string_view piece) { return handle(piece); }},
//         stop
//     );
//
// send() blocks the calling thread until the response is whole, a time is over or `stop` is asked
// for; it returns within milliseconds of either, in every phase, also while a name is resolved.
// Several threads may send at once. Connections are kept and used again.
//
// - Redirects are not followed: a 3xx is a response.
// - Certificates are always verified.
// - Nothing is logged, and no header, path or query enters a message.
// - No compression is asked for, so the limit on the response's size counts what came.
// - The body is sent without waiting for "100 Continue".
// - Proxies are those of the environment, as for curl (http_proxy, HTTPS_PROXY, ALL_PROXY,
//   NO_PROXY), but never for loopback: a model server on this machine is not behind the company's
//   proxy.
#pragma once

#include "fovea/net/gate/ip_address.hpp"
#include "fovea/net/http/message.hpp"
#include "fovea/net/http/sender.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::net {

// LoopbackOnly: no socket to anything but loopback is opened, no name but localhost is resolved and
// no proxy is asked.
enum class Reach { Anywhere, LoopbackOnly };

enum class Proxy { FromEnvironment, None };

// For URLs that strangers name (fetch.hpp): https alone, on a connection of its own, through no
// proxy, to addresses that somebody has looked at.
struct Guard {
    // Said for every socket before it is opened, and for the peer before the request is sent; empty:
    // it may. What is said is the failure's message.
    std::function<std::string(const IpAddress&)> refuses;
    std::vector<IpAddress> pinned = {};  // the host's; it is not resolved again. Empty: a literal
};

struct HttpSettings {
    Reach reach = Reach::Anywhere;
    Proxy proxy = Proxy::FromEnvironment;
    std::string ca_file = {};  // whom to trust. Empty: the system's
    std::string user_agent = "fovea";
    std::size_t max_idle =
        8;  // handles, each with its kept connections; more calls may run at once
    std::optional<Guard> guard = {};
};

class HttpClient final : public HttpSender {
public:
    explicit HttpClient(HttpSettings settings = {});
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;
    ~HttpClient() override;

    Result<HttpResponse, HttpFailure> send(
        const HttpRequest& request, const HttpEvents& events, const std::stop_token& stop
    ) override;

private:
    struct Handle;

    std::unique_ptr<Handle> take_handle(const std::string& origin);
    void give_back(std::unique_ptr<Handle> handle);

    HttpSettings settings_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Handle>> idle_;  // under mutex_, the last used at the end
};

}  // namespace fovea::net
