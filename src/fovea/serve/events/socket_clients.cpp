#include "fovea/serve/events/socket_clients.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/serve/events/engine_socket.hpp"
#include "fovea/serve/events/socket_packet.hpp"
#include "fovea/serve/http/request_id.hpp"

#include <boost/json.hpp>

#include <map>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::string_view kSpace = "/events";
constexpr std::size_t kMaxRooms = 100;  // of one client

PacketRef message_of(const SocketPacket& packet) {
    return write_packet({PacketType::Message, write_socket_packet(packet)});
}

std::string text_in(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string())
                                                  : std::string();
}

// One client in one room.
class RoomListener final : public Listener {
public:
    RoomListener(EngineSocketRef socket, std::string session, std::optional<std::uint64_t> ack)
        : socket_(std::move(socket)), session_(std::move(session)), ack_(ack) {}

    void hear(const std::vector<EnvelopeRef>& envelopes) override {
        std::vector<PacketRef> packets;
        packets.reserve(envelopes.size());
        for (const auto& envelope : envelopes) packets.push_back(envelope->packet());
        socket_->send(packets);
    }
    void is_up_to_date(std::uint64_t seq) override {
        if (!ack_) return;
        socket_->send(message_of(
            {.type = SocketType::Ack,
             .space = std::string(kSpace),
             .ack = ack_,
             .data =
                 json::array{json::object{{"ok", true}, {"session_id", session_}, {"seq", seq}}}}
        ));
    }

private:
    const EngineSocketRef socket_;
    const std::string session_;
    const std::optional<std::uint64_t> ack_;
};

class SocketClient final : public EngineClient, public std::enable_shared_from_this<SocketClient> {
public:
    SocketClient(SocketParts parts, const EngineSocketRef& socket, const Call& call)
        : parts_(parts), socket_(socket), peer_(call.request.peer), by_cookie_(call.who) {}

    void take(EnginePacket message) override {
        if (message.is_binary) return take_attachment();
        auto packet = read_socket_packet(message.data);
        if (!packet.ok() || attachments_ > 0) return end("parse error");
        attachments_ = packet.value().attachments;
        take_packet(packet.value());
    }

    void closed(std::string_view) override {
        const std::scoped_lock lock(mutex_);
        for (const auto& [session, listener] : std::exchange(rooms_, {})) {
            parts_.desk.hub().leave(session, listener);
        }
        is_closed_ = true;
    }

private:
    // Nothing that we take has any; they are only counted.
    void take_attachment() {
        if (attachments_ == 0) return end("parse error");
        --attachments_;
    }

    void take_packet(const SocketPacket& packet) {
        if (packet.type == SocketType::Connect) return connect(packet);
        if (packet.space != kSpace || !who_) return end("parse error");
        switch (packet.type) {
            case SocketType::Event: return take_event(packet);
            case SocketType::Disconnect: return end("client namespace disconnect");
            case SocketType::BinaryEvent:
            case SocketType::Ack:
            case SocketType::BinaryAck: return;
            case SocketType::Connect:
            case SocketType::ConnectError: return end("parse error");
        }
    }

    void connect(const SocketPacket& packet) {
        if (packet.space != kSpace) {
            return send(
                {.type = SocketType::ConnectError,
                 .space = packet.space,
                 .data = json::object{{"message", "Invalid namespace"}}}
            );
        }
        if (who_) return end("parse error");
        auto who = by_cookie_.name.empty() ? std::nullopt : std::optional(by_cookie_);
        if (const auto* auth = packet.data.if_object()) {
            const auto token = text_in(*auth, "token");
            if (!token.empty()) who = parts_.check(token, peer_);
        }
        if (!who || !who->may(Scope::Sessions)) {
            return send(
                {.type = SocketType::ConnectError,
                 .space = std::string(kSpace),
                 .data =
                     json::object{
                         {"message", who ? "forbidden" : "unauthorized"},
                         {"data", {{"status", who ? 403 : 401}}}}}
            );
        }
        who_ = std::move(who);
        send(
            {.type = SocketType::Connect,
             .space = std::string(kSpace),
             .data = json::object{{"sid", random_name(20)}}}
        );
    }

    void take_event(const SocketPacket& packet) {
        const auto& list = packet.data.get_array();
        const auto* name = list[0].if_string();
        const auto* about = list.size() > 1 ? list[1].if_object() : nullptr;
        if (name == nullptr || about == nullptr) {
            return acknowledge(
                packet.ack, Error{ErrorCode::InvalidInput, "an event has a name and an object"}
            );
        }
        // Who may, is asked of the store.
        const bool is_taken = parts_.lane
                                  .add([self = shared_from_this(),
                                        event = std::string(*name),
                                        data = *about,
                                        ack = packet.ack] { self->act(event, data, ack); })
                                  .has_value();
        if (!is_taken) {
            acknowledge(packet.ack, Error{ErrorCode::LimitExceeded, "too much is asked at once"});
        }
    }

    // On the pool.
    void act(const std::string& event, const json::object& data, std::optional<std::uint64_t> ack) {
        const auto session = text_in(data, "session_id");
        const auto admitted = parts_.desk.admit(*who_, session);
        if (!admitted.ok()) return acknowledge(ack, admitted.error());
        if (event == "join") return join(session, data, ack);
        if (event == "leave") return leave(session, ack);
        if (event == "cancel") return acknowledge(ack, parts_.desk.cancel(session));
        if (event == "permission") {
            const auto* allow = data.if_contains("allow");
            const bool allowed = allow != nullptr && allow->is_bool() && allow->get_bool();
            return acknowledge(
                ack,
                parts_.desk.decide(session, text_in(data, "id"), allowed, text_in(data, "reason"))
            );
        }
        acknowledge(
            ack, Error{ErrorCode::InvalidInput, "there is no event \"" + to_utf8(event) + "\""}
        );
    }

    void join(
        const std::string& session, const json::object& data, std::optional<std::uint64_t> ack
    ) {
        std::optional<std::uint64_t> last_seq;
        if (const auto* seq = data.if_contains("last_seq"); seq != nullptr && !seq->is_null()) {
            boost::system::error_code wrong;
            last_seq = seq->to_number<std::uint64_t>(wrong);
            if (wrong) {
                return acknowledge(ack, Error{ErrorCode::InvalidInput, "last_seq is a number"});
            }
        }
        const auto listener = std::make_shared<RoomListener>(socket_, session, ack);
        {
            const std::scoped_lock lock(mutex_);
            if (is_closed_) return;
            if (rooms_.size() >= kMaxRooms && !rooms_.contains(session)) {
                return acknowledge(
                    ack, Error{ErrorCode::LimitExceeded, "a client joins 100 sessions at most"}
                );
            }
            auto& place = rooms_[session];
            if (place) parts_.desk.hub().leave(session, place);
            place = listener;
        }
        parts_.desk.hub().join(session, last_seq, listener);
    }

    void leave(const std::string& session, std::optional<std::uint64_t> ack) {
        {
            const std::scoped_lock lock(mutex_);
            const auto found = rooms_.find(session);
            if (found != rooms_.end()) {
                parts_.desk.hub().leave(session, found->second);
                rooms_.erase(found);
            }
        }
        acknowledge(ack, Result<void>());
    }

    void acknowledge(std::optional<std::uint64_t> ack, const Result<void>& result) {
        if (!ack) return;
        json::object answer{{"ok", result.ok()}};
        if (!result.ok()) {
            answer["code"] = wire_name(result.error().code);
            answer["message"] = to_utf8(result.error().message);
        }
        send(
            {.type = SocketType::Ack,
             .space = std::string(kSpace),
             .ack = ack,
             .data = json::array{std::move(answer)}}
        );
    }

    void send(const SocketPacket& packet) { socket_->send(message_of(packet)); }
    void end(std::string_view reason) { socket_->close(reason); }

    const SocketParts parts_;
    const EngineSocketRef socket_;
    const std::string peer_;
    const Principal by_cookie_;
    std::optional<Principal> who_;  // once connected
    std::size_t attachments_ = 0;   // that are to come

    std::mutex mutex_;  // guards what follows
    std::map<std::string, std::shared_ptr<RoomListener>> rooms_;
    bool is_closed_ = false;
};

}  // namespace

EngineServer::MakeClient socket_clients(const SocketParts& parts) {
    return [parts](const EngineSocketRef& socket, const Call& call) {
        return std::make_shared<SocketClient>(parts, socket, call);
    };
}

}  // namespace fovea::serve
