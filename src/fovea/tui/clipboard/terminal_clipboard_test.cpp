#include "fovea/tui/clipboard/terminal_clipboard.hpp"

#include "fovea/tui/graphics/escapes.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

const std::string kPng = "\x89PNG\r\n\x1a\n and so on";

std::string base64(std::string_view text) {
    return base64_of(as_bytes(text));
}
std::string reply(const std::string& fields, std::string_view payload = {}) {
    return "\x1b]5522;type=read:" + fields + (payload.empty() ? "" : ";" + base64(payload)) +
           "\x1b\\";
}
std::string data(std::string_view type, std::string_view payload) {
    return reply("status=DATA:mime=" + base64(type), payload);
}

class TerminalClipboardTest : public ::testing::Test {
protected:
    TerminalClipboardTest() {
        settings_.max_bytes = 1000;
        settings_.max_text = 1000;
        settings_.rules.is_picture = [](const std::string& path) { return path == "/tmp/a.png"; };
        reading_.begin();
    }

    // To the question for a type.
    std::string list(const std::string& types) {
        EXPECT_EQ(reading_.take(reply("status=OK")).write, "");
        reading_.take(data(".", types));
        return reading_.take(reply("status=DONE")).write;
    }

    ClipboardSettings settings_;
    TerminalClipboard reading_{settings_};
};

TEST_F(TerminalClipboardTest, AsksForTheBestThatThereIs) {  // CAL-IMG-8
    EXPECT_EQ(reading_.begin(), "\x1b]5522;type=read;Lg==\x1b\\");
    EXPECT_EQ(
        list("text/plain text/html image/jpeg image/png"),
        "\x1b]5522;type=read;" + base64("image/png") + "\x1b\\"
    );
}

TEST_F(TerminalClipboardTest, PutsAPictureTogether) {  // CAL-IMG-8
    list("image/png");
    reading_.take(reply("status=OK"));
    EXPECT_FALSE(reading_.take(data("image/png", kPng.substr(0, 5))).done.has_value());
    EXPECT_FALSE(reading_.take(data("image/png", kPng.substr(5))).done.has_value());

    const auto step = reading_.take(reply("status=DONE"));

    ASSERT_TRUE(step.done && step.done->ok());
    const auto* picture = std::get_if<CopiedPicture>(&step.done->value());
    ASSERT_NE(picture, nullptr);
    EXPECT_EQ(as_text(picture->bytes), kPng);
    EXPECT_EQ(picture->filename, "clipboard.png");
}

TEST_F(TerminalClipboardTest, TakesFilesAndWords) {  // CAL-IMG-8
    list("text/plain text/uri-list");
    reading_.take(data("text/uri-list", "file:///tmp/a.png\r\n"));
    auto step = reading_.take(reply("status=DONE"));
    ASSERT_TRUE(step.done && step.done->ok());
    EXPECT_EQ(
        std::get<CopiedFiles>(step.done->value()).paths, std::vector<std::string>{"/tmp/a.png"}
    );

    reading_.begin();
    list("text/plain");
    reading_.take(data("text/plain", "some words"));
    step = reading_.take(reply("status=DONE"));
    ASSERT_TRUE(step.done && step.done->ok());
    EXPECT_EQ(std::get<CopiedText>(step.done->value()).text, "some words");
}

TEST_F(TerminalClipboardTest, ARefusalEndsIt) {  // CAL-IMG-8
    const auto step = reading_.take(reply("status=EPERM"));

    ASSERT_TRUE(step.done.has_value());
    EXPECT_EQ(
        step.done->error().message, "the clipboard cannot be read: the terminal does not allow it"
    );
    reading_.begin();
    EXPECT_TRUE(reading_.take(reply("status=\x1b[31m")).done.has_value());
    reading_.begin();
    EXPECT_TRUE(reading_.take(reply("status=DONE")).done.has_value());  // nothing is there
}

TEST_F(TerminalClipboardTest, NoPictureAndTooMuchAreErrors) {  // CAL-IMG-8
    list("image/png");
    reading_.take(data("image/png", "#!/bin/sh"));
    EXPECT_EQ(reading_.take(reply("status=DONE")).done->error().code, ErrorCode::DecodeFailed);

    reading_.begin();
    list("image/png");
    reading_.take(data("image/png", std::string(800, 'x')));
    EXPECT_EQ(
        reading_.take(data("image/png", std::string(300, 'x'))).done->error().code,
        ErrorCode::FileTooLarge
    );
    reading_.begin();
    EXPECT_TRUE(reading_.take("\x1b]5522;type=read:status=DATA;*\x1b\\").done.has_value());
}

TEST_F(TerminalClipboardTest, OtherSequencesAreNotItsOwn) {  // CAL-IMG-8
    for (const auto* sequence : {"", "\x1b[A", "\x1b]52;c;YQ==\x1b\\", "\x1b]5522;type=read"}) {
        const auto step = reading_.take(sequence);
        EXPECT_FALSE(step.is_ours) << sequence;
        EXPECT_FALSE(step.done.has_value());
    }
}

}  // namespace
}  // namespace fovea::tui
