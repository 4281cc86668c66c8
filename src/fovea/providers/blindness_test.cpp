#include "fovea/providers/blindness.hpp"

#include "fovea/providers/dialects.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

bool is_blind(std::string_view kind, int status, std::string_view body) {
    const auto dialect = make_dialect(std::string(kind));
    return says_blind(dialect.value()->read_failure(status, {}, body));
}

TEST(Blindness, IsKnownByTheWordsOfEachServer) {  // P4
    EXPECT_TRUE(is_blind(
        "openai_compatible",
        500,
        R"({"error":{"code":500,"message":"image input is not supported - hint: if this is )"
        R"(unexpected, you may need to provide the mmproj","type":"server_error"}})"
    ));
    for (const int status : {400, 404, 500}) {
        EXPECT_TRUE(is_blind(
            "openai_compatible", status, R"({"message":"/models/qwen is not a multimodal model"})"
        ));
        EXPECT_TRUE(is_blind(
            "openai_compatible",
            status,
            R"({"error":{"message":"This model does not support image input"}})"
        ));
    }
    EXPECT_TRUE(is_blind(
        "openai_compatible",
        404,
        R"({"error":{"message":"No endpoints found that support image input","code":404}})"
    ));
    EXPECT_TRUE(is_blind(
        "openai_compatible",
        400,
        R"({"message":"At most 0 image(s) may be provided in one prompt."})"
    ));
    EXPECT_TRUE(is_blind(
        "ollama", 500, R"({"error":"this model is missing data required for image input"})"
    ));
    EXPECT_TRUE(is_blind(
        "gemini",
        400,
        R"({"error":{"message":"Image input modality is not enabled for models/a","code":400}})"
    ));
}

TEST(Blindness, OtherRefusalsAreNone) {  // P4
    for (const auto* body :
         {R"({"error":{"message":"This model does not support tools"}})",
          R"({"error":{"message":"No endpoints found that support tool use"}})",
          R"({"error":{"message":"You uploaded an unsupported image.","code":"invalid_image_format"}})",
          R"({"error":{"message":"At most 4 image(s) may be provided in one prompt."}})",
          R"({"error":{"message":"could not process image"}})"}) {
        EXPECT_FALSE(is_blind("openai_compatible", 400, body)) << body;
    }
}

}  // namespace
}  // namespace fovea::providers
