// What goes to an HTTP server and what comes back, or why nothing did.
#pragma once

#include "fovea/net/http/body_source.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::net {

struct HttpHeader {
    std::string name;
    std::string value;

    bool operator==(const HttpHeader&) const = default;
};

using HttpHeaders = std::vector<HttpHeader>;

// The value of the first header of that name, in any case.
std::optional<std::string_view> find_header(const HttpHeaders& headers, std::string_view name);

struct HttpRequest {
    std::string method = "GET";
    std::string url;  // http or https
    HttpHeaders headers = {};
    BodySource* body = nullptr;  // null: none. Outlives the call

    std::chrono::milliseconds connect_timeout{10'000};  // name, TCP and TLS together
    std::chrono::milliseconds idle_timeout{60'000};  // connected, and no byte in or out for so long
    std::chrono::milliseconds total_timeout{600'000};
    std::uint32_t min_bytes_per_second = 0;  // fewer for ten seconds is a Timeout

    std::uint64_t max_response_bytes = 64U << 20;
};

struct HttpResponse {
    int status = 0;
    HttpHeaders headers;           // names in lower case, in the order they came
    std::uint64_t body_bytes = 0;  // handed over so far
    bool stopped = false;          // a receiver said Flow::Stop: the body may go on

    bool operator==(const HttpResponse&) const = default;
};

enum class Flow { Continue, Stop };

// Called on the thread that called send(), the head once, then the body in pieces. A 3xx, 4xx or
// 5xx is a response like any other. Pieces are valid during the call. What a receiver throws comes
// out of send().
struct HttpEvents {
    std::function<Flow(const HttpResponse&)> on_head = {};
    std::function<Flow(std::string_view)> on_body = {};
};

struct HttpFailure {
    enum class Kind {
        Refused,      // never sent: not http(s), a broken header, or an address that is not allowed
        Connect,      // no such name, nobody listens, or a TLS handshake broken off
        Tls,          // the server is not who it must be
        Timeout,      // one of the three
        Cancelled,    // the stop token
        TooLarge,     // head or body beyond the limit
        Interrupted,  // the connection ended before the response did
        Protocol,     // not HTTP
        BodyUnreadable  // the request's own body: its source failed
    };

    Kind kind;
    bool before_first_byte;  // no line of a response had come
    std::string message;     // one sentence with the server's name; no header, path or query

    bool operator==(const HttpFailure&) const = default;
};

}  // namespace fovea::net
