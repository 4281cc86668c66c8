#include "fovea/net/upstream/connection.hpp"

#include "fovea/net/gate/loopback.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace fovea::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t kMaxPieces = 64;  // in one write
constexpr std::size_t kReadSize = 64u << 10;

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
    Keeper keeper
)
    : context_(context),
      settings_(settings),
      origin_(std::move(origin)),
      keeper_(std::move(keeper)),
      resolver_(context),
      socket_(context),
      tls_context_(tls) {}

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
                self->fail(HttpFailure::Kind::Connect, "nobody listens there");
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
    is_open_ = true;
    last_move_ = Clock::now();
    if (tls_context_ != nullptr) {
        tls_.emplace(*tls_context_, origin_);
        encrypted_ += tls_->take_outgoing();
    }
    write_some();
    read();
}

// ---- calls

void UpstreamConnection::begin(UpstreamRequest request, UpstreamListener& listener) {
    ++calls_;
    listener_ = &listener;
    reader_.emplace(request.method);
    is_request_done_ = false;
    is_paused_ = false;
    last_move_ = Clock::now();
    write(std::make_shared<const std::string>(std::move(request.head)));
}

void UpstreamConnection::let_go() {
    if (std::exchange(listener_, nullptr) != nullptr) close();
}

void UpstreamConnection::write(std::shared_ptr<const std::string> bytes) {
    if (is_closed_ || bytes->empty()) return;
    unwritten_ += bytes->size();
    out_.push_back(std::move(bytes));
    write_some();
}

void UpstreamConnection::request_done() {
    is_request_done_ = true;
}

void UpstreamConnection::resume() {
    if (!std::exchange(is_paused_, false)) return;
    last_move_ = Clock::now();
    read();
}

// ---- out

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
        unwritten_ -= text->size();
        if (!tls_->write(*text).ok()) {  // whoever reads will be told why
            out_.clear();
            unwritten_ = 0;
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
            unwritten_ -= out_.front()->size();
            out_.pop_front();
        }
    }
    const bool is_drained = out_.empty() && encrypted_.empty();
    if (is_drained && listener_ != nullptr) listener_->upstream_drained();
    write_some();
}

// ---- in

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
    if (!tls_) return take_plain(bytes);
    const bool was_ready = tls_->is_ready();
    const auto fed = tls_->feed(bytes, [this](std::string_view plain) { take_plain(plain); });
    if (is_closed_) return;
    encrypted_ += tls_->take_outgoing();
    if (!fed.ok()) {
        return fail(
            was_ready ? HttpFailure::Kind::Interrupted : HttpFailure::Kind::Tls, fed.error()
        );
    }
    write_some();
    if (tls_->has_ended()) ended();
}

void UpstreamConnection::take_plain(std::string_view bytes) {
    // Nobody asked: it is not said what for.
    if (listener_ == nullptr) return close();
    auto* const listener = listener_;
    const ResponseReader::To to{
        .head =
            [this, listener](ResponseHead head) {
                if (listener_ == listener) listener->upstream_head(std::move(head));
            },
        .body =
            [this, listener](std::string_view piece) {
                if (listener_ == listener) listener->upstream_body(piece);
            }};
    const auto used = reader_->feed(bytes, to);
    if (listener_ != listener || is_closed_) return;
    if (!used.ok()) return fail(HttpFailure::Kind::Protocol, used.error());
    if (!reader_->is_done()) return;
    const bool is_clean = used.value() == bytes.size();
    if (!is_clean) is_request_done_ = false;
    look_done();
}

void UpstreamConnection::look_done() {
    const bool stays =
        reader_->keeps_open() && is_request_done_ && out_.empty() && encrypted_.empty();
    auto* const listener = std::exchange(listener_, nullptr);
    const auto self = shared_from_this();
    stays ? keeper_.on_free(self) : close();
    listener->upstream_done();
}

void UpstreamConnection::ended() {
    if (listener_ == nullptr) return close();
    if (reader_->end()) {
        is_request_done_ = false;
        return look_done();
    }
    fail(
        HttpFailure::Kind::Interrupted,
        reader_->has_begun() ? "the connection ended before the answer did"
                             : "the connection ended without an answer"
    );
}

void UpstreamConnection::look(Clock::time_point now) {
    if (is_closed_) return;
    if (listener_ == nullptr) {
        if (now - last_move_ > settings_.kept) close();
        return;
    }
    if (is_paused_) return;
    const bool is_ready = is_open_ && (!tls_ || tls_->is_ready());
    if (now - last_move_ <= (is_ready ? settings_.silence : settings_.connect)) return;
    fail(HttpFailure::Kind::Timeout, "it did not answer in time");
}

void UpstreamConnection::fail(HttpFailure::Kind kind, const std::string& what) {
    auto* const listener = std::exchange(listener_, nullptr);
    const bool before = !reader_ || !reader_->has_begun();
    close();
    if (listener == nullptr) return;
    listener->upstream_failed(
        {.kind = kind, .before_first_byte = before, .message = origin_.host + ": " + what}
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
