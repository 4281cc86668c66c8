// TLS around a conversation: what comes is decrypted for the talk inside, what it writes is encrypted. Does
// no I/O of its own.
//
//     const auto tls = TRY(TlsKeys::open("cert.pem", "key.pem"));
//     return make_tls_talk(connection, *tls, [](net::Connection& plain) { return make_http_talk(plain, site); });
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/server/server.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

struct ssl_ctx_st;

namespace fovea::serve {

// A certificate with its chain, and its key. Files that changed are read again for those who come next; where
// they cannot be read, the log says so and the last ones that could stay in use.
class TlsKeys {
public:
    // ConfigInvalid for files that are not there or do not belong together.
    static Result<std::unique_ptr<TlsKeys>> open(
        std::filesystem::path certificate, std::filesystem::path key
    );

    std::shared_ptr<ssl_ctx_st> context();

private:
    TlsKeys(std::filesystem::path certificate, std::filesystem::path key)
        : certificate_(std::move(certificate)), key_(std::move(key)) {}
    Result<std::shared_ptr<ssl_ctx_st>> read() const;
    // When each of them was written.
    using Written = std::pair<std::filesystem::file_time_type, std::filesystem::file_time_type>;
    Written written() const;

    const std::filesystem::path certificate_;
    const std::filesystem::path key_;
    std::mutex mutex_;  // guards what follows
    std::shared_ptr<ssl_ctx_st> context_;
    Written read_ = {};
};

std::unique_ptr<net::Talk> make_tls_talk(
    net::Connection& connection, TlsKeys& keys, const net::Server::MakeTalk& make_talk
);

}  // namespace fovea::serve
