#include "fovea/proxy/grounding/registry.hpp"

#include "fovea/proxy/grounding/shipped.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::proxy::grounding {
namespace {

using testing::HasSubstr;

const GroundingModels kShippedOnly;

Added added(GroundingModels models, std::string_view id, std::optional<std::string_view> format) {
    auto outcome = add_model(std::move(models), id, format, Confirmed::Yes);
    EXPECT_TRUE(outcome.ok()) << id;
    if (!outcome.ok()) return {};
    return std::get<Added>(std::move(outcome).value());
}

TEST(GroundingRegistry, MarksTheCuratedModelsWithTheirAuthorsFormats) {  // PVP-4.1, PVP-4.1.1
    const std::pair<std::string_view, Format> expected[] = {
        {"Qwen/Qwen2.5-VL-3B-Instruct", Format::QwenPixels},
        {"Qwen/Qwen2.5-VL-7B-Instruct", Format::QwenPixels},
        {"Qwen/Qwen2.5-VL-32B-Instruct", Format::QwenPixels},
        {"Qwen/Qwen2.5-VL-72B-Instruct", Format::QwenPixels},
        {"Qwen/Qwen3-VL", Format::Qwen1000},
        {"Qwen/Qwen3-VL-7B", Format::Qwen1000},
        {"Qwen/Qwen3-VL-235B-A22B-Instruct", Format::Qwen1000},
        {"allenai/Molmo2-8B", Format::Molmo2Points},
        {"allenai/Molmo2-72B", Format::Molmo2Points},
        {"allenai/Molmo-72B-0924", Format::MolmoPoints},
        {"deepseek-ai/deepseek-vl2", Format::DeepseekBbox},
        {"deepseek-ai/deepseek-vl2-tiny", Format::DeepseekBbox},
        {"deepseek-ai/deepseek-vl2-small", Format::DeepseekBbox},
        {"deepseek-ai/deepseek-vl2-base", Format::DeepseekBbox},
        {"OpenGVLab/InternVL3-8B", Format::Internvl1000},
        {"OpenGVLab/InternVL3-78B", Format::Internvl1000},
    };
    for (const auto& [id, format] : expected) {
        EXPECT_EQ(format_of(id, kShippedOnly), format) << id;
        EXPECT_TRUE(supports_grounding(id, kShippedOnly)) << id;
        EXPECT_EQ(shipped_for(id).tier, Tier::Curated) << id;
    }
}

TEST(GroundingRegistry, KnowsOptInFormatsButLeavesThemOff) {  // PVP-4.1.1
    for (const auto* id : {"google/gemini-2.5-pro", "google/gemini-3-pro", "gemini-3.5-flash"}) {
        EXPECT_EQ(shipped_for(id).tier, Tier::OptIn) << id;
        EXPECT_FALSE(supports_grounding(id, kShippedOnly)) << id;

        const auto now = added({}, id, {});

        EXPECT_EQ(now.format, Format::Gemini1000) << id;
        EXPECT_EQ(now.warnings.size(), 1U) << id;
        EXPECT_TRUE(supports_grounding(id, now.models)) << id;
    }
}

TEST(GroundingRegistry, FindsAModelBehindAnyProvidersNameAndAlone) {  // PVP-4.7
    for (const auto* id :
         {"Qwen/Qwen3-VL-8B-Instruct",
          "vllm/Qwen/Qwen3-VL-8B-Instruct",
          "openrouter/qwen/qwen3-vl-8b-instruct",
          "ollama/qwen3-vl:8b",
          "Qwen3-VL-8B-Instruct-FP8"}) {
        EXPECT_EQ(format_of(id, kShippedOnly), Format::Qwen1000) << id;
    }
    for (const auto* id :
         {"", "/", "local/ocr", "Qwen/Qwen3-8B", "my/own", "vllm/xQwen/Qwen3-VL-8B"}) {
        EXPECT_EQ(format_of(id, kShippedOnly), Format::None) << id;
    }
}

TEST(GroundingRegistry, AsksBeforeAddingAnExcludedModel) {  // PVP-4.1.1, PVP-4.1.2
    for (const auto* id :
         {"anthropic/claude-opus-5",
          "claude-opus-5",
          "openai/gpt-4o",
          "openai/gpt-5",
          "gpt-5-mini",
          "openrouter/openai/gpt-5.2",
          "meta/llama-3.2-90b-vision",
          "meta-llama/Llama-3.2-11B-Vision-Instruct"}) {
        EXPECT_FALSE(supports_grounding(id, kShippedOnly)) << id;
        const auto outcome = add_model({}, id, "qwen_pixels", Confirmed::No);
        ASSERT_TRUE(outcome.ok()) << id;
        const auto* question = std::get_if<NeedsConfirmation>(&outcome.value());
        ASSERT_NE(question, nullptr) << id;
        EXPECT_THAT(question->why, HasSubstr("not reliable")) << id;

        const auto now = added({}, id, "qwen_pixels");

        EXPECT_EQ(format_of(id, now.models), Format::QwenPixels) << id;
        EXPECT_FALSE(now.warnings.empty()) << id;
    }
}

TEST(GroundingRegistry, TakesQwenPixelsWithAWarningWhenNoFormatIsGiven) {  // PVP-4.7
    const auto now = added({}, "my/own-model", {});

    EXPECT_EQ(now.format, Format::QwenPixels);
    ASSERT_EQ(now.warnings.size(), 1U);
    EXPECT_THAT(now.warnings[0], HasSubstr("qwen_pixels is assumed"));
    EXPECT_EQ(format_of("my/own-model", now.models), Format::QwenPixels);
    EXPECT_EQ(format_of("my/other", now.models), Format::None);
}

TEST(GroundingRegistry, WarnsWhenTheAuthorsDocumentAnotherFormat) {  // PVP-4.7
    const auto now = added({}, "Qwen/Qwen3-VL-7B", "qwen_pixels");

    EXPECT_EQ(format_of("Qwen/Qwen3-VL-7B", now.models), Format::QwenPixels);
    ASSERT_EQ(now.warnings.size(), 1U);
    EXPECT_THAT(now.warnings[0], HasSubstr("qwen_1000"));
    EXPECT_THAT(list_models(now.models)[0].note, HasSubstr("qwen_1000"));
}

TEST(GroundingRegistry, RefusesWhatIsNoIdOrNoFormat) {  // PVP-4.1.2
    for (const std::string id : {"", "a b", "a\nb", "/a", "a/", "\xC3\xA9"}) {
        EXPECT_FALSE(add_model({}, id, "none", Confirmed::Yes).ok()) << id;
        EXPECT_FALSE(remove_model({}, id).ok()) << id;
    }
    EXPECT_FALSE(add_model({}, std::string(300, 'a'), "none", Confirmed::Yes).ok());
    const auto wrong = add_model({}, "my/own", "qwen", Confirmed::Yes);
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(wrong.error().message, HasSubstr("molmo2_points"));
}

TEST(GroundingRegistry, RemovesShippedAndAddedModelsAndPatterns) {  // PVP-4.1.2
    auto models = remove_model({}, "Qwen/Qwen3-VL-7B").value();
    EXPECT_FALSE(supports_grounding("Qwen/Qwen3-VL-7B", models));
    EXPECT_FALSE(supports_grounding("vllm/Qwen/Qwen3-VL-7B", models));
    EXPECT_TRUE(supports_grounding("Qwen/Qwen3-VL-8B-Instruct", models));
    EXPECT_FALSE(remove_model(models, "Qwen/Qwen3-VL-7B").ok());

    models = remove_model(models, "OpenGVLab/InternVL3*").value();
    EXPECT_FALSE(supports_grounding("OpenGVLab/InternVL3-8B", models));

    models = added(models, "my/own", "internvl_1000").models;
    models = remove_model(models, "my/own").value();
    EXPECT_FALSE(models.entries.contains("my/own"));
    EXPECT_FALSE(remove_model(models, "my/own").ok());

    models = added(models, "Qwen/Qwen3-VL-7B", {}).models;
    EXPECT_EQ(format_of("Qwen/Qwen3-VL-7B", models), Format::Qwen1000);
    EXPECT_EQ(reset_models(), GroundingModels{});
}

TEST(GroundingRegistry, ListsWhatIsOnWhatIsOffAndWhatCouldBe) {  // PVP-4.1.2
    auto models = added({}, "my/own", "deepseek_bbox").models;
    models = remove_model(models, "OpenGVLab/InternVL3*").value();

    const auto listed = list_models(models);

    const auto state_of = [&](std::string_view id) {
        const auto found = std::ranges::find(listed, id, &ListedModel::id);
        return found == listed.end() ? std::nullopt : std::optional(found->state);
    };
    EXPECT_EQ(listed[1], (ListedModel{"my/own", Format::DeepseekBbox, Listed::Added, ""}));
    EXPECT_EQ(state_of("OpenGVLab/InternVL3*"), Listed::Removed);
    EXPECT_EQ(state_of("Qwen/Qwen3-VL*"), Listed::Shipped);
    EXPECT_EQ(state_of("google/gemini-*"), Listed::OptIn);
    EXPECT_EQ(state_of("anthropic/claude-*"), std::nullopt);
    EXPECT_EQ(state_of("Qwen/Qwen3-VL-8B-Instruct"), std::nullopt);  // its pattern stands for it
}

TEST(GroundingRegistry, ReadsAndWritesTheEntriesOfTheFile) {  // PVP-4.7
    const auto file = boost::json::parse(R"({
        "Qwen/Qwen2.5-VL-7B-Instruct": {"format": "qwen_pixels"},
        "allenai/Molmo2-8B": {"format": "molmo_points", "note": "mine"},
        "deepseek-ai/deepseek-vl2": "deepseek_bbox",
        "OpenGVLab/InternVL3-8B": {"format": "none"}})");

    const auto models = grounding_models_from_json(file).value();

    EXPECT_EQ(format_of("Qwen/Qwen2.5-VL-7B-Instruct", models), Format::QwenPixels);
    EXPECT_EQ(format_of("allenai/Molmo2-8B", models), Format::MolmoPoints);
    EXPECT_EQ(format_of("deepseek-ai/deepseek-vl2", models), Format::DeepseekBbox);
    EXPECT_EQ(format_of("OpenGVLab/InternVL3-8B", models), Format::None);
    EXPECT_EQ(format_of("Qwen/Qwen3-VL-8B-Instruct", models), Format::Qwen1000);
    const auto written = to_json(models);
    EXPECT_EQ(written.at("allenai/Molmo2-8B"), file.at("allenai/Molmo2-8B"));
    EXPECT_EQ(grounding_models_from_json(written).value(), models);
}

TEST(GroundingRegistry, RequiresAFormatForEachEntryOfTheFile) {  // PVP-4.7
    for (const auto* text :
         {R"([])",
          R"({"a": {}})",
          R"({"a": 1})",
          R"({"a": null})",
          R"({"a": {"format": 3}})",
          R"({"a": {"format": "pixels"}})"}) {
        const auto models = grounding_models_from_json(boost::json::parse(text));
        ASSERT_FALSE(models.ok()) << text;
        EXPECT_EQ(models.error().code, ErrorCode::ConfigInvalid) << text;
    }
}

TEST(GroundingPattern, StaysQuickOnHostileNames) {
    const std::string stars = "*a*a*a*a*a*a*a*a*a*a*b";

    EXPECT_FALSE(fits(stars, std::string(200'000, 'a')));
    EXPECT_TRUE(fits(stars, std::string(200'000, 'a') + "b"));
    EXPECT_TRUE(fits("*", ""));
    EXPECT_FALSE(fits("", "a"));
}

}  // namespace
}  // namespace fovea::proxy::grounding
