// Frames that come in: what may be said, and what is refused.
#include "fovea/base/base64.hpp"

#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "second"}, "response": {"content": "The second answer."}},
    {"match": {}, "response": {"content": "A red square."}}])";

class HeadlessInput : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (IsSkipped()) return;
        start(kFixtures);
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
    }
    static std::string user(std::string_view content) {
        return R"({"type":"user","content":)" + std::string(content) + "}\n";
    }
    std::string base64(const std::string& name) const {
        const auto bytes = read_whole_file(path(name));
        std::string text(base64_size(bytes.size()), ' ');
        EXPECT_TRUE(encode_base64(as_bytes(bytes), text).ok());
        return text;
    }
    // How many pictures the last request carries.
    std::size_t pictures_sent() const {
        const auto body = boost::json::serialize(requests().back());
        std::size_t found = 0;
        const std::string mark = R"("type":"image")";
        for (auto at = body.find(mark); at != body.npos; at = body.find(mark, at + 1)) ++found;
        return found;
    }
};

TEST_F(HeadlessInput, EveryFrameIsATurnAndTheEndOfTheInputEndsTheRun) {  // H3, CAL-HL-14
    const auto run =
        talk(user(R"("the first")") + "\n" + user(R"([{"type":"text","text":"the second"}])"));

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(types_of(run.frames), ElementsAre("system/init", "message", "message", "result"));
    EXPECT_EQ(run.text("result"), "The second answer.");
    EXPECT_EQ(run.result().at("turns").to_number<int>(), 2);
    ASSERT_THAT(requests(), SizeIs(2));
    EXPECT_THAT(requests()[1].at("messages").as_array(), SizeIs(3));
}

TEST_F(HeadlessInput, PicturesComeAsBase64AsPathAndByTheHashOfAnEarlierTurn) {  // H3, CAL-HL-15
    const auto first = talk(
        user(
            R"([{"type":"text","text":"what?"},{"type":"image","source":{"type":"base64",)"
            R"("media_type":"image/png","data":")" +
            base64("red.png") + R"("}}])"
        ),
        {"--replay-user-messages"}
    );

    EXPECT_EQ(first.exit_code, 0) << first.err;
    EXPECT_EQ(pictures_sent(), 1U);
    const auto said = of_type(first.frames, "user").at(0).at("content").as_array();
    const std::string id(said.at(1).at("sha256").as_string());
    EXPECT_THAT(id, SizeIs(64));
    EXPECT_EQ(first.out.find(base64("red.png")), std::string::npos);
    for (const auto& picture :
         {R"({"type":"image","sha256":")" + id + R"("})",
          R"({"type":"image","source":{"type":"ref","sha256":")" + id + R"("}})",
          std::string(R"({"type":"image","path":"red.png"})"),
          std::string(R"({"type":"image","source":{"type":"file","path":"red.png"}})"),
          R"({"type":"image","data":"data:image/png;base64,)" + base64("red.png") + R"("})"}) {
        const auto run = talk(user("[" + picture + R"(,{"type":"text","text":"and now?"}])"));

        EXPECT_EQ(run.exit_code, 0) << picture << run.err;
        EXPECT_EQ(pictures_sent(), 1U) << picture;
    }
}

TEST_F(HeadlessInput, ADocumentIsTakenToo) {  // H3, CAL-HL-15
    bench_->picture("page.pdf", {"scan", "1"});
    const auto run =
        talk(user(R"([{"type":"document","path":"page.pdf"},{"type":"text","text":"?"}])"));

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(boost::json::serialize(requests().back()), HasSubstr("application/pdf"));
}

TEST_F(HeadlessInput, ADocumentThatNobodyCanOpenIsAnErrorAndNothingIsSent) {  // H3, M9
    write_file("empty.pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF\n");
    const auto asked = requests().size();

    const auto named = json({"-p", "what does @empty.pdf say?"});
    const auto piped = json({"-p", "what?"}, read_whole_file(path("empty.pdf")));
    const auto framed =
        talk(user(R"([{"type":"document","path":"empty.pdf"},{"type":"text","text":"?"}])"));

    for (const auto* const run : {&named, &piped, &framed}) {
        EXPECT_EQ(run->exit_code, 2) << run->out;
        EXPECT_THAT(run->out, HasSubstr("DECODE_FAILED"));
    }
    EXPECT_THAT(named.out, HasSubstr("empty.pdf: the PDF"));
    EXPECT_THAT(requests(), SizeIs(asked));
}

TEST_F(HeadlessInput, WhatIsPipedInIsTextOrAPictureAndNothingElse) {  // H1, H6
    const std::string video(
        "\0\0\0\x18"
        "ftypisom\0\0\2\0isomiso2",
        24
    );
    std::string noise;
    for (int i = 0; i < 300; ++i) noise += static_cast<char>((i * 193 + 101) % 256);
    const auto asked = requests().size();

    const auto recording = json({"-p", "what?"}, video);
    const auto alone = json({"-p"}, video);
    const auto other = json({"-p", "what?"}, noise);

    for (const auto* const run : {&recording, &alone, &other}) {
        EXPECT_EQ(run->exit_code, 2) << run->out;
        EXPECT_THAT(run->out, HasSubstr("UNSUPPORTED_FILE_TYPE"));
    }
    EXPECT_THAT(recording.out, HasSubstr("an MP4 video"));
    EXPECT_THAT(recording.out, HasSubstr("fovea video reads it"));
    EXPECT_THAT(requests(), SizeIs(asked));
    EXPECT_EQ(json({"-p", "what?"}, "caf\xe9 au lait, s'il vous pla\xeet\n").exit_code, 0);
}

TEST_F(HeadlessInput, ANameThatSaysPictureHoldsOne) {  // A4, M2
    write_file("zero.png", "");
    write_file("page.png", "<!doctype html><html><body>404</body></html>");
    write_file("note.jpg", "not a picture");
    write_file("note.pdf", "not a document");
    write_file("drawing.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    const auto asked = requests().size();

    for (const auto* const name : {"zero.png", "page.png", "note.jpg", "note.pdf"}) {
        const auto run = json({"-p", "what is @" + std::string(name) + " ?"});
        EXPECT_EQ(run.exit_code, 2) << run.out;
        EXPECT_THAT(run.out, HasSubstr("UNSUPPORTED_FILE_TYPE")) << name;
        EXPECT_THAT(run.out, HasSubstr(name));
    }
    EXPECT_THAT(requests(), SizeIs(asked));
    EXPECT_EQ(json({"-p", "what is @drawing.svg ?"}).exit_code, 0);
}

TEST_F(HeadlessInput, APathOutsideTheWorkspaceIsNotThere) {  // V11, CAL-HL-15
    const auto outside = talk(user(R"([{"type":"image","path":"/etc/passwd"}])"));
    const auto missing = talk(user(R"([{"type":"image","path":"nothing.png"}])"));
    const auto unknown =
        talk(user(R"([{"type":"image","sha256":")" + std::string(64, 'a') + R"("}])"));

    for (const auto* run : {&outside, &missing, &unknown}) {
        EXPECT_EQ(run->exit_code, 2);
        EXPECT_EQ(run->text("subtype"), "error");
        EXPECT_EQ(run->text("error_code"), "FILE_NOT_FOUND");
    }
    EXPECT_THAT(requests(), IsEmpty());
}

// After a good turn: its frames are all there, then one result says what is wrong.
TEST_F(
    HeadlessInput, WhatIsNotUnderstoodEndsTheRunOnceEverythingBeforeIsDone
) {  // CAL-HL-17, CAL-HL-18, CAL-HL-22
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {R"(not json)", "not JSON"},
        {R"(["user"])", "not a JSON object"},
        {R"({"type":"assistant","content":"x"})", "\"assistant\""},
        {R"({"content":"x"})", "\"user\" or \"control\""},
        {R"({"type":"user","content":"x","extra":1})", "\"extra\""},
        {R"({"type":"user","message":{"role":"user","content":"x"}})", "claude-stream-json"},
        {R"({"type":"control","subtype":"interrupt","extra":1})", "\"extra\""},
        {R"({"type":"control","subtype":"stop"})", "\"stop\""},
        {R"({"type":"user","content":7})", "\"content\""},
        {R"({"type":"user","content":[]})", "\"content\""},
        {R"({"type":"user","content":"  "})", "is blank"},
        {R"({"type":"user","content":[{"type":"text","text":"x","extra":1}]})", "\"extra\""},
        {R"({"type":"user","content":[{"type":"sound"}]})", "\"sound\""}};
    for (const auto& [line, words] : wrong) {
        upstream_->forget();
        const auto run = talk(user(R"("a good one")") + line + "\n" + user(R"("never said")"));

        EXPECT_EQ(run.exit_code, 64) << line;
        EXPECT_THAT(types_of(run.frames), ElementsAre("system/init", "message", "result")) << line;
        EXPECT_EQ(run.text("subtype"), "error") << line;
        EXPECT_THAT(run.text("error"), HasSubstr(words)) << line;
        EXPECT_EQ(run.text("last_assistant_text"), "A red square.") << line;
        EXPECT_THAT(requests(), SizeIs(1)) << line;
    }
}

TEST_F(HeadlessInput, APromptBesideFramesIsRefusedAndADashIsNot) {  // H3, CAL-HL-19, CAL-HL-22
    for (const std::vector<std::string>& prompt :
         {std::vector<std::string>{"-p", "hi"}, {"--prompt", "hi"}, {"hi there"}}) {
        auto arguments = prompt;
        arguments.insert(arguments.end(), {"--input-format", "stream-json"});
        const auto refused = run(arguments, user(R"("hi")"));

        EXPECT_EQ(refused.exit_code, 64) << prompt.front();
        EXPECT_EQ(refused.out, "");
        EXPECT_THAT(refused.err, HasSubstr("stream-json"));
    }
    EXPECT_THAT(requests(), IsEmpty());
    for (const std::vector<std::string>& dash :
         {std::vector<std::string>{"-p", "-"}, {"--print", "-"}, {"--prompt", "-"}, {"-p"}, {}}) {
        EXPECT_EQ(talk(user(R"("hi")"), dash).exit_code, 0);
    }
}

TEST_F(HeadlessInput, NobodyWhoSaysAnythingIsNoInput) {  // H5, CAL-HL-23
    const std::string interrupt = R"({"type":"control","subtype":"interrupt"})";
    for (const auto& input : {std::string(), std::string("\n \n"), interrupt + "\n"}) {
        const auto run = talk(input);

        EXPECT_EQ(run.exit_code, 66) << input;
        EXPECT_EQ(run.text("subtype"), "error");
        EXPECT_THAT(run.text("error"), HasSubstr("standard input"));
    }
    EXPECT_THAT(requests(), IsEmpty());
}

}  // namespace
}  // namespace fovea::testing
