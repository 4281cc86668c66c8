#include "fovea/serve/http/tls.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::chrono::seconds kHandshake{10};

class TlsTalk final : public net::Talk, public net::Connection {
public:
    TlsTalk(net::Connection& outer, TlsKeys& keys, net::Server::MakeTalk make_talk)
        : outer_(outer),
          make_talk_(std::move(make_talk)),
          context_(keys.context()),
          ssl_(::SSL_new(context_.get()), ::SSL_free),
          in_(::BIO_new(::BIO_s_mem())),
          out_(::BIO_new(::BIO_s_mem())) {
        ::SSL_set_bio(ssl_.get(), in_, out_);  // they go with it
        ::SSL_set_accept_state(ssl_.get());
        outer_.set_deadline(std::chrono::steady_clock::now() + kHandshake);
    }

    // ---- what the connection says

    void take(std::string_view bytes) override {
        if (!std::exchange(is_begun_, true) && is_plain(bytes)) return refuse_plain();
        ::BIO_write(in_, bytes.data(), static_cast<int>(bytes.size()));
        if (!inner_ && !shake_hands()) return;
        std::array<char, 16384> plain;
        for (;;) {
            ::ERR_clear_error();
            const int count = ::SSL_read(ssl_.get(), plain.data(), static_cast<int>(plain.size()));
            if (count > 0) {
                inner_->take({plain.data(), static_cast<std::size_t>(count)});
                continue;
            }
            const int why = ::SSL_get_error(ssl_.get(), count);
            send_pending();
            if (why == SSL_ERROR_ZERO_RETURN) return inner_->end(*this);
            if (why != SSL_ERROR_WANT_READ) outer_.close();
            return;
        }
    }
    void end(net::Connection&) override { inner_ ? inner_->end(*this) : outer_.close(); }
    void drained(net::Connection&) override {
        if (inner_) inner_->drained(*this);
    }
    void late(net::Connection&) override { inner_ ? inner_->late(*this) : outer_.close(); }
    void stop(net::Connection&) override { inner_ ? inner_->stop(*this) : outer_.close(); }

    // ---- what the talk inside says

    using Connection::write;
    void write(std::shared_ptr<const std::string> bytes) override {
        std::string_view rest = *bytes;
        while (!rest.empty()) {
            const auto piece = std::min<std::size_t>(rest.size(), 1u << 20);
            ::ERR_clear_error();
            const int count = ::SSL_write(ssl_.get(), rest.data(), static_cast<int>(piece));
            if (count <= 0) return outer_.close();
            rest.remove_prefix(static_cast<std::size_t>(count));
            send_pending();
        }
    }
    std::size_t unwritten() const override { return outer_.unwritten(); }
    void finish() override {
        ::SSL_shutdown(ssl_.get());
        send_pending();
        outer_.finish();
    }
    void close() override { outer_.close(); }
    void pause() override { outer_.pause(); }
    void resume() override { outer_.resume(); }
    void set_idle(std::chrono::milliseconds idle) override { outer_.set_idle(idle); }
    void set_deadline(std::optional<std::chrono::steady_clock::time_point> when) override {
        outer_.set_deadline(when);
    }
    std::shared_ptr<net::Mailbox> mailbox() override { return outer_.mailbox(); }
    net::EventLoop& loop() override { return outer_.loop(); }
    const std::string& peer() const override { return outer_.peer(); }
    using Connection::run;
    bool run(
        net::Pace pace, std::function<void(const std::stop_token&)> work, std::function<void()> then
    ) override {
        return outer_.run(pace, std::move(work), std::move(then));
    }

private:
    // A request as it would look without TLS, where a handshake begins with 0x16.
    static bool is_plain(std::string_view bytes) {
        return bytes.front() >= 'A' && bytes.front() <= 'Z';
    }
    void refuse_plain() {
        outer_.write(
            "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n"
            "This port speaks TLS: use https:// in its address.\n"
        );
        outer_.finish();
    }

    // Whether it is done.
    bool shake_hands() {
        ::ERR_clear_error();
        const int done = ::SSL_do_handshake(ssl_.get());
        const int why = ::SSL_get_error(ssl_.get(), done);
        send_pending();
        if (done == 1) {
            outer_.set_deadline(std::nullopt);
            inner_ = make_talk_(*this);
            return true;
        }
        if (why != SSL_ERROR_WANT_READ) outer_.finish();  // with what it says about it
        return false;
    }

    void send_pending() {
        std::string bytes(::BIO_ctrl_pending(out_), '\0');
        if (bytes.empty()) return;
        ::BIO_read(out_, bytes.data(), static_cast<int>(bytes.size()));
        outer_.write(std::move(bytes));
    }

    net::Connection& outer_;
    const net::Server::MakeTalk make_talk_;
    const std::shared_ptr<ssl_ctx_st> context_;
    const std::unique_ptr<SSL, decltype(&::SSL_free)> ssl_;
    BIO* const in_;
    BIO* const out_;
    bool is_begun_ = false;
    std::unique_ptr<net::Talk> inner_;  // from the handshake on; goes first
};

}  // namespace

Result<std::unique_ptr<TlsKeys>> TlsKeys::open(
    std::filesystem::path certificate, std::filesystem::path key
) {
    std::unique_ptr<TlsKeys> keys(new TlsKeys(std::move(certificate), std::move(key)));
    keys->read_ = keys->written();
    keys->context_ = TRY(keys->read());
    return keys;
}

Result<std::shared_ptr<ssl_ctx_st>> TlsKeys::read() const {
    const std::shared_ptr<ssl_ctx_st> context(::SSL_CTX_new(::TLS_server_method()), ::SSL_CTX_free);
    const auto wrong = [](const std::filesystem::path& file) {
        ::ERR_clear_error();
        if (file.empty()) {
            return Error{
                ErrorCode::ConfigInvalid, "serve.tls.cert and serve.tls.key are set together"};
        }
        if (::access(file.c_str(), R_OK) != 0) {
            return Error{
                ErrorCode::ConfigInvalid,
                "cannot read " + file.string() +
                    " (serve.tls.cert, serve.tls.key): " + std::strerror(errno)};
        }
        return Error{
            ErrorCode::ConfigInvalid,
            file.string() + " is not a PEM file that fits serve.tls.cert and serve.tls.key"};
    };
    ::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    ::SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_RELEASE_BUFFERS);
    if (::SSL_CTX_use_certificate_chain_file(context.get(), certificate_.c_str()) != 1) {
        return wrong(certificate_);
    }
    if (::SSL_CTX_use_PrivateKey_file(context.get(), key_.c_str(), SSL_FILETYPE_PEM) != 1 ||
        ::SSL_CTX_check_private_key(context.get()) != 1) {
        return wrong(key_);
    }
    return context;
}

TlsKeys::Written TlsKeys::written() const {
    std::error_code ignored;
    return {
        std::filesystem::last_write_time(certificate_, ignored),
        std::filesystem::last_write_time(key_, ignored)};
}

std::shared_ptr<ssl_ctx_st> TlsKeys::context() {
    const std::scoped_lock lock(mutex_);
    if (const auto now = written(); now != read_) {
        read_ = now;
        auto fresh = read();
        if (fresh.ok()) {
            context_ = std::move(fresh).value();
        } else {  // as between the writing of the one and of the other, too
            spdlog::warn("{}; those that were read before stay in use", fresh.error().message);
        }
    }
    return context_;
}

std::unique_ptr<net::Talk> make_tls_talk(
    net::Connection& connection, TlsKeys& keys, const net::Server::MakeTalk& make_talk
) {
    return std::make_unique<TlsTalk>(connection, keys, make_talk);
}

}  // namespace fovea::serve
