// One bad picture never poisons a session: the provider refuses it, and the conversation goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/refusing_server.hpp"
#include "support/request_checks.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr Colour kRed{200, 30, 30};

class Poison : public ::testing::TestWithParam<std::tuple<KnownModel, ErrorsName>> {
protected:
    void SetUp() override {
        upstream_ = std::make_unique<RefusingServer>(Refusing{
            .refused = kRed, .names = std::get<1>(GetParam())});
        bench_ = std::make_unique<Workbench>(upstream_->url());
        bench_->picture("green.png", {"plain", "300", "200", "30,200,30"});
        bench_->picture("red.png", {"plain", "320", "200", "200,30,30"});
        bench_->picture("blue.png", {"plain", "340", "200", "30,30,200"});
    }
    static KnownModel model() { return std::get<0>(GetParam()); }

    // Each turn is a process of its own: what is known of the picture was kept.
    Finished turn(const std::string& words, const std::vector<std::string>& pictures = {}) const {
        std::vector<std::string> arguments = {
            "send", "--model", model().name, "--session", "poison", "--message", words};
        for (const auto& picture : pictures)
            arguments.insert(arguments.end(), {"--image", picture});
        return bench_->fovea(std::move(arguments));
    }
    bool names_the_place() const {
        const std::string kind = model().kind;
        return std::get<1>(GetParam()) == ErrorsName::Place && kind != "gemini" && kind != "ollama";
    }
    bool holds_file(const std::string& name) const {
        const auto bytes = read_whole_file(bench_->folder() / name);
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(bench_->folder() / "data"))
            if (entry.is_regular_file() && read_whole_file(entry.path()) == bytes) return true;
        return false;
    }

    std::unique_ptr<RefusingServer> upstream_;
    std::unique_ptr<Workbench> bench_;
};

TEST_P(Poison, TheTurnSucceedsAndTheNextOnesNeedNoRetry) {  // P4, S5
    const auto first = turn("Look.", {"green.png", "red.png", "blue.png"});
    const auto asked_first = asking_models(upstream_->requests()).size();
    const auto second = turn("And now?");
    const auto asked_second = asking_models(upstream_->requests()).size();
    const auto third = turn("Again, with another.", {"green.png"});
    const auto requests = asking_models(upstream_->requests());

    EXPECT_EQ(first.exit_code, 0) << first.err;
    EXPECT_EQ(first.out, "I see 2 pictures.\n");
    if (names_the_place()) {
        EXPECT_EQ(asked_first, 2U);
    }
    EXPECT_EQ(second.exit_code, 0) << second.err;
    EXPECT_EQ(asked_second, asked_first + 1);
    EXPECT_EQ(third.exit_code, 0) << third.err;
    ASSERT_EQ(requests.size(), asked_second + 1);
    for (const auto& request : requests) {
        const auto checked =
            check_request(model().kind, request.body, {.model = model().id, .path = request.path});
        EXPECT_THAT(checked.problems, IsEmpty());
    }
}

TEST_P(Poison, ThePersonIsToldOnceAndTheModelHonestly) {  // P4
    const auto first = turn("Look.", {"green.png", "red.png"});
    const auto second = turn("And now?");

    EXPECT_THAT(first.err, HasSubstr("red.png"));
    EXPECT_THAT(second.err, Not(HasSubstr("red.png")));
    const auto requests = asking_models(upstream_->requests());
    ASSERT_THAT(requests, Not(IsEmpty()));
    const auto checked = check_request(model().kind, requests.back().body);
    EXPECT_THAT(::testing::PrintToString(checked.texts), HasSubstr("[Image not sent: red.png"));
}

TEST_P(Poison, TheFileStaysAndOthersStillGetIt) {  // P4, X4
    ASSERT_EQ(turn("Look.", {"green.png", "red.png"}).exit_code, 0);

    EXPECT_TRUE(holds_file("red.png"));
    EXPECT_EQ(bench_->fovea({"sessions", "fsck"}).exit_code, 0);
    const auto& other =
        std::string(model().kind) == "anthropic" ? kKnownModels[1] : kKnownModels[0];
    const auto rendered = bench_->fovea({"render", "--to", other.name, "--session", "poison"});
    EXPECT_EQ(rendered.exit_code, 0) << rendered.err;
    EXPECT_THAT(check_request(other.kind, rendered.out).images, SizeIs(2));
}

TEST_P(Poison, APictureOfAToolIsFoundToo) {  // P4, C3
    bench_->messages(R"([
        {"role": "user", "content": [{"type": "image", "path": "green.png"}]},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "toolu_1", "name": "shot", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": [
            {"type": "text", "text": "done"},
            {"type": "image", "path": "red.png"},
            {"type": "image", "path": "blue.png"}]}]}])");

    const auto finished =
        bench_->fovea({"send", "--model", model().name, "--messages", "messages.json"});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "I see 2 pictures.\n");
    if (names_the_place()) {
        EXPECT_THAT(asking_models(upstream_->requests()), SizeIs(2));
    }
}

TEST_P(Poison, ATurnOfNothingButABadPictureIsAnsweredAsWell) {  // P4
    const auto finished = turn("Look.", {"red.png"});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "I see 0 pictures.\n");
    EXPECT_THAT(asking_models(upstream_->requests()), SizeIs(2));
}

TEST_P(Poison, AnAddressThatCannotBeFetchedIsLeftOut) {  // P4
    if (!model().takes_urls) GTEST_SKIP() << "takes no addresses";
    bench_->messages(R"([{"role": "user", "content": [
        {"type": "image", "path": "green.png"},
        {"type": "image", "url": "https://gone.example/a.png", "alt": "a cat"},
        {"type": "text", "text": "?"}]}])");

    const auto finished =
        bench_->fovea({"send", "--model", model().name, "--messages", "messages.json"});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "I see 1 pictures.\n");
    const auto requests = asking_models(upstream_->requests());
    const auto checked = check_request(model().kind, requests.back().body);
    EXPECT_THAT(checked.urls, IsEmpty());
    EXPECT_THAT(::testing::PrintToString(checked.texts), HasSubstr("[Image not sent: a cat"));
}

TEST(PoisonElsewhere, AnotherServerOfTheSameKindStillGetsThePicture) {  // P4
    const RefusingServer one({.refused = kRed});
    const RefusingServer two({});
    const Workbench bench(
        one.url(),
        "[providers.other]\nkind = \"openai_compatible\"\nbase_url = \"" + two.url() +
            "\"\napi_key_env = \"FOVEA_TEST_KEY\"\n"
    );
    bench.picture("red.png", {"plain", "320", "200", "200,30,30"});
    const std::string model = "/a-model-that-sees";
    const auto said = [&](const std::string& provider, std::vector<std::string> more) {
        more.insert(
            more.begin(),
            {"send", "--model", provider + model, "--session", "s", "--message", "Look."}
        );
        return bench.fovea(more);
    };

    const auto refused = said("compatible", {"--image", "red.png"});
    const auto taken = said("other", {});
    const auto kept_out = said("compatible", {"--image", "red.png"});
    const auto rendered = bench.fovea({"render", "--to", "other" + model, "--session", "s"});

    EXPECT_EQ(refused.out, "I see 0 pictures.\n") << refused.err;
    EXPECT_EQ(taken.out, "I see 1 pictures.\n") << taken.err;
    EXPECT_EQ(kept_out.out, "I see 0 pictures.\n") << kept_out.err;
    EXPECT_THAT(asking_models(one.requests()), SizeIs(3));
    EXPECT_THAT(check_request("openai_compatible", rendered.out).images, SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(
    Dialects,
    Poison,
    ::testing::Combine(
        ::testing::ValuesIn(kKnownModels), ::testing::Values(ErrorsName::Place, ErrorsName::Nothing)
    ),
    [](const auto& parameter) {
        return std::string(std::get<0>(parameter.param).kind) +
               (std::get<1>(parameter.param) == ErrorsName::Place ? "_named" : "_nameless");
    }
);

}  // namespace
}  // namespace fovea::testing
