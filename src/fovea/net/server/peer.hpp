// One connection of a server, on the loop it was given to. Everything but run()'s work happens there.
//
// Ends in one of three ways: finish() writes what is left, tells the peer that no more comes, and reads on for
// a moment without looking, since a close with bytes unread would take from the peer what was written last;
// close() ends at once; so does a peer that is silent for too long.
#pragma once

#include "fovea/net/server/server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace fovea::net {

struct PeerSettings {
    std::size_t max_unwritten;
    std::chrono::milliseconds idle;
    WorkPool::Lane& lane;  // outlives the peers' loops at work
};

class Peer final : public Connection, public std::enable_shared_from_this<Peer> {
public:
    // `on_gone` is called once, when it is closed.
    Peer(
        boost::asio::ip::tcp::socket socket,
        PeerSettings settings,
        std::function<void(const std::shared_ptr<Peer>&)> on_gone
    );

    void start(const Server::MakeTalk& make_talk);
    void stop();   // asks the talk to come to an end
    void close();  // now

    void write(std::string bytes) override;
    std::size_t unwritten() const override { return unwritten_; }
    void finish() override;
    bool run(std::function<void(const std::stop_token&)> work, std::function<void()> then) override;

private:
    using Clock = std::chrono::steady_clock;

    void read();
    void take(std::size_t count);
    void write_some();
    void linger();
    void watch();
    void safely(const std::function<void()>& act);

    boost::asio::ip::tcp::socket socket_;
    boost::asio::steady_timer timer_;
    const PeerSettings settings_;
    std::function<void(const std::shared_ptr<Peer>&)> on_gone_;
    std::unique_ptr<Talk> talk_;
    std::stop_source stop_;  // of work

    std::array<char, 16384> in_{};
    std::deque<std::string> out_;
    std::size_t written_ = 0;  // of the first in out_
    std::size_t unwritten_ = 0;
    std::size_t working_ = 0;
    Clock::time_point last_move_ = Clock::now();
    bool is_reading_ = false;
    bool is_writing_ = false;
    bool has_ended_ = false;  // the peer writes no more
    bool finishes_ = false;   // nothing more is written than what is there
    bool lingers_ = false;    // all is written; what still comes is not looked at
    bool is_closed_ = false;
};

}  // namespace fovea::net
