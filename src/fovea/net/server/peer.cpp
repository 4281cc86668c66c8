#include "fovea/net/server/peer.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <utility>

namespace fovea::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kLinger{2000};

}  // namespace

Peer::Peer(
    tcp::socket socket,
    PeerSettings settings,
    std::function<void(const std::shared_ptr<Peer>&)> on_gone
)
    : socket_(std::move(socket)),
      timer_(socket_.get_executor()),
      settings_(settings),
      on_gone_(std::move(on_gone)) {}

void Peer::start(const Server::MakeTalk& make_talk) {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    watch();
    safely([&] { talk_ = make_talk(*this); });
    read();
}

void Peer::stop() {
    if (is_closed_ || finishes_) return;
    safely([this] { talk_->stop(*this); });
}

void Peer::close() {
    if (std::exchange(is_closed_, true)) return;
    stop_.request_stop();
    error_code ignored;
    timer_.cancel();
    socket_.close(ignored);
    // Not now: it may be the talk itself that closes.
    asio::post(socket_.get_executor(), [self = shared_from_this()] { self->talk_.reset(); });
    on_gone_(shared_from_this());
}

// A talk that throws loses its connection, and nobody else does.
void Peer::safely(const std::function<void()>& act) {
    try {
        act();
    } catch (const std::exception&) {
        close();
    }
}

void Peer::read() {
    if (is_closed_ || is_reading_ || has_ended_) return;
    if (finishes_ && !lingers_) return;
    if (unwritten_ > settings_.max_unwritten) return;  // until some of it is gone
    is_reading_ = true;
    socket_.async_read_some(
        asio::buffer(in_),
        [self = shared_from_this()](const error_code& broken, std::size_t count) {
            self->is_reading_ = false;
            if (self->is_closed_) return;
            if (!broken) return self->take(count);
            if (broken != asio::error::eof || self->lingers_) return self->close();
            self->has_ended_ = true;
            if (!self->finishes_) self->safely([&] { self->talk_->end(*self); });
        }
    );
}

void Peer::take(std::size_t count) {
    if (!finishes_) {
        last_move_ = Clock::now();
        safely([&] { talk_->take({in_.data(), count}); });
    }
    read();
}

void Peer::write(std::string bytes) {
    if (is_closed_ || finishes_ || bytes.empty()) return;
    unwritten_ += bytes.size();
    out_.push_back(std::move(bytes));
    write_some();
}

void Peer::write_some() {
    if (is_closed_ || is_writing_) return;
    if (out_.empty()) {
        if (finishes_) linger();
        return;
    }
    is_writing_ = true;
    const auto rest = std::string_view(out_.front()).substr(written_);
    socket_.async_write_some(
        asio::buffer(rest.data(), rest.size()),
        [self = shared_from_this()](const error_code& broken, std::size_t count) {
            self->is_writing_ = false;
            if (self->is_closed_) return;
            if (broken) return self->close();
            self->last_move_ = Clock::now();
            self->unwritten_ -= count;
            self->written_ += count;
            if (self->written_ == self->out_.front().size()) {
                self->out_.pop_front();
                self->written_ = 0;
            }
            self->write_some();
            self->read();
        }
    );
}

void Peer::finish() {
    if (is_closed_ || std::exchange(finishes_, true)) return;
    write_some();
}

void Peer::linger() {
    if (has_ended_) return close();
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    lingers_ = true;
    last_move_ = Clock::now();
    watch();
    read();
}

void Peer::watch() {
    const auto patience = lingers_ ? std::min(kLinger, settings_.idle) : settings_.idle;
    timer_.expires_at(last_move_ + patience);
    timer_.async_wait([self = shared_from_this(), patience](const error_code& cancelled) {
        if (cancelled || self->is_closed_) return;
        if (self->working_ > 0) self->last_move_ = Clock::now();
        if (Clock::now() >= self->last_move_ + patience) return self->close();
        self->watch();
    });
}

bool Peer::run(std::function<void(const std::stop_token&)> work, std::function<void()> then) {
    if (is_closed_) return false;
    auto job = [self = shared_from_this(),
                work = std::move(work),
                then = std::move(then),
                stop = stop_.get_token()]() mutable {
        bool is_done = true;
        try {
            work(stop);
        } catch (const std::exception&) {
            is_done = false;
        }
        auto& peer = *self;
        asio::post(
            peer.socket_.get_executor(),
            [self = std::move(self), then = std::move(then), is_done] {
                --self->working_;
                self->last_move_ = Clock::now();
                if (self->is_closed_) return;
                is_done ? self->safely(then) : self->close();
            }
        );
    };
    if (!settings_.lane.add(std::move(job))) return false;
    ++working_;
    return true;
}

}  // namespace fovea::net
