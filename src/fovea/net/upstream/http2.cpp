#include "fovea/net/upstream/http2.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/upstream/http2_head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <nghttp2/nghttp2.h>
#include <utility>

namespace fovea::net {
namespace {

constexpr std::uint32_t kStreamWindow = 1u << 20;  // what one slow reader may have waiting
constexpr std::int32_t kWindow = 16 << 20;         // all calls together
constexpr std::size_t kMaxUnsent = 256u << 10;     // of frames: bodies stay in pieces until then
constexpr std::size_t kMaxHead = 64u << 10;        // as of HTTP/1.1
constexpr std::uint32_t kUsualCalls = 100;  // of a server that has not said how many it takes

Http2& self_of(void* user) {
    return *static_cast<Http2*>(user);
}

std::string_view view(const std::uint8_t* bytes, std::size_t count) {
    return {reinterpret_cast<const char*>(bytes), count};
}

}  // namespace

void Http2::Free::operator()(nghttp2_session* session) const {
    ::nghttp2_session_del(session);
}

struct Http2::Frames {
    static int header(
        nghttp2_session*,
        const nghttp2_frame* frame,
        const std::uint8_t* name,
        std::size_t name_size,
        const std::uint8_t* value,
        std::size_t value_size,
        std::uint8_t,
        void* user
    ) {
        auto& self = self_of(user);
        auto* const call = self.find_stream(frame->hd.stream_id);
        if (call == nullptr || call->has_head) return 0;  // trailers are nobody's
        call->head_bytes += name_size + value_size + 4;
        if (call->head_bytes > kMaxHead) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
        const auto text = view(value, value_size);
        if (view(name, name_size) == ":status") {
            std::from_chars(text.data(), text.data() + text.size(), call->head.status);
            return 0;
        }
        call->head.headers.push_back({std::string(view(name, name_size)), std::string(text)});
        return 0;
    }

    static int frame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        auto& self = self_of(user);
        if (frame->hd.type == NGHTTP2_GOAWAY) self.is_leaving_ = true;
        const auto found = self.streams_.find(frame->hd.stream_id);
        if (found == self.streams_.end()) return 0;
        const auto number = found->second;
        const auto type = frame->hd.type;
        if (type == NGHTTP2_HEADERS) self.head_is_whole(number, *self.find(number));
        const bool is_end = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        if (is_end && (type == NGHTTP2_HEADERS || type == NGHTTP2_DATA)) self.answered(number);
        return 0;
    }

    static int data(
        nghttp2_session* session,
        std::uint8_t,
        std::int32_t stream,
        const std::uint8_t* bytes,
        std::size_t count,
        void* user
    ) {
        auto& self = self_of(user);
        // Whoever is slow holds up their own stream alone.
        ::nghttp2_session_consume_connection(session, count);
        auto* const call = self.find_stream(stream);
        if (call == nullptr) return 0;
        call->last_move = UpstreamClock::now();
        call->is_paused ? void(call->unread += count)
                        : void(::nghttp2_session_consume_stream(session, stream, count));
        call->listener->upstream_body(view(bytes, count));
        return 0;
    }

    static int close(nghttp2_session*, std::int32_t stream, std::uint32_t why, void* user) {
        auto& self = self_of(user);
        const auto found = self.streams_.find(stream);
        if (found == self.streams_.end()) return 0;
        if (why == NGHTTP2_HTTP_1_1_REQUIRED) {
            self.is_leaving_ = true;
            self.wire_.want_http1();
        }
        const bool is_unheard = why == NGHTTP2_REFUSED_STREAM || why == NGHTTP2_HTTP_1_1_REQUIRED;
        const bool is_garbled = why == NGHTTP2_PROTOCOL_ERROR || why == NGHTTP2_INTERNAL_ERROR ||
                                why == NGHTTP2_FRAME_SIZE_ERROR || why == NGHTTP2_COMPRESSION_ERROR;
        self.refuse(
            found->second,
            is_garbled ? HttpFailure::Kind::Protocol : HttpFailure::Kind::Interrupted,
            is_unheard,
            is_unheard
                ? "the server did not take the request"
                : "the server broke its answer off: " + std::string(::nghttp2_http2_strerror(why))
        );
        return 0;
    }

    static ssize_t read(
        nghttp2_session*,
        std::int32_t stream,
        std::uint8_t* into,
        std::size_t room,
        std::uint32_t* flags,
        nghttp2_data_source*,
        void* user
    ) {
        auto& self = self_of(user);
        auto* const call = self.find_stream(stream);
        if (call == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
        std::size_t used = 0;
        while (used < room && !call->out.empty()) {
            const auto& piece = *call->out.front();
            const auto count = std::min(room - used, piece.size() - call->written);
            std::memcpy(into + used, piece.data() + call->written, count);
            used += count;
            call->written += count;
            if (call->written < piece.size()) break;
            call->out.pop_front();
            call->written = 0;
        }
        call->unwritten -= used;
        call->last_move = UpstreamClock::now();
        if (!call->out.empty()) return static_cast<ssize_t>(used);
        if (used > 0) self.drained_.push_back(self.streams_.at(stream));
        if (call->is_request_done) {
            *flags |= NGHTTP2_DATA_FLAG_EOF;
        } else if (used == 0) {
            call->waits_for_bytes = true;
            return NGHTTP2_ERR_DEFERRED;
        }
        return static_cast<ssize_t>(used);
    }
};

Http2::Http2(UpstreamWire& wire) : wire_(wire) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_option* options = nullptr;
    ::nghttp2_session_callbacks_new(&callbacks);
    ::nghttp2_session_callbacks_set_on_header_callback(callbacks, Frames::header);
    ::nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Frames::frame);
    ::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Frames::data);
    ::nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Frames::close);
    ::nghttp2_option_new(&options);
    ::nghttp2_option_set_no_auto_window_update(options, 1);
    ::nghttp2_option_set_no_closed_streams(options, 1);
    ::nghttp2_option_set_peer_max_concurrent_streams(options, kUsualCalls);
    nghttp2_session* session = nullptr;
    ::nghttp2_session_client_new2(&session, callbacks, this, options);
    ::nghttp2_option_del(options);
    ::nghttp2_session_callbacks_del(callbacks);
    session_.reset(session);

    constexpr std::array<nghttp2_settings_entry, 2> kSettings{
        {{NGHTTP2_SETTINGS_ENABLE_PUSH, 0}, {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, kStreamWindow}}};
    ::nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, kSettings.data(), kSettings.size());
    ::nghttp2_session_set_local_window_size(session, NGHTTP2_FLAG_NONE, 0, kWindow);
    send();
}

Http2::~Http2() = default;

// ---- calls

Http2::Call* Http2::find(CallNumber call) {
    const auto found = calls_.find(call);
    return found == calls_.end() ? nullptr : &found->second;
}

Http2::Call* Http2::find_stream(std::int32_t stream) {
    const auto found = streams_.find(stream);
    return found == streams_.end() ? nullptr : find(found->second);
}

bool Http2::takes_more() const {
    const auto most = ::nghttp2_session_get_remote_settings(
        session_.get(), NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS
    );
    return !is_over_ && !is_leaving_ && calls_.size() < std::min(most, kUsualCalls) &&
           ::nghttp2_session_check_request_allowed(session_.get()) != 0;
}

void Http2::begin(CallNumber number, UpstreamRequest request, UpstreamListener& listener) {
    const Http2Head head(request.head, wire_.origin());
    auto& call = calls_[number];
    call.listener = &listener;
    nghttp2_data_provider body{};
    body.read_callback = Frames::read;
    call.stream = ::nghttp2_submit_request(
        session_.get(),
        nullptr,
        head.fields().data(),
        head.fields().size(),
        head.has_body() ? &body : nullptr,
        nullptr
    );
    streams_[call.stream] = number;
    send();
}

void Http2::write(CallNumber number, std::shared_ptr<const std::string> bytes) {
    auto* const call = find(number);
    if (call == nullptr || bytes->empty()) return;
    call->unwritten += bytes->size();
    call->out.push_back(std::move(bytes));
    wake(*call);
}

void Http2::request_done(CallNumber number) {
    auto* const call = find(number);
    if (call == nullptr) return;
    call->is_request_done = true;
    wake(*call);
}

void Http2::wake(Call& call) {
    if (std::exchange(call.waits_for_bytes, false)) {
        ::nghttp2_session_resume_data(session_.get(), call.stream);
    }
    send();
}

void Http2::let_go(CallNumber number) {
    auto* const call = find(number);
    if (call == nullptr) return;
    ::nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, call->stream, NGHTTP2_CANCEL);
    streams_.erase(call->stream);
    calls_.erase(number);
    send();
    close_when_done();
    wire_.offer();
}

void Http2::pause(CallNumber number) {
    if (auto* const call = find(number)) call->is_paused = true;
}

void Http2::resume(CallNumber number) {
    auto* const call = find(number);
    if (call == nullptr || !std::exchange(call->is_paused, false)) return;
    call->last_move = UpstreamClock::now();
    const auto unread = std::exchange(call->unread, 0);
    ::nghttp2_session_consume_stream(session_.get(), call->stream, unread);
    send();
}

std::size_t Http2::unwritten(CallNumber number) const {
    const auto found = calls_.find(number);
    return found == calls_.end() ? 0 : found->second.unwritten;
}

// ---- out

// Not while nghttp2 calls: whoever called it sends behind it.
void Http2::send() {
    if (is_inside_ || is_over_) return;
    while (wire_.unsent() < kMaxUnsent) {
        auto frames = take_frames();
        if (frames.empty()) break;
        wire_.send(std::make_shared<const std::string>(std::move(frames)));
    }
    tell_drained();
}

std::string Http2::take_frames() {
    std::string frames;
    is_inside_ = true;
    while (frames.size() < kMaxUnsent / 4) {
        const std::uint8_t* bytes = nullptr;
        const auto count = ::nghttp2_session_mem_send(session_.get(), &bytes);
        if (count <= 0)
            break;  // an error ends the session: it wants no more, see close_when_done()
        frames.append(view(bytes, static_cast<std::size_t>(count)));
    }
    is_inside_ = false;
    return frames;
}

void Http2::tell_drained() {
    for (const auto number : std::exchange(drained_, {})) {
        auto* const call = find(number);
        if (call != nullptr && call->unwritten == 0) call->listener->upstream_drained();
    }
}

// ---- in

void Http2::take(std::string_view bytes) {
    if (is_over_) return;
    is_inside_ = true;
    const auto used = ::nghttp2_session_mem_recv(
        session_.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()
    );
    is_inside_ = false;
    send();
    if (used < 0 && !is_over_) {
        wire_.close();
        return fail(HttpFailure::Kind::Protocol, "the answer is not HTTP/2");
    }
    close_when_done();
}

void Http2::head_is_whole(CallNumber number, Call& call) {
    if (call.has_head) return;
    auto head = std::exchange(call.head, {});
    if (head.status >= 100 && head.status < 200) return;  // another one follows
    call.has_head = true;
    call.last_move = UpstreamClock::now();
    head.keeps_open = true;
    if (const auto length = find_header(head.headers, "content-length")) {
        std::uint64_t bytes = 0;
        const auto read = std::from_chars(length->data(), length->data() + length->size(), bytes);
        if (read.ec == std::errc() && read.ptr == length->data() + length->size())
            head.length = bytes;
    }
    calls_.at(number).listener->upstream_head(std::move(head));
}

void Http2::answered(CallNumber number) {
    auto* const call = find(number);
    if (call == nullptr) return;  // let go of
    auto* const listener = call->listener;
    // What the server does not want to hear any more is not sent.
    const bool is_whole = call->is_request_done && call->out.empty();
    if (!is_whole) {
        ::nghttp2_submit_rst_stream(
            session_.get(), NGHTTP2_FLAG_NONE, call->stream, NGHTTP2_NO_ERROR
        );
    }
    streams_.erase(call->stream);
    calls_.erase(number);
    wire_.offer();
    listener->upstream_done();
}

void Http2::ended() {
    wire_.close();
    fail(HttpFailure::Kind::Interrupted, "the connection ended before the answer did");
}

void Http2::refuse(
    CallNumber number, HttpFailure::Kind kind, bool is_unheard, const std::string& what
) {
    auto* const call = find(number);
    if (call == nullptr) return;
    const HttpFailure failure{
        .kind = kind,
        .before_first_byte = is_unheard || !call->has_head,
        .message = wire_.origin().host + ": " + what};
    auto* const listener = call->listener;
    streams_.erase(call->stream);
    calls_.erase(number);
    if (!is_over_) wire_.offer();
    listener->upstream_failed(failure);
}

void Http2::fail(HttpFailure::Kind kind, const std::string& what) {
    is_over_ = true;
    while (!calls_.empty()) refuse(calls_.begin()->first, kind, false, what);
}

void Http2::close_when_done() {
    if (is_inside_ || is_over_) return;
    const bool is_broken = ::nghttp2_session_want_read(session_.get()) == 0 &&
                           ::nghttp2_session_want_write(session_.get()) == 0;
    if (!is_broken && !(is_leaving_ && calls_.empty())) return;
    wire_.close();
    fail(HttpFailure::Kind::Protocol, "the answer is not HTTP/2");  // nobody, where all have ended
}

void Http2::look(UpstreamClock::time_point now) {
    const auto silence = wire_.settings().silence;
    std::vector<CallNumber> silent;
    for (const auto& [number, call] : calls_) {
        if (!call.is_paused && now - call.last_move > silence) silent.push_back(number);
    }
    for (const auto number : silent) {
        auto* const call = find(number);
        if (call == nullptr) continue;
        ::nghttp2_submit_rst_stream(
            session_.get(), NGHTTP2_FLAG_NONE, call->stream, NGHTTP2_CANCEL
        );
        refuse(number, HttpFailure::Kind::Timeout, false, "it did not answer in time");
    }
    send();
}

}  // namespace fovea::net
