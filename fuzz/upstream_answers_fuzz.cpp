// Whatever a server says on a connection, over HTTP/1.1 or HTTP/2 (the first byte chooses) and however it is cut: every call is told
// one end and nothing behind it, no body before its head, and HTTP/1.1 says the same in any pieces. Bits of the first byte make one
// who called leave in the middle, or stop reading.
#include "fovea/net/upstream/http1.hpp"
#include "fovea/net/upstream/http2.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace {

using namespace fovea::net;

class Wire final : public UpstreamWire {
public:
    const Origin& origin() const override { return origin_; }
    const UpstreamSettings& settings() const override { return settings_; }
    void send(std::shared_ptr<const std::string>) override {}
    std::size_t unsent() const override { return 0; }
    UpstreamClock::time_point last_move() const override { return {}; }
    void pause() override {}
    void resume() override {}
    void offer() override {}
    void want_http1() override {}
    void close() override { is_closed_ = true; }

    bool is_closed_ = false;

private:
    const Origin origin_{"https", "x", "443"};
    const UpstreamSettings settings_{};
};

struct Caller final : UpstreamListener {
    void upstream_head(ResponseHead head) override {
        if (has_head || is_over || head.status < 200 || head.status > 999) __builtin_trap();
        has_head = true;
        said += std::to_string(head.status);
        for (const auto& [name, value] : head.headers) said += name + value;
    }
    void upstream_body(std::string_view bytes) override {
        if (!has_head || is_over) __builtin_trap();
        said += bytes;
        if (leaves) {
            is_over = true;
            protocol->let_go(number);
        } else if (stops) {
            protocol->pause(number);
        }
    }
    void upstream_done() override { end("done"); }
    void upstream_failed(HttpFailure failure) override { end(failure.message); }
    void end(const std::string& how) {
        if (is_over) __builtin_trap();
        is_over = true;
        said += how;
    }

    UpstreamProtocol* protocol = nullptr;
    CallNumber number = 0;
    std::string said;
    bool has_head = false;
    bool is_over = false;
    bool leaves = false;
    bool stops = false;
};

std::string listen(std::uint8_t kind, std::string_view bytes, std::size_t piece) {
    Wire wire;
    std::unique_ptr<UpstreamProtocol> protocol;
    const bool is_http2 = (kind & 1) != 0;
    if (is_http2) {
        protocol = std::make_unique<Http2>(wire);
    } else {
        protocol = std::make_unique<Http1>(wire);
    }
    Caller callers[3];
    const std::size_t count = is_http2 ? 3 : 1;
    for (std::size_t i = 0; i < count; ++i) {
        callers[i].protocol = protocol.get();
        callers[i].number = i + 1;
        callers[i].leaves = i == 0 && (kind & 2) != 0;
        callers[i].stops = i == 1 && (kind & 4) != 0;
        protocol->begin(
            i + 1, {wire.origin(), "POST / HTTP/1.1\r\ncontent-length: 2\r\n\r\n"}, callers[i]
        );
        protocol->write(i + 1, std::make_shared<const std::string>("{}"));
        if (i != 2) protocol->request_done(i + 1);
    }
    for (std::size_t at = 0; at < bytes.size() && !wire.is_closed_; at += piece) {
        protocol->take(bytes.substr(at, piece));
        protocol->has_sent_all();
    }
    if (!wire.is_closed_) {
        if (is_http2) protocol->resume(2);
        protocol->ended();
    }
    protocol->fail(HttpFailure::Kind::Interrupted, "over");
    std::string said;
    for (std::size_t i = 0; i < count; ++i) {
        if (!callers[i].is_over) __builtin_trap();
        said += callers[i].said;
    }
    return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const auto kind = data[0];
    const auto whole = listen(kind, bytes, std::max<std::size_t>(bytes.size(), 1));
    const auto cut = listen(kind, bytes, std::size_t{data[1]} + 1);
    if ((kind & 3) == 0 && whole != cut) __builtin_trap();
    return 0;
}
