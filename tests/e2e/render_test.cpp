// fovea render: the exact request, for every dialect, with nothing sent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "support/node_tests.hpp"
#include "support/recorded_requests.hpp"
#include "support/refusing_server.hpp"
#include "support/request_checks.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A picture that became words, a small one, one by address, a PDF, one of a tool, one of this turn.
constexpr std::string_view kConversation = R"([
  {"role": "user", "content": [
    {"type": "image", "path": "blue.png", "alt": "a blue door"}, {"type": "text", "text": "What is it?"}]},
  {"role": "assistant", "content": "A door."},
  {"role": "user", "content": "Which colour?"},
  {"role": "assistant", "content": [{"type": "text", "text": "Blue."}]},
  {"role": "user", "content": [
    {"type": "image", "url": "https://example.org/cat.png", "alt": "a cat"},
    {"type": "document", "path": "paper.pdf"},
    {"type": "text", "text": "Read this."}]},
  {"role": "assistant", "content": [
    {"type": "text", "text": "I look at the screen."},
    {"type": "tool_use", "id": "toolu_1", "name": "screenshot", "input": {"window": 3}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": [
      {"type": "text", "text": "done"},
      {"type": "image", "path": "green.jpg", "alt": "the screen"}]}]},
  {"role": "assistant", "content": "It is green."},
  {"role": "user", "content": [
    {"type": "image", "path": "red.png"}, {"type": "text", "text": "And this?"}]}])";

void make_conversation(const Workbench& bench) {
    bench.picture("blue.png", {"plain", "900", "600", "30,30,200"});
    bench.picture("green.jpg", {"plain", "1200", "800", "30,200,30"});
    bench.picture("red.png", {"plain", "3000", "2000", "200,30,30"});
    bench.picture("paper.pdf", {"pdf", "3"});
    bench.messages(kConversation);
}

// What is behind an address that the model does not open is not known before somebody fetches it.
std::vector<std::string> render_command(const KnownModel& model) {
    std::vector<std::string> words = {"render", "--to", model.name, "--messages", "messages.json"};
    if (!model.takes_urls) words.emplace_back("--unreachable");
    return words;
}

std::string render(const Workbench& bench, const KnownModel& model) {
    auto finished = bench.fovea(render_command(model));
    EXPECT_EQ(finished.exit_code, 0) << model.name << ": " << finished.err;
    return std::move(finished.out);
}

constexpr std::string_view kByTurns = "[images]\naging_policy = \"turns\"\n";

std::int64_t longest_side(const boost::json::value& image) {
    return std::max(image.at("width").as_int64(), image.at("height").as_int64());
}

class Render : public ::testing::TestWithParam<KnownModel> {
protected:
    CheckedRequest check(std::string_view body) const {
        return check_request(GetParam().kind, body, {.model = GetParam().id});
    }
};

TEST_P(Render, OneConversationIsSoundInEveryDialect) {  // P6, C3, X1, DIG-3, DIG-8, DIG-9, DIG-10
    const Workbench bench("http://127.0.0.1:1", kByTurns);
    make_conversation(bench);

    const auto checked = check(render(bench, GetParam()));

    EXPECT_THAT(checked.problems, IsEmpty());
    const auto texts = ::testing::PrintToString(checked.texts);
    EXPECT_THAT(texts, HasSubstr("[Previous image: a blue door, sha256:"));
    // A document that the model does not take goes as its pages.
    EXPECT_EQ(checked.images.size(), GetParam().takes_pdf ? 2U : 3U);
    EXPECT_EQ(checked.documents.size(), GetParam().takes_pdf ? 1U : 0U);
    EXPECT_EQ(checked.urls.size(), GetParam().takes_urls ? 1U : 0U);
    if (!GetParam().takes_pdf) {
        EXPECT_THAT(texts, HasSubstr("[Document: paper.pdf"));
    }
    if (!GetParam().takes_urls) {
        EXPECT_THAT(texts, HasSubstr("a cat"));
    }
    for (const auto& image : checked.images)
        EXPECT_THAT(image.at("metadata").as_array(), IsEmpty());
}

TEST_P(Render, TwiceTheSameBytesAlsoWithoutWhatWasKept) {  // P6, CAL-IMG-19
    const Workbench bench;
    make_conversation(bench);

    const auto first = render(bench, GetParam());
    const auto second = render(bench, GetParam());
    bench.forget_data();
    const auto afresh = render(bench, GetParam());

    EXPECT_GT(first.size(), 1000U);
    EXPECT_TRUE(first == second);
    EXPECT_TRUE(first == afresh);
}

TEST_P(Render, AsksNobody) {  // P6
    const RefusingServer upstream({});
    const Workbench bench(upstream.url());
    make_conversation(bench);

    const auto body = render(bench, GetParam());

    EXPECT_GT(body.size(), 1000U);
    EXPECT_THAT(upstream.requests(), IsEmpty());
}

TEST_P(Render, NeedsNoNetworkAtAll) {  // P6
    std::vector<std::string> alone = {"unshare", "-n"};
    if (::geteuid() != 0) alone = {"unshare", "-r", "-n"};
    auto tried = alone;
    tried.emplace_back("true");
    if (run_program(tried).exit_code != 0) GTEST_SKIP() << "no network namespaces here";
    const Workbench bench;
    make_conversation(bench);

    const auto finished = bench.fovea(render_command(GetParam()), alone);

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(finished.out == render(bench, GetParam()));
}

TEST_P(Render, AGifThatMovesGoesAsItsFirstFrameWhereItMust) {  // M1, P1
    const Workbench bench;
    bench.picture("moving.gif", {"moving", "64", "48"});
    bench.messages(R"([{"role": "user", "content": [{"type": "image", "path": "moving.gif"}]}])");

    const auto checked = check(render(bench, GetParam()));

    EXPECT_THAT(checked.problems, IsEmpty());
    EXPECT_EQ(checked.images.size(), 1U);
}

TEST_P(Render, WhateverASessionGatheredIsSound) {  // P1, P6, C3
    for (const std::string seed : {"1", "2", "3", "4"}) {
        const Workbench bench("http://127.0.0.1:1", "[images]\nmax_per_message = 60\n");
        const auto made = run_program(
            {"/usr/bin/python3",
             "-B",
             test_paths::source_dir() + "/tests/support/conversations.py",
             seed,
             bench.folder().string()}
        );
        ASSERT_EQ(made.exit_code, 0) << made.err;

        const auto checked = check(render(bench, GetParam()));

        EXPECT_THAT(checked.problems, IsEmpty()) << "seed " << seed;
        for (const auto& image : checked.images) {
            EXPECT_THAT(image.at("metadata").as_array(), IsEmpty()) << "seed " << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Dialects,
    Render,
    ::testing::ValuesIn(kKnownModels),
    [](const auto& parameter) { return std::string(parameter.param.kind); }
);

TEST(RenderTypes, TheOfficialSdksWouldSendTheSame) {  // P1, P6
    if (!node_tests_installed()) GTEST_SKIP() << "the npm packages of tests/node are missing";
    const Workbench bench;
    make_conversation(bench);

    std::vector<KindAndBody> bodies;
    for (const auto& model : kKnownModels) bodies.push_back({model.kind, render(bench, model)});

    EXPECT_THAT(sdk_type_problems(bodies), Each(IsEmpty()));
}

// One message with so many pictures of 3000x2000, no two the same.
void show_many(const Workbench& bench, int count) {
    std::string blocks;
    for (int i = 0; i < count; ++i) {
        const auto name = std::to_string(i) + ".png";
        bench.picture(name, {"plain", "3000", "2000", std::to_string(10 * i + 8) + ",90,160"});
        blocks += R"({"type": "image", "path": ")" + name + R"("}, )";
    }
    bench.messages(
        R"([{"role": "user", "content": [)" + blocks + R"({"type": "text", "text": "?"}]}])"
    );
}

constexpr std::string_view kManyAllowed = "[images]\nmax_per_message = 40\n";

TEST(RenderLimits, TheTwentyFirstPictureMakesAllSmall) {  // M5, DIG-27
    const Workbench bench("http://127.0.0.1:1", kManyAllowed);
    show_many(bench, 21);

    const auto checked = check_request("anthropic", bench.render("anthropic/claude-opus-4-7"));

    EXPECT_THAT(checked.problems, IsEmpty());
    ASSERT_EQ(checked.images.size(), 21U);
    for (const auto& image : checked.images) EXPECT_LE(longest_side(image), 2000);
}

TEST(RenderLimits, TwentyMayBeLarger) {  // M5
    const Workbench bench("http://127.0.0.1:1", kManyAllowed);
    show_many(bench, 20);

    const auto checked = check_request("anthropic", bench.render("anthropic/claude-opus-4-7"));

    EXPECT_THAT(checked.problems, IsEmpty());
    ASSERT_EQ(checked.images.size(), 20U);
    for (const auto& image : checked.images) EXPECT_GT(longest_side(image), 2000);
}

void show_one(const Workbench& bench, const std::string& name) {
    bench.messages(
        R"([{"role": "user", "content": [{"type": "image", "path": ")" + name + R"("}]}])"
    );
}

// As Anthropic's models have on other people's clouds.
constexpr std::string_view kFiveMebibytes =
    "[models.\"claude-opus-4-7\"]\nmax_image_bytes = 5242880\n";

TEST(RenderLimits, TwelveMegabytesGoWithinTheCapOnBase64) {  // M5, CAL-IMG-14, CAL-IMG-15
    const Workbench bench("http://127.0.0.1:1", kFiveMebibytes);
    bench.picture("noise.png", {"noise", "2000", "2000", "1"});
    show_one(bench, "noise.png");
    ASSERT_GT(std::filesystem::file_size(bench.folder() / "noise.png"), 12'000'000U);

    const auto checked = check_request(
        "anthropic",
        bench.render("anthropic/claude-opus-4-7"),
        {.limits = {"max_image_base64=5242880"}}
    );

    EXPECT_THAT(checked.problems, IsEmpty());
    ASSERT_EQ(checked.images.size(), 1U);
    EXPECT_GE(longest_side(checked.images[0]), 1568);  // encoded anew rather than made small
}

TEST(RenderLimits, TheLargestFileThatFitsGoesByteForByte) {  // M5, CAL-IMG-14
    const Workbench bench("http://127.0.0.1:1", kFiveMebibytes);
    bench.picture("fits.png", {"exact", "1140", "3932160"});
    bench.picture("too-large.png", {"exact", "1140", "3932161"});

    for (const std::string name : {"fits.png", "too-large.png"}) {
        show_one(bench, name);
        const auto checked = check_request(
            "anthropic",
            bench.render("anthropic/claude-opus-4-7"),
            {.limits = {"max_image_base64=5242880"}}
        );

        EXPECT_THAT(checked.problems, IsEmpty());
        ASSERT_EQ(checked.images.size(), 1U);
        const auto told = bench.fovea({"ingest", "--json", name});
        const auto original = boost::json::parse(told.out).at("sha256").as_string();
        EXPECT_EQ(checked.images[0].at("sha256").as_string() == original, name == "fits.png");
    }
}

}  // namespace
}  // namespace fovea::testing
