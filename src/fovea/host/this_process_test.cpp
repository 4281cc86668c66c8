#include "fovea/host/this_process.hpp"

#include "fovea/host/server_question.hpp"
#include "fovea/host/url_fetcher.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace fovea::host {
namespace {

class ThisProcess : public testing::Test {
protected:
    void SetUp() override { ::setenv("HOME", "/home/me", 1); }
    void TearDown() override {
        for (const auto* const name : {"SSL_CERT_FILE", "TMPDIR", "XDG_CONFIG_HOME"}) {
            ::unsetenv(name);
        }
        ::setenv("HOME", home_.c_str(), 1);
    }

    std::string home_ = std::getenv("HOME") == nullptr ? "/" : std::getenv("HOME");
};

TEST_F(ThisProcess, NamesTheAuthoritiesForEveryRequest) {  // Q2
    ::setenv("SSL_CERT_FILE", "/etc/mine.pem", 1);

    EXPECT_EQ(http_settings({}).ca_file, "/etc/mine.pem");
    EXPECT_EQ(gate_settings({}).ca_file, "/etc/mine.pem");
}

TEST_F(ThisProcess, PassesOverPathsThatAreNotAbsolute) {
    ::setenv("XDG_CONFIG_HOME", "here", 1);
    ::setenv("TMPDIR", "here", 1);

    EXPECT_EQ(config_sources().user_file, "/home/me/.config/fovea/config.toml");
    EXPECT_EQ(temporary_places().front(), "/tmp");
    EXPECT_EQ(data_sources().home, "/home/me");
    EXPECT_EQ(homes_of_user().front(), "/home/me");
}

}  // namespace
}  // namespace fovea::host
