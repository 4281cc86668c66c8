#include "fovea/net/upstream/connection.hpp"

#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/upstream/http1.hpp"
#include "fovea/net/upstream/http2.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <span>
#include <utility>

namespace fovea::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t kMaxPieces = 64;  // in one write
constexpr std::size_t kReadSize = 64u << 10;
constexpr std::chrono::milliseconds kAcknowledged{
    60'000};  // what the other side's system has of us

// A peer that died unnoticed is not waited for as long as one that thinks.
void notice_death(int socket) {
    const int on = 1;
    const auto wait = static_cast<unsigned>(kAcknowledged.count());
    ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &wait, sizeof wait);
}

std::span<char> read_buffer() {
    thread_local std::vector<char> buffer(kReadSize);
    return buffer;
}

std::string bare_host(const Origin& origin) {
    const auto& host = origin.host;
    return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

}  // namespace

UpstreamConnection::UpstreamConnection(
    asio::io_context& context,
    const UpstreamSettings& settings,
    TlsContext* tls,
    Origin origin,
    Alpn alpn,
    Keeper keeper
)
    : context_(context),
      settings_(settings),
      origin_(std::move(origin)),
      alpn_(alpn),
      keeper_(std::move(keeper)),
      resolver_(context),
      socket_(context),
      tls_context_(tls) {
    if (tls == nullptr) protocol_ = std::make_unique<Http1>(*this);
}

// ---- opening

void UpstreamConnection::open() {
    error_code no_literal;
    const auto host = bare_host(origin_);
    const auto port = static_cast<std::uint16_t>(std::atoi(origin_.port.c_str()));
    const auto literal = asio::ip::make_address(host, no_literal);
    if (!no_literal) {
        endpoints_.emplace_back(literal, port);
        return connect(0);
    }
    if (settings_.reach == Reach::LoopbackOnly && !is_loopback_host(host)) {
        asio::post(context_, [self = shared_from_this()] {
            self->fail(HttpFailure::Kind::Refused, "only this machine may be asked (local_only)");
        });
        return;
    }
    resolver_.async_resolve(
        host,
        origin_.port,
        [self = shared_from_this()](const error_code& broken, const auto& found) {
            if (self->is_closed_) return;
            if (broken) return self->fail(HttpFailure::Kind::Connect, "there is no such name");
            for (const auto& each : found) self->endpoints_.push_back(each.endpoint());
            self->connect(0);
        }
    );
}

void UpstreamConnection::connect(std::size_t which) {
    const auto connect_to = [this, which] {
        error_code ignored;
        socket_.close(ignored);
        socket_.async_connect(
            endpoints_[which],
            [self = shared_from_this(), which](const error_code& broken) {
                if (self->is_closed_) return;
                if (!broken) return self->connected();
                if (which + 1 < self->endpoints_.size()) return self->connect(which + 1);
                self->fail(HttpFailure::Kind::Connect, "connection refused");
            }
        );
    };
    if (settings_.reach == Reach::LoopbackOnly && !is_loopback(endpoints_[which].data())) {
        asio::post(context_, [self = shared_from_this()] {
            self->fail(HttpFailure::Kind::Refused, "only this machine may be asked (local_only)");
        });
        return;
    }
    connect_to();
}

void UpstreamConnection::connected() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    socket_.non_blocking(true, ignored);
    notice_death(socket_.native_handle());
    is_open_ = true;
    last_move_ = Clock::now();
    if (tls_context_ != nullptr) {
        tls_.emplace(*tls_context_, origin_, alpn_);
        encrypted_ += tls_->take_outgoing();
    }
    write_some();
    read();
}

void UpstreamConnection::agreed() {
    if (tls_->speaks_http2()) {
        protocol_ = std::make_unique<Http2>(*this);
    } else {
        protocol_ = std::make_unique<Http1>(*this);
    }
    if (!first_) return offer();
    auto first = std::move(*first_);
    first_.reset();
    protocol_->begin(first.number, std::move(first.request), *first.listener);
    for (auto& bytes : first.body) protocol_->write(first.number, std::move(bytes));
    if (first.is_done) protocol_->request_done(first.number);
    if (first.is_paused) protocol_->pause(first.number);
    offer();
}

// ---- calls

CallNumber UpstreamConnection::begin(UpstreamRequest request, UpstreamListener& listener) {
    const auto number = ++calls_;
    is_offered_ = false;
    last_move_ = Clock::now();
    if (!protocol_) {
        first_ = First{.number = number, .request = std::move(request), .listener = &listener};
        return number;
    }
    protocol_->begin(number, std::move(request), listener);
    offer();
    return number;
}

void UpstreamConnection::write(CallNumber call, std::shared_ptr<const std::string> bytes) {
    if (is_first(call)) {
        first_->bytes += bytes->size();
        first_->body.push_back(std::move(bytes));
    } else if (protocol_) {
        protocol_->write(call, std::move(bytes));
    }
}

void UpstreamConnection::request_done(CallNumber call) {
    if (is_first(call)) {
        first_->is_done = true;
    } else if (protocol_) {
        protocol_->request_done(call);
    }
}

void UpstreamConnection::let_go(CallNumber call) {
    const auto self = shared_from_this();
    if (is_first(call)) {
        first_.reset();
        close();
    } else if (protocol_) {
        protocol_->let_go(call);
    }
}

void UpstreamConnection::pause(CallNumber call) {
    if (is_first(call)) {
        first_->is_paused = true;
    } else if (protocol_) {
        protocol_->pause(call);
    }
}

void UpstreamConnection::resume(CallNumber call) {
    if (is_first(call)) {
        first_->is_paused = false;
    } else if (protocol_) {
        protocol_->resume(call);
    }
}

std::size_t UpstreamConnection::unwritten(CallNumber call) const {
    if (is_first(call)) return first_->bytes;
    return protocol_ ? protocol_->unwritten(call) : 0;
}

void UpstreamConnection::offer() {
    if (is_closed_ || is_offered_ || !protocol_ || !protocol_->takes_more()) return;
    is_offered_ = true;
    keeper_.on_free(shared_from_this());
}

// ---- out

void UpstreamConnection::send(std::shared_ptr<const std::string> bytes) {
    if (is_closed_ || bytes->empty()) return;
    unsent_ += bytes->size();
    out_.push_back(std::move(bytes));
    write_some();
}

void UpstreamConnection::write_some() {
    if (is_closed_ || is_writing_ || !is_open_) return;
    if (encrypted_.empty() && (out_.empty() || (tls_ && !tls_->is_ready()))) return;
    is_writing_ = true;
    // Whatever else is written in this round of the loop goes with it.
    asio::post(context_, [self = shared_from_this()] { self->write_now(); });
}

void UpstreamConnection::send_encrypted() {
    while (tls_->is_ready() && !out_.empty() && encrypted_.size() < kReadSize) {
        const auto text = std::move(out_.front());
        out_.pop_front();
        unsent_ -= text->size();
        if (!tls_->write(*text).ok()) {  // whoever reads will be told why
            out_.clear();
            unsent_ = 0;
            return;
        }
        encrypted_ += tls_->take_outgoing();
    }
}

void UpstreamConnection::write_now() {
    if (is_closed_) return;
    if (tls_) send_encrypted();
    std::array<asio::const_buffer, kMaxPieces> pieces;
    std::size_t used = 0;
    if (tls_) {
        pieces[used++] =
            asio::const_buffer(encrypted_.data() + written_, encrypted_.size() - written_);
    } else {
        auto skip = written_;
        for (const auto& text : out_) {
            if (used == kMaxPieces) break;
            pieces[used++] = asio::const_buffer(text->data() + skip, text->size() - skip);
            skip = 0;
        }
    }
    error_code broken;
    const auto count = socket_.write_some(std::span(pieces.data(), used), broken);
    if (broken == asio::error::would_block || broken == asio::error::interrupted) {
        socket_.async_wait(
            tcp::socket::wait_write,
            [self = shared_from_this()](const error_code& failed) {
                if (self->is_closed_) return;
                if (!failed) return self->write_now();
                self->is_writing_ = false;
            }
        );
        return;
    }
    is_writing_ = false;
    // What the server said before it stopped listening is still read.
    if (broken) return read();
    last_move_ = Clock::now();
    written_ += count;
    written();
}

void UpstreamConnection::written() {
    if (tls_) {
        if (written_ == encrypted_.size()) {
            encrypted_.clear();
            written_ = 0;
        }
    } else {
        while (!out_.empty() && written_ >= out_.front()->size()) {
            written_ -= out_.front()->size();
            unsent_ -= out_.front()->size();
            out_.pop_front();
        }
    }
    const auto self = shared_from_this();
    if (out_.empty() && encrypted_.empty() && protocol_) protocol_->has_sent_all();
    write_some();
}

// ---- in

void UpstreamConnection::resume() {
    if (!std::exchange(is_paused_, false)) return;
    last_move_ = Clock::now();
    read();
}

void UpstreamConnection::read() {
    if (is_closed_ || is_reading_ || is_paused_ || !is_open_) return;
    is_reading_ = true;
    socket_.async_wait(
        tcp::socket::wait_read,
        [self = shared_from_this()](const error_code& broken) {
            self->is_reading_ = false;
            if (self->is_closed_) return;
            broken ? self->ended() : self->read_now();
        }
    );
}

void UpstreamConnection::read_now() {
    const auto buffer = read_buffer();
    error_code broken;
    const auto count = socket_.read_some(asio::buffer(buffer.data(), buffer.size()), broken);
    if (broken == asio::error::would_block || broken == asio::error::interrupted) return read();
    if (broken) return ended();
    last_move_ = Clock::now();
    const auto self = shared_from_this();
    take({buffer.data(), count});
    read();
}

void UpstreamConnection::take(std::string_view bytes) {
    if (!tls_) return protocol_->take(bytes);
    const bool was_ready = tls_->is_ready();
    const auto fed = tls_->feed(bytes, [this](std::string_view plain) {
        if (!protocol_) agreed();
        if (!is_closed_) protocol_->take(plain);
    });
    if (is_closed_) return;
    encrypted_ += tls_->take_outgoing();
    if (!fed.ok()) {
        return fail(
            was_ready ? HttpFailure::Kind::Interrupted : HttpFailure::Kind::Tls, fed.error()
        );
    }
    if (tls_->is_ready() && !protocol_) agreed();
    write_some();
    if (tls_->has_ended()) ended();
}

void UpstreamConnection::ended() {
    if (protocol_) return protocol_->ended();
    fail(HttpFailure::Kind::Interrupted, "the connection ended without an answer");
}

void UpstreamConnection::look(Clock::time_point now) {
    if (is_closed_) return;
    if (!is_busy()) {
        if (now - last_move_ > settings_.kept) close();
        return;
    }
    if (protocol_ && is_open_) return protocol_->look(now);
    if (now - last_move_ > settings_.connect)
        fail(HttpFailure::Kind::Timeout, "it did not answer in time");
}

void UpstreamConnection::fail(HttpFailure::Kind kind, const std::string& what) {
    auto first = std::exchange(first_, std::nullopt);
    close();
    if (protocol_) protocol_->fail(kind, what);
    if (!first) return;
    first->listener->upstream_failed(
        {.kind = kind, .before_first_byte = true, .message = origin_.host + ": " + what}
    );
}

void UpstreamConnection::close() {
    if (std::exchange(is_closed_, true)) return;
    error_code ignored;
    resolver_.cancel();
    socket_.close(ignored);
    keeper_.on_gone(shared_from_this());
}

}  // namespace fovea::net
