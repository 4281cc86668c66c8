// HTTP/1.1 on a connection to a server: one call after the other. Internal to upstream/.
#pragma once

#include "fovea/net/upstream/protocol.hpp"
#include "fovea/net/upstream/response_reader.hpp"

#include <optional>

namespace fovea::net {

class Http1 final : public UpstreamProtocol {
public:
    explicit Http1(UpstreamWire& wire) : wire_(wire) {}

    void begin(CallNumber call, UpstreamRequest request, UpstreamListener& listener) override;
    void write(CallNumber call, std::shared_ptr<const std::string> bytes) override;
    void request_done(CallNumber call) override;
    void let_go(CallNumber call) override;
    void pause(CallNumber call) override;
    void resume(CallNumber call) override;
    std::size_t unwritten(CallNumber call) const override;
    bool has_calls() const override { return listener_ != nullptr; }
    bool takes_more() const override { return listener_ == nullptr; }

    void take(std::string_view bytes) override;
    void has_sent_all() override;
    void ended() override;
    void fail(HttpFailure::Kind kind, const std::string& what) override;
    void look(UpstreamClock::time_point now) override;

private:
    bool is_current(CallNumber call) const { return listener_ != nullptr && call == call_; }
    void answered();

    UpstreamWire& wire_;
    CallNumber call_ = 0;
    UpstreamListener* listener_ = nullptr;  // null: no call
    std::optional<ResponseReader> reader_;
    bool is_request_done_ = false;
    bool is_paused_ = false;
};

}  // namespace fovea::net
