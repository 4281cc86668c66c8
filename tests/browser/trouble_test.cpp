// What a page can do to a browser, and what comes of it: an error that says so, and a next shot that
// works.
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "browser/browser_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr Pixel kGreen{0, 128, 0};
constexpr std::chrono::seconds kShort{20};  // a busy machine needs a while to start a browser

class Trouble : public BrowserTest {
protected:
    bool next_shot_works() {
        site_.page("/good", "<body style='background:green'>");
        const auto shot = shoot_path("/good");
        EXPECT_TRUE(shot.ok()) << words(shot);
        return shot.ok() && Picture(shot.value().png).at(640, 400) == kGreen;
    }
    // Whether a process names the test's folder in its command line.
    bool browsers_are_left() const {
        std::error_code ignored;
        for (const auto& each : std::filesystem::directory_iterator("/proc", ignored)) {
            std::ifstream file(each.path() / "cmdline");
            const std::string line(std::istreambuf_iterator<char>(file), {});
            if (line.find("--user-data-dir=" + temporary_.string()) != std::string::npos)
                return true;
        }
        return false;
    }
};

TEST_F(Trouble, DialogsAreDismissed) {
    site_.page(
        "/",
        "<script>alert(1); if (!confirm(2) && prompt(3) === null) "
        "document.write(\"<body style='background:green'>\")</script>"
    );

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 400), kGreen);
}

TEST_F(Trouble, ADownloadIsNoPage) {
    site_.answer("/", [](net::TestConnection& peer) {
        peer.respond(
            200, "bytes", "Content-Disposition: attachment; filename=a.bin\r\nConnection: close\r\n"
        );
    });

    EXPECT_EQ(code(shoot_path("/")), "UNSUPPORTED_FILE_TYPE");
    EXPECT_TRUE(next_shot_works());
}

TEST_F(Trouble, OtherWindowsAndLinksToDownloadsChangeNothing) {
    site_.answer("/file", [](net::TestConnection& peer) {
        peer.respond(
            200, "bytes", "Content-Disposition: attachment; filename=a.bin\r\nConnection: close\r\n"
        );
    });
    site_.page(
        "/",
        "<body style='background:green'><a id=a href=/file download>x</a><script>"
        "window.open('/window'); window.print(); a.click();</script>"
    );

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 400), kGreen);
}

TEST_F(Trouble, APageThatReloadsForeverIsPicturedOnce) {
    site_.page(
        "/",
        "<body style='background:green'><script>"
        "setTimeout(() => location.reload(), 50)</script>"
    );

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_GT(site_.asked("/"), 1);
}

TEST_F(Trouble, APageThatEatsItsMemoryCostsOneShot) {
    site_.page(
        "/",
        "<script>const a = []; for (;;) a.push(new Array(100000).fill(1.5 * a.length))"
        "</script>"
    );

    const auto shot = shoot_path("/");

    EXPECT_EQ(code(shot), "DECODE_FAILED") << words(shot);
    EXPECT_TRUE(next_shot_works());
}

TEST_F(Trouble, AServerThatHangsEndsWithTheTime) {
    settings_.timeout = kShort;
    site_.answer("/", [](net::TestConnection& peer) { peer.wait_for_close(); });

    const auto shot = shoot_path("/");
    EXPECT_EQ(code(shot), "FILE_NOT_FOUND");
    EXPECT_THAT(words(shot), HasSubstr("did not load within"));
    EXPECT_FALSE(browsers_are_left());
}

TEST_F(Trouble, AScriptThatHangsEndsWithTheTime) {
    settings_.timeout = kShort;
    site_.page("/", "<body><script>onload = () => { for (;;); }</script>");

    EXPECT_EQ(code(shoot_path("/")), "DECODE_FAILED");
    EXPECT_FALSE(browsers_are_left());
}

TEST_F(Trouble, AnEndlessPageIsCutAndSaysSo) {
    settings_.max_bytes = 1 << 20;
    site_.answer("/", [](net::TestConnection& peer) {
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        peer.send_chunk("<body style='background:green'>");
        while (peer.send_chunk("<!--" + std::string(60'000, 'x') + "-->")) {
        }
    });

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_EQ(Picture(shot.value().png).at(640, 400), kGreen);
    EXPECT_THAT(shot.value().notes, Contains(HasSubstr("more than 1048576 bytes")));
}

TEST_F(Trouble, APictureThatNeverEndsDoesNotHoldThePageForever) {
    settings_.timeout = kShort;
    site_.answer("/slow.png", [](net::TestConnection& peer) {
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n");
        peer.wait_for_close();
    });
    site_.page("/", "<body style='background:green'><img src=/slow.png>");

    const auto shot = shoot_path("/");

    ASSERT_TRUE(shot.ok()) << words(shot);
    EXPECT_THAT(shot.value().notes, Contains("the page was still loading"));
}

TEST_F(Trouble, ItCanBeCancelledAndNothingOfItIsLeft) {
    std::stop_source stop;
    site_.answer("/", [&](net::TestConnection& peer) {
        stop.request_stop();
        peer.wait_for_close();
    });

    EXPECT_EQ(code(shoot({.url = site_.url()}, stop.get_token())), "CANCELLED");
    EXPECT_EQ(code(shoot({.url = site_.url()}, stop.get_token())), "CANCELLED");
    EXPECT_FALSE(browsers_are_left());
    EXPECT_EQ(site_.asked("/"), 1);
    EXPECT_TRUE(next_shot_works());
}

TEST_F(Trouble, SeveralAtOnceDoNotMeet) {
    for (const std::string name : {"red", "blue", "green"}) {
        site_.page(
            "/" + name,
            "<title>" + name + "</title><body style='background:" + name +
                "'>"
                "<script>document.cookie = 'a=" +
                name + "'</script>"
        );
    }
    std::vector<std::jthread> crowd;
    std::map<std::string, std::string> titles;
    std::mutex mutex;
    for (const std::string name : {"red", "blue", "green"}) {
        browser();  // opened before they meet
        crowd.emplace_back([&, name] {
            const auto shot = shoot_path("/" + name);
            const std::scoped_lock lock(mutex);
            titles[name] = shot.ok() ? shot.value().title : words(shot);
        });
    }
    crowd.clear();

    EXPECT_EQ(
        titles,
        (std::map<std::string, std::string>{{"red", "red"}, {"blue", "blue"}, {"green", "green"}})
    );
}

TEST_F(Trouble, WithoutABrowserItSaysWhatToInstall) {
    settings_.program = "/dev/null/chromium";
    EXPECT_EQ(code(shoot_path("/")), "VISION_NOT_SUPPORTED");
    EXPECT_EQ(words(shoot_path("/")), "browser.program cannot be run: /dev/null/chromium");
}

TEST_F(Trouble, ABrowserThatEndsAtOnceIsNoPagesFault) {
    settings_.program = "/bin/false";

    const auto shot = shoot_path("/");

    EXPECT_EQ(code(shot), "INTERNAL");
    EXPECT_EQ(words(shot), "the browser did not start: it exited with status 1");
}

}  // namespace
}  // namespace fovea::testing
