// The table of routes: what may be asked, by whom, and who answers.
//
//     {.method = "GET", .path = "/sessions/{sid}/history", .scope = Scope::Sessions,
//      .answer = [this](Call& call) { return history(call); }}
//
// A handler may block: it runs on the pool, when the whole body is there. `open_body` is for bodies that do
// not fit into memory; it runs before the first byte is taken, so that who may not, need not send.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/gateway/exchange.hpp"
#include "fovea/net/server/server.hpp"
#include "fovea/serve/access/principal.hpp"
#include "fovea/serve/http/message.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

// Where a body goes piece by piece. May block. What is not finished leaves nothing behind.
class BodySink {
public:
    virtual ~BodySink() = default;
    virtual Result<void> take(std::string_view piece) = 0;
    virtual Result<void> finish() = 0;
};

struct Call {
    Request request;
    Principal who = {};
    std::map<std::string, std::string> arguments = {};  // {sid} of the path
    std::string body = {};
    std::unique_ptr<BodySink> sink = {};  // where the route opened one
    std::stop_token stop = {};            // the connection is gone

    const std::string& argument(const std::string& name) const { return arguments.at(name); }
};

// Whose pages may ask, where a browser says which one does.
enum class Pages : std::uint8_t { Ours, Anybodys };

struct Route {
    std::string method;
    std::string path;  // "{name...}" at its end takes all that follows
    Scope scope = Scope::Sessions;
    Pages pages = Pages::Ours;
    std::vector<std::string> takes = {};  // types of a body; none: it has none
    std::size_t max_body = 1u << 20;
    std::function<Result<Response>(Call&)> answer = {};
    // Null: the body is held in memory.
    std::function<Result<std::unique_ptr<BodySink>>(Call&)> open_body = {};
    // In the place of `answer`, for who passes bytes on: gets the body as it comes, on the loop, and answers as it likes.
    std::function<std::shared_ptr<gateway::Exchange>(const Call&, gateway::Client&)> open_exchange =
        {};
    // Runs on the loop, and does not block.
    bool is_quick = false;
    // May take a while, as what decodes or fetches does: it keeps only its like waiting.
    net::Pace pace = net::Pace::Soon;
    bool is_described = true;  // in /openapi.json

    bool takes_bodies() const { return !takes.empty(); }
};

class Router {
public:
    void add(std::vector<Route> routes);
    const std::vector<Route>& routes() const { return routes_; }

    struct Found {
        const Route* route = nullptr;  // null: none for the method, or none at all
        std::map<std::string, std::string> arguments = {};
        std::vector<std::string> methods = {};  // that there are; empty: no such path
    };
    // HEAD is GET.
    Found find(const Request& request) const;

private:
    std::vector<Route> routes_;
};

}  // namespace fovea::serve
