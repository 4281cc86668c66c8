// For tests: a certificate authority of one's own, whose one certificate is for 127.0.0.1 and
// pictures.test, and no other name; or is one that nobody should take. Links libssl.
#pragma once

#include "fovea/net/test_server.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace fovea::net {

class TestTlsWire final : public TestWire {
public:
    TestTlsWire(int fd, std::shared_ptr<SSL> tls) : TestWire(fd), tls_(std::move(tls)) {}
    ~TestTlsWire() override { SSL_shutdown(tls_.get()); }

    ssize_t read_some(char* into, std::size_t room) override {
        return SSL_read(tls_.get(), into, static_cast<int>(room));
    }
    ssize_t write_some(const char* from, std::size_t count) override {
        return SSL_write(tls_.get(), from, static_cast<int>(count));
    }

private:
    std::shared_ptr<SSL> tls_;
};

// What the server shows.
struct TestCertificate {
    const char* names = "IP:127.0.0.1,DNS:pictures.test";  // subjectAltName; null: none
    const char* common_name = "Test Server";
    long from = -3600;  // seconds from now
    long to = 3600;
    bool signs_itself = false;
    int newest_tls = 0;  // 0: whatever OpenSSL knows
    bool speaks_http2 = false;
};

class TestAuthority {
public:
    explicit TestAuthority(const TestCertificate& shown = {}) {
        const Key own_key(EVP_EC_gen("P-256"), EVP_PKEY_free);
        const auto own = certificate(own_key, "Test Authority", nullptr);
        add(own, NID_basic_constraints, "CA:TRUE");
        sign(own, own_key);
        const Key server_key(EVP_EC_gen("P-256"), EVP_PKEY_free);
        const auto server =
            certificate(server_key, shown.common_name, shown.signs_itself ? nullptr : own.get());
        X509_gmtime_adj(X509_getm_notBefore(server.get()), shown.from);
        X509_gmtime_adj(X509_getm_notAfter(server.get()), shown.to);
        if (shown.names != nullptr) add(server, NID_subject_alt_name, shown.names);
        sign(server, shown.signs_itself ? server_key : own_key);

        if (shown.newest_tls != 0) {
            SSL_CTX_set_max_proto_version(context_.get(), shown.newest_tls);
            SSL_CTX_set_min_proto_version(context_.get(), shown.newest_tls);
            SSL_CTX_set_cipher_list(context_.get(), "ALL:@SECLEVEL=0");
        }
        if (shown.speaks_http2) SSL_CTX_set_alpn_select_cb(context_.get(), choose_http2, nullptr);
        SSL_CTX_use_certificate(context_.get(), server.get());
        SSL_CTX_use_PrivateKey(context_.get(), server_key.get());
        FILE* file = fdopen(mkstemp(file_.data()), "w");
        PEM_write_X509(file, own.get());
        fclose(file);
    }
    TestAuthority(const TestAuthority&) = delete;
    TestAuthority& operator=(const TestAuthority&) = delete;
    ~TestAuthority() { std::remove(file_.c_str()); }

    // Holds the authority's certificate, for HttpSettings::ca_file.
    const std::string& file() const { return file_; }

    // Base64 of the SHA-256 of the server's public key, as browsers pin it.
    std::string pin() const {
        unsigned char* der = nullptr;
        const auto size =
            i2d_X509_PUBKEY(X509_get_X509_PUBKEY(SSL_CTX_get0_certificate(context_.get())), &der);
        const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owner(
            der, [](unsigned char* memory) { OPENSSL_free(memory); }
        );
        unsigned char digest[32];
        unsigned int length = sizeof digest;
        EVP_Digest(der, static_cast<std::size_t>(size), digest, &length, EVP_sha256(), nullptr);
        unsigned char text[48];
        EVP_EncodeBlock(text, digest, static_cast<int>(length));
        return reinterpret_cast<const char*>(text);
    }

    // Does the handshake; nothing when the client breaks it off. For TestServer's `wrap`.
    std::unique_ptr<TestWire> wrap(int fd) const {
        std::shared_ptr<SSL> tls(SSL_new(context_.get()), SSL_free);
        SSL_set_fd(tls.get(), fd);
        if (SSL_accept(tls.get()) != 1) return nullptr;
        return std::make_unique<TestTlsWire>(fd, std::move(tls));
    }

private:
    using Key = std::shared_ptr<EVP_PKEY>;
    using Certificate = std::shared_ptr<X509>;

    static Certificate certificate(const Key& key, const char* name, X509* issuer) {
        Certificate made(X509_new(), X509_free);
        X509_set_version(made.get(), 2);
        ASN1_INTEGER_set(X509_get_serialNumber(made.get()), issuer == nullptr ? 1 : 2);
        X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
        X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
        X509_set_pubkey(made.get(), key.get());
        const auto* text = reinterpret_cast<const unsigned char*>(name);
        auto* subject = X509_get_subject_name(made.get());
        X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, text, -1, -1, 0);
        X509_set_issuer_name(
            made.get(), issuer == nullptr ? subject : X509_get_subject_name(issuer)
        );
        return made;
    }

    // Where the client offers it.
    static int
    choose_http2(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered, unsigned length, void*) {
        static constexpr unsigned char kHttp2[] = {2, 'h', '2'};
        auto* const into = const_cast<unsigned char**>(chosen);
        const int found = SSL_select_next_proto(into, size, kHttp2, sizeof kHttp2, offered, length);
        return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
    }

    static void add(const Certificate& to, int extension, const char* value) {
        X509_EXTENSION* added = X509V3_EXT_conf_nid(nullptr, nullptr, extension, value);
        X509_add_ext(to.get(), added, -1);
        X509_EXTENSION_free(added);
    }

    static void sign(const Certificate& made, const Key& key) {
        X509_sign(made.get(), key.get(), EVP_sha256());
    }

    std::shared_ptr<SSL_CTX> context_{SSL_CTX_new(TLS_server_method()), SSL_CTX_free};
    std::string file_ = "/tmp/fovea-test-authority-XXXXXX";
};

}  // namespace fovea::net
