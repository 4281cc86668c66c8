// What goes wrong between a run and its server, and what a person is told of it.
#include <gmock/gmock.h>

#include <filesystem>

#include "e2e/headless_fixture.hpp"
#include "support/refusing_server.hpp"
#include "support/scripted_server.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kProxy = "[vision]\nmodel = \"local/ocr\"\n\n";
constexpr const char* kNoPlace = "Could not process image";
constexpr const char* kLlamaCpp =
    "image input is not supported - hint: if this is unexpected, you may need to provide the "
    "mmproj";

class HeadlessMishaps : public Headless {
protected:
    void SetUp() override {}

    void answer(const std::vector<Rule>& rules, std::string_view configuration = {}) {
        server_ = std::make_unique<ScriptedServer>(rules);
        bench_ = std::make_unique<Workbench>(server_->url(), configuration);
        write_file("note.txt", "hello\n");
    }
    RunOutput ask(std::vector<std::string> arguments, std::string_view input = {}) const {
        arguments.insert(arguments.end(), {"--model", "compatible/a-model-that-sees"});
        return stream(std::move(arguments), input);
    }
    std::vector<std::string> bodies() const {
        std::vector<std::string> bodies;
        for (const auto& request : server_->requests()) bodies.push_back(request.body);
        return bodies;
    }
    static std::uint64_t number(const boost::json::object& in, std::string_view field) {
        return in.at(field).to_number<std::uint64_t>();
    }
    static const boost::json::object& usage_of(const RunOutput& run) {
        return run.result().at("usage").as_object();
    }
    static std::vector<std::string> warnings_in(const RunOutput& run, std::string_view subtype) {
        std::vector<std::string> words;
        for (const auto& frame : of_type(run.frames, "system/warning")) {
            if (std::string_view(frame.at("kind").as_string()) != subtype) continue;
            words.emplace_back(frame.at("message").as_string());
        }
        return words;
    }

    std::unique_ptr<ScriptedServer> server_;
};

TEST_F(HeadlessMishaps, ACallWithBrokenArgumentsIsToldAndCounted) {  // C2, H7
    const auto deep = std::string(5000, '[') + std::string(5000, ']');
    for (const std::string& arguments : {std::string("{bad"), std::string("[1,2]"), deep}) {
        answer(
            {{.body = chat_call_stream("filesystem_read", arguments, {50'000, 10'000}), .times = 1},
             {.body = chat_stream("Sorry.")}}
        );

        const auto run = ask({"-p", "x"});

        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        EXPECT_EQ(run.text("result"), "Sorry.");
        EXPECT_EQ(number(usage_of(run), "input_tokens"), 50'100U);
        ASSERT_THAT(bodies(), SizeIs(2));
        EXPECT_THAT(bodies()[1], HasSubstr("the tool was not run: the arguments are"));
    }
}

TEST_F(HeadlessMishaps, EmptyArgumentsAreNone) {  // C2
    answer(
        {{.body = chat_call_stream("filesystem_list", ""), .times = 1},
         {.body = chat_stream("Done.")}}
    );

    const auto run = ask({"-p", "x"});

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    ASSERT_THAT(bodies(), SizeIs(2));
    EXPECT_THAT(bodies()[1], Not(HasSubstr("the tool was not run")));
}

TEST_F(HeadlessMishaps, AServerThatSaysItsModelIsBlindGetsWordsInTheSameTurn) {  // P4, V1
    const std::pair<int, const char*> refusals[] = {
        {500, kLlamaCpp},
        {400, "a-model-that-sees is not a multimodal model"},
        {404, "No endpoints found that support image input"}};
    for (const auto& [status, words] : refusals) {
        answer(
            {{.status = status, .body = chat_error(words), .has = "image_url"},
             {.body = chat_stream("An invoice.")}},
            kProxy
        );
        bench_->picture("shot.png", {"plain", "40", "30", "200,30,30"});

        const auto first = ask({"-p", "what is this?", "--image", "shot.png"});
        const auto again =
            ask({"-p", "and now?", "--resume", first.text("session_id"), "--image", "shot.png"});

        EXPECT_EQ(first.exit_code, 0) << words << first.out << first.err;
        EXPECT_EQ(again.exit_code, 0) << words << again.out << again.err;
        EXPECT_THAT(bodies(), SizeIs(3)) << words;
        const auto told = warnings_in(first, "limit_learnt");
        ASSERT_THAT(told, SizeIs(1)) << first.out;
        EXPECT_THAT(told[0], HasSubstr("[models.\"a-model-that-sees\"] vision = false"));
        EXPECT_EQ(first.result().at("receipt").as_array().at(0).at("state"), "described");
        EXPECT_THAT(warnings_in(again, "limit_learnt"), SizeIs(0));
    }
}

TEST_F(HeadlessMishaps, ARequestThatIsTooLargeWithAnyPictureHealsAndSaysSo) {  // P4
    for (const std::string& body :
         {std::string("<html><head><title>413 Request Entity Too Large</title></head></html>"),
          chat_error("Request Entity Too Large")}) {
        answer({{.status = 413, .body = body, .has = "image_url"}, {.body = chat_stream("Hm.")}});
        bench_->picture("shot.png", {"plain", "400", "300", "200,30,30"});

        const auto run = ask({"-p", "what is this?", "--image", "shot.png"});

        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        const auto told = warnings_in(run, "picture_refused");
        ASSERT_THAT(told, SizeIs(1)) << run.out;
        EXPECT_THAT(told[0], HasSubstr("shot.png"));
        EXPECT_EQ(run.result().at("receipt").as_array().at(0).at("state"), "quarantined");
    }
}

TEST_F(HeadlessMishaps, EveryAnswerAboutSinglePicturesIsCounted) {  // P4, H7
    const RefusingServer upstream({.refused = {200, 30, 30}, .names = ErrorsName::Nothing});
    bench_ = std::make_unique<Workbench>(upstream.url());
    std::vector<std::string> arguments = {"-p", "compare"};
    const char* const colours[] = {"0,0,0", "0,90,0", "200,30,30", "0,0,90", "90,90,90"};
    for (int i = 0; i < 5; ++i) {
        const auto name = "s" + std::to_string(i) + ".png";
        bench_->picture(name, {"plain", std::to_string(40 + i), "30", colours[i]});
        arguments.insert(arguments.end(), {"--image", name});
    }

    const auto run = ask(arguments);

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(asking_models(upstream.requests()), SizeIs(5));
    // The first request and one question were refused.
    const auto& model = run.result().at("model_usage").as_object().begin()->value().as_object();
    EXPECT_EQ(number(model, "calls"), 3U) << run.out;
    EXPECT_EQ(number(usage_of(run), "input_tokens"), 300U);
    EXPECT_EQ(number(run.result(), "num_turns"), 1U);
}

TEST_F(HeadlessMishaps, ARefusedPictureIsDescribedWhereSomebodyMayLook) {  // P4, V1
    answer(
        {{.status = 400, .body = chat_error(kNoPlace), .has = "image_url"},
         {.body = chat_stream("I see.")}},
        kProxy
    );
    bench_->picture("shot.png", {"plain", "400", "300", "200,30,30"});

    const auto run = ask({"-p", "what is this?", "--image", "shot.png"});
    const auto again = ask({"-p", "and now?", "--resume", run.text("session_id")});

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    ASSERT_THAT(bodies(), SizeIs(3));
    for (const auto& body : {bodies()[1], bodies()[2]}) {
        EXPECT_THAT(body, HasSubstr("the provider refused it before"));
        EXPECT_THAT(body, HasSubstr("vision_proxy_description")) << body;
    }
}

TEST_F(HeadlessMishaps, FramesBehindAFailedTurnAreAnswered) {  // H3
    answer(
        {{.status = 400, .body = chat_error("no"), .has = "wordone", .lacks = "wordtwo"},
         {.body = chat_stream("Yes.")}}
    );
    const std::string bad =
        R"({"type":"user","content":[{"type":"image","data":"bm90IGEgcGljdHVyZQ=="}]})"
        "\n";
    const std::string first = R"({"type":"user","content":"wordone"})"
                              "\n";
    const std::string second = R"({"type":"user","content":"wordtwo"})"
                               "\n";

    const auto run = ask({"--input-format", "stream-json"}, bad + first + second);
    const auto last = ask({"--input-format", "stream-json"}, second + bad);

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run.text("result"), "Yes.");
    EXPECT_THAT(warnings_in(run, "turn_failed"), SizeIs(2)) << run.out;
    EXPECT_EQ(last.exit_code, 2) << last.out;
    EXPECT_THAT(warnings_in(last, "turn_failed"), SizeIs(0)) << last.out;
}

TEST_F(HeadlessMishaps, FramesBehindAnInterruptAreAnswered) {  // H3
    answer({{.body = chat_stream("Yes.")}});
    const std::string frames = R"({"type":"user","content":"first"})"
                               "\n"
                               R"({"type":"control","subtype":"interrupt"})"
                               "\n"
                               R"({"type":"user","content":"second"})"
                               "\n";

    const auto run = ask({"--input-format", "stream-json"}, frames);

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run.text("result"), "Yes.");
}

TEST_F(HeadlessMishaps, AnEmptyStreamIsSentAgainAndAnEmptyAnswerIsTold) {  // P4, H2
    answer({{.body = "data: [DONE]\n\n", .times = 1}, {.body = chat_stream("Yes.")}});
    const auto cut = ask({"-p", "x"});
    answer({{.body = chat_stream("")}});
    const auto empty = ask({"-p", "x"});

    EXPECT_EQ(cut.exit_code, 0) << cut.out << cut.err;
    EXPECT_EQ(cut.text("result"), "Yes.");
    EXPECT_EQ(number(cut.result(), "retries"), 1U);
    EXPECT_EQ(empty.exit_code, 0) << empty.out << empty.err;
    EXPECT_THAT(warnings_in(empty, "empty_answer"), SizeIs(1));
    EXPECT_THAT(empty.err, HasSubstr("the model returned an empty answer"));
}

TEST_F(HeadlessMishaps, RetriesAreCountedWhereTheRunFails) {  // H7
    answer(
        {{.status = 503, .body = chat_error("busy"), .headers = {{"retry-after", "0"}}, .times = 2},
         {.status = 400, .body = chat_error("no")}}
    );
    const auto run = ask({"-p", "x"});

    EXPECT_EQ(run.exit_code, 1) << run.out;
    EXPECT_THAT(of_type(run.frames, "system/api_retry"), SizeIs(2));
    EXPECT_EQ(number(run.result(), "retries"), 2U);
}

TEST_F(HeadlessMishaps, AMissingPriceIsToldOnce) {  // K3
    answer(
        {{.body = chat_call_stream("filesystem_list", ""), .times = 1},
         {.body = chat_stream("Done.")}}
    );
    const auto run = ask({"-p", "x"});

    ASSERT_THAT(bodies(), SizeIs(2));
    EXPECT_THAT(warnings_in(run, "no_price"), SizeIs(1)) << run.out;
}

TEST_F(HeadlessMishaps, AModelThatNobodyKnowsIsToldToBeBlind) {  // K1, V1
    answer({{.body = chat_stream("Hm.")}}, kProxy);
    bench_->picture("shot.png", {"plain", "40", "30", "200,30,30"});
    const auto run =
        stream({"-p", "what is this?", "--image", "shot.png", "--model", "compatible/my-model"});
    bench_->messages(R"([{"role":"user","content":[{"type":"image","path":"shot.png"}]}])");
    const auto sent = bench_->fovea(
        {"send", "--stream", "--messages", "messages.json", "--model", "compatible/my-model"}
    );
    const auto rendered =
        bench_->fovea({"render", "--to", "compatible/my-model", "--messages", "messages.json"});

    const auto told = warnings_in(run, "vision_unknown");
    ASSERT_THAT(told, SizeIs(1)) << run.out << run.err;
    EXPECT_THAT(told[0], HasSubstr("[models.\"my-model\"] vision = true"));
    EXPECT_THAT(run.err, HasSubstr("vision = true"));
    EXPECT_THAT(sent.err, HasSubstr("vision = true"));
    EXPECT_THAT(rendered.err, HasSubstr("vision = true"));
}

TEST_F(HeadlessMishaps, WithoutUsageTheCostIsNotKnown) {  // K3
    answer(
        {{.body = chat_stream("Hm.", std::nullopt)}},
        "[models.my-model]\nvision = true\nprice_in = 3\nprice_out = 15\n"
    );
    const auto run = stream({"-p", "x", "--model", "compatible/my-model"});

    const auto& model = run.result().at("model_usage").as_object().begin()->value().as_object();
    EXPECT_FALSE(model.at("cost_known").as_bool()) << run.out;
    EXPECT_THAT(warnings_in(run, "no_price"), SizeIs(0));
}

TEST_F(HeadlessMishaps, AWaitThatNobodyWaitsForIsTold) {  // P4
    answer({{.status = 429, .body = chat_error("slow down"), .headers = {{"retry-after", "86400"}}}}
    );
    const auto run = ask({"-p", "x"});

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.text("error"), HasSubstr("it asks to wait 24 h"));
    EXPECT_THAT(bodies(), SizeIs(1));
}

TEST_F(HeadlessMishaps, TheWordsOfAReplyThatBrokeOffAreBounded) {  // H2
    answer(
        {{.body = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" +
                  std::string(200'000, 'x') + "\"}}]}\n\n"}}
    );
    const auto run = ask({"-p", "x"});

    EXPECT_EQ(run.exit_code, 1);
    EXPECT_LT(run.text("last_assistant_text").size(), 70'000U);
    EXPECT_GT(run.text("last_assistant_text").size(), 60'000U);
}

TEST_F(HeadlessMishaps, AStoredPictureThatCannotBeReadIsTold) {  // DIG-12
    answer({{.body = chat_stream("Hm.")}});
    bench_->picture("shot.png", {"plain", "400", "300", "200,30,30"});
    const auto run = ask({"-p", "what is this?", "--image", "shot.png"});
    const auto sha =
        std::string(run.result().at("receipt").as_array().at(0).at("sha256").as_string());
    int found = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(path("data"))) {
        if (!file.is_regular_file() ||
            file.path().string().find(sha.substr(4)) == std::string::npos) {
            continue;
        }
        ++found;
        std::filesystem::permissions(file.path(), std::filesystem::perms::owner_all);
        std::ofstream(file.path(), std::ios::binary | std::ios::trunc) << "junk";
    }
    std::filesystem::remove_all(path("cache"));

    const auto again = ask({"-p", "and now?", "--resume", run.text("session_id")});

    EXPECT_GT(found, 0);
    EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
    const auto told = warnings_in(again, "not_seen");
    ASSERT_THAT(told, SizeIs(1)) << again.out;
    EXPECT_THAT(told[0], HasSubstr("shot.png"));
}

}  // namespace
}  // namespace fovea::testing
