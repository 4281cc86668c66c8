// One connection to a server, on its loop: opened, used for calls, kept in between. Moves bytes; what they say is its
// protocol's, which the two sides agree on where there is TLS. Internal to upstream.cpp, which keeps them.
#pragma once

#include "fovea/net/upstream/protocol.hpp"
#include "fovea/net/upstream/tls_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fovea::net {

class UpstreamConnection final : public UpstreamWire,
                                 public std::enable_shared_from_this<UpstreamConnection> {
public:
    using Clock = UpstreamClock;

    struct Keeper {
        std::function<void(const std::shared_ptr<UpstreamConnection>&)>
            on_free;  // it may carry a call more; whoever takes it from then on says begin()
        std::function<void(const std::shared_ptr<UpstreamConnection>&)> on_gone;  // once
        std::function<void(const Origin&)> on_http1_wanted = {};
    };

    UpstreamConnection(
        boost::asio::io_context& context,
        const UpstreamSettings& settings,
        TlsContext* tls,  // null: none
        Origin origin,
        Alpn alpn,
        Keeper keeper
    );

    void open();
    // The first before it is open; more where it was told to be free.
    CallNumber begin(UpstreamRequest request, UpstreamListener& listener);
    void write(CallNumber call, std::shared_ptr<const std::string> bytes);
    void request_done(CallNumber call);
    void let_go(CallNumber call);
    void pause(CallNumber call);
    void resume(CallNumber call);
    std::size_t unwritten(CallNumber call) const;

    bool is_busy() const { return first_.has_value() || (protocol_ && protocol_->has_calls()); }
    bool takes_more() const { return !is_closed_ && protocol_ && protocol_->takes_more(); }
    // Looks at the times; now and then.
    void look(Clock::time_point now);

    // ---- for its protocol
    const Origin& origin() const override { return origin_; }
    const UpstreamSettings& settings() const override { return settings_; }
    void send(std::shared_ptr<const std::string> bytes) override;
    std::size_t unsent() const override { return unsent_ + encrypted_.size(); }
    Clock::time_point last_move() const override { return last_move_; }
    void pause() override { is_paused_ = true; }
    void resume() override;
    void offer() override;
    void want_http1() override { keeper_.on_http1_wanted(origin_); }
    void close() override;

private:
    using tcp = boost::asio::ip::tcp;

    // A call that came before it was known what is spoken.
    struct First {
        CallNumber number;
        UpstreamRequest request;
        UpstreamListener* listener;
        std::vector<std::shared_ptr<const std::string>> body = {};
        std::size_t bytes = 0;
        bool is_done = false;
        bool is_paused = false;
    };

    bool is_first(CallNumber call) const { return first_ && first_->number == call; }
    void connect(std::size_t which);
    void connected();
    void agreed();  // on what is spoken
    void read();
    void read_now();
    void take(std::string_view bytes);
    void write_some();
    void write_now();
    void send_encrypted();
    void written();
    void ended();
    void fail(HttpFailure::Kind kind, const std::string& what);

    boost::asio::io_context& context_;
    const UpstreamSettings& settings_;
    const Origin origin_;
    const Alpn alpn_;
    Keeper keeper_;
    tcp::resolver resolver_;
    tcp::socket socket_;
    TlsContext* const tls_context_;
    std::optional<TlsClient> tls_;
    std::vector<tcp::endpoint> endpoints_;

    std::unique_ptr<UpstreamProtocol> protocol_;  // null: not known yet
    std::optional<First> first_;
    CallNumber calls_ = 0;  // so far
    std::deque<std::shared_ptr<const std::string>> out_;
    std::string encrypted_;    // goes before out_
    std::size_t written_ = 0;  // of the first that goes
    std::size_t unsent_ = 0;   // of out_
    Clock::time_point last_move_ = Clock::now();
    bool is_open_ = false;
    bool is_reading_ = false;
    bool is_paused_ = false;
    bool is_writing_ = false;
    bool is_offered_ = false;
    bool is_closed_ = false;
};

}  // namespace fovea::net
