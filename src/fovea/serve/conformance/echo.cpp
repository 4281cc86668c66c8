#include "fovea/serve/conformance/echo.hpp"

#include "fovea/serve/events/engine_socket.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

class EchoClient final : public EngineClient {
public:
    explicit EchoClient(EngineSocketRef socket) : socket_(std::move(socket)) {}

    void take(EnginePacket message) override { socket_->send(write_packet(message)); }
    void closed(std::string_view) override {}

private:
    const EngineSocketRef socket_;
};

// Says who came, and then everything back that comes as "message" or "message-with-ack".
class EchoSpaceClient final : public SpaceClient {
public:
    EchoSpaceClient(SpaceSocketRef socket, json::object auth)
        : socket_(std::move(socket)), auth_(std::move(auth)) {}

    void begin() override { socket_->emit({"auth", auth_}); }

    void take(SocketEvent event) override {
        if (event.data.front() == "message") {
            event.data.front() = "message-back";
            socket_->emit(std::move(event.data), event.attachments);
        } else if (event.data.front() == "message-with-ack" && event.ack) {
            event.data.erase(event.data.begin());
            socket_->acknowledge(*event.ack, std::move(event.data), event.attachments);
        }
    }
    void closed() override {}

private:
    const SpaceSocketRef socket_;
    const json::object auth_;
};

// Says who came, and hears nothing.
class QuietSpaceClient final : public SpaceClient {
public:
    QuietSpaceClient(SpaceSocketRef socket, json::object auth)
        : socket_(std::move(socket)), auth_(std::move(auth)) {}

    void begin() override { socket_->emit({"auth", auth_}); }
    void take(SocketEvent) override {}
    void closed() override {}

private:
    const SpaceSocketRef socket_;
    const json::object auth_;
};

template <class Client>
Space space_of(const char* name) {
    return {
        .name = name,
        .connect = [](const SpaceSocketRef& socket, const SocketPeer&, const json::object& auth
                   ) -> Result<std::shared_ptr<SpaceClient>, SpaceRefusal> {
            std::shared_ptr<SpaceClient> client = std::make_shared<Client>(socket, auth);
            return client;
        }};
}

}  // namespace

EngineSettings conformance_timers() {
    return {
        .ping_interval = 300ms,
        .ping_timeout = 200ms,
        .max_payload = 1'000'000,
        .headers = {{"access-control-allow-origin", "*"}}};
}

SocketSettings conformance_connecting() {
    return {.connect_timeout = 1s};
}

EngineServer::MakeClient echo_clients() {
    return [](const EngineSocketRef& socket, const Call&) {
        return std::make_shared<EchoClient>(socket);
    };
}

std::vector<Space> echo_spaces() {
    return {space_of<EchoSpaceClient>("/"), space_of<QuietSpaceClient>("/custom")};
}

std::vector<Route> open_to_all_pages(std::vector<Route> routes) {
    for (auto& route : routes) route.pages = Pages::Anybodys;
    routes.push_back(
        {.method = "OPTIONS",
         .path = routes.front().path,
         .scope = Scope::Open,
         .pages = Pages::Anybodys,
         .answer = [](Call& call) -> Result<Response> {
             const auto asked = call.request.header("access-control-request-headers");
             return Response{
                 .status = 204,
                 .headers = {
                     {"access-control-allow-origin", "*"},
                     {"access-control-allow-methods", "GET,POST"},
                     {"access-control-allow-headers",
                      std::string(asked.value_or("content-type"))}}};
         },
         .is_quick = true}
    );
    return routes;
}

}  // namespace fovea::serve
