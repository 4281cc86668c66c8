#include "fovea/models/server_metadata.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::models {
namespace {

TEST(ServerMetadata, OllamaListsWhatAModelCan) {  // K1
    const auto told = read_ollama_show(R"({"capabilities": ["completion", "vision"],
        "model_info": {"general.architecture": "llama", "llama.context_length": 4096}})");

    ASSERT_TRUE(told.ok());
    ServerMetadata expected;
    expected.vision = true;
    expected.tools = false;
    expected.context = 4096;
    EXPECT_EQ(told.value(), expected);
}

TEST(ServerMetadata, OlderOllamaSaysLess) {  // K1
    EXPECT_EQ(read_ollama_show(R"({"details": {}})").value(), ServerMetadata{});
    EXPECT_EQ(read_ollama_show(R"({"projector_info": {"a": 1}})").value().vision, true);
}

TEST(ServerMetadata, LlamaCppSeesWithItsProjectorOnly) {  // K1
    const auto told = read_llamacpp_props(R"({"modalities": {"vision": false, "audio": false},
        "default_generation_settings": {"n_ctx": 8192}, "chat_template_caps": {"supports_tools": true}})"
    );

    ASSERT_TRUE(told.ok());
    EXPECT_EQ(told.value().vision, false);
    EXPECT_EQ(told.value().tools, true);
    EXPECT_EQ(told.value().context, 8192u);
}

TEST(ServerMetadata, OpenRouterTellsModalitiesAndPrices) {  // K1
    const auto told = read_openrouter_models(
        R"({"data": [{"id": "other"}, 3, {"id": "my-org/my-model", "context_length": 128000,
            "architecture": {"input_modalities": ["text", "image", "file"]},
            "supported_parameters": ["tools", "temperature"],
            "top_provider": {"max_completion_tokens": 8000},
            "pricing": {"prompt": "0.000003", "completion": "0.000015",
                        "input_cache_read": "0.0000003", "input_cache_write": "-1"}}]})",
        "my-org/my-model"
    );

    ASSERT_TRUE(told.ok());
    ServerMetadata expected;
    expected.vision = true;
    expected.pdf = true;
    expected.video = false;
    expected.tools = true;
    expected.json_schema = false;
    expected.context = 128'000;
    expected.max_output = 8000;
    expected.prices.input = 3'000'000;
    expected.prices.output = 15'000'000;
    expected.prices.cache_read = 300'000;
    EXPECT_EQ(told.value(), expected);
}

TEST(ServerMetadata, UnknownModelIsNotAnError) {  // K1
    const auto told = read_openrouter_models(R"({"data": []})", "nobody/nothing");

    ASSERT_TRUE(told.ok());
    EXPECT_EQ(told.value(), std::nullopt);
}

TEST(ServerMetadata, OddFieldsCountAsNotSaid) {  // K1
    const auto told = read_ollama_show(R"({"capabilities": "vision", "model_info":
        {"general.architecture": 3, ".context_length": -1}})");

    EXPECT_EQ(told.value(), ServerMetadata{});
    EXPECT_EQ(read_llamacpp_props(R"({"modalities": []})").value(), ServerMetadata{});
    EXPECT_EQ(
        read_llamacpp_props(R"({"modalities": {"vision": "yes"}})").value(), ServerMetadata{}
    );
}

TEST(ServerMetadata, BadBodiesAreErrors) {  // K1
    for (const std::string& body :
         {std::string(),
          std::string("["),
          std::string("[]"),
          std::string("<html>"),
          std::string("\0", 1),
          std::string(100'000, '[')}) {
        EXPECT_FALSE(read_ollama_show(body).ok());
        EXPECT_FALSE(read_llamacpp_props(body).ok());
        EXPECT_FALSE(read_openrouter_models(body, "a").ok());
    }
    EXPECT_FALSE(read_openrouter_models("{}", "a").ok());
}

}  // namespace
}  // namespace fovea::models
