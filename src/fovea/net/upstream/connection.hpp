// One connection to a server, on its loop: opened, used for one call after the other, kept in between. Internal to
// upstream.cpp, which keeps them.
#pragma once

#include "fovea/net/upstream/tls_client.hpp"
#include "fovea/net/upstream/upstream.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fovea::net {

class UpstreamConnection : public std::enable_shared_from_this<UpstreamConnection> {
public:
    using Clock = std::chrono::steady_clock;

    // `on_free` when it may carry another call, `on_gone` once.
    struct Keeper {
        std::function<void(const std::shared_ptr<UpstreamConnection>&)> on_free;
        std::function<void(const std::shared_ptr<UpstreamConnection>&)> on_gone;
    };

    UpstreamConnection(
        boost::asio::io_context& context,
        const UpstreamSettings& settings,
        TlsContext* tls,  // null: none
        Origin origin,
        Keeper keeper
    );

    void open();
    void begin(UpstreamRequest request, UpstreamListener& listener);
    void let_go();  // of the call
    void write(std::shared_ptr<const std::string> bytes);
    void request_done();
    std::size_t unwritten() const { return unwritten_; }
    void pause() { is_paused_ = true; }
    void resume();
    std::size_t calls() const { return calls_; }

    const Origin& origin() const { return origin_; }
    bool is_busy() const { return listener_ != nullptr; }
    // Looks at the times; now and then.
    void look(Clock::time_point now);
    void close();

private:
    using tcp = boost::asio::ip::tcp;

    void connect(std::size_t which);
    void connected();
    void read();
    void read_now();
    void take(std::string_view bytes);
    void take_plain(std::string_view bytes);
    void write_some();
    void write_now();
    void send_encrypted();
    void written();
    void look_done();
    void ended();
    void fail(HttpFailure::Kind kind, const std::string& what);

    boost::asio::io_context& context_;
    const UpstreamSettings& settings_;
    const Origin origin_;
    Keeper keeper_;
    tcp::resolver resolver_;
    tcp::socket socket_;
    TlsContext* const tls_context_;
    std::optional<TlsClient> tls_;
    std::vector<tcp::endpoint> endpoints_;

    UpstreamListener* listener_ = nullptr;
    std::optional<ResponseReader> reader_;
    std::deque<std::shared_ptr<const std::string>> out_;
    std::string encrypted_;      // goes before out_
    std::size_t written_ = 0;    // of the first that goes
    std::size_t unwritten_ = 0;  // of out_
    std::size_t calls_ = 0;
    Clock::time_point last_move_ = Clock::now();
    bool is_open_ = false;
    bool is_reading_ = false;
    bool is_paused_ = false;
    bool is_writing_ = false;
    bool is_request_done_ = false;
    bool is_closed_ = false;
};

}  // namespace fovea::net
