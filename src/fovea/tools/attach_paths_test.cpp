#include "fovea/tools/attach_paths.hpp"

#include "fovea/tools/test_tools.hpp"

#include <gmock/gmock.h>

#include <random>

namespace fovea::tools {
namespace {

using content::ContentBlock;
using content::DocumentBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

class AttachPaths : public ToolTest {
protected:
    void SetUp() override {
        ToolTest::SetUp();
        write("shot.png", test_file("png/rgb-8.png"));
        write("my shot.png", test_file("png/rgb-8.png"));
        write("notes.txt", "one\ntwo");
        write("docs/paper.pdf", "%PDF-1.7\n");
    }
    Result<Message> attach(const std::string& prompt) {
        return attach_paths(prompt, workspace(), intake(), {});
    }
    Message message(const std::string& prompt) {
        auto made = attach(prompt);
        EXPECT_TRUE(made.ok()) << made.error().message;
        return made.ok() ? made.value() : Message{};
    }
    static Message user(std::vector<ContentBlock> blocks) {
        return {Role::User, std::move(blocks)};
    }
    void expect_text(const std::string& prompt) {
        EXPECT_EQ(message(prompt), user({TextBlock{prompt}}));
    }
};

TEST_F(AttachPaths, APictureIsAttachedBeforeTheWords) {  // A4, CAL-IMG-10
    EXPECT_EQ(
        message("what is wrong in @shot.png?"),
        user({rgb("shot.png"), TextBlock{"what is wrong in @shot.png?"}})
    );
    EXPECT_TRUE(blobs_->has(*content::blob_of(rgb().source)).value());
}

TEST_F(AttachPaths, AScreenshotOfMacOsIsFoundWhenTypedWithASpace) {
    write("Shot at 3.04\u202FPM.png", test_file("png/rgb-8.png"));

    EXPECT_EQ(
        message("see @\"Shot at 3.04 PM.png\""),
        user({rgb("Shot at 3.04 PM.png"), TextBlock{"see @\"Shot at 3.04 PM.png\""}})
    );

    write("Shot at 3.04\u00A0PM.png", test_file("png/rgb-8.png"));

    const auto unclear = attach("see @\"Shot at 3.04 PM.png\"");
    ASSERT_FALSE(unclear.ok());
    EXPECT_EQ(unclear.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(unclear.error().message, HasSubstr("2 files have a name like"));
}

TEST_F(AttachPaths, NamesWithSpacesAreQuotedOrEscaped) {  // A4, CAL-IMG-10
    EXPECT_EQ(
        message("@\"my shot.png\" please"),
        user({rgb("my shot.png"), TextBlock{"@\"my shot.png\" please"}})
    );
    EXPECT_EQ(
        message("see @my\\ shot.png."), user({rgb("my shot.png"), TextBlock{"see @my\\ shot.png."}})
    );
}

TEST_F(AttachPaths, SeveralFilesComeInTheirOrderAndOnce) {  // A4
    const auto made =
        message("compare @my\\ shot.png,@shot.png with @docs/paper.pdf and @shot.png");

    ASSERT_THAT(made.content, SizeIs(4));
    EXPECT_EQ(made.content[0], ContentBlock(rgb("my shot.png")));
    EXPECT_EQ(made.content[1], ContentBlock(rgb("shot.png")));
    EXPECT_EQ(std::get<DocumentBlock>(made.content[2]).filename, "paper.pdf");
}

TEST_F(AttachPaths, TextFilesComeInAFenceThatTheyCannotEnd) {  // A4
    write("doc.md", "```\ncode\n```\n");

    EXPECT_EQ(
        message("read @notes.txt and @doc.md"),
        user(
            {TextBlock{"notes.txt:\n```\none\ntwo\n```"},
             TextBlock{"doc.md:\n````\n```\ncode\n```\n````"},
             TextBlock{"read @notes.txt and @doc.md"}}
        )
    );
}

TEST_F(AttachPaths, ALongTextSaysWhereItGoesOn) {  // A4
    std::string text;
    for (int i = 0; i < 3000; ++i) text += "line\n";
    write("long.txt", text);

    EXPECT_THAT(
        std::get<TextBlock>(message("@long.txt").content[0]).text,
        HasSubstr("line\n[there is more: use filesystem_read with \"offset\": 2001]\n```")
    );
}

TEST_F(AttachPaths, WhatNamesNoFileStaysText) {  // A4
    expect_text("ask @john or a@b.c about @scope/package and @/components/Button");
    expect_text("@Override public void x() {} @\"hello\" @media (x) @2x.png");
    expect_text("@@ -1,3 +1,4 @@ and @docs and @./docs, or @.");
    expect_text("");
    EXPECT_EQ(message("a plain @@shot.png"), user({TextBlock{"a plain @shot.png"}}));
}

TEST_F(AttachPaths, AMissingFileIsAnErrorWhereItCanOnlyBeAFile) {  // A4, V11
    const auto none = attach("what is @none.png?");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(
        none.error(),
        (Error{
            ErrorCode::FileNotFound,
            "file not found in the workspace: none.png; write @@ for an @ that is not a path"})
    );
    for (const auto* prompt :
         {"@../root/shot.png", "@/etc/logo.png", "@~/x", "@./none.txt", "@\"no such.pdf\""}) {
        const auto made = attach(prompt);

        ASSERT_FALSE(made.ok()) << prompt;
        EXPECT_EQ(made.error().code, ErrorCode::FileNotFound) << prompt;
    }
}

TEST_F(AttachPaths, NobodyLearnsWhatLiesOutside) {  // V11
    expect_text("@/etc/passwd");
    expect_text("@/etc/no-such-file");
}

TEST_F(AttachPaths, AFileThatCannotBeTakenIsAnErrorWithItsName) {  // A4, M1, M4
    write("half.png", test_file("png/rgb-8.png").substr(0, 100));
    write("a.zip", std::string("PK\3\4\0\0\1\2\3\4\5\6", 12));

    EXPECT_EQ(attach("@half.png").error().code, ErrorCode::DecodeFailed);
    EXPECT_THAT(attach("@half.png").error().message, StartsWith("half.png: "));
    EXPECT_EQ(attach("@a.zip").error().code, ErrorCode::UnsupportedFileType);
}

TEST_F(AttachPaths, NoMorePicturesThanAMessageMayHold) {  // A4, CAL-IMG-32
    for (const auto* name : {"1.png", "2.png", "3.png", "4.png"}) {
        write(name, test_file("png/rgb-8.png"));
    }
    EXPECT_EQ(attach("@1.png @2.png @3.png @4.png").error().code, ErrorCode::LimitExceeded);
}

TEST_F(AttachPaths, AnyPromptGivesAMessageOrAnError) {  // A4
    std::mt19937 random(11);
    const std::vector<std::string> pieces = {
        "@",
        "@@",
        "\"",
        "'",
        "\\",
        " ",
        "\n",
        "shot.png",
        "my shot.png",
        "notes.txt",
        ".",
        "/",
        "..",
        "x",
        "\xff",
        "\u4ec0",
        std::string(1, '\0'),
        ")",
        "~/"};
    for (int round = 0; round < 3000; ++round) {
        std::string prompt;
        for (auto left = random() % 20; left > 0; --left) {
            prompt += pieces[random() % pieces.size()];
        }
        const auto made = attach(prompt);
        ASSERT_TRUE(!made.ok() || !made.value().content.empty()) << prompt;
    }
    EXPECT_TRUE(attach(std::string(1 << 20, '@')).ok());
    std::string many;
    for (int i = 0; i < 100'000; ++i) many += " @x";
    EXPECT_EQ(message(many), user({TextBlock{many}}));
}

TEST_F(AttachPaths, AFileThatARuleClosesIsNotAttachedAndThatIsSaid) {  // A2, A4
    const auto closed = (std::filesystem::canonical(root()) / "notes.txt").string();
    const auto guarded = workspace().under([closed](const ingest::RealFile& file) {
        return file.path == closed ? std::optional(ingest::Objection{
                                         ingest::Objection::Kind::Deny, "a rule says so"})
                                   : std::nullopt;
    });
    std::filesystem::create_symlink("notes.txt", root() / "link.txt");

    for (const auto* name : {"notes.txt", "./notes.txt", "link.txt"}) {
        const auto made = attach_paths("see @" + std::string(name), guarded, intake(), {});
        ASSERT_FALSE(made.ok()) << name;
        EXPECT_EQ(made.error().code, ErrorCode::FileNotFound);
        EXPECT_THAT(made.error().message, HasSubstr("may not be read by tools: a rule says so"));
    }
    EXPECT_TRUE(attach_paths("see @shot.png and @docs", guarded, intake(), {}).ok());
}

TEST_F(AttachPaths, WhereNoPathIsOpenOnlyWhatIsClearlyAFileIsAProblem) {  // V11
    const auto none = ingest::Workspace::closed({ErrorCode::FileNotFound, "files cannot be read"});

    EXPECT_THAT(
        attach_paths("see @shot.png", none, intake(), {}).error().message,
        HasSubstr("files cannot be read, or attach pictures with --image")
    );
    EXPECT_TRUE(attach_paths("ask @john", none, intake(), {}).ok());
}

}  // namespace
}  // namespace fovea::tools
