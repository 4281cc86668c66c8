#include "fovea/tui/clipboard/inline_file.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

TEST(InlineFile, IsANameAndItsBytes) {  // CAL-IMG-9
    for (const auto* end : {"\a", "\x1b\\"}) {
        const auto file = inline_file(
            std::string("\x1b]1337;File=name=bXkgcGljLnBuZw==;size=3;inline=1:YWJj") + end, 100
        );

        ASSERT_TRUE(file.ok());
        EXPECT_EQ(file.value().filename, "my pic.png");
        EXPECT_EQ(as_text(file.value().bytes), "abc");
    }
}

TEST(InlineFile, ANameHasNoFolders) {  // CAL-IMG-9
    const auto named = [](std::string_view base64) {
        return inline_file("\x1b]1337;File=name=" + std::string(base64) + ":YWJj\a", 100)
            .value()
            .filename;
    };
    EXPECT_EQ(named("Li4vLi4vZXRjL3Bhc3N3ZA=="), "passwd");  // ../../etc/passwd
    EXPECT_EQ(named("QzpcYS5wbmc="), "a.png");               // C:\a.png
    EXPECT_EQ(named("Li4="), "dropped");                     // ..
    EXPECT_EQ(named(""), "dropped");
    EXPECT_EQ(inline_file("\x1b]1337;File=:YWJj\a", 100).value().filename, "dropped");
}

TEST(InlineFile, WhatIsGarbledIsRefused) {  // CAL-IMG-9
    for (const auto* sequence :
         {"",
          "\x1b]1337;File=",
          "\x1b]1337;File=name=YQ==\a",
          "\x1b]1337;File=name=YQ==:YWJj",
          "\x1b]1337;File=name=*:YWJj\a",
          "\x1b]1337;File=size=x:YWJj\a",
          "\x1b]1337;File=size=4:YWJj\a",
          "\x1b]1337;File=:YWJ\x01\a",
          "\x1b]1338;File=:YWJj\a"}) {
        const auto file = inline_file(sequence, 100);
        ASSERT_FALSE(file.ok()) << sequence;
        EXPECT_EQ(file.error().code, ErrorCode::InvalidInput);
    }
    EXPECT_EQ(
        inline_file("\x1b]1337;File=:" + std::string(400, 'A') + "\a", 100).error().code,
        ErrorCode::FileTooLarge
    );
    EXPECT_EQ(
        inline_file("\x1b]1337;File=size=99999999:YWJj\a", 100).error().code,
        ErrorCode::FileTooLarge
    );
}

}  // namespace
}  // namespace fovea::tui
