#include "fovea/serve/events/sse_answer.hpp"

#include "fovea/serve/events/place.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

using Text = std::shared_ptr<const std::string>;

Text text_of(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

// The part that the hub and the timers know. The wire is touched on its loop alone.
class SseListener : public Listener, public std::enable_shared_from_this<SseListener> {
public:
    struct Room {
        Hub& hub;
        std::string session;
        std::optional<std::uint64_t> last_seq;
    };
    SseListener(Wire& wire, Timers& timers, Room room, StreamLimits limits)
        : wire_(&wire),
          mailbox_(wire.mailbox()),
          timers_(timers),
          room_(std::move(room)),
          limits_(limits),
          place_(room_.last_seq) {}

    void hear(const Told& told) override {
        mailbox_->post([self = shared_from_this(),
                        text = told.stream(),
                        mark = place_.mark(told.last_seq())] { self->write(text, mark); });
    }
    void begin_again() override { place_.begin_again(); }
    void is_up_to_date(std::uint64_t seq) override { place_.is_up_to_date(seq); }

    void when_read(std::function<void()> act) override {
        mailbox_->post([self = shared_from_this(), act = std::move(act)]() mutable {
            if (self->wire_ == nullptr) return;
            self->when_read_ = std::move(act);
            if (self->wire_->unwritten() == 0) self->drained();
        });
    }
    // On the loop.
    void drained() {
        if (const auto act = std::exchange(when_read_, nullptr)) act();
    }

    void is_over(const Told& last) override {
        mailbox_->post([self = shared_from_this(), text = last.stream()] {
            if (self->wire_ == nullptr) return;
            self->wire_->write(text);
            std::exchange(self->wire_, nullptr)->finish();
        });
    }

    void keep_alive() {
        timers_.after(limits_.keep_alive, [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self) return;
            self->mailbox_->post([self] { self->beat(); });
            self->keep_alive();
        });
    }
    void forget() { wire_ = nullptr; }

private:
    // On the loop, as what follows.
    void write(const Text& text, const Place::Mark& mark) {
        if (wire_ == nullptr) return;
        switch (place_.take(mark, wire_->unwritten() <= limits_.room)) {
            case Taken::LeftOut: return;
            case Taken::FellBehind:
                return room_.hub.join_again(room_.session, place_.seq(), shared_from_this());
            case Taken::Written: break;
        }
        given_ += text->size();
        wire_->write(text);
    }

    void beat() {
        static const auto kBeat = text_of(": keep-alive\n\n");
        if (wire_ == nullptr) return;
        const auto unwritten = wire_->unwritten();
        if (unwritten == 0) return wire_->write(kBeat);
        const auto taken = given_ - std::min<std::uint64_t>(given_, unwritten);
        beats_unread_ = taken > std::exchange(taken_, taken) ? 0 : beats_unread_ + 1;
        if (beats_unread_ < limits_.beats_unread) return;
        wire_->write(text_of("event: dropped\ndata: {\"reason\":\"read too slowly\"}\n\n"));
        std::exchange(wire_, nullptr)->close();
    }

    Wire* wire_;  // null: gone
    std::shared_ptr<net::Mailbox> mailbox_;
    Timers& timers_;
    const Room room_;
    const StreamLimits limits_;
    Place place_;
    std::uint64_t given_ = 0;  // bytes, to the wire
    std::uint64_t taken_ = 0;  // of those, at the last beat
    int beats_unread_ = 0;
    std::function<void()> when_read_;  // empty: nobody waits for that
};

class SseAnswer final : public LongAnswer {
public:
    SseAnswer(
        Hub& hub,
        Timers& timers,
        std::string session,
        std::optional<std::uint64_t> last_seq,
        StreamLimits limits
    )
        : hub_(hub),
          timers_(timers),
          session_(std::move(session)),
          last_seq_(last_seq),
          limits_(limits) {}

    void begin(Wire& wire) override {
        wire_ = &wire;
        wire.open(
            {.headers =
                 {{"content-type", "text/event-stream"},
                  {"cache-control", "no-store"},
                  {"x-accel-buffering", "no"}}}
        );
        wire.write(text_of("retry: 2000\n\n"));
        listener_ = std::make_shared<SseListener>(
            wire, timers_, SseListener::Room{hub_, session_, last_seq_}, limits_
        );
        listener_->keep_alive();
        hub_.join(session_, last_seq_, listener_);
    }
    void stop() override {
        wire_->write(text_of("event: stopping\ndata: {}\n\n"));
        leave();
        wire_->finish();
    }
    void dismiss() override {
        wire_->write(
            text_of("event: dropped\ndata: {\"reason\":\"the token is not valid any more\"}\n\n")
        );
        leave();
        wire_->finish();
    }
    void gone() override { leave(); }
    void drained() override {
        if (listener_) listener_->drained();
    }

private:
    void leave() {
        if (!listener_) return;
        listener_->forget();
        hub_.leave(session_, listener_);
        listener_.reset();
    }

    Hub& hub_;
    Timers& timers_;
    const std::string session_;
    const std::optional<std::uint64_t> last_seq_;
    const StreamLimits limits_;
    Wire* wire_ = nullptr;
    std::shared_ptr<SseListener> listener_;
};

class TurnListener : public Listener, public std::enable_shared_from_this<TurnListener> {
public:
    TurnListener(Wire& wire, std::uint64_t turn)
        : wire_(&wire), mailbox_(wire.mailbox()), turn_(turn) {}

    void hear(const Told& told) override {
        for (const auto& envelope : told.envelopes()) {
            if (envelope->ends != turn_) continue;
            mailbox_->post([self = shared_from_this(), envelope] { self->answer(*envelope); });
        }
    }
    void is_over(const Told&) override {
        mailbox_->post([self = shared_from_this()] {
            self->give_up(problem(
                409, ErrorCode::Cancelled, "the session was deleted before the turn came to its end"
            ));
        });
    }
    void give_up(Response why) {
        if (wire_ != nullptr) std::exchange(wire_, nullptr)->respond(std::move(why));
    }
    void forget() { wire_ = nullptr; }

private:
    void answer(const Envelope& envelope) {
        if (wire_ == nullptr) return;
        const auto whole = boost::json::parse(envelope.json);
        std::exchange(wire_, nullptr)->respond(Response::json(200, whole.at("data")));
    }

    Wire* wire_;  // null: answered, or gone
    std::shared_ptr<net::Mailbox> mailbox_;
    const std::uint64_t turn_;
};

class TurnAnswer final : public LongAnswer {
public:
    TurnAnswer(Hub& hub, std::string session, std::uint64_t turn)
        : hub_(hub), session_(std::move(session)), turn_(turn) {}
    ~TurnAnswer() override {
        if (listener_) hub_.leave(session_, listener_);
    }

    void begin(Wire& wire) override {
        listener_ = std::make_shared<TurnListener>(wire, turn_);
        hub_.join(session_, turn_ * kSeqsPerEntry, listener_);
    }
    void stop() override {
        listener_->give_up(
            problem(503, ErrorCode::Cancelled, "the server is shutting down; the turn is kept")
        );
    }
    void dismiss() override {
        listener_->give_up(problem(
            401, ErrorCode::InvalidInput, "the token is not valid any more; the turn goes on"
        ));
    }
    void gone() override { listener_->forget(); }

private:
    Hub& hub_;
    const std::string session_;
    const std::uint64_t turn_;
    std::shared_ptr<TurnListener> listener_;
};

}  // namespace

std::unique_ptr<LongAnswer> make_sse_answer(
    Hub& hub,
    Timers& timers,
    std::string session,
    std::optional<std::uint64_t> last_seq,
    StreamLimits limits
) {
    return std::make_unique<SseAnswer>(hub, timers, std::move(session), last_seq, limits);
}

std::unique_ptr<LongAnswer> make_turn_answer(Hub& hub, std::string session, std::uint64_t turn) {
    return std::make_unique<TurnAnswer>(hub, std::move(session), turn);
}

}  // namespace fovea::serve
