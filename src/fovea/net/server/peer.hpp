// One connection of a server, on the loop it was given to. Everything but run()'s work happens there.
//
// Ends in one of three ways: finish() writes what is left, tells the peer that no more comes, and reads on for
// a moment without looking, since a close with bytes unread would take from the peer what was written last;
// close() ends at once; so does a peer that is silent for too long.
#pragma once

#include "fovea/net/server/server.hpp"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::net {

struct PeerSettings {
    std::size_t max_unwritten;
    std::chrono::milliseconds idle;
    WorkPool::Lane& lane;  // both outlive the peers' loops at work
    WorkPool::Lane& long_lane;
    EventLoop& loop;
};

class Peer final : public Connection, public std::enable_shared_from_this<Peer> {
public:
    // `on_gone` is called once, when it is closed.
    Peer(
        boost::asio::generic::stream_protocol::socket socket,
        std::string address,
        PeerSettings settings,
        std::function<void(const std::shared_ptr<Peer>&)> on_gone
    );

    void start(const Server::MakeTalk& make_talk);
    void stop();  // asks the talk to come to an end

    using Connection::write;
    void write(std::shared_ptr<const std::string> bytes) override;
    std::size_t unwritten() const override { return unwritten_; }
    void finish() override;
    void close() override;
    void pause() override { is_paused_ = true; }
    void resume() override;
    void set_idle(std::chrono::milliseconds idle) override;
    void set_deadline(std::optional<std::chrono::steady_clock::time_point> when) override;
    std::shared_ptr<Mailbox> mailbox() override;
    EventLoop& loop() override { return settings_.loop; }
    const std::string& peer() const override { return address_; }
    using Connection::run;
    bool run(
        Pace pace, std::function<void(const std::stop_token&)> work, std::function<void()> then
    ) override;

private:
    using Clock = std::chrono::steady_clock;

    class Box;
    friend class PostBatch;

    static void act_for(const std::weak_ptr<Peer>& weak, const std::function<void()>& act);
    bool may_read() const;
    void read();
    void read_now();
    void write_some();
    void write_now();
    std::size_t write_pieces(boost::system::error_code& broken);
    void await_room();
    void forget_written(std::size_t count);
    void linger();
    Clock::time_point next_look() const;
    void watch();
    void look();
    void safely(const std::function<void()>& act);

    boost::asio::generic::stream_protocol::socket socket_;
    const std::string address_;
    boost::asio::steady_timer timer_;
    const PeerSettings settings_;
    std::chrono::milliseconds idle_;
    std::optional<Clock::time_point> deadline_;
    Clock::time_point armed_ = Clock::time_point::max();  // when the timer looks
    std::function<void(const std::shared_ptr<Peer>&)> on_gone_;
    std::unique_ptr<Talk> talk_;
    std::stop_source stop_;  // of work

    std::deque<std::shared_ptr<const std::string>> out_;
    std::size_t written_ = 0;  // of the first in out_
    std::size_t unwritten_ = 0;
    std::size_t working_ = 0;
    Clock::time_point last_move_ = Clock::now();
    bool is_reading_ = false;
    bool is_paused_ = false;
    bool is_writing_ = false;
    bool has_ended_ = false;  // the peer writes no more
    bool finishes_ = false;   // nothing more is written than what is there
    bool lingers_ = false;    // all is written; what still comes is not looked at
    bool is_closed_ = false;
};

}  // namespace fovea::net
