#include "fovea/net/upstream/http1.hpp"

#include <utility>

namespace fovea::net {

void Http1::begin(CallNumber call, UpstreamRequest request, UpstreamListener& listener) {
    call_ = call;
    listener_ = &listener;
    reader_.emplace(request.method);
    is_request_done_ = false;
    is_paused_ = false;
    wire_.send(std::make_shared<const std::string>(std::move(request.head)));
}

void Http1::write(CallNumber call, std::shared_ptr<const std::string> bytes) {
    if (is_current(call)) wire_.send(std::move(bytes));
}

void Http1::request_done(CallNumber call) {
    if (is_current(call)) is_request_done_ = true;
}

void Http1::let_go(CallNumber call) {
    if (!is_current(call)) return;
    listener_ = nullptr;
    wire_.close();
}

void Http1::pause(CallNumber call) {
    if (!is_current(call)) return;
    is_paused_ = true;
    wire_.pause();
}

void Http1::resume(CallNumber call) {
    if (!is_current(call)) return;
    is_paused_ = false;
    wire_.resume();
}

std::size_t Http1::unwritten(CallNumber call) const {
    return is_current(call) ? wire_.unsent() : 0;
}

void Http1::take(std::string_view bytes) {
    // Nobody asked: it is not said what for.
    if (listener_ == nullptr) return wire_.close();
    const auto call = call_;
    const ResponseReader::To to{
        .head =
            [this, call](ResponseHead head) {
                if (is_current(call)) listener_->upstream_head(std::move(head));
            },
        .body =
            [this, call](std::string_view piece) {
                if (is_current(call)) listener_->upstream_body(piece);
            }};
    const auto used = reader_->feed(bytes, to);
    if (!is_current(call)) return;
    if (!used.ok()) {
        const auto what = used.error();
        wire_.close();
        return fail(HttpFailure::Kind::Protocol, what);
    }
    if (!reader_->is_done()) return;
    if (used.value() != bytes.size()) is_request_done_ = false;  // it says more than it was asked
    answered();
}

void Http1::answered() {
    const bool stays = reader_->keeps_open() && is_request_done_ && wire_.unsent() == 0;
    auto* const listener = std::exchange(listener_, nullptr);
    if (std::exchange(is_paused_, false)) wire_.resume();
    stays ? wire_.offer() : wire_.close();
    listener->upstream_done();
}

void Http1::has_sent_all() {
    if (listener_ != nullptr) listener_->upstream_drained();
}

void Http1::ended() {
    if (listener_ == nullptr) return wire_.close();
    if (reader_->end()) {
        is_request_done_ = false;
        return answered();
    }
    const bool has_begun = reader_->has_begun();
    wire_.close();
    fail(
        HttpFailure::Kind::Interrupted,
        has_begun ? "the connection ended before the answer did"
                  : "the connection ended without an answer"
    );
}

void Http1::fail(HttpFailure::Kind kind, const std::string& what) {
    auto* const listener = std::exchange(listener_, nullptr);
    if (listener == nullptr) return;
    listener->upstream_failed(
        {.kind = kind,
         .before_first_byte = !reader_->has_begun(),
         .message = wire_.origin().host + ": " + what}
    );
}

void Http1::look(UpstreamClock::time_point now) {
    if (is_paused_ || now - wire_.last_move() <= wire_.settings().silence) return;
    wire_.close();
    fail(HttpFailure::Kind::Timeout, "it did not answer in time");
}

}  // namespace fovea::net
