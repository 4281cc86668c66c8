// HTTP/2 on a connection to a server: many calls at once, each with a window of its own, so that one who is read slowly
// keeps nobody waiting. Internal to upstream/. nghttp2 knows the frames.
#pragma once

#include "fovea/net/upstream/protocol.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct nghttp2_session;

namespace fovea::net {

class Http2 final : public UpstreamProtocol {
public:
    // Says hello at once.
    explicit Http2(UpstreamWire& wire);
    Http2(const Http2&) = delete;
    Http2& operator=(const Http2&) = delete;
    ~Http2() override;

    void begin(CallNumber call, UpstreamRequest request, UpstreamListener& listener) override;
    void write(CallNumber call, std::shared_ptr<const std::string> bytes) override;
    void request_done(CallNumber call) override;
    void let_go(CallNumber call) override;
    void pause(CallNumber call) override;
    void resume(CallNumber call) override;
    std::size_t unwritten(CallNumber call) const override;
    bool has_calls() const override { return !calls_.empty(); }
    bool takes_more() const override;

    void take(std::string_view bytes) override;
    void has_sent_all() override { send(); }
    void ended() override;
    void fail(HttpFailure::Kind kind, const std::string& what) override;
    void look(UpstreamClock::time_point now) override;

private:
    struct Call {
        UpstreamListener* listener = nullptr;
        std::int32_t stream = 0;
        std::deque<std::shared_ptr<const std::string>> out = {};
        std::size_t written = 0;    // of the first
        std::size_t unwritten = 0;  // of all
        std::size_t unread = 0;     // came while it was paused
        bool is_request_done = false;
        bool waits_for_bytes = false;
        bool is_paused = false;
        bool has_head = false;
        ResponseHead head = {};  // as it comes
        std::size_t head_bytes = 0;
        UpstreamClock::time_point last_move = UpstreamClock::now();
    };
    struct Frames;  // what nghttp2 calls
    struct Free {
        void operator()(nghttp2_session* session) const;
    };

    Call* find(CallNumber call);
    Call* find_stream(std::int32_t stream);
    void wake(Call& call);
    void send();
    std::string take_frames();
    void tell_drained();
    void head_is_whole(CallNumber number, Call& call);
    void answered(CallNumber call);
    void refuse(CallNumber call, HttpFailure::Kind kind, bool is_unheard, const std::string& what);
    void close_when_done();

    UpstreamWire& wire_;
    std::unique_ptr<nghttp2_session, Free> session_;
    std::map<CallNumber, Call> calls_;
    std::map<std::int32_t, CallNumber> streams_;
    std::vector<CallNumber> drained_;  // whose last bytes went
    bool is_inside_ = false;           // nghttp2 calls us
    bool is_leaving_ = false;          // the server takes no more calls
    bool is_over_ = false;
};

}  // namespace fovea::net
