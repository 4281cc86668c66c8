// TLS towards a server, on bytes alone: does no I/O. Certificates are always verified, sessions of before are used again.
//
//     TlsContext context({});
//     TlsClient tls(context, origin);
//     send(tls.take_outgoing());                      // whenever something was fed or written
//     TRY(tls.feed(bytes, [&](std::string_view plain) { … }));
//     if (tls.is_ready()) tls.write(text);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/http/origin.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

struct bio_st;
struct ssl_ctx_st;
struct ssl_session_st;
struct ssl_st;

namespace fovea::net {

// Of one loop: its connections' sessions.
class TlsContext {
public:
    explicit TlsContext(const std::string& ca_file);  // empty: the system's
    TlsContext(const TlsContext&) = delete;
    TlsContext& operator=(const TlsContext&) = delete;
    ~TlsContext();

private:
    friend class TlsClient;
    struct Free {
        void operator()(ssl_ctx_st* context) const;
        void operator()(ssl_session_st* session) const;
        void operator()(ssl_st* ssl) const;
    };
    static int keep_session(ssl_st* ssl, ssl_session_st* session);

    std::unique_ptr<ssl_ctx_st, Free> context_;
    std::map<Origin, std::unique_ptr<ssl_session_st, Free>> sessions_;
};

// What is offered to speak.
enum class Alpn : std::uint8_t { Http1, Both };

class TlsClient {
public:
    // Borrows the context.
    TlsClient(TlsContext& context, const Origin& origin, Alpn alpn);
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;
    ~TlsClient();

    // The error is a sentence: the server is not who it must be, or this is no TLS.
    Result<void, std::string> feed(
        std::string_view bytes, const std::function<void(std::string_view)>& plain
    );
    Result<void, std::string> write(std::string_view plain);
    std::string take_outgoing();

    bool is_ready() const { return is_ready_; }
    bool speaks_http2() const;                     // once it is ready
    bool has_ended() const { return has_ended_; }  // the server said that no more comes

private:
    friend class TlsContext;
    Result<void, std::string> shake_hands();

    TlsContext& context_;
    const Origin origin_;
    std::unique_ptr<ssl_st, TlsContext::Free> ssl_;
    bio_st* in_;  // with the next, of ssl_
    bio_st* out_;
    bool is_ready_ = false;
    bool has_ended_ = false;
};

}  // namespace fovea::net
