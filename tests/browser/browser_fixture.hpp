// For tests: a site on loopback whose pages the test writes, and a browser that may ask there alone.
#pragma once

#include "fovea/browser/browser.hpp"
#include "fovea/media/transform/upright.hpp"
#include "fovea/net/gate/test_gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::testing {

// Serves what it was told, by path; counts who came.
class TestSite {
public:
    using Answer = std::function<void(net::TestConnection&)>;

    void page(const std::string& path, const std::string& body) {
        answer(path, [body](net::TestConnection& peer) {
            peer.respond(
                200, body, "Content-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
            );
        });
    }
    void answer(const std::string& path, Answer answer) {
        const std::scoped_lock lock(mutex_);
        answers_[path] = std::move(answer);
    }

    std::string origin() const { return server_.url(""); }
    std::string url(const std::string& path = "/") const { return server_.url(path); }
    std::uint16_t port() const { return server_.port(); }

    int asked(const std::string& path) {
        const std::scoped_lock lock(mutex_);
        return asked_[path];
    }
    int connections() const { return server_.connections(); }

private:
    void serve(net::TestConnection& peer) {
        const auto request = peer.read_request();
        if (!request) return;
        Answer answer;
        {
            const std::scoped_lock lock(mutex_);
            ++asked_[request->target];
            const auto found = answers_.find(request->target);
            if (found != answers_.end()) answer = found->second;
        }
        if (answer) return answer(peer);
        peer.respond(
            404,
            "<title>gone</title>nothing here",
            "Content-Type: text/html\r\nConnection: close\r\n"
        );
    }

    std::mutex mutex_;
    std::map<std::string, Answer> answers_;  // both under mutex_
    std::map<std::string, int> asked_;
    net::TestServer server_{[this](net::TestConnection& peer) { serve(peer); }};
};

struct Pixel {
    int red = -1;
    int green = -1;
    int blue = -1;

    bool operator==(const Pixel&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const Pixel& p) {
    return out << p.red << "," << p.green << "," << p.blue;
}

class Picture {
public:
    explicit Picture(const Bytes& png) {
        auto decoded = media::decode_upright(png, {});
        if (decoded.ok())
            picture_ = std::move(decoded.value().picture);
        else
            ADD_FAILURE() << decoded.error().message;
    }
    media::PixelSize size() const { return picture_.size(); }
    Pixel at(std::uint32_t x, std::uint32_t y) const {
        if (x >= size().width || y >= size().height) return {};
        const auto* p =
            picture_.row(y) + std::size_t{x} * media::bytes_per_pixel(picture_.format());
        return {p[0], p[1], p[2]};
    }

private:
    media::Picture picture_;
};

class BrowserTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::signal(SIGPIPE, SIG_IGN);  // as the program does: browsers end in the middle of a word
        if (!browser::Browser::open(settings_).value()->find().ok())
            GTEST_SKIP() << "no Chromium here: apt install chromium";
        std::filesystem::create_directories(temporary_);
    }
    void TearDown() override {
        // Whatever happened, nothing of a browser is left.
        if (std::filesystem::exists(temporary_)) {
            EXPECT_TRUE(std::filesystem::is_empty(temporary_));
            std::filesystem::remove_all(temporary_);
        }
    }

    browser::Browser& browser() {
        if (!browser_) browser_ = browser::Browser::open(settings_).value();
        return *browser_;
    }
    Result<browser::Shot> shoot(browser::ShotRequest request, const std::stop_token& stop = {}) {
        return browser().shoot(request, stop);
    }
    Result<browser::Shot> shoot_path(const std::string& path) {
        return browser().shoot({.url = site_.url(path)});
    }
    static std::string code(const Result<browser::Shot>& shot) {
        return shot.ok() ? "" : std::string(wire_name(shot.error().code));
    }
    static std::string words(const Result<browser::Shot>& shot) {
        return shot.ok() ? "" : shot.error().message;
    }
    std::vector<std::string> log() {
        const std::scoped_lock lock(log_mutex_);
        return log_;
    }
    // For whoever wants to look at it.
    static void keep(const browser::Shot& shot, const std::string& name) {
        if (const char* folder = std::getenv("FOVEA_KEEP_SHOTS")) {
            std::ofstream(std::string(folder) + "/" + name + ".png", std::ios::binary)
                << as_text(shot.png);
        }
    }

    std::mutex log_mutex_;
    std::vector<std::string> log_;  // under log_mutex_
    net::TestNames names_;
    TestSite site_;
    std::filesystem::path temporary_ = std::filesystem::temp_directory_path() /
                                       ("fovea-browser-test-" + std::to_string(::getpid()));
    browser::BrowserSettings settings_{
        .cage = test_paths::program("fovea-cage"),
        .gate =
            {.resolve = names_.resolver(),
             .log =
                 [this](const std::string& line) {
                     const std::scoped_lock lock(log_mutex_);
                     log_.push_back(line);
                 }},
        .allow = {site_.origin()},
        .temporary = temporary_};
    std::unique_ptr<browser::Browser> browser_;
};

}  // namespace fovea::testing
