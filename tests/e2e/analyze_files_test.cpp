// fovea analyze and fovea video, their tools in a run of the agent, and documents in conversations.
#include "fovea/media/pdf/test_pdf.hpp"

#include "e2e/proxy_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

class AnalyzeFiles : public Proxied {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        main_ = std::make_unique<Aimock>(R"([
            {"match": {"toolCallId": "call_1"}, "response": {"content": "I understand."}},
            {"match": {"userMessage": "the square"}, "response": {"content": "", "toolCalls":
                [{"id": "call_1", "name": "vision_analyze",
                  "arguments": {"file_path": "red.png", "prompt": "Which code?"}}]}},
            {"match": {}, "response": {"content": "I understand."}}])");
        begin(kOnlyAnswer, "\n[permissions]\nallow = [\"vision_analyze\"]\n");
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
    }
    std::string write(const std::string& name, std::string_view bytes) const {
        std::ofstream(bench_->folder() / name, std::ios::binary) << bytes;
        return name;
    }
    std::string document(std::size_t pages) const {
        return write("report.pdf", as_text(media::numbered_pdf(pages)));
    }
    static std::string code_of(const json::object& answer) {
        return answer.contains("error") ? std::string(answer.at("error").at("code").as_string())
                                        : std::string();
    }
};

TEST_F(AnalyzeFiles, OneCallToTheVisionModelGivesOneEnvelope) {  // T2, ETH-1, ETH-9, ETH-12
    const auto answer = json({"analyze", "red.png", "--prompt", "Which code?"});
    const auto again = json({"analyze", "red.png", "--prompt", "Which code?"});

    EXPECT_EQ(answer.at("text"), json::value(kSays));
    EXPECT_EQ(answer.at("model"), "eyes/seer");
    EXPECT_EQ(answer.at("input_tokens"), 700);
    EXPECT_EQ(answer.at("output_tokens"), 9);
    EXPECT_TRUE(answer.contains("cost_usd"));
    EXPECT_EQ(again.at("cached"), true);
    EXPECT_THAT(asked_eyes(), SizeIs(1));
    EXPECT_THAT(pictures_in(asked_eyes()[0]), SizeIs(1));
}

TEST_F(AnalyzeFiles, TextIsForPeopleAndAPipeSeesNoBar) {  // T2, O3
    const auto done = fovea({"analyze", document(3), "--prompt", "Which code?"});

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out, std::string(kSays) + "\n");
    EXPECT_EQ(done.err.find("pages ["), std::string::npos) << done.err;
}

TEST_F(AnalyzeFiles, OfALongDocumentOnlyTheMeantPagesGoOut) {  // M9, T2, ETH-7
    const auto file = document(300);
    const auto pages = json({"analyze", file, "--prompt", "?", "--pages", "120-125"});
    const auto missing = json({"analyze", file, "--prompt", "?", "--pages", "301"});
    const auto after = json({"analyze", file, "--prompt", "?", "--pages", "300"});

    EXPECT_EQ(code_of(pages), "");
    EXPECT_EQ(code_of(missing), "INVALID_INPUT");
    EXPECT_THAT(
        std::string(missing.at("error").at("message").as_string()), HasSubstr("pages 1 to 300")
    );
    EXPECT_EQ(code_of(after), "");
    ASSERT_THAT(asked_eyes(), SizeIs(2));
    EXPECT_THAT(pictures_in(asked_eyes()[0]), SizeIs(6));
    EXPECT_TRUE(has(asked_eyes()[0], "Page 120 of the report"));
    EXPECT_FALSE(has(asked_eyes()[0], "Page 126 of the report"));
}

TEST_F(AnalyzeFiles, LockedAndBrokenFilesHaveTheirCodesAndTheNextCallWorks) {  // M9, ETH-17
    const auto helpers = media::test_helpers();
    const auto locked = media::locked_pdf(*helpers, media::numbered_pdf(1), "secret");
    write("locked.pdf", as_text(locked));
    write("broken.pdf", "%PDF-1.4\nand nothing of one");
    write("page.html", "<!DOCTYPE html><html></html>");
    const auto ask = [&](const std::string& file) {
        return code_of(json({"analyze", file, "--prompt", "?"}));
    };

    EXPECT_EQ(ask("locked.pdf"), "INVALID_INPUT");
    EXPECT_EQ(ask("broken.pdf"), "DECODE_FAILED");
    EXPECT_EQ(ask("page.html"), "UNSUPPORTED_FILE_TYPE");
    EXPECT_EQ(ask("none.pdf"), "FILE_NOT_FOUND");
    EXPECT_EQ(ask("http://127.0.0.1/a.pdf"), "URL_BLOCKED");
    EXPECT_EQ(code_of(json({"video", "red.png"})), "UNSUPPORTED_FILE_TYPE");
    EXPECT_THAT(asked_eyes(), IsEmpty());
    EXPECT_EQ(ask(document(1)), "");
}

TEST_F(AnalyzeFiles, WithoutAModelTheTextIsQuotedWithItsPage) {  // P5, ETH-7
    const auto answer =
        json({"analyze", document(3), "--prompt", "What does page 2 say?", "--model", "local/ocr"});

    EXPECT_THAT(
        std::string(answer.at("text").as_string()), HasSubstr("Page 2:\nPage 2 of the report")
    );
    EXPECT_EQ(answer.at("cost_usd").to_number<double>(), 0);
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

TEST_F(AnalyzeFiles, WithoutConsentNothingLeavesTheMachine) {  // V7
    consent_ = "nobody";

    EXPECT_EQ(code_of(json({"analyze", "red.png", "--prompt", "?"})), "CONSENT_REQUIRED");
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

TEST_F(AnalyzeFiles, AnAgentReadsItFencedAndPaysForIt) {  // T4, ETH-10, ETH-22
    const auto done = fovea(
        {"-p",
         "what is on the square?",
         "--model",
         "main/reader",
         "--max-turns",
         "4",
         "--output-format",
         "json"}
    );

    ASSERT_EQ(done.exit_code, 0) << done.err << done.out;
    EXPECT_THAT(asked_eyes(), SizeIs(1));
    EXPECT_TRUE(has(asked_main().back(), "<vision_proxy_analysis files="));
    EXPECT_TRUE(has(asked_main().back(), "SQUARE-7"));
    EXPECT_THAT(done.out, HasSubstr("eyes/seer"));
}

TEST_F(AnalyzeFiles, ADocumentInAConversationIsSeenPageByPage) {  // R1, X4
    document(2);
    const auto sees = fovea({"-p", "what is in @report.pdf?", "--model", "main/looker"});
    const auto blind = fovea({"-p", "what is in @report.pdf?", "--model", "main/reader"});

    ASSERT_EQ(sees.exit_code, 0) << sees.err;
    ASSERT_EQ(blind.exit_code, 0) << blind.err;
    ASSERT_THAT(asked_main(), SizeIs(2));
    EXPECT_THAT(pictures_in(asked_main()[0]), SizeIs(2));
    EXPECT_TRUE(has(asked_main()[0], "[Document: report.pdf, page 2 of 2]"));
    EXPECT_THAT(pictures_in(asked_main()[1]), IsEmpty());
    EXPECT_TRUE(has(asked_main()[1], "Page 2 of the report"));
}

}  // namespace
}  // namespace fovea::testing
