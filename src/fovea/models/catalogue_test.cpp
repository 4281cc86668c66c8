#include "fovea/models/catalogue.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::models {
namespace {

// A catalogue of one model and one rule, with `extra` inside the model's row.
std::string one_model(const std::string& extra = "") {
    return R"({"as_of": "2026-01-02", "image_token_rules": {"flat": {"kind": "fixed", "tokens": 7}},
        "models": [{"id": "m", "provider": "p", "aliases": ["m-1"], "surfaces": ["openai_chat"],
        "vision": true, "pdf": false, "video": false, "tools": true, "json_schema": false,
        "tool_result_images": false, "context": null, "max_output": 100, "image_tokens": "flat",
        "max_image_px": 2048, "reject_image_px": null, "grounding": null, "status": "active",
        "as_of": "2026-01-01")" +
           extra + "}]}";
}

std::string message_of(const Result<Catalogue>& result) {
    return result.ok() ? "" : result.error().message;
}

TEST(Catalogue, ThatIsShippedKnowsItsModelsAndWhatTheyCanDo) {  // K1
    const auto& catalogue = shipped_catalogue();

    const auto* model = catalogue.find("claude-opus-5");

    ASSERT_NE(model, nullptr);
    EXPECT_EQ(model->provider, "anthropic");
    EXPECT_TRUE(model->vision && model->pdf && !model->video && model->tool_result_images);
    EXPECT_EQ(model->context, 1'000'000u);
    EXPECT_EQ(model->image_tokens, "anthropic_patch28_hires");
    EXPECT_EQ(model->max_image_px, 2576u);
    EXPECT_EQ(model->reject_image_px, 8000u);
    EXPECT_EQ(catalogue.models().size(), 73u);
}

TEST(Catalogue, GivesEachModelThatSeesARuleAndASize) {  // K1
    for (const auto& model : shipped_catalogue().models()) {
        SCOPED_TRACE(model.id);
        EXPECT_EQ(model.vision, !model.image_tokens.empty());
        EXPECT_EQ(model.vision, model.max_image_px.has_value());
    }
}

TEST(Catalogue, FindsAModelByIdByAliasAndBehindItsProvider) {  // K1
    const auto& catalogue = shipped_catalogue();

    const auto* model = catalogue.find("claude-haiku-4-5");

    ASSERT_NE(model, nullptr);
    EXPECT_EQ(catalogue.find("claude-haiku-4-5-20251001"), model);
    EXPECT_EQ(catalogue.find("anthropic/claude-haiku-4-5"), model);
    EXPECT_EQ(catalogue.find("anthropic/claude-haiku-4-5-20251001"), model);
}

TEST(Catalogue, GuessesNoAliases) {  // K1
    const auto& catalogue = shipped_catalogue();

    EXPECT_EQ(catalogue.find("claude-haiku-4-5-20990101"), nullptr);
    EXPECT_EQ(catalogue.find("Claude-Haiku-4-5"), nullptr);
    EXPECT_EQ(catalogue.find("openai/claude-haiku-4-5"), nullptr);
    EXPECT_EQ(catalogue.find("claude-haiku-4"), nullptr);
    EXPECT_EQ(catalogue.find(""), nullptr);
}

TEST(Catalogue, EstimatesAPictureByEveryRuleThatHasANumber) {  // CAL-IMG-31, K2
    const auto estimates = estimate_all({1920, 1080});

    EXPECT_EQ(estimates.at("default"), 2765u);
    EXPECT_EQ(estimates.at("anthropic_patch28_std"), 1560u);
    EXPECT_EQ(estimates.at("anthropic_patch28_hires"), 2691u);
    EXPECT_EQ(estimates.at("openai_tile_gpt4o"), 1105u);
    EXPECT_EQ(estimates.at("gemini3_flat"), 1120u);
    EXPECT_EQ(estimates.count("unknown"), 0u);
    EXPECT_EQ(estimates.size(), shipped_catalogue().rules().size() - 1);
}

TEST(Catalogue, LeavesOutTheRulesThatWouldRefuseAPicture) {  // K2
    const auto estimates = estimate_all({8000, 8000});

    EXPECT_EQ(estimates.count("openai_patch32_gpt56"), 0u);
    EXPECT_EQ(estimates.count("openai_patch32_gpt54"), 1u);
    EXPECT_TRUE(estimate_all({0, 0}).empty());
}

TEST(Catalogue, ReadsNullAsNotKnown) {  // K1
    const auto catalogue = Catalogue::parse(one_model());

    ASSERT_TRUE(catalogue.ok()) << message_of(catalogue);
    const auto* model = catalogue.value().find("p/m-1");
    ASSERT_NE(model, nullptr);
    EXPECT_EQ(model->context, std::nullopt);
    EXPECT_EQ(model->max_output, 100u);
    EXPECT_EQ(model->grounding, "");
    EXPECT_EQ(catalogue.value().as_of(), "2026-01-02");
}

TEST(Catalogue, NamesTheRowAndTheFieldThatIsWrong) {  // K1
    auto text = one_model();
    text.replace(text.find("\"tools\": true"), 13, "\"tools\": 1");

    EXPECT_EQ(
        message_of(Catalogue::parse(text)),
        "model catalogue: model \"m\": \"tools\" is missing or of the wrong type"
    );
}

TEST(Catalogue, RefusesARuleThatNoModelCouldFollow) {  // K1
    auto unknown_kind = one_model();
    unknown_kind.replace(unknown_kind.find("fixed"), 5, "magic");
    auto unknown_rule = one_model();
    unknown_rule.replace(unknown_rule.find("\"flat\","), 6, "\"else\"");
    auto zero = one_model();
    zero.replace(zero.find("\"tokens\": 7"), 11, "\"tokens\": 0");

    EXPECT_NE(message_of(Catalogue::parse(unknown_kind)).find("\"magic\""), std::string::npos);
    EXPECT_NE(message_of(Catalogue::parse(unknown_rule)).find("\"else\""), std::string::npos);
    EXPECT_NE(message_of(Catalogue::parse(zero)).find("\"tokens\""), std::string::npos);
}

TEST(Catalogue, RefusesTwoModelsOfOneName) {  // K1
    auto text = one_model();
    const auto row = text.substr(text.find("{\"id\""), text.rfind('}') - 1 - text.find("{\"id\""));
    text.insert(text.find("{\"id\""), row + ", ");

    EXPECT_EQ(
        message_of(Catalogue::parse(text)), "model catalogue: two models have the id \"m-1\""
    );
}

TEST(Catalogue, RefusesWhatIsNotACatalogue) {  // K1
    for (const auto* text :
         {"", "[", "[]", "{}", "{\"as_of\": 1}", "{\"as_of\": \"\", \"models\": []}"}) {
        SCOPED_TRACE(text);
        const auto catalogue = Catalogue::parse(text);

        ASSERT_FALSE(catalogue.ok());
        EXPECT_EQ(catalogue.error().code, ErrorCode::ConfigInvalid);
    }
}

}  // namespace
}  // namespace fovea::models
