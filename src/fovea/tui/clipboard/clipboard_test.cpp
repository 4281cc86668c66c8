// The programs that read clipboards are fakes here, shell scripts that answer as the real ones do, but for xclip,
// which tests/terminal runs against an X server.
#include "fovea/tui/clipboard/clipboard.hpp"

#include "fovea/base/base64.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace fovea::tui {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

const std::string kPng = "\x89PNG\r\n\x1a\n and so on";

class ClipboardTest : public ::testing::Test {
protected:
    ClipboardTest() {
        fs::create_directories(folder_ / "bin");
        for (const char* tool : {"cat", "printf", "sleep", "head", "sh"}) {
            for (const char* place : {"/usr/bin/", "/bin/"}) {
                if (fs::exists(std::string(place) + tool) && !fs::exists(folder_ / "bin" / tool)) {
                    fs::create_symlink(std::string(place) + tool, folder_ / "bin" / tool);
                }
            }
        }
        variables_["PATH"] = (folder_ / "bin").string();
        write("clip.png", kPng);
        settings_.variable = [this](const char* name) -> const char* {
            const auto found = variables_.find(name);
            return found == variables_.end() ? nullptr : found->second.c_str();
        };
        settings_.rules.is_picture = [](const std::string& path) {
            return path.ends_with(".png") && fs::exists(path);
        };
    }
    ~ClipboardTest() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    // A program that does what the lines say.
    void fake(const std::string& name, const std::string& lines) const {
        const auto file = folder_ / "bin" / name;
        std::ofstream(file) << "#!/bin/sh\n" << lines << "\n";
        fs::permissions(file, fs::perms::owner_all);
    }

    Result<Copied> read(const std::stop_token& stop = {}) const {
        return read_clipboard(settings_, stop);
    }
    Error refused() const {
        const auto read_one = read();
        EXPECT_FALSE(read_one.ok());
        return read_one.ok() ? Error{} : read_one.error();
    }
    template <class Kind>
    Kind taken() const {
        auto read_one = read();
        EXPECT_TRUE(read_one.ok()) << read_one.error().message;
        if (!read_one.ok() || !std::holds_alternative<Kind>(read_one.value())) {
            ADD_FAILURE() << "another kind";
            return {};
        }
        return std::get<Kind>(std::move(read_one).value());
    }

    fs::path folder_ = fs::temp_directory_path() / ("fovea-clip-" + std::to_string(::getpid()));
    std::map<std::string, std::string> variables_;
    ClipboardSettings settings_;
};

TEST_F(ClipboardTest, APictureByWayland) {  // CAL-IMG-8
    variables_["WAYLAND_DISPLAY"] = "wayland-0";
    fake(
        "wl-paste",
        "[ \"$*\" = --list-types ] && printf 'text/html\\nimage/png\\ntext/plain\\n' && exit\n"
        "[ \"$*\" = '--no-newline --type image/png' ] && exec cat '" +
            path("clip.png") + "'\nexit 1"
    );

    const auto picture = taken<CopiedPicture>();

    EXPECT_EQ(as_text(picture.bytes), kPng);
    EXPECT_EQ(picture.filename, "clipboard.png");
}

TEST_F(ClipboardTest, FilesAndWordsByX11) {  // CAL-IMG-8
    variables_["DISPLAY"] = ":7";
    fake(
        "xclip",
        "case \"$5\" in TARGETS) printf 'TARGETS\\nUTF8_STRING\\ntext/uri-list\\n';;\n"
        "text/uri-list) printf 'file://" +
            path("clip.png") + "\\r\\n';; *) exit 1;; esac"
    );
    EXPECT_EQ(taken<CopiedFiles>().paths, std::vector{path("clip.png")});

    fake(
        "xclip",
        "case \"$5\" in TARGETS) printf 'TARGETS\\nUTF8_STRING\\n';;\n"
        "UTF8_STRING) printf 'some words';; *) exit 1;; esac"
    );
    EXPECT_EQ(taken<CopiedText>().text, "some words");

    fake(
        "xclip",
        "case \"$5\" in TARGETS) printf 'UTF8_STRING\\n';; *) printf '%s' \"" + path("clip.png") +
            "\";; esac"
    );
    EXPECT_EQ(taken<CopiedFiles>().paths, std::vector{path("clip.png")});
}

TEST_F(ClipboardTest, WhatSaysItIsAPictureAndIsNoneIsPassedOver) {  // CAL-IMG-8
    variables_["DISPLAY"] = ":7";
    fake(
        "xclip",
        "case \"$5\" in TARGETS) printf 'image/png\\nimage/jpeg\\nUTF8_STRING\\n';;\n"
        "image/png) printf '#!/bin/sh';; image/jpeg) exit 1;; *) printf words;; esac"
    );

    EXPECT_EQ(taken<CopiedText>().text, "words");
}

TEST_F(ClipboardTest, WindowsSaysWhatItHasInBase64) {  // CAL-IMG-8
    settings_.is_wsl = true;
    std::string base64(base64_size(kPng.size()), '\0');
    ASSERT_TRUE(encode_base64(as_bytes(kPng), base64).ok());
    fake(
        "powershell.exe",
        "[ \"$1 $2 $3 $4\" = '-NoProfile -NonInteractive -STA -Command' ] && "
        "printf 'picture\\r\\n" +
            base64 + "'"
    );
    EXPECT_EQ(as_text(taken<CopiedPicture>().bytes), kPng);

    fake("powershell.exe", "printf 'words\\nZ3LDvMOfZQ=='");
    EXPECT_EQ(taken<CopiedText>().text, "grüße");

    settings_.rules.from_windows = [this](const std::string& windows) {
        return windows == "C:\\a b.png" ? path("clip.png") : std::string();
    };
    fake("powershell.exe", "printf 'files\\nQzpcYSBiLnBuZw=='");
    EXPECT_EQ(taken<CopiedFiles>().paths, std::vector{path("clip.png")});

    fake("powershell.exe", "exit 3");
    EXPECT_EQ(refused().message, "there is no picture, file or text on the clipboard");
    for (const auto* said :
         {"'picture'", "'picture\\n***'", "'picture\\nYWJj'", "'other\\nYWJj'"}) {
        fake("powershell.exe", std::string("printf ") + said);
        EXPECT_EQ(refused().code, ErrorCode::InvalidInput) << said;
    }
}

TEST_F(ClipboardTest, AppleScriptSaysItInHex) {  // CAL-IMG-8
    settings_.is_mac = true;
    fake(
        "osascript",
        "case \"$2\" in *PNGf*) printf '«data PNGf89504E470D0A1A0A»\\n';; *) exit 1;; esac"
    );
    EXPECT_EQ(as_text(taken<CopiedPicture>().bytes), kPng.substr(0, 8));

    fake(
        "osascript",
        "case \"$2\" in *furl*) printf '%s\\n' '" + path("clip.png") + "';; *) exit 1;; esac"
    );
    EXPECT_EQ(taken<CopiedFiles>().paths, std::vector{path("clip.png")});

    fake("osascript", "exit 1");
    fake("pbpaste", "printf 'some words'");
    EXPECT_EQ(taken<CopiedText>().text, "some words");

    fake("pngpaste", "exec cat '" + path("clip.png") + "'");
    EXPECT_EQ(as_text(taken<CopiedPicture>().bytes), kPng);
}

TEST_F(ClipboardTest, OneThatHangsIsGivenUp) {  // CAL-IMG-8
    variables_["DISPLAY"] = ":7";
    settings_.patience = 30ms;
    fake("xclip", "exec sleep 1000");
    EXPECT_EQ(
        refused().message, "xclip did not answer in time: the program that owns the clipboard hangs"
    );

    settings_.terminal_has_clipboard = true;
    taken<AskTheTerminal>();
}

TEST_F(ClipboardTest, OneThatNeverEndsIsCut) {  // CAL-IMG-8
    variables_["DISPLAY"] = ":7";
    settings_.max_bytes = 1000;
    fake(
        "xclip",
        "case \"$5\" in TARGETS) printf 'image/png';; *) exec head -c 5000 /dev/zero;; esac"
    );

    EXPECT_EQ(refused().code, ErrorCode::FileTooLarge);
}

TEST_F(ClipboardTest, SaysWhatIsMissing) {  // CAL-IMG-8
    EXPECT_EQ(
        refused().message,
        "the clipboard cannot be read here: there is no display, and the terminal has no way to "
        "ask; "
        "drop the file on the window, or name it with @"
    );
    variables_["WAYLAND_DISPLAY"] = "wayland-0";
    EXPECT_EQ(refused().message, "the clipboard cannot be read: install wl-clipboard");
    variables_.erase("WAYLAND_DISPLAY");
    variables_["DISPLAY"] = ":7";
    EXPECT_EQ(refused().message, "the clipboard cannot be read: install xclip");
    settings_.terminal_has_clipboard = true;
    taken<AskTheTerminal>();
}

TEST_F(ClipboardTest, ProgramsGetNoKeys) {  // CAL-IMG-8
    variables_["DISPLAY"] = ":7";
    variables_["ANTHROPIC_API_KEY"] = "secret";
    fake(
        "xclip",
        "case \"$5\" in TARGETS) printf UTF8_STRING;; *) printf '%s' "
        "\"${DISPLAY}${ANTHROPIC_API_KEY}.\";; esac"
    );

    EXPECT_EQ(taken<CopiedText>().text, ":7.");
}

TEST_F(ClipboardTest, CanBeStopped) {  // CAL-IMG-8
    variables_["DISPLAY"] = ":7";
    fake("xclip", "exec sleep 1000");
    std::stop_source stop;
    stop.request_stop();

    EXPECT_EQ(read(stop.get_token()).error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::tui
