#include "fovea/gateway/outbound/make_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using ::testing::HasSubstr;

TEST(GatewayErrors, AreOfTheShapeThatTheClientKnows) {  // D4
    const ApiError error{.status = 429, .message = "Too many requests."};

    EXPECT_EQ(
        error_body(Dialect::Anthropic, error),
        R"({"type":"error","error":{"type":"rate_limit_error","message":"Too many requests."}})"
    );
    EXPECT_EQ(
        error_body(Dialect::OpenaiChat, error),
        R"({"error":{"message":"Too many requests.","type":"rate_limit_exceeded","param":null,"code":"rate_limit_exceeded"}})"
    );
    EXPECT_EQ(error_body(Dialect::OpenaiChat, error), error_body(Dialect::OpenaiResponses, error));
    EXPECT_EQ(error_body(Dialect::Ollama, error), R"({"error":"Too many requests."})");
}

TEST(GatewayErrors, KeepTheUpstreamsWordWhereTheClientKnowsIt) {  // D4
    EXPECT_THAT(
        error_body(Dialect::Anthropic, {.status = 400, .message = "x", .type = "billing_error"}),
        HasSubstr(R"("type":"billing_error")")
    );
    EXPECT_THAT(
        error_body(Dialect::Anthropic, {.status = 418, .message = "x", .type = "teapot"}),
        HasSubstr("invalid_request_error")
    );
    EXPECT_THAT(
        error_body(Dialect::Anthropic, {.status = 502, .message = "x"}), HasSubstr("api_error")
    );
}

TEST(GatewayErrors, APathThatNobodyAnswersIsNoModelThatIsMissing) {  // D4
    const ApiError model{.status = 404, .message = "no such model"};
    const ApiError path{.status = 404, .message = "no such path", .type = std::string(kNoSuchPath)};

    EXPECT_THAT(error_body(Dialect::OpenaiChat, model), HasSubstr(R"("code":"model_not_found")"));
    EXPECT_THAT(error_body(Dialect::OpenaiChat, path), HasSubstr(R"("code":null)"));
    EXPECT_THAT(error_body(Dialect::Anthropic, path), HasSubstr(R"("type":"not_found_error")"));
}

// Agents make their conversation shorter when they read it.
TEST(GatewayErrors, AConversationThatIsTooLongIsSaidInTheWordsOfTheApi) {  // D4
    const ApiError error{.status = 400, .message = "8192 tokens at most", .is_too_long = true};

    EXPECT_THAT(
        error_body(Dialect::OpenaiChat, error), HasSubstr(R"("code":"context_length_exceeded")")
    );
    EXPECT_THAT(
        error_body(Dialect::Anthropic, error), HasSubstr("prompt is too long: 8192 tokens at most")
    );
}

TEST(GatewayModels, AreListedInTheShapesOfAllClients) {  // D4
    const std::vector<ListedModel> models = {
        {.id = "a/b", .provider = "a", .vision = true, .tools = true, .context = 1000}};

    EXPECT_THAT(
        models_body(models),
        AllOf(
            HasSubstr(R"("object":"list")"),
            HasSubstr(R"("id":"a/b")"),
            HasSubstr(R"("type":"model")"),
            HasSubstr(R"("last_id":"a/b")"),
            HasSubstr(R"("max_input_tokens":1000)")
        )
    );
    EXPECT_THAT(models_body({}), HasSubstr(R"("data":[])"));
    EXPECT_THAT(tags_body(models), HasSubstr(R"("model":"a/b")"));
    EXPECT_THAT(
        show_body(models.front()), HasSubstr(R"("capabilities":["completion","tools","vision"])")
    );
    EXPECT_EQ(count_tokens_body(12), R"({"input_tokens":12})");
}

}  // namespace
}  // namespace fovea::gateway
