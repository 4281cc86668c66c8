#include "fovea/serve/http/tls.hpp"

#include "fovea/serve/test_daemon.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <filesystem>
#include <fstream>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Signed by itself, and valid for this hour.
void write_keys(
    const std::filesystem::path& cert, const std::filesystem::path& key, const std::string& name
) {
    const std::unique_ptr<EVP_PKEY, decltype(&::EVP_PKEY_free)> pair(
        ::EVP_EC_gen("P-256"), ::EVP_PKEY_free
    );
    const std::unique_ptr<X509, decltype(&::X509_free)> own(::X509_new(), ::X509_free);
    ::X509_gmtime_adj(::X509_getm_notBefore(own.get()), -60);
    ::X509_gmtime_adj(::X509_getm_notAfter(own.get()), 3600);
    ::X509_set_pubkey(own.get(), pair.get());
    auto* const subject = ::X509_get_subject_name(own.get());
    const auto* const words = reinterpret_cast<const unsigned char*>(name.c_str());
    ::X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, words, -1, -1, 0);
    ::X509_set_issuer_name(own.get(), subject);
    ::X509_sign(own.get(), pair.get(), ::EVP_sha256());
    const std::unique_ptr<FILE, decltype(&std::fclose)> cert_file(
        std::fopen(cert.c_str(), "w"), std::fclose
    );
    ::PEM_write_X509(cert_file.get(), own.get());
    const std::unique_ptr<FILE, decltype(&std::fclose)> key_file(
        std::fopen(key.c_str(), "w"), std::fclose
    );
    ::PEM_write_PrivateKey(key_file.get(), pair.get(), nullptr, nullptr, 0, nullptr, nullptr);
}

struct TlsAnswer {
    std::string name;  // whose certificate it was
    std::string bytes;
};

TlsAnswer ask_over_tls(int socket, const std::string& request) {
    TlsAnswer answer;
    const std::unique_ptr<SSL_CTX, decltype(&::SSL_CTX_free)> context(
        ::SSL_CTX_new(::TLS_client_method()), ::SSL_CTX_free
    );
    const std::unique_ptr<SSL, decltype(&::SSL_free)> ssl(::SSL_new(context.get()), ::SSL_free);
    ::SSL_set_fd(ssl.get(), socket);
    if (::SSL_connect(ssl.get()) != 1) return answer;
    const auto* const subject = ::X509_get_subject_name(::SSL_get0_peer_certificate(ssl.get()));
    char name[100] = {};
    ::X509_NAME_get_text_by_NID(subject, NID_commonName, name, sizeof name);
    answer.name = name;
    ::SSL_write(ssl.get(), request.data(), static_cast<int>(request.size()));
    char bytes[4096];
    for (;;) {
        const int count = ::SSL_read(ssl.get(), bytes, sizeof bytes);
        if (count <= 0) return answer;
        answer.bytes.append(bytes, static_cast<std::size_t>(count));
    }
}

class Tls : public DaemonTest {
protected:
    void SetUp() override {
        HostTest::SetUp();
        write_keys(cert_, key_, "first");
        start(DaemonSettings{
            .socket = (folder_ / "socket").string(), .tls_cert = cert_, .tls_key = key_});
    }
    TlsAnswer ask_alive() { return ask_for("/livez"); }
    TlsAnswer ask_for(const std::string& path) {
        const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(daemon_->port());
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const auto* address = reinterpret_cast<const sockaddr*>(&to);
        EXPECT_EQ(::connect(socket.number(), address, sizeof to), 0);
        return ask_over_tls(socket.number(), head("GET", path, "Connection: close\r\n") + "\r\n");
    }

    const std::filesystem::path cert_ = folder_ / "cert.pem";
    const std::filesystem::path key_ = folder_ / "key.pem";
};

TEST_F(Tls, IsWhatThePortSpeaksAndWhoSpeaksPlainlyIsTold) {  // D1
    const auto answer = ask_alive();

    EXPECT_EQ(answer.name, "first");
    EXPECT_THAT(answer.bytes, StartsWith("HTTP/1.1 200 "));
    EXPECT_THAT(daemon_->ready_url(), StartsWith("https://"));
    EXPECT_THAT(ask_for("/?token=" + token_).bytes, HasSubstr("Max-Age=31536000; Secure\r\n"));
    const auto plain = raw(head("GET", "/livez") + "\r\n");
    EXPECT_THAT(plain, StartsWith("HTTP/1.1 400 "));
    EXPECT_THAT(plain, HasSubstr("https://"));
    EXPECT_THAT(raw(std::string("\x16\x03\x01\xff", 4)), testing::Not(HasSubstr("HTTP")));
}

TEST_F(Tls, TakesKeysThatChangedAndKeepsThemWhereTheNewOnesAreNone) {  // D6
    write_keys(cert_, key_, "second");
    const auto later = std::filesystem::last_write_time(cert_) + std::chrono::seconds(1);
    std::filesystem::last_write_time(cert_, later);
    EXPECT_EQ(ask_alive().name, "second");

    std::ofstream(cert_) << "no certificate";
    std::filesystem::last_write_time(cert_, later + std::chrono::seconds(1));
    EXPECT_EQ(ask_alive().name, "second");
}

TEST_F(Tls, IsNotNeededOnTheSocketThatIsOursAlone) {  // D1
    const Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    const auto path = (folder_ / "socket").string();
    path.copy(to.sun_path, sizeof to.sun_path - 1);
    const auto* address = reinterpret_cast<const sockaddr*>(&to);
    ASSERT_EQ(::connect(socket.number(), address, sizeof to), 0);
    const std::string request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ASSERT_EQ(::send(socket.number(), request.data(), request.size(), 0), ssize_t(request.size()));

    char bytes[13] = {};
    EXPECT_EQ(::recv(socket.number(), bytes, 12, MSG_WAITALL), 12);

    EXPECT_STREQ(bytes, "HTTP/1.1 200");
    struct stat about {};
    ASSERT_EQ(::stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST(TlsKeys, AreRefusedWhereTheyAreNone) {  // D1
    const store::TestFolder folder;
    std::ofstream(folder / "cert.pem") << "no certificate";

    EXPECT_EQ(
        TlsKeys::open(folder / "cert.pem", folder / "key.pem").error().code,
        ErrorCode::ConfigInvalid
    );
    EXPECT_THAT(
        TlsKeys::open(folder / "cert.pem", folder / "key.pem").error().message,
        testing::HasSubstr("is not a PEM file")
    );
    EXPECT_THAT(
        TlsKeys::open(folder / "nothing", folder / "key.pem").error().message,
        testing::AllOf(testing::HasSubstr("cannot read"), testing::HasSubstr("No such file"))
    );
    EXPECT_THAT(
        TlsKeys::open("", folder / "key.pem").error().message, testing::HasSubstr("set together")
    );
}

}  // namespace
}  // namespace fovea::serve
