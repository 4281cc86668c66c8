// The clipboard of a real X server (Xvfb), written and read by xclip. The others have no server here: what their
// programs answer is played by scripts in tui/clipboard/clipboard_test.cpp.
#include "fovea/tui/clipboard/clipboard.hpp"

#include "fovea/tui/clipboard/this_system.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::tui {
namespace {

namespace fs = std::filesystem;
using fovea::testing::read_whole_file;
using fovea::testing::run_program;

class XClipboard : public ::testing::Test {
protected:
    void SetUp() override {
        if (run_program({"/bin/sh", "-c", "command -v Xvfb && command -v xclip"}).exit_code != 0) {
            GTEST_SKIP() << "Xvfb or xclip is not installed: apt install xvfb xclip";
        }
        std::array<int, 2> ends{-1, -1};
        ASSERT_EQ(::pipe(ends.data()), 0);
        server_ = ::fork();
        if (server_ == 0) {
            ::close(ends[0]);
            const auto number = std::to_string(ends[1]);
            ::execlp(
                "Xvfb",
                "Xvfb",
                "-displayfd",
                number.c_str(),
                "-screen",
                "0",
                "100x100x24",
                "-nolisten",
                "tcp",
                nullptr
            );
            ::_exit(127);
        }
        ::close(ends[1]);
        // It says which display it is once it takes clients.
        display_ = ":";
        char letter = 0;
        while (::read(ends[0], &letter, 1) == 1 && letter != '\n') display_ += letter;
        ::close(ends[0]);
        ASSERT_GT(display_.size(), 1u);
        settings_ = clipboard_settings_here(32u << 20, stop_);
        settings_.variable = [this](const char* name) -> const char* {
            if (std::string_view(name) == "DISPLAY") return display_.c_str();
            if (std::string_view(name) == "WAYLAND_DISPLAY") return nullptr;
            return std::getenv(name);
        };
    }
    void TearDown() override {
        if (server_ > 0) {
            ::kill(server_, SIGTERM);
            ::waitpid(server_, nullptr, 0);
        }
    }

    // xclip stays as the owner of what it copied, until somebody else copies or the server ends.
    void copy(const std::string& type, const std::string& file) const {
        const auto done = run_program(
            {"/usr/bin/env",
             "DISPLAY=" + display_,
             "/bin/sh",
             "-c",
             "xclip -selection clipboard -t '" + type + "' -i '" + file + "' >/dev/null 2>&1"}
        );
        ASSERT_EQ(done.exit_code, 0) << done.err;
        // It goes to the background first, and becomes the owner then.
        for (int tries = 0; tries < 500; ++tries) {
            const auto offered = run_program(
                {"/usr/bin/env",
                 "DISPLAY=" + display_,
                 "xclip",
                 "-selection",
                 "clipboard",
                 "-t",
                 "TARGETS",
                 "-o"}
            );
            if (offered.out.find(type) != std::string::npos) return;
        }
        FAIL() << "nobody offers " << type;
    }

    pid_t server_ = -1;
    std::string display_;
    std::stop_token stop_;
    ClipboardSettings settings_;
};

TEST_F(XClipboard, GivesThePictureThatWasCopied) {  // CAL-IMG-8
    const auto file = test_paths::source_dir() + "/tests/data/sample/screenshot.png";
    copy("image/png", file);

    const auto read = read_clipboard(settings_, {});

    ASSERT_TRUE(read.ok()) << read.error().message;
    const auto* picture = std::get_if<CopiedPicture>(&read.value());
    ASSERT_NE(picture, nullptr);
    EXPECT_EQ(std::string(as_text(picture->bytes)), read_whole_file(file));
    EXPECT_EQ(picture->filename, "clipboard.png");
}

TEST_F(XClipboard, GivesFilesAndWords) {  // CAL-IMG-8
    const auto shot = test_paths::source_dir() + "/tests/data/sample/screenshot.png";
    const auto list = fs::temp_directory_path() / ("fovea-list-" + std::to_string(::getpid()));
    std::ofstream(list) << "copy\nfile://" << shot;
    copy("x-special/gnome-copied-files", list.string());
    auto read = read_clipboard(settings_, {});
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_TRUE(std::holds_alternative<CopiedFiles>(read.value()));
    EXPECT_EQ(std::get<CopiedFiles>(read.value()).paths, std::vector{shot});

    std::ofstream(list) << "some wörds";
    copy("UTF8_STRING", list.string());
    read = read_clipboard(settings_, {});
    ASSERT_TRUE(read.ok()) << read.error().message;
    ASSERT_TRUE(std::holds_alternative<CopiedText>(read.value()));
    EXPECT_EQ(std::get<CopiedText>(read.value()).text, "some wörds");
    fs::remove(list);
}

TEST_F(XClipboard, AnEmptyOneSaysSo) {  // CAL-IMG-8
    const auto read = read_clipboard(settings_, {});

    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().message, "there is no picture, file or text on the clipboard");
}

}  // namespace
}  // namespace fovea::tui
