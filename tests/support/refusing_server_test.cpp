// The server refuses what it is told to, in words that the adapters know.
#include "support/refusing_server.hpp"

#include "fovea/providers/dialects.hpp"

#include <gtest/gtest.h>

#include "support/loopback_http.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

constexpr Colour kRed{200, 30, 30};  // of the sample's picture

// The checker's sound body of each kind: its first picture is red.
json::value sound_body(std::string_view kind) {
    const auto finished = run_program(
        {"/usr/bin/python3",
         "-B",
         "-c",
         "import json, sys; sys.path.insert(0, sys.argv[1]); import samples; "
         "print(json.dumps(samples.BODIES[sys.argv[2]]()))",
         test_paths::source_dir() + "/tests/checker",
         std::string(kind)}
    );
    return json::parse(finished.out);
}

std::string path_of(std::string_view kind) {
    if (kind == "anthropic") return "/v1/messages";
    if (kind == "gemini") return "/v1beta/models/m:generateContent";
    if (kind == "ollama") return "/api/chat";
    return kind == "openai_responses" ? "/v1/responses" : "/v1/chat/completions";
}

class RefusingServerTest : public ::testing::TestWithParam<providers::DialectEntry> {};

TEST_P(RefusingServerTest, TheAdapterKnowsTheRefusalAndItsPlace) {  // P4
    for (const auto names : {ErrorsName::Place, ErrorsName::Nothing}) {
        const RefusingServer upstream({.refused = kRed, .names = names});
        const auto body = json::serialize(sound_body(GetParam().kind));

        const auto answer = ask_http("POST", upstream.url() + path_of(GetParam().kind), body);

        ASSERT_EQ(answer.status, 400) << answer.body;
        const auto failure = GetParam().make()->read_failure(400, {}, answer.body);
        EXPECT_EQ(failure.kind, providers::FailureKind::ImageRejected) << answer.body;
        const bool never = GetParam().kind == "gemini" || GetParam().kind == "ollama";
        EXPECT_EQ(failure.image_path.empty(), never || names == ErrorsName::Nothing) << answer.body;
        ASSERT_EQ(upstream.requests().size(), 1U);
        EXPECT_EQ(upstream.requests()[0].body, body);
    }
}

TEST_P(RefusingServerTest, TheAdapterReadsTheAnswer) {  // P1
    const RefusingServer upstream({.refused = {0, 255, 0}});

    const auto answer = ask_http(
        "POST",
        upstream.url() + path_of(GetParam().kind),
        json::serialize(sound_body(GetParam().kind))
    );

    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto reply = GetParam().make()->read_reply(answer.body);
    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(content::text_of(reply.value().content), "I see 2 pictures.");
    EXPECT_EQ(reply.value().usage.input_tokens, 100U);
}

INSTANTIATE_TEST_SUITE_P(
    Dialects,
    RefusingServerTest,
    ::testing::ValuesIn(providers::dialects().begin(), providers::dialects().end()),
    [](const auto& parameter) { return std::string(parameter.param.kind); }
);

}  // namespace
}  // namespace fovea::testing
