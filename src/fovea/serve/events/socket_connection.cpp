#include "fovea/serve/events/socket_connection.hpp"

#include "fovea/serve/events/engine_socket.hpp"
#include "fovea/serve/http/request_id.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <map>
#include <mutex>

namespace fovea::serve {
namespace {

namespace json = boost::json;

PacketRef message_of(const SocketPacket& packet) {
    return write_packet({PacketType::Message, write_socket_packet(packet)});
}

// Whether every placeholder stands for bytes that came.
bool has_bytes_for_all(const json::value& value, std::size_t attachments) {
    if (const auto* list = value.if_array()) {
        return std::ranges::all_of(*list, [&](const json::value& each) {
            return has_bytes_for_all(each, attachments);
        });
    }
    const auto* object = value.if_object();
    if (object == nullptr) return true;
    const auto* mark = object->if_contains("_placeholder");
    if (mark == nullptr || *mark != true) {
        return std::ranges::all_of(*object, [&](const auto& member) {
            return has_bytes_for_all(member.value(), attachments);
        });
    }
    const auto* number = object->if_contains("num");
    return number != nullptr && number->is_int64() && number->get_int64() >= 0 &&
           number->get_int64() < static_cast<std::int64_t>(attachments);
}

// What all connections of a server share.
struct Shared {
    Timers& timers;
    const SocketSettings settings;
    const std::vector<Space> spaces;
};

class SocketConnection final : public EngineClient,
                               public std::enable_shared_from_this<SocketConnection> {
public:
    SocketConnection(
        std::shared_ptr<const Shared> shared, const EngineSocketRef& socket, const Call& call
    )
        : shared_(std::move(shared)), socket_(socket), peer_{call.request.peer, call.who} {}

    void begin() override { await_connect(); }

    void take(EnginePacket message) override {
        if (message.is_binary) return take_attachment(std::move(message.data));
        auto packet = read_socket_packet(message.data);
        if (!packet.ok() || pending_) return end("parse error");
        if (packet.value().attachments == 0) return take_packet(std::move(packet).value());
        // Bytes are not held for who was not let in.
        if (!client_in(packet.value().space)) return end("parse error");
        pending_ = std::move(packet).value();
    }

    void closed(std::string_view) override {
        Places places;
        {
            const std::scoped_lock lock(mutex_);
            is_closed_ = true;
            places = std::exchange(places_, {});
        }
        for (const auto& [name, client] : places) client->closed();
    }

private:
    using Places = std::map<std::string, std::shared_ptr<SpaceClient>>;

    void take_attachment(std::string bytes) {
        if (!pending_) return end("parse error");
        attachments_.push_back(std::move(bytes));
        if (attachments_.size() < pending_->attachments) return;
        auto packet = std::move(*pending_);
        pending_.reset();
        if (!has_bytes_for_all(packet.data, attachments_.size())) return end("parse error");
        take_packet(std::move(packet));
        attachments_.clear();
    }

    void take_packet(SocketPacket packet) {
        if (packet.type == SocketType::Connect) return connect(packet);
        const auto client = client_in(packet.space);
        if (!client) return end("parse error");
        switch (packet.type) {
            case SocketType::Event:
            case SocketType::BinaryEvent:
                return client->take(
                    {std::move(packet.data.get_array()),
                     std::exchange(attachments_, {}),
                     packet.ack}
                );
            case SocketType::Disconnect: return leave(packet.space);
            case SocketType::Ack:
            case SocketType::BinaryAck: return;  // nothing that we ask for wants one
            case SocketType::Connect:
            case SocketType::ConnectError: return end("parse error");
        }
    }

    std::shared_ptr<SpaceClient> client_in(const std::string& space) {
        const std::scoped_lock lock(mutex_);
        const auto found = places_.find(space);
        return found == places_.end() ? nullptr : found->second;
    }

    void connect(const SocketPacket& packet) {
        const auto space = std::ranges::find(shared_->spaces, packet.space, &Space::name);
        if (space == shared_->spaces.end()) return refuse(packet.space, {"Invalid namespace"});
        if (client_in(packet.space)) return end("parse error");
        const auto socket = std::make_shared<const SpaceSocket>(socket_, packet.space);
        const auto* auth = packet.data.if_object();
        auto client = space->connect(socket, peer_, auth != nullptr ? *auth : json::object());
        if (!client.ok()) return refuse(packet.space, client.error());
        {
            const std::scoped_lock lock(mutex_);
            if (is_closed_) return;
            places_.emplace(packet.space, client.value());
        }
        send(
            {.type = SocketType::Connect,
             .space = packet.space,
             .data = json::object{{"sid", random_name(20)}}}
        );
        client.value()->begin();
    }

    void refuse(const std::string& space, const SpaceRefusal& why) {
        json::object data{{"message", why.message}};
        if (!why.data.empty()) data["data"] = why.data;
        send({.type = SocketType::ConnectError, .space = space, .data = std::move(data)});
    }

    void leave(const std::string& space) {
        std::shared_ptr<SpaceClient> client;
        bool was_last = false;
        {
            const std::scoped_lock lock(mutex_);
            const auto found = places_.find(space);
            if (found == places_.end()) return;
            client = std::move(found->second);
            places_.erase(found);
            was_last = places_.empty();
        }
        client->closed();
        if (was_last) await_connect();
    }

    void await_connect() {
        shared_->timers.after(shared_->settings.connect_timeout, [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self) return;
            {
                const std::scoped_lock lock(self->mutex_);
                if (!self->places_.empty()) return;
            }
            self->end("in no namespace");
        });
    }

    void send(const SocketPacket& packet) { socket_->send(message_of(packet)); }
    void end(std::string_view reason) { socket_->close(reason); }

    const std::shared_ptr<const Shared> shared_;
    const EngineSocketRef socket_;
    const SocketPeer peer_;
    std::optional<SocketPacket> pending_;  // until its attachments are there
    std::vector<std::string> attachments_;

    std::mutex mutex_;  // guards what follows
    Places places_;
    bool is_closed_ = false;
};

}  // namespace

void SpaceSocket::emit(json::array data, const std::vector<std::string>& attachments) const {
    send(
        {.type = attachments.empty() ? SocketType::Event : SocketType::BinaryEvent,
         .data = std::move(data)},
        attachments
    );
}

void SpaceSocket::acknowledge(
    std::uint64_t ack, json::array data, const std::vector<std::string>& attachments
) const {
    send(
        {.type = attachments.empty() ? SocketType::Ack : SocketType::BinaryAck,
         .ack = ack,
         .data = std::move(data)},
        attachments
    );
}

void SpaceSocket::send(
    const Packets& packets, const std::shared_ptr<Gate>& gate, const Place::Mark& mark
) const {
    engine_->send(packets, gate, mark);
}

void SpaceSocket::when_read(std::function<void()> act) const {
    engine_->when_read(std::move(act));
}

void SpaceSocket::close(std::string_view reason) const {
    engine_->close(reason);
}

void SpaceSocket::send(SocketPacket packet, const std::vector<std::string>& attachments) const {
    packet.space = space_;
    packet.attachments = attachments.size();
    std::vector<PacketRef> packets{message_of(packet)};
    for (const auto& bytes : attachments) {
        packets.push_back(write_packet({PacketType::Message, bytes, true}));
    }
    engine_->send(row_of(std::move(packets)));  // in one: nothing may come in between
}

EngineServer::MakeClient socket_connections(
    Timers& timers, SocketSettings settings, std::vector<Space> spaces
) {
    const auto shared = std::make_shared<const Shared>(Shared{timers, settings, std::move(spaces)});
    return [shared](const EngineSocketRef& socket, const Call& call) {
        return std::make_shared<SocketConnection>(shared, socket, call);
    };
}

}  // namespace fovea::serve
