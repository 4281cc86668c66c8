#include "fovea/net/upstream/tls_client.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>

namespace fovea::net {
namespace {

constexpr std::size_t kMaxSessions = 256;
constexpr std::size_t kRecord = 16384;

bool is_address(const std::string& host) {
    return host.find(':') != host.npos || host.find_first_not_of("0123456789.") == host.npos;
}

// "[::1]" is asked for as "::1".
std::string bare(const std::string& host) {
    return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

}  // namespace

void TlsContext::Free::operator()(ssl_ctx_st* context) const {
    ::SSL_CTX_free(context);
}
void TlsContext::Free::operator()(ssl_session_st* session) const {
    ::SSL_SESSION_free(session);
}
void TlsContext::Free::operator()(ssl_st* ssl) const {
    ::SSL_free(ssl);
}

TlsContext::TlsContext(const std::string& ca_file)
    : context_(::SSL_CTX_new(::TLS_client_method())) {
    auto* const context = context_.get();
    ::SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    ::SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    if (ca_file.empty()) {
        ::SSL_CTX_set_default_verify_paths(context);
    } else {
        ::SSL_CTX_load_verify_locations(context, ca_file.c_str(), nullptr);
    }
    ::SSL_CTX_set_session_cache_mode(
        context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE
    );
    ::SSL_CTX_sess_set_new_cb(context, keep_session);
}

TlsContext::~TlsContext() = default;

int TlsContext::keep_session(ssl_st* ssl, ssl_session_st* session) {
    const auto* const client = static_cast<const TlsClient*>(::SSL_get_ex_data(ssl, 0));
    auto& sessions = client->context_.sessions_;
    if (sessions.size() >= kMaxSessions) sessions.clear();
    sessions[client->origin_].reset(session);
    return 1;  // it is ours now
}

TlsClient::TlsClient(TlsContext& context, const Origin& origin, Alpn alpn)
    : context_(context),
      origin_(origin),
      ssl_(::SSL_new(context.context_.get())),
      in_(::BIO_new(::BIO_s_mem())),
      out_(::BIO_new(::BIO_s_mem())) {
    // Each behind its length.
    static constexpr std::string_view kBoth = "\x02h2\x08http/1.1";
    const auto offered = alpn == Alpn::Both ? kBoth : kBoth.substr(3);
    auto* const ssl = ssl_.get();
    const auto host = bare(origin.host);
    ::SSL_set_bio(ssl, in_, out_);
    ::SSL_set_connect_state(ssl);
    ::SSL_set_ex_data(ssl, 0, this);
    ::SSL_set_alpn_protos(
        ssl,
        reinterpret_cast<const unsigned char*>(offered.data()),
        static_cast<unsigned>(offered.size())
    );
    auto* const checks = ::SSL_get0_param(ssl);
    if (is_address(host)) {
        ::X509_VERIFY_PARAM_set1_ip_asc(checks, host.c_str());
    } else {
        auto name = host;
        ::SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
        ::X509_VERIFY_PARAM_set1_host(checks, host.data(), host.size());
    }
    const auto known = context.sessions_.find(origin);
    if (known != context.sessions_.end()) ::SSL_set_session(ssl, known->second.get());
    static_cast<void>(shake_hands());  // with nothing read it can only ask for more
}

TlsClient::~TlsClient() = default;

bool TlsClient::speaks_http2() const {
    const unsigned char* chosen = nullptr;
    unsigned size = 0;
    ::SSL_get0_alpn_selected(ssl_.get(), &chosen, &size);
    return std::string_view(reinterpret_cast<const char*>(chosen), size) == "h2";
}

Result<void, std::string> TlsClient::shake_hands() {
    ::ERR_clear_error();
    const int done = ::SSL_do_handshake(ssl_.get());
    if (done == 1) {
        is_ready_ = true;
        return {};
    }
    if (::SSL_get_error(ssl_.get(), done) == SSL_ERROR_WANT_READ) return {};
    const auto verified = ::SSL_get_verify_result(ssl_.get());
    if (verified == X509_V_OK) return std::string("the TLS handshake failed");
    return "its certificate is not accepted: " +
           std::string(::X509_verify_cert_error_string(verified));
}

Result<void, std::string> TlsClient::feed(
    std::string_view bytes, const std::function<void(std::string_view)>& plain
) {
    ::BIO_write(in_, bytes.data(), static_cast<int>(bytes.size()));
    if (!is_ready_) TRY(shake_hands());
    std::array<char, kRecord> text;
    while (is_ready_) {
        ::ERR_clear_error();
        const int count = ::SSL_read(ssl_.get(), text.data(), static_cast<int>(text.size()));
        if (count > 0) {
            plain({text.data(), static_cast<std::size_t>(count)});
            continue;
        }
        const int why = ::SSL_get_error(ssl_.get(), count);
        if (why == SSL_ERROR_ZERO_RETURN) has_ended_ = true;
        if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_ZERO_RETURN) break;
        return std::string("the TLS connection broke");
    }
    return {};
}

Result<void, std::string> TlsClient::write(std::string_view plain) {
    while (!plain.empty()) {
        const auto piece = std::min<std::size_t>(plain.size(), 1u << 20);
        ::ERR_clear_error();
        const int count = ::SSL_write(ssl_.get(), plain.data(), static_cast<int>(piece));
        if (count <= 0) return std::string("the TLS connection broke");
        plain.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

std::string TlsClient::take_outgoing() {
    std::string bytes(::BIO_ctrl_pending(out_), '\0');
    if (!bytes.empty()) ::BIO_read(out_, bytes.data(), static_cast<int>(bytes.size()));
    return bytes;
}

}  // namespace fovea::net
