// fovea video: recordings in files and behind URLs, and what a terminal shows meanwhile.
#include "fovea/base/digest.hpp"
#include "fovea/media/video/test_recordings.hpp"
#include "fovea/net/http/test_tls.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/clean_home.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class VideoCommand : public ::testing::Test {
protected:
    void SetUp() override {
        film_ = media::three_scenes("mp4");
        path_ = person_.write("project/film.mp4", as_text(film_));
    }
    static json::object json_of(const Finished& done) {
        boost::system::error_code broken;
        const auto value = json::parse(done.out, broken);
        EXPECT_FALSE(broken) << done.out << done.err;
        return value.is_object() ? value.get_object() : json::object{};
    }
    // Whether the bytes lie anywhere below the person's home.
    bool is_stored(const Bytes& file) const {
        const auto name = sha256(file).hex();
        for (const auto& entry : fs::recursive_directory_iterator(person_.path("home"))) {
            if (entry.path().filename() == name) return true;
        }
        return false;
    }
    // On a terminal of so many columns, by script(1). Words and bar come out together.
    Finished on_a_terminal(int columns, const std::string& variables, const std::string& behind) {
        const auto line =
            "stty cols " + std::to_string(columns) + "; cd " + person_.path("project").string() +
            "; " + variables + " HOME=" + person_.path("home").string() + " '" +
            test_paths::program("fovea") + "' video film.mp4 --model local/ocr " + behind;
        return run_program({"script", "-qefc", line, "/dev/null"});
    }

    CleanHome person_;
    Bytes film_;
    std::string path_;
};

TEST_F(VideoCommand, AFileIsLookedAtWhereItLiesAndNotStored) {  // T3, M10, S1
    const auto done = person_.run({"video", "film.mp4", "--model", "local/ocr", "--json"});
    const auto again = person_.run({"video", "film.mp4", "--model", "local/ocr", "--json"});

    ASSERT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_EQ(json_of(done).at("model"), "local/ocr");
    EXPECT_EQ(json_of(again).at("cached"), true);
    EXPECT_FALSE(is_stored(film_));
}

TEST_F(VideoCommand, BytesFromAPipeAreStoredAndCanBeAskedAboutAgain) {  // T3, S1
    const auto piped = run_program(
        {"/bin/sh",
         "-c",
         "HOME=" + person_.path("home").string() + " '" + test_paths::program("fovea") +
             "' video - --model local/ocr --json < " + path_}
    );
    const auto named = person_.run(
        {"video", "sha256:" + sha256(film_).hex().substr(0, 12), "--model", "local/ocr", "--json"}
    );

    EXPECT_EQ(piped.exit_code, 0) << piped.out << piped.err;
    EXPECT_TRUE(is_stored(film_));
    EXPECT_EQ(named.exit_code, 0) << named.out << named.err;
}

TEST_F(VideoCommand, FetchesAUrlThroughTheGate) {  // Q2, T3, ETH-23
    const net::TestAuthority authority;
    net::TestServer server{
        [&](net::TestConnection& peer) {
            peer.read_request();
            peer.respond(200, std::string(as_text(film_)), "Content-Type: video/mp4\r\n");
        },
        "https",
        [&](int fd) { return authority.wrap(fd); }};
    const std::vector<std::string> arguments = {
        "video", server.url("/film.mp4"), "--model", "local/ocr", "--json"};

    const auto refused = person_.run(arguments, {"SSL_CERT_FILE=" + authority.file()});
    const auto done = person_.run(
        arguments, {"FOVEA_TEST_ALLOW_LOOPBACK=1", "SSL_CERT_FILE=" + authority.file()}
    );

    EXPECT_THAT(refused.out, HasSubstr("URL_BLOCKED"));
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(VideoCommand, ATerminalShowsABarThatFitsAndIsTakenAway) {  // O3
    for (const int columns : {20, 40, 120}) {
        const auto done =
            on_a_terminal(columns, "TERM=xterm", "--start 0." + std::to_string(columns));
        ASSERT_EQ(done.exit_code, 0) << done.out;

        // Everything from one return to the next is one state of the line.
        std::size_t bars = 0;
        for (auto state : split(done.out, '\r')) {
            if (state.find('/') == state.npos || !state.ends_with("\x1b[K")) continue;
            state.resize(state.size() - 3);
            EXPECT_LT(state.size(), static_cast<std::size_t>(columns)) << state;
            ++bars;
        }
        EXPECT_GT(bars, 0u) << done.out;
        EXPECT_THAT(done.out, HasSubstr("\r\x1b[K"));  // gone before the answer
        EXPECT_GT(done.out.rfind("film.mp4"), done.out.rfind("\x1b[K"));
    }
}

TEST_F(VideoCommand, NobodySeesABarInAPipeAFileOrOnADumbTerminal) {  // O3
    const auto piped = person_.run({"video", "film.mp4", "--model", "local/ocr"});
    const auto dumb = on_a_terminal(80, "TERM=dumb", "--start 0.1");
    const auto redirected = on_a_terminal(80, "TERM=xterm", "--start 0.2 2> log");

    EXPECT_EQ(piped.err, "");
    EXPECT_THAT(dumb.out, AllOf(HasSubstr("film.mp4"), Not(HasSubstr("\x1b["))));
    EXPECT_THAT(redirected.out, AllOf(HasSubstr("film.mp4"), Not(HasSubstr("\x1b["))));
    EXPECT_EQ(read_whole_file(person_.path("project/log").string()), "");
}

}  // namespace
}  // namespace fovea::testing
