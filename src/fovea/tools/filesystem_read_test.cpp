#include "fovea/tools/filesystem_read.hpp"

#include "fovea/tools/test_tools.hpp"

#include <gmock/gmock.h>

namespace fovea::tools {
namespace {

using content::DocumentBlock;
using content::TextBlock;
using content::ToolOutput;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ReadFile : public ToolTest {
protected:
    ToolOutcome read(const std::string& input) {
        FilesystemRead tool(workspace(), intake());
        return run(tool, input);
    }
    std::string words(const std::string& input) { return text_of(read(input)); }
};

TEST_F(ReadFile, TextComesWithTheNumbersOfItsLines) {  // T1
    write("notes.txt", "one\r\ntwo\n\nfour");

    const auto outcome = read(R"({"path": "notes.txt"})");

    EXPECT_FALSE(outcome.is_error);
    EXPECT_EQ(text_of(outcome), "     1\tone\n     2\ttwo\n     3\t\n     4\tfour\n");
}

TEST_F(ReadFile, ARangeOfLinesSaysHowToReadOn) {  // T1
    std::string text;
    for (int i = 1; i <= 5000; ++i) text += "line " + std::to_string(i) + "\n";
    write("long.txt", text);

    EXPECT_EQ(
        words(R"({"path": "long.txt", "offset": 4, "limit": 2})"),
        "     4\tline 4\n     5\tline 5\n[lines 4 to 5; there is more: read on with \"offset\": "
        "6]\n"
    );
    EXPECT_THAT(
        words(R"({"path": "long.txt"})"),
        EndsWith("  2000\tline 2000\n[lines 1 to 2000; there is more: read on with \"offset\": "
                 "2001]\n")
    );
    EXPECT_EQ(words(R"({"path": "long.txt", "offset": 5000})"), "  5000\tline 5000\n");
    EXPECT_EQ(
        words(R"({"path": "long.txt", "offset": 9000})"),
        "[the file has 5000 lines; line 9000 is past its end]\n"
    );
}

TEST_F(ReadFile, NoMoreThanFiftyThousandCharactersAndNoEndlessLine) {  // T1
    std::string text;
    for (int i = 0; i < 100; ++i) text += std::string(1500, ' ') + "x\n";
    write("wide.txt", text);
    write("one-line.txt", "begin " + std::string(3'000'000, '.') + "\nnext\n");

    const auto wide = words(R"({"path": "wide.txt"})");
    EXPECT_LT(wide.size(), 50'200u);
    EXPECT_THAT(wide, HasSubstr("[lines 1 to 33; there is more: read on with \"offset\": 34]"));
    const auto one_line = words(R"({"path": "one-line.txt"})");
    EXPECT_LT(one_line.size(), 2200u);
    EXPECT_THAT(one_line, HasSubstr("[line cut: 2998006 more bytes]\n     2\tnext\n"));
}

TEST_F(ReadFile, WhatIsNoCharacterIsReplaced) {  // T1
    write("latin1.txt", "caf\xe9 ole, and a long enough text around it\n");

    EXPECT_THAT(words(R"({"path": "latin1.txt"})"), StartsWith("     1\tcaf\xEF\xBF\xBD ole"));
}

TEST_F(ReadFile, APictureIsStoredAndSeenWhateverItsName) {  // DIG-14, DIG-16, M2
    write("shots/logo.txt", test_file("png/rgb-8.png"));

    const auto outcome = read(R"({"path": "shots/logo.txt"})");

    EXPECT_EQ(
        outcome.content,
        (std::vector<ToolOutput>{TextBlock{"logo.txt: image, " + rgb_words()}, rgb("logo.txt")})
    );
    EXPECT_TRUE(blobs_->has(*content::blob_of(rgb().source)).value());
}

TEST_F(ReadFile, ABrokenPictureIsAnError) {  // M4
    write("half.png", test_file("png/rgb-8.png").substr(0, 100));

    const auto outcome = read(R"({"path": "half.png"})");

    EXPECT_TRUE(outcome.is_error);
    EXPECT_THAT(text_of(outcome), StartsWith("DECODE_FAILED: "));
}

TEST_F(ReadFile, APdfComesAsADocument) {  // T1
    write("paper.pdf", "%PDF-1.7\n…");

    const auto outcome = read(R"({"path": "paper.pdf"})");

    ASSERT_EQ(outcome.content.size(), 2u);
    EXPECT_THAT(text_of(outcome), StartsWith("paper.pdf: PDF, 12 bytes, sha256:"));
    const auto& pdf = std::get<DocumentBlock>(outcome.content[1]);
    EXPECT_EQ(pdf.mime, "application/pdf");
    EXPECT_EQ(pdf.filename, "paper.pdf");
}

TEST_F(ReadFile, OtherBinaryFilesAreNamedAndNotShown) {  // T1
    write("data.bin", std::string("abc\0def", 7));
    write("late.bin", std::string(100'000, 'x') + std::string(9, '\0'));
    write("a.zip", std::string("PK\3\4\0\0\1\2\3\4\5\6", 12));
    write("song.txt", "ID3 is how the tags of MP3 files begin\n");
    write("empty.txt", "");

    EXPECT_EQ(
        words(R"({"path": "data.bin"})"),
        "data.bin is a binary file of 7 bytes, which cannot be shown."
    );
    EXPECT_THAT(words(R"({"path": "late.bin"})"), HasSubstr("cannot be shown"));
    EXPECT_THAT(words(R"({"path": "a.zip"})"), HasSubstr("a.zip is a ZIP archive"));
    EXPECT_THAT(words(R"({"path": "song.txt"})"), StartsWith("     1\tID3 is how"));
    EXPECT_EQ(words(R"({"path": "empty.txt"})"), "[the file is empty]\n");
}

TEST_F(ReadFile, APictureInsideATextIsSeenAndItsLinesKeepTheirNumbers) {  // T1, DIG-16
    const auto base64 = base64_text(test_file("png/rgb-8.png"));
    std::string lines;
    for (std::size_t at = 0; at < base64.size(); at += 76) lines += base64.substr(at, 76) + "\n";
    write("mail.eml", "Subject: x\n\n" + lines + "\nbye\n");
    const auto last = std::to_string(4 + std::ranges::count(lines, '\n'));

    const auto outcome = read(R"({"path": "mail.eml"})");

    EXPECT_EQ(
        text_of(outcome),
        "     1\tSubject: x\n     2\t\n     3\t[image " + rgb_words() + "]\n" +
            std::string(6 - last.size(), ' ') + std::to_string(std::stoi(last) - 1) + "\t\n" +
            std::string(6 - last.size(), ' ') + last + "\tbye\n"
    );
    ASSERT_EQ(outcome.content.size(), 2u);
    EXPECT_EQ(outcome.content[1], ToolOutput(rgb()));
}

TEST_F(ReadFile, WhatIsOutsideAndWhatIsMissingHaveTheSameWords) {  // V11
    write("in.txt", "x");
    const auto outcome = read(R"({"path": "/etc/passwd"})");

    EXPECT_TRUE(outcome.is_error);
    EXPECT_EQ(outcome.error->code, ErrorCode::FileNotFound);
    EXPECT_EQ(text_of(outcome), "FILE_NOT_FOUND: file not found in the workspace: /etc/passwd");
    EXPECT_EQ(
        words(R"({"path": "/etc/none"})"),
        "FILE_NOT_FOUND: file not found in the workspace: /etc/none"
    );
    EXPECT_THAT(words(R"({"path": "../root/in.txt"})"), StartsWith("FILE_NOT_FOUND"));
    EXPECT_THAT(words(R"({"path": "."})"), StartsWith("FILE_NOT_FOUND"));
}

TEST_F(ReadFile, EveryArgumentIsChecked) {  // T5
    write("a.txt", "x\n");
    for (const auto* input :
         {"",
          "[]",
          "{}",
          R"({"path": ""})",
          R"({"path": 5})",
          R"({"path": "a.txt", "offset": 0})",
          R"({"path": "a.txt", "limit": 2001})",
          R"({"path": "a.txt", "limit": 1.5})",
          R"({"path": "a.txt", "offset": -1})",
          R"({"path": "a.txt", "lines": 3})",
          R"({"path": "a\u0000.txt"})"}) {
        const auto outcome = read(input);

        EXPECT_TRUE(outcome.is_error) << input;
        EXPECT_THAT(text_of(outcome), StartsWith("INVALID_INPUT: ")) << input;
    }
    EXPECT_EQ(words(R"({"path": "a.txt", "offset": null, "limit": 5.0})"), "     1\tx\n");
}

TEST_F(ReadFile, EndsWhenCancelled) {  // T1
    write("a.txt", "x\n");
    FilesystemRead tool(workspace(), intake());
    std::stop_source stop;
    stop.request_stop();

    const auto outcome = tool.run({.id = "1", .input = R"({"path": "a.txt"})"}, stop.get_token());

    EXPECT_EQ(outcome.error->code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::tools
