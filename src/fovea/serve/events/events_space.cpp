#include "fovea/serve/events/events_space.hpp"

#include "fovea/base/public_message.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <deque>
#include <map>
#include <mutex>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxRooms = 100;  // of one client
constexpr std::size_t kMaxAsked = 256;  // of one client, that nobody came to yet

std::string text_in(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string())
                                                  : std::string();
}

// One client in one room. The hub outlives the sockets.
class RoomListener final : public Listener,
                           public Gate,
                           public std::enable_shared_from_this<RoomListener> {
public:
    struct Wish {
        std::string session;
        std::optional<std::uint64_t> last_seq = {};
        std::optional<std::uint64_t> ack = {};
    };
    RoomListener(Hub& hub, SpaceSocketRef socket, const Wish& wish)
        : hub_(hub),
          socket_(std::move(socket)),
          session_(wish.session),
          ack_(wish.ack),
          place_(wish.last_seq) {}

    void hear(const Told& told) override {
        socket_->send(told.packets(), shared_from_this(), place_.mark(told.last_seq()));
    }
    void begin_again() override { place_.begin_again(); }
    bool lets_through(const Place::Mark& mark, bool has_room) override {
        const auto taken = place_.take(mark, has_room);
        if (taken == Taken::FellBehind) hub_.join_again(session_, place_.seq(), shared_from_this());
        return taken == Taken::Written;
    }
    void when_read(std::function<void()> act) override { socket_->when_read(std::move(act)); }
    void is_up_to_date(std::uint64_t seq) override {
        place_.is_up_to_date(seq);
        if (!ack_) return;
        socket_->acknowledge(
            *std::exchange(ack_, std::nullopt),
            {json::object{{"ok", true}, {"session_id", session_}, {"seq", seq}}}
        );
    }
    void is_over(const Told& last) override { socket_->send(last.packets(), nullptr, {}); }

private:
    Hub& hub_;
    const SpaceSocketRef socket_;
    const std::string session_;
    std::optional<std::uint64_t> ack_;  // until it has joined
    Place place_;
};

class EventsClient final : public SpaceClient,
                           public ListWatcher,
                           public std::enable_shared_from_this<EventsClient> {
public:
    EventsClient(EventsParts parts, SpaceSocketRef socket, Principal who)
        : parts_(std::move(parts)), socket_(std::move(socket)), who_(std::move(who)) {}

    void take(SocketEvent event) override {
        const auto* name = event.data[0].if_string();
        const auto* about = event.data.size() > 1 ? event.data[1].if_object() : nullptr;
        if (name == nullptr || about == nullptr) {
            return acknowledge(
                event.ack, Error{ErrorCode::InvalidInput, "an event needs a name and an object"}
            );
        }
        {
            const std::scoped_lock lock(mutex_);
            if (asked_.size() < kMaxAsked) {
                asked_.push_back({std::string(*name), *about, event.ack});
                if (is_acting_) return;
                is_acting_ = true;
                if (act_later()) return;
                is_acting_ = false;
                asked_.pop_back();
            }
        }
        acknowledge(event.ack, Error{ErrorCode::LimitExceeded, "too much is asked at once"});
    }

    void begin() override {
        visit_ = parts_.visits.begin(who_, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->leave_for_good();
        });
    }

    void changed(const std::string& session) override {
        const auto packet = envelope_of_change(session, store::system_now())->packet();
        socket_->send(row_of({packet}), nullptr, {});
    }

    void closed() override {
        const std::scoped_lock lock(mutex_);
        for (const auto& [session, listener] : std::exchange(rooms_, {})) {
            parts_.desk.hub().leave(session, listener);
        }
        is_closed_ = true;
    }

private:
    void leave_for_good() {
        constexpr std::string_view kWhy = "the token is not valid any more";
        socket_->emit({"dropped", json::object{{"reason", kWhy}}});
        socket_->close(kWhy);
    }

    struct Asked {
        std::string event;
        json::object data;
        std::optional<std::uint64_t> ack;
    };

    // One after the other, and behind what others ask: who may, is asked of the store.
    bool act_later() {
        return parts_.lane.add([self = shared_from_this()] { self->act_once(); }).has_value();
    }
    void act_once() {
        Asked asked;
        {
            const std::scoped_lock lock(mutex_);
            asked = std::move(asked_.front());
            asked_.pop_front();
        }
        act(asked.event, asked.data, asked.ack);
        for (;;) {
            {
                const std::scoped_lock lock(mutex_);
                is_acting_ = !asked_.empty();
                if (!is_acting_ || act_later()) return;
                asked = std::move(asked_.front());
                asked_.pop_front();
            }
            acknowledge(asked.ack, Error{ErrorCode::LimitExceeded, "too much is asked at once"});
        }
    }

    // On the pool.
    void act(const std::string& event, const json::object& data, std::optional<std::uint64_t> ack) {
        if (event == "watch") {
            parts_.desk.watch(who_, shared_from_this());
            return acknowledge(ack, Result<void>());
        }
        const auto session = text_in(data, "session_id");
        const auto admitted = parts_.desk.admit(who_, session);
        if (!admitted.ok()) return acknowledge(ack, admitted.error());
        if (event == "join") return join(session, data, ack);
        if (event == "leave") return leave(session, ack);
        if (event == "cancel") return acknowledge(ack, parts_.desk.cancel(session));
        if (event == "permission") {
            const auto* allow = data.if_contains("allow");
            if (allow == nullptr || !allow->is_bool()) {
                return acknowledge(
                    ack, Error{ErrorCode::InvalidInput, "\"allow\" must be true or false"}
                );
            }
            const auto reason = text_in(data, "reason");
            return acknowledge(
                ack, parts_.desk.decide(session, text_in(data, "id"), allow->get_bool(), reason)
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
                return acknowledge(
                    ack, Error{ErrorCode::InvalidInput, "last_seq must be a number"}
                );
            }
        }
        const auto listener = std::make_shared<RoomListener>(
            parts_.desk.hub(), socket_, RoomListener::Wish{session, last_seq, ack}
        );
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
            answer["message"] = to_utf8(public_message(result.error()));
        }
        socket_->acknowledge(*ack, {std::move(answer)});
    }

    const EventsParts parts_;
    const SpaceSocketRef socket_;
    const Principal who_;
    Visit visit_;

    std::mutex mutex_;  // guards what follows
    std::map<std::string, std::shared_ptr<RoomListener>> rooms_;
    bool is_closed_ = false;
    std::deque<Asked> asked_;
    bool is_acting_ = false;
};

}  // namespace

Space events_space(const EventsParts& parts) {
    const auto connect =
        [parts](
            const SpaceSocketRef& socket, const SocketPeer& peer, const json::object& auth
        ) -> Result<std::shared_ptr<SpaceClient>, SpaceRefusal> {
        auto who = peer.who.name.empty() ? std::nullopt : std::optional(peer.who);
        const auto token = text_in(auth, "token");
        if (!token.empty()) who = parts.check(token, peer.address);
        if (!who) return SpaceRefusal{"unauthorized", {{"status", 401}}};
        if (!who->may(Scope::Sessions)) return SpaceRefusal{"forbidden", {{"status", 403}}};
        std::shared_ptr<SpaceClient> client =
            std::make_shared<EventsClient>(parts, socket, std::move(*who));
        return client;
    };
    return {.name = "/events", .connect = connect};
}

}  // namespace fovea::serve
