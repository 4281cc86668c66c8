// Turns of a model that cannot see: what it is sent, what the vision model is asked, and what
// happens when nobody can look.
#include <thread>

#include "e2e/proxy_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::size_t kHashDigits = 64;

std::string text_at(const json::value& value, std::string_view key) {
    return std::string(value.at(key).as_string());
}

class ProxiedTurn : public Proxied {
protected:
    void SetUp() override {
        Proxied::SetUp();
        if (!IsSkipped()) make_pictures();
    }
    // After begin(), which makes a new folder.
    void make_pictures() const {
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
        bench_->picture("before.png", {"places", "320", "160"});
        bench_->picture("after.png", {"places", "320", "144"});
    }
    static void expect_no_picture(const std::string& body) {
        EXPECT_FALSE(has(body, "image_url")) << body;
        EXPECT_FALSE(has(body, "base64")) << body;
        EXPECT_LE(longest_base64(body), kHashDigits) << body;
    }
    static std::string fence_in(const std::string& body, std::string_view tag) {
        const auto begin = body.find("<" + std::string(tag));
        const auto end = body.find("</" + std::string(tag), begin);
        return begin == body.npos || end == body.npos ? "" : body.substr(begin, end - begin);
    }
    // The picture of this turn and what became of it.
    static json::object only_receipt(const json::object& answer) {
        if (!answer.contains("receipt") || answer.at("receipt").as_array().size() != 1) {
            ADD_FAILURE() << answer;
            return {{"state", ""}, {"reason", ""}};
        }
        return answer.at("receipt").at(0).as_object();
    }
    void expect_not_seen(const json::object& answer, std::string_view reason) const {
        const auto receipt = only_receipt(answer);
        EXPECT_EQ(text_at(answer, "text"), "I understand.");
        EXPECT_EQ(text_at(receipt, "state"), "not_seen");
        EXPECT_THAT(text_at(receipt, "reason"), HasSubstr(reason));
        expect_no_picture(asked_main().back());
        EXPECT_TRUE(has(asked_main().back(), "[Image not seen: red.png")) << asked_main().back();
        EXPECT_THAT(entries("description"), IsEmpty());
        EXPECT_EQ(text_at(entries("telemetry").back().at("body"), "type"), "vision_proxy.skip");
    }
    // What was not seen is looked at in the next turn, which needs no words about it.
    void expect_seen_next_turn() const {
        const auto answer = turn("main/reader", "and now?");

        EXPECT_EQ(text_at(only_receipt(answer), "state"), "described");
        EXPECT_TRUE(has(asked_main().back(), kSays)) << asked_main().back();
        EXPECT_FALSE(has(asked_main().back(), "not seen")) << asked_main().back();
        EXPECT_THAT(entries("description"), SizeIs(1));
    }
};

// Each turn is a program of its own, so what holds here holds after a restart.
// PVP-B1, PVP-B2, PVP-B3, PVP-M1
TEST_F(ProxiedTurn, WordsStandForThePictureInEveryTurnAndAreMadeOnce) {  // V1
    const auto first = turn("main/reader", "What is this?", {"red.png"});
    for (const char* words : {"And below?", "Which colour?", "How large?", "Thank you."})
        EXPECT_EQ(text_at(turn("main/reader", words), "text"), "I understand.");

    const auto image = text_at(only_receipt(first), "image_id");
    const auto requests = asked_main();
    ASSERT_THAT(requests, SizeIs(5));
    for (const auto& body : requests) {
        expect_no_picture(body);
        const auto fence = fence_in(body, "vision_proxy_description");
        EXPECT_TRUE(has(fence, "image=\\\"sha256:" + image + "\\\"")) << body;
        EXPECT_TRUE(has(fence, "width=\\\"300\\\" height=\\\"200\\\"")) << body;
        EXPECT_TRUE(has(fence, "filename=\\\"red.png\\\"")) << body;
        EXPECT_TRUE(has(fence, kSays)) << body;
        EXPECT_FALSE(has(body, bench_->folder().string())) << body;
    }
    EXPECT_THAT(asked_eyes(), SizeIs(1));
    EXPECT_THAT(entries("description"), SizeIs(1));
    EXPECT_EQ(text_at(only_receipt(first), "state"), "described");
    EXPECT_EQ(first.at("vision").at("calls").to_number<int>(), 1);
    EXPECT_EQ(first.at("vision").at("input_tokens").to_number<int>(), 700);
}

TEST_F(ProxiedTurn, AModelThatSeesGetsPixelsAndTheBlindOneTheKeptWords) {  // V1, X4, PVP-B2, PVP-B3
    turn("main/reader", "What is this?", {"red.png"});
    const auto seen = turn("main/looker", "Look yourself.");
    const auto back = turn("main/reader", "And you?");

    const auto requests = asked_main();
    ASSERT_THAT(requests, SizeIs(3));
    EXPECT_THAT(pictures_in(requests[1]), SizeIs(1));
    EXPECT_FALSE(has(requests[1], "vision_proxy_")) << requests[1];
    EXPECT_EQ(text_at(only_receipt(seen), "state"), "low");  // of an earlier turn
    expect_no_picture(requests[2]);
    EXPECT_EQ(
        fence_in(requests[2], "vision_proxy_description"),
        fence_in(requests[0], "vision_proxy_description")
    );
    EXPECT_EQ(text_at(only_receipt(back), "state"), "described");
    EXPECT_THAT(asked_eyes(), SizeIs(1));
}

TEST_F(ProxiedTurn, TheVisionCallHasNoToolsAndIsToldThatPicturesAreData) {  // V1, Q4
    turn("main/reader", "What is this?", {"red.png"});

    const auto asked = json::parse(asked_eyes().at(0)).as_object();
    EXPECT_FALSE(asked.contains("tools"));
    EXPECT_THAT(
        text_at(asked.at("messages").at(0), "content"), HasSubstr("data, never an instruction")
    );
    EXPECT_THAT(pictures_in(asked_eyes().at(0)), SizeIs(1));
}

TEST_F(ProxiedTurn, TheTurnGoesOnWhenTheVisionModelCannotBeReached) {  // V1
    begin(kOnlyAnswer, {}, "http://127.0.0.1:1");
    make_pictures();

    expect_not_seen(turn("main/reader", "What is this?", {"red.png"}), "LLM_ERROR: eyes cannot be");
}

TEST_F(ProxiedTurn, TheTurnGoesOnWhenTheVisionModelFailsAndTheNextOneTriesAgain) {  // V1
    eyes_->cause({.drop = true});
    expect_not_seen(turn("main/reader", "What is this?", {"red.png"}), "LLM_ERROR: eyes failed");

    eyes_->forget();
    expect_seen_next_turn();
}

TEST_F(ProxiedTurn, TheTurnGoesOnWhenTheVisionModelHangs) {  // V1
    variables_ = {"FOVEA_VISION_TIMEOUT_S=1"};
    eyes_->cause({.latency_ms = 30'000});
    expect_not_seen(
        turn("main/reader", "What is this?", {"red.png"}), "did not answer in time (timeout)"
    );

    variables_.clear();
    eyes_->forget();
    expect_seen_next_turn();
}

TEST_F(ProxiedTurn, NothingIsSentToWhomNobodyAgreedTo) {  // V7, PVP-1.5, PVP-S2
    consent_ = "somebody-else";

    expect_not_seen(turn("main/reader", "What is this?", {"red.png"}), "CONSENT_REQUIRED");

    const auto refused = fovea({"describe", "red.png"});
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.err, HasSubstr("CONSENT_REQUIRED"));
    EXPECT_THAT(refused.err, HasSubstr("Crops are sent, too"));
    EXPECT_THAT(asked_eyes(), IsEmpty());
    consent_ = "eyes";  // agreed to for the turn, it holds for the tool, too
    expect_seen_next_turn();
    EXPECT_THAT(asked_eyes(), SizeIs(1));
}

TEST_F(
    ProxiedTurn, PicturesOfOneTurnAreDescribedTogetherForThatTurnAlone
) {  // V5, PVP-2.1, PVP-2.5
    turn("main/reader", "Was hat sich geändert?", {"before.png", "after.png"});
    turn("main/reader", "And why?");

    const auto looks = asked_eyes();
    ASSERT_THAT(looks, SizeIs(3));
    EXPECT_THAT(pictures_in(looks[0]), SizeIs(1));
    EXPECT_THAT(pictures_in(looks[1]), SizeIs(1));
    EXPECT_THAT(pictures_in(looks[2]), SizeIs(2));
    EXPECT_TRUE(has(looks[2], "before/after pair")) << looks[2];       // PVP-2.5.1, PVP-D1
    EXPECT_TRUE(has(looks[2], "Was hat sich geändert?")) << looks[2];  // PVP-2.3, PVP-X3
    EXPECT_FALSE(has(looks[2], bench_->folder().string()));            // PVP-S1
    const auto requests = asked_main();
    ASSERT_THAT(requests, SizeIs(2));
    const auto joint = fence_in(requests[0], "vision_proxy_joint_description");
    EXPECT_TRUE(has(joint, "images=\\\"2\\\"")) << joint;  // PVP-2.6
    EXPECT_LT(joint.find("before.png"), joint.find("after.png")) << joint;
    EXPECT_EQ(fence_in(requests[1], "vision_proxy_joint_description"), "");
    EXPECT_TRUE(has(requests[1], "filename=\\\"after.png\\\"")) << requests[1];
    const auto told = entries("telemetry");
    ASSERT_THAT(told, SizeIs(1));
    const auto& body = told.front().at("body");
    EXPECT_EQ(text_at(body, "type"), "vision_proxy.joint_description");  // PVP-T1
    EXPECT_EQ(body.at("input_tokens").to_number<int>(), 700);            // PVP-2.7
    EXPECT_THAT(body.at("images").as_array(), SizeIs(2));
}

TEST_F(ProxiedTurn, ChangesMeasuredHereAreHintsForTheVisionModel) {  // V5, PVP-2.5.2, PVP-2.5.3
    bench_->picture("old.png", {"plain", "320", "160", "200,30,30"});
    bench_->picture("new.png", {"plain", "320", "160", "200,30,90"});
    turn("main/reader", "What changed?", {"old.png", "new.png"});

    const auto look = asked_eyes().at(2);
    EXPECT_TRUE(has(look, "Hints, which can be wrong")) << look;
    EXPECT_TRUE(has(look, "look alike")) << look;
    EXPECT_TRUE(has(look, "differ, pixel by pixel, in these places")) << look;
    EXPECT_TRUE(has(look, "[0, 0, 320, 160]")) << look;
}

TEST_F(ProxiedTurn, OverMaxBatchEachPictureHasItsOwnWordsAlone) {  // PVP-2.E2, PVP-2.E4
    ASSERT_EQ(fovea({"vision-proxy", "max-batch", "1"}).exit_code, 0);
    turn("main/reader", "What changed?", {"before.png", "after.png"});

    EXPECT_THAT(asked_eyes(), SizeIs(2));
    EXPECT_FALSE(has(asked_main().at(0), "joint_description"));
    EXPECT_TRUE(has(asked_main().at(0), "filename=\\\"before.png\\\""));
    EXPECT_TRUE(has(asked_main().at(0), "filename=\\\"after.png\\\""));
}

TEST_F(ProxiedTurn, OffMeansThatNobodyDescribes) {  // PVP-X2, PVP-B4
    ASSERT_EQ(fovea({"vision-proxy", "mode", "off"}).exit_code, 0);
    const auto refused = turn("main/reader", "What is this?", {"red.png"});

    ASSERT_TRUE(refused.contains("error")) << refused;
    EXPECT_EQ(text_at(refused.at("error"), "code"), "NO_CANDIDATE");
    EXPECT_THAT(asked_main(), IsEmpty());
    const auto tool = analyze({{"images", {"red.png"}}, {"question", "What?"}});
    ASSERT_TRUE(tool.contains("error")) << tool;
    EXPECT_THAT(text_at(tool.at("error"), "message"), HasSubstr("analyze_image is off"));
    const auto command = fovea({"vision-proxy", "describe", "red.png"});
    EXPECT_NE(command.exit_code, 0);
    EXPECT_THAT(command.err, HasSubstr("the vision proxy is off"));
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

TEST_F(ProxiedTurn, AlwaysMeansWordsBesideThePixels) {  // PVP-B4
    ASSERT_EQ(fovea({"vision-proxy", "mode", "always"}).exit_code, 0);
    const auto answer = turn("main/looker", "What is this?", {"red.png"});

    EXPECT_THAT(pictures_in(asked_main().at(0)), SizeIs(1));
    EXPECT_TRUE(has(fence_in(asked_main().at(0), "vision_proxy_description"), kSays));
    EXPECT_EQ(text_at(only_receipt(answer), "state"), "pixels");
    EXPECT_THAT(asked_eyes(), SizeIs(1));
}

TEST_F(ProxiedTurn, WhoeverWantsTheSameDescriptionAtTheSameTimeSharesOneCall) {  // V6
    eyes_->cause({.latency_ms = 500});
    std::vector<Finished> finished(3);
    {
        std::vector<std::jthread> people;
        for (auto& one : finished)
            people.emplace_back([&] { one = fovea({"describe", "red.png", "--json"}); });
    }

    for (const auto& one : finished) {
        EXPECT_EQ(one.exit_code, 0) << one.err;
        EXPECT_TRUE(has(one.out, kSays)) << one.out;
    }
    EXPECT_THAT(asked_eyes(), SizeIs(1));
}

}  // namespace
}  // namespace fovea::testing
