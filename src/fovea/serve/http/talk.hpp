// HTTP/1.1 on one connection: requests come one after the other, each is admitted by its head, its body goes
// where the route says, and its answer is written before the next one is looked at.
#pragma once

#include "fovea/net/server/server.hpp"
#include "fovea/serve/access/visits.hpp"
#include "fovea/serve/http/long_answer.hpp"
#include "fovea/serve/http/request_reader.hpp"
#include "fovea/serve/http/route.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace fovea::serve {

struct HttpTimes {
    std::chrono::milliseconds head{10'000};  // for all of it
    std::chrono::milliseconds idle{60'000};  // between requests, and of a reader
    std::chrono::milliseconds body{30'000};  // without a byte
};

// What was answered, for logs and counters.
struct Answered {
    const Request& request;
    const Route* route = nullptr;  // null: none was found
    std::string who = {};
    int status = 0;
    std::uint64_t bytes = 0;  // of the body, as far as it is known
    std::chrono::microseconds took{0};
};

// Memory for bodies that are not written to the store as they come, of all connections together.
class BodyRoom {
public:
    explicit BodyRoom(std::uint64_t most) : most_(most) {}

    // Whether there was room for so many bytes more; they are taken either way.
    bool take(std::uint64_t bytes) { return used_.fetch_add(bytes) + bytes <= most_; }
    void give_back(std::uint64_t bytes) { used_ -= bytes; }

private:
    const std::uint64_t most_;
    std::atomic<std::uint64_t> used_ = 0;
};

// What all connections of a server share; outlives them. Called on all loops.
struct Site {
    const Router& router;
    // By the head alone: who it is, or why not. Null for a path that there is not.
    std::function<std::variant<Principal, Response>(const Request&, const Route*)> admit;
    std::function<void(const Answered&)> on_answered;
    // Who is answered for long; null: they stay whatever becomes of their token.
    Visits* visits = nullptr;
    // Null: as much as they send.
    BodyRoom* bodies = nullptr;
    // Tells a problem as who asked expects it. Null: as it is.
    std::function<void(const Request&, Response& problem)> shape_problem = {};
    // Headers that every answer has.
    Headers headers = {};
    HttpTimes times = {};
};

std::unique_ptr<net::Talk> make_http_talk(net::Connection& connection, const Site& site);

}  // namespace fovea::serve
