// Files that come into a run of the agent: named in the prompt, and read by the model itself.
#include "e2e/proxy_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class AgentFiles : public Proxied {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        main_ = std::make_unique<Aimock>(R"([
            {"match": {"userMessage": "the answer"}, "response": {"content": "", "toolCalls":
                [{"id": "call_1", "name": "filesystem_read",
                  "arguments": {"path": "answer.json"}}]}},
            {"match": {}, "response": {"content": "I understand."}}])");
        begin(kOnlyAnswer);
        bench_->picture("red shot.png", {"plain", "300", "200", "200,30,30"});
    }
    Finished ask(const std::string& model, const std::string& prompt) const {
        return fovea({"-p", prompt, "--model", model});
    }
    std::string picture() const {
        std::ifstream in(bench_->folder() / "red shot.png", std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& name, std::string_view bytes) const {
        std::ofstream(bench_->folder() / name, std::ios::binary) << bytes;
    }
    // A request without the pictures in it.
    static std::string words_of(std::string body) {
        constexpr std::string_view kBefore = ";base64,";
        for (auto at = body.find(kBefore); at != body.npos; at = body.find(kBefore, at + 1)) {
            body.erase(at + kBefore.size(), body.find('"', at) - at - kBefore.size());
        }
        return body;
    }
};

TEST_F(AgentFiles, APictureThatThePromptNamesReachesTheModel) {  // CAL-IMG-10, A4
    for (const auto* prompt :
         {"what is on @\"red shot.png\"?", "what is on @red\\ shot.png, please"}) {
        const auto done = ask("main/looker", prompt);

        ASSERT_EQ(done.exit_code, 0) << done.err;
        const auto sent = asked_main().back();
        EXPECT_THAT(pictures_in(sent), SizeIs(1)) << prompt;
        EXPECT_TRUE(has(sent, "what is on @")) << "the words stay as they were";
    }
}

TEST_F(AgentFiles, AModelThatCannotSeeGetsItAsWords) {  // CAL-IMG-10, V1
    const auto done = ask("main/reader", "what is on @\"red shot.png\"?");

    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(pictures_in(asked_main().back()), IsEmpty());
    EXPECT_TRUE(has(asked_main().back(), "SQUARE-7"));
    EXPECT_THAT(asked_eyes(), SizeIs(1));
}

TEST_F(AgentFiles, TextComesFencedAndAWordThatIsNoFileStaysOne) {  // A4
    write("notes.txt", "remember the milk\n");
    const auto done = ask("main/reader", "tell @john about @notes.txt, and @@home");

    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto sent = asked_main().back();
    EXPECT_THAT(sent, HasSubstr(R"(notes.txt:\n```\nremember the milk\n```)"));
    EXPECT_THAT(sent, HasSubstr("tell @john about @notes.txt, and @home"));
}

TEST_F(AgentFiles, AFileThatIsNotThereEndsTheRunBeforeAnybodyIsAsked) {  // A4, V11
    const auto missing = ask("main/looker", "what is on @shots/none.png?");
    const auto outside = ask("main/looker", "what is on @/etc/none.png?");

    EXPECT_EQ(missing.exit_code, 66);
    EXPECT_THAT(
        missing.err, HasSubstr("FILE_NOT_FOUND: file not found in the workspace: shots/none.png")
    );
    EXPECT_EQ(outside.exit_code, 66);
    EXPECT_THAT(asked_main(), IsEmpty());
}

TEST_F(AgentFiles, PicturesOfAPromptAreCountedWhicheverWayTheyCome) {  // CAL-IMG-32
    variables_ = {"FOVEA_IMAGES_MAX_PER_MESSAGE=1"};
    const auto one = ask("main/looker", "what is on @\"red shot.png\"?");
    const auto two =
        fovea({"-p", "and @\"red shot.png\"?", "--image", "red shot.png", "--model", "main/looker"}
        );

    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_EQ(two.exit_code, 2);
    EXPECT_THAT(two.err, HasSubstr("LIMIT_EXCEEDED: the prompt has 2 images"));
}

TEST_F(AgentFiles, Base64InAToolsResultReachesTheModelAsAPictureOnly) {  // T1, DIG-14, DIG-16
    const auto bytes = picture() + std::string(3000, '\x5a');  // long, and still that picture
    std::string base64(base64_size(bytes.size()), '\0');
    ASSERT_TRUE(encode_base64(as_bytes(bytes), base64).ok());
    write("answer.json", "{\"shot\":\"" + base64 + "\",\"key\":\"" + base64.substr(40) + "\"}\n");

    const auto done = ask("main/looker", "read the answer");

    EXPECT_EQ(done.out, "I understand.\n") << done.err;
    ASSERT_THAT(asked_main(), SizeIs(2));
    const auto sent = asked_main().back();
    EXPECT_THAT(pictures_in(sent), SizeIs(1));
    EXPECT_LE(longest_base64(words_of(sent)), 1000u);
    EXPECT_THAT(words_of(sent), HasSubstr("[image sha256:"));
    EXPECT_THAT(words_of(sent), HasSubstr("bytes, not shown]"));
}

}  // namespace
}  // namespace fovea::testing
