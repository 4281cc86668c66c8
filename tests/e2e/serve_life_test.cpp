// How fovea serve begins and ends: what it tells systemd, a socket that somebody hands it, signals.
#include "fovea/base/fd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <arpa/inet.h>
#include <csignal>
#include <cstring>
#include <netinet/in.h>
#include <string>

#include "e2e/serve_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;

// A model server that takes what is sent and never answers.
class SilentModels {
public:
    SilentModels() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof here;
        auto* const address = reinterpret_cast<sockaddr*>(&here);
        EXPECT_EQ(::bind(socket_.number(), address, size), 0);
        EXPECT_EQ(::listen(socket_.number(), 8), 0);
        EXPECT_EQ(::getsockname(socket_.number(), address, &size), 0);
        url_ = "http://127.0.0.1:" + std::to_string(ntohs(here.sin_port));
    }

    const std::string& url() const { return url_; }
    // Until somebody asks.
    Fd accept() const { return Fd(::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC)); }

private:
    Fd socket_;
    std::string url_;
};

class ServeLife : public Serve {
protected:
    void SetUp() override {}
    void TearDown() override { ::unsetenv("NOTIFY_SOCKET"); }

    SilentModels models_;
};

TEST_F(ServeLife, TellsSystemdWhenItIsReadyAndWhenItStops) {  // D6
    const Fd manager(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // A name of no folder, which the system chooses.
    ASSERT_EQ(
        ::bind(manager.number(), reinterpret_cast<sockaddr*>(&address), sizeof(sa_family_t)), 0
    );
    socklen_t size = sizeof address;
    ASSERT_EQ(::getsockname(manager.number(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    const std::string name(address.sun_path + 1, size - offsetof(sockaddr_un, sun_path) - 1);
    ::setenv("NOTIFY_SOCKET", ("@" + name).c_str(), 1);
    const auto told = [&] {
        char text[256];
        const auto count = ::recv(manager.number(), text, sizeof text, 0);
        return std::string(text, count > 0 ? static_cast<std::size_t>(count) : 0);
    };

    start_with(models_.url());

    EXPECT_EQ(told(), "READY=1");
    EXPECT_EQ(stop(), 0);
    EXPECT_EQ(told(), "STOPPING=1");
}

TEST_F(ServeLife, TakesASocketThatListensAlready) {  // D6
    bench_ = std::make_unique<Workbench>(models_.url());
    start(
        {},
        {"python3",
         "-c",
         "import os, socket, sys\n"
         "given = socket.create_server(('127.0.0.1', 0))\n"
         "print('given', given.getsockname()[1], flush=True)\n"
         "os.dup2(given.fileno(), 3)\n"
         "os.set_inheritable(3, True)\n"
         "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')\n"
         "os.execv(sys.argv[1], sys.argv[1:])\n"}
    );

    EXPECT_THAT(said_, HasSubstr("given " + url_.substr(url_.rfind(':') + 1) + "\n"));
    EXPECT_THAT(curl({"/livez"}), HasSubstr("alive"));
    EXPECT_EQ(stop(), 0);
}

TEST_F(ServeLife, ASocketThatIsPromisedAndMissingIsNoReasonToHang) {  // D6
    const Workbench bench(models_.url());
    const auto command = bench.command(
        {"serve", "--port", "0"},
        {"sh", "-c", "export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$@\" 3<config.toml", "sh"}
    );

    const auto done = run_program(command);

    EXPECT_EQ(done.exit_code, 78) << done.err;
    EXPECT_THAT(done.err, HasSubstr("is no TCP socket that listens"));
}

TEST_F(ServeLife, ASecondSignalEndsItAtOnce) {  // D6
    start_with(models_.url());
    const auto session = new_session();
    curl_json(
        {"-H",
         "Content-Type: application/json",
         "-d",
         R"({"message": "hello"})",
         "/sessions/" + session + "/messages"}
    );
    const auto asked = models_.accept();  // a turn waits for its model

    server_->send_signal(SIGTERM);
    EXPECT_EQ(server_->read_line(), "fovea serve: stopping; what runs has 10 s");
    server_->send_signal(SIGTERM);

    EXPECT_EQ(server_->finish().exit_code, 130);
    server_.reset();
    // What was accepted is worked on by the next.
    start();
    EXPECT_TRUE(models_.accept());
    server_->send_signal(SIGKILL);
}

}  // namespace
}  // namespace fovea::testing
