// analyze_image as a model calls it: crops cut from the original, one call for one question, and
// what is written down of it.
#include "e2e/proxy_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

class Analyze : public Proxied {
protected:
    void SetUp() override {
        Proxied::SetUp();
        if (!IsSkipped()) bench_->picture("screen.png", {"places", "3840", "2160"});
    }

    static json::object input(json::array images, json::array crops = {}) {
        json::object made{{"images", std::move(images)}, {"question", "Which code?"}};
        if (!crops.empty()) made["crop"] = std::move(crops);
        return made;
    }
    static json::object rect(double x, double y, double width, double height) {
        return {{"x", x}, {"y", y}, {"width", width}, {"height", height}};
    }
    // A picture that was sent is what the original has at x, y.
    void expect_part(const std::string& sent, int x, int y) const {
        const auto file = (bench_->folder() / "sent.png").string();
        std::ofstream(file, std::ios::binary) << sent;
        const auto judged = run_program(
            {"/usr/bin/python3",
             "-B",
             test_paths::source_dir() + "/tests/support/pictures.py",
             "is_part",
             (bench_->folder() / "screen.png").string(),
             std::to_string(x),
             std::to_string(y),
             file}
        );
        EXPECT_EQ(judged.exit_code, 0) << judged.err;
    }
    static std::string text_of(const json::object& answer) {
        if (!answer.contains("text")) {
            ADD_FAILURE() << answer;
            return "";
        }
        return std::string(answer.at("text").as_string());
    }
    static std::string error_of(const json::object& answer) {
        if (!answer.contains("error")) {
            ADD_FAILURE() << answer;
            return "";
        }
        return std::string(answer.at("error").at("code").as_string());
    }
};

TEST_F(Analyze, EveryFormOfACropIsTheSamePixelsOfTheOriginalAndOneCall) {  // PVP-1.2.1c, PVP-1.6c
    const json::array forms = {
        {{"image_index", 0}, {"region", "top-right"}},
        {{"image_index", 0}, {"normalized", rect(0.5, 0, 0.5, 0.5)}},
        {{"image_index", 0}, {"pixels", rect(1920, 0, 1920, 1080)}}};
    std::vector<std::string> answers;
    for (const auto& form : forms)
        answers.push_back(text_of(analyze(input({"screen.png"}, {form}))));

    EXPECT_EQ(answers[0], answers[1]);
    EXPECT_EQ(answers[0], answers[2]);
    EXPECT_THAT(answers[0], StartsWith("<vision_proxy_analysis image=\"sha256:"));
    EXPECT_THAT(
        answers[0],
        HasSubstr("#crop:1920,0,1920,1080\" width=\"1920\" height=\"1080\" crop_origin=\"1920,0\"")
    );
    ASSERT_THAT(asked_eyes(), SizeIs(1));
    const auto sent = pictures_in(asked_eyes()[0]);
    ASSERT_THAT(sent, SizeIs(1));
    expect_part(sent[0], 1920, 0);
}

// Without a cache each is asked for, and the vision model gets the same file each time.
TEST_F(Analyze, EveryFormOfACropSendsTheSameBytes) {  // PVP-1.2.1c, PVP-1.6b
    ASSERT_EQ(fovea({"vision-proxy", "cache-size", "0"}).exit_code, 0);
    analyze(input({"screen.png"}, {{{"image_index", 0}, {"region", "bottom-half"}}}));
    analyze(input({"screen.png"}, {{{"image_index", 0}, {"normalized", rect(0, 0.5, 1, 0.5)}}}));

    const auto asked = asked_eyes();
    ASSERT_THAT(asked, SizeIs(2));
    EXPECT_TRUE(asked[0] == asked[1]);
    expect_part(pictures_in(asked[0]).at(0), 0, 1080);
}

TEST_F(Analyze, APixelCropOfAPictureNobodySawYetIsClamped) {  // PVP-X5, PVP-1.2.1p
    const auto answer = analyze(
        input({"screen.png"}, {{{"image_index", 0}, {"pixels", rect(3001, 1999, 9000, 9000)}}})
    );

    EXPECT_THAT(text_of(answer), HasSubstr("#crop:3001,1999,839,161\""));
    expect_part(pictures_in(asked_eyes().at(0)).at(0), 3001, 1999);
}

TEST_F(Analyze, ACropThatCannotBeMadeSendsNothing) {  // PVP-1.2.1c, PVP-1.2.x
    const auto outside =
        analyze(input({"screen.png"}, {{{"image_index", 0}, {"pixels", rect(5000, 0, 10, 10)}}}));
    const auto twice = analyze(input(
        {"screen.png"}, {{{"image_index", 0}, {"region", "top"}, {"pixels", rect(0, 0, 10, 10)}}}
    ));

    EXPECT_EQ(error_of(outside), "INVALID_INPUT");
    EXPECT_EQ(error_of(twice), "INVALID_INPUT");
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

TEST_F(Analyze, SeveralPicturesAreCutAndAskedAboutInOneCallWithoutHints) {  // PVP-X4, PVP-2.2
    bench_->picture("before.png", {"places", "800", "400"});
    const auto answer = analyze(input(
        {"before.png", "screen.png"}, {{{"image_index", 1}, {"pixels", rect(100, 50, 320, 240)}}}
    ));

    EXPECT_THAT(text_of(answer), StartsWith("<vision_proxy_joint_description images=\"2\""));
    EXPECT_THAT(text_of(answer), HasSubstr("\"width\":320,\"height\":240"));  // PVP-2.E7
    ASSERT_THAT(asked_eyes(), SizeIs(1));
    const auto sent = pictures_in(asked_eyes()[0]);
    ASSERT_THAT(sent, SizeIs(2));
    expect_part(sent[0], 0, 0);
    expect_part(sent[1], 100, 50);
    EXPECT_FALSE(has(asked_eyes()[0], "Hints")) << "PVP-2.5.4";
}

TEST_F(Analyze, FollowsTheDescriptionOfItsTurnByTheNameInTheFence) {  // PVP-1.6a, PVP-X6, PVP-1.9
    const auto sent = turn("main/reader", "What is this?", {"screen.png"});
    const auto id = std::string(sent.at("receipt").at(0).at("image_id").as_string());
    auto asked = input({"sha256:" + id}, {{{"image_index", 0}, {"region", "top-left"}}});
    asked["reason"] = "to read the code";
    const auto answer =
        json({"tool", "analyze_image", "--session", "s", "--input", json::serialize(asked)});

    EXPECT_THAT(text_of(answer), HasSubstr("sha256:" + id + "#crop:0,0,1920,1080\""));
    ASSERT_THAT(asked_eyes(), SizeIs(2));
    expect_part(pictures_in(asked_eyes()[1]).at(0), 0, 0);
    EXPECT_THAT(entries("description"), SizeIs(1));
    const auto told = entries("telemetry");
    ASSERT_THAT(told, SizeIs(1));
    const auto& body = told[0].at("body").as_object();  // PVP-T1, PVP-1.2.2
    EXPECT_EQ(body.at("type"), json::value("vision_proxy.tool_call"));
    EXPECT_EQ(body.at("images"), (json::array{id}));
    EXPECT_EQ(body.at("question"), json::value("Which code?"));
    EXPECT_EQ(body.at("reason"), json::value("to read the code"));
    EXPECT_EQ(body.at("crop_form"), json::value("region"));
    EXPECT_EQ(json::serialize(body.at("crop_resolved_pixels")), "[[0,0,1920,1080]]");
    EXPECT_EQ(body.at("model"), json::value("eyes/seer"));
    EXPECT_EQ(body.at("cache_hit"), json::value(false));
    EXPECT_EQ(body.at("input_tokens").to_number<int>(), 700);
    EXPECT_TRUE(body.contains("latency_ms"));
}

TEST_F(Analyze, NothingIsSentToWhomNobodyAgreedTo) {  // PVP-1.5, PVP-S2
    consent_ = "somebody-else";
    const auto answer = analyze(input({"screen.png"}, {{{"image_index", 0}, {"region", "top"}}}));

    EXPECT_EQ(error_of(answer), "CONSENT_REQUIRED");
    EXPECT_THAT(
        std::string(answer.at("error").at("message").as_string()), HasSubstr("Crops are sent, too")
    );
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

TEST_F(Analyze, SavedWordsReplaceTheOldOnes) {  // PVP-3.2, PVP-3.3, PVP-3.5, PVP-3.6
    turn("main/reader", "What is this?", {"screen.png"});
    const auto anew = fovea({"redescribe", "screen.png", "--session", "s"});
    const auto only = fovea({"describe", "screen.png", "--session", "s", "--question", "Where?"});
    const auto wrong =
        fovea({"describe", "screen.png", "--session", "s", "--save", "--question", "Where?"});
    const auto shown = fovea({"vision-proxy", "describe", "screen.png"});

    EXPECT_EQ(anew.exit_code, 0) << anew.err;
    EXPECT_EQ(only.exit_code, 0) << only.err;
    EXPECT_EQ(wrong.exit_code, 64) << wrong.err;
    EXPECT_THAT(shown.out, StartsWith("[Vision Proxy] A red square"));
    EXPECT_THAT(asked_eyes(), SizeIs(3));  // what is shown was kept
    EXPECT_THAT(entries("description"), SizeIs(2));
    const auto told = entries("telemetry");
    ASSERT_THAT(told, SizeIs(2));
    for (const auto& entry : told)
        EXPECT_EQ(entry.at("body").at("type"), json::value("vision_proxy.command"));
    turn("main/reader", "And now?");
    EXPECT_THAT(asked_eyes(), SizeIs(3));
}

}  // namespace
}  // namespace fovea::testing
