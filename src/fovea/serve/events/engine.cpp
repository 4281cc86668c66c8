#include "fovea/serve/events/engine.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/serve/events/engine_socket.hpp"
#include "fovea/serve/events/websocket.hpp"
#include "fovea/serve/http/request_id.hpp"

#include <boost/json.hpp>

#include <optional>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

enum class EngineError : std::uint8_t {
    UnknownTransport,
    UnknownSession,
    BadMethod,
    BadRequest,
    Forbidden,
    BadVersion,
};

constexpr std::string_view kTokenEnded = "the token is not valid any more";

Response refused(EngineError error) {
    constexpr std::string_view kWords[] = {
        "Transport unknown",
        "Session ID unknown",
        "Bad handshake method",
        "Bad request",
        "Forbidden",
        "Unsupported protocol version"};
    const auto code = static_cast<std::size_t>(error);
    return Response::json(400, json::object{{"code", code}, {"message", kWords[code]}});
}

bool wants_websocket(const Request& request) {
    return same_word(request.header("upgrade").value_or(""), "websocket") &&
           lowered(request.header("connection").value_or("")).find("upgrade") !=
               std::string::npos &&
           request.header("sec-websocket-version") == "13" &&
           request.header("sec-websocket-key").value_or("").size() == 24;
}

Response switching(const Request& request) {
    return {
        .status = 101,
        .headers = {
            {"upgrade", "websocket"},
            {"connection", "Upgrade"},
            {"sec-websocket-accept", ws_accept_key(*request.header("sec-websocket-key"))}}};
}

// A GET that waits for something to say.
class PollAnswer final : public LongAnswer {
public:
    explicit PollAnswer(EngineSocketRef socket) : socket_(std::move(socket)) {}

    void begin(Wire& wire) override {
        wire_ = std::make_shared<EngineWire>(wire);
        if (!socket_->poll(wire_)) {
            wire.respond(socket_->with_headers(refused(EngineError::BadRequest)));
        }
    }
    void stop() override { socket_->close("server shutting down"); }
    void dismiss() override { socket_->close(kTokenEnded); }
    void gone() override {
        wire_->wire = nullptr;
        socket_->poll_gone(wire_);
    }

private:
    EngineSocketRef socket_;
    EngineWireRef wire_;
};

class WebSocketAnswer final : public LongAnswer {
public:
    // `is_upgrade`: the client polls so far.
    WebSocketAnswer(EngineSocketRef socket, Response head, std::size_t max_payload, bool is_upgrade)
        : socket_(std::move(socket)),
          head_(std::move(head)),
          reader_(max_payload),
          is_upgrading_(is_upgrade) {}

    void begin(Wire& wire) override {
        wire_ = std::make_shared<EngineWire>(wire);
        wire.open(std::move(head_));
        if (!is_upgrading_) return socket_->use_websocket(wire_);
        if (!socket_->begin_upgrade(wire_)) end(1000, "");
    }

    void take(std::string_view bytes) override {
        auto messages = reader_.feed(bytes);
        if (!messages.ok()) return end(messages.error().code, messages.error().why);
        for (auto& message : messages.value()) {
            if (wire_->wire == nullptr) return;
            take_message(std::move(message));
        }
    }
    void stop() override { socket_->close("server shutting down"); }
    void dismiss() override { socket_->close(kTokenEnded); }
    void gone() override {
        wire_->wire = nullptr;
        socket_->websocket_gone(wire_);
    }
    void drained() override {
        if (const auto ping = std::exchange(ping_, std::nullopt)) write_pong(*ping);
        wire_->drained();
    }

private:
    void take_message(WsMessage message) {
        switch (message.kind) {
            case WsKind::Pong: return;
            case WsKind::Ping: return answer_ping(std::move(message.data));
            case WsKind::Close: return end(1000, "");
            case WsKind::Binary:
                return take_packet({PacketType::Message, std::move(message.data), true});
            case WsKind::Text: break;
        }
        auto packet = read_packet(message.data);
        if (message.data.starts_with('b') || !packet.ok()) {
            if (is_upgrading_) return end(1000, "");
            return socket_->close("parse error");
        }
        take_packet(std::move(packet).value());
    }

    void take_packet(EnginePacket packet) {
        if (!is_upgrading_) return socket_->take(std::move(packet));
        if (!socket_->take_probe(wire_, packet)) return end(1000, "");
        if (packet.type == PacketType::Upgrade) is_upgrading_ = false;
    }

    // Of several that came while somebody did not read, the last (RFC 6455, 5.5.3): they cost who sends them less
    // than us.
    void answer_ping(std::string data) {
        if (wire_->wire->unwritten() > 0) {
            ping_ = std::move(data);
        } else {
            write_pong(data);
        }
    }
    void write_pong(std::string_view data) { write(ws_frame(WsKind::Pong, data)); }

    void write(std::string text) {
        if (wire_->wire) {
            wire_->wire->write(std::make_shared<const std::string>(std::move(text)));
        }
    }
    void end(std::uint16_t code, std::string_view why) {
        write(ws_close_frame(code, why));
        auto* const wire = std::exchange(wire_->wire, nullptr);
        socket_->websocket_gone(wire_);
        if (wire) wire->finish();
    }

    EngineSocketRef socket_;
    Response head_;
    WebSocketReader reader_;
    bool is_upgrading_;
    EngineWireRef wire_;
    std::optional<std::string> ping_;  // that is answered once all before it is written
};

}  // namespace

EngineServer::EngineServer(Timers& timers, EngineSettings settings, MakeClient make_client)
    : timers_(timers), settings_(settings), make_client_(std::move(make_client)) {}

EngineServer::~EngineServer() {
    stop();
}

std::vector<Route> EngineServer::routes(const std::string& path) {
    const auto answer = [this](auto handle) {
        return [this, handle](Call& call) -> Result<Response> {
            return with_headers(TRY((this->*handle)(call)));
        };
    };
    return {
        {.method = "GET",
         .path = path,
         .scope = Scope::Open,
         .answer = answer(&EngineServer::get),
         .is_quick = true},
        {.method = "POST",
         .path = path,
         .scope = Scope::Open,
         .takes = {"*"},
         .max_body = settings_.max_payload,
         .answer = answer(&EngineServer::post),
         .is_quick = true},
        // A session begins with a GET; the protocol has an answer of its own to who tries another way.
        {.method = "PUT",
         .path = path,
         .scope = Scope::Open,
         .takes = {"*"},
         .max_body = settings_.max_payload,
         .answer = [this](Call&) -> Result<Response> {
             return with_headers(refused(EngineError::BadMethod));
         },
         .is_quick = true},
    };
}

Response EngineServer::with_headers(Response response) const {
    for (const auto& header : settings_.headers) response.headers.push_back(header);
    return response;
}

std::size_t EngineServer::sockets() const {
    const std::scoped_lock lock(mutex_);
    return sockets_.size();
}

EngineSocketRef EngineServer::find(const std::string& sid) const {
    EngineSocketRef socket;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = sockets_.find(sid);
        if (found != sockets_.end()) socket = found->second;
    }
    // Whose time is over is gone, also where the timer comes late.
    if (socket && socket->end_if_silent()) return nullptr;
    return socket;
}

void EngineServer::forget(const std::string& sid) {
    const std::scoped_lock lock(mutex_);
    sockets_.erase(sid);
}

void EngineServer::stop() {
    std::map<std::string, EngineSocketRef> all;
    {
        const std::scoped_lock lock(mutex_);
        all = sockets_;
    }
    for (const auto& [sid, socket] : all) socket->close("server shutting down");
}

EngineSocketRef EngineServer::open(const Call& call) {
    auto socket = std::make_shared<EngineSocket>(*this, random_name(20));
    {
        const std::scoped_lock lock(mutex_);
        if (sockets_.size() >= settings_.max_sockets) return nullptr;
        sockets_.emplace(socket->sid(), socket);
    }
    const bool polls = call.request.parameter("transport") == "polling";
    const json::object about{
        {"sid", socket->sid()},
        {"upgrades", polls ? json::array{"websocket"} : json::array()},
        {"pingInterval", settings_.ping_interval.count()},
        {"pingTimeout", settings_.ping_timeout.count()},
        {"maxPayload", settings_.max_payload}};
    socket->send(write_packet({PacketType::Open, json::serialize(about)}));
    auto client = make_client_(socket, call);
    socket->start(client);
    client->begin();
    return socket;
}

Response EngineServer::handshake(Call& call) {
    const bool polls = call.request.parameter("transport") == "polling";
    if (!polls && !wants_websocket(call.request)) return refused(EngineError::BadRequest);
    if (call.request.parameter("EIO") != "4") return refused(EngineError::BadVersion);
    const auto socket = open(call);
    if (!socket) return problem(503, ErrorCode::LimitExceeded, "too many clients are connected");
    Response response;
    if (polls) {
        response.later = std::make_unique<PollAnswer>(socket);
    } else {
        response.later = std::make_unique<WebSocketAnswer>(
            socket, switching(call.request), settings_.max_payload, false
        );
    }
    return response;
}

Result<Response> EngineServer::get(Call& call) {
    const auto transport = call.request.parameter("transport");
    if (transport != "polling" && transport != "websocket") {
        return refused(EngineError::UnknownTransport);
    }
    // Whoever asks for the head alone would lose what waits for them.
    if (call.request.method != "GET") return refused(EngineError::BadMethod);
    const auto sid = call.request.parameter("sid");
    if (sid.empty()) return handshake(call);
    const auto socket = find(sid);
    if (!socket) return refused(EngineError::UnknownSession);
    if (call.request.parameter("EIO") != "4") return refused(EngineError::BadVersion);
    Response response;
    if (transport == "websocket") {
        if (!wants_websocket(call.request)) return refused(EngineError::BadRequest);
        response.later = std::make_unique<WebSocketAnswer>(
            socket, switching(call.request), settings_.max_payload, true
        );
        return response;
    }
    if (socket->has_websocket()) return refused(EngineError::BadRequest);
    response.later = std::make_unique<PollAnswer>(socket);
    return response;
}

Result<Response> EngineServer::post(Call& call) {
    const auto transport = call.request.parameter("transport");
    if (transport != "polling" && transport != "websocket") {
        return refused(EngineError::UnknownTransport);
    }
    const auto sid = call.request.parameter("sid");
    if (sid.empty()) return refused(EngineError::BadMethod);
    const auto socket = find(sid);
    if (!socket) return refused(EngineError::UnknownSession);
    if (transport != "polling" || socket->has_websocket()) return refused(EngineError::BadRequest);
    if (call.request.content_type() == "application/octet-stream") {
        socket->close("parse error");
        return refused(EngineError::BadRequest);
    }
    auto packets = read_payload(call.body);
    if (!packets.ok()) {
        socket->close("parse error");
        return refused(EngineError::BadRequest);
    }
    for (auto& packet : packets.value()) socket->take(std::move(packet));
    return Response{
        .headers = {{"content-type", "text/html"}, {"cache-control", "no-store"}}, .body = "ok"};
}

}  // namespace fovea::serve
