#include "fovea/proxy/grounding/format.hpp"

#include "fovea/models/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fovea::proxy::grounding {
namespace {

TEST(GroundingFormat, KeepsTheSixIdentifiersOfFiles) {                      // PVP-4.7a-f
    EXPECT_EQ(format_named("qwen_pixels"), Format::QwenPixels);             // PVP-4.7a
    EXPECT_EQ(format_named("molmo_points"), Format::MolmoPoints);           // PVP-4.7b
    EXPECT_EQ(format_named("deepseek_bbox"), Format::DeepseekBbox);         // PVP-4.7c
    EXPECT_EQ(format_named("internvl_pixels"), Format::InternvlPixels);     // PVP-4.7d
    EXPECT_EQ(format_named("gemini_normalized_1000"), Format::Gemini1000);  // PVP-4.7e
    EXPECT_EQ(format_named("none"), Format::None);                          // PVP-4.7f
    EXPECT_EQ(format_named("qwen_1000"), Format::Qwen1000);                 // PVP-4.7a
    EXPECT_EQ(format_named("molmo2_points"), Format::Molmo2Points);         // PVP-4.7b
    EXPECT_EQ(format_named("internvl_1000"), Format::Internvl1000);         // PVP-4.7d
}

TEST(GroundingFormat, KnowsOnlyExactNames) {
    for (const auto* name : {"", "Qwen_Pixels", "qwen_pixels ", "qwen", "yolo"}) {
        EXPECT_EQ(format_named(name), std::nullopt) << name;
    }
}

TEST(GroundingFormat, UnderstandsEveryNameInTheCatalogue) {  // PVP-4.7
    for (const auto& model : models::shipped_catalogue().models()) {
        if (model.grounding.empty()) continue;
        EXPECT_NE(format_named(model.grounding).value_or(Format::None), Format::None)
            << model.id << " " << model.grounding;
    }
}

TEST(GroundingFormat, HasOneLineForEachFormat) {
    std::set<std::string_view> ids;
    for (const auto& facts : formats()) {
        EXPECT_TRUE(ids.insert(facts.id).second) << facts.id;
        EXPECT_EQ(id_of(facts.format), facts.id);
        EXPECT_FALSE(facts.meaning.empty()) << facts.id;
    }
    EXPECT_EQ(ids.size(), std::size_t(Format::ClaudePixels) + 1);
    EXPECT_TRUE(known_ids().starts_with("qwen_pixels, qwen_1000, "));
}

TEST(GroundingInstruction, SpeaksTheModelsOwnConvention) {  // PVP-4.2
    const auto says = [](Format format, std::string_view words) {
        return instruction(format, 1).find(words) != std::string::npos;
    };

    EXPECT_TRUE(says(Format::QwenPixels, R"({"bbox_2d": [x1, y1, x2, y2])"));
    EXPECT_TRUE(says(Format::QwenPixels, "absolute pixels"));
    EXPECT_TRUE(says(Format::Qwen1000, "from 0 to 1000"));
    EXPECT_TRUE(says(Format::MolmoPoints, R"(<point x=")"));
    EXPECT_TRUE(says(Format::MolmoPoints, "percent"));
    EXPECT_TRUE(says(Format::Molmo2Points, "coords="));
    EXPECT_TRUE(says(Format::DeepseekBbox, "<|det|>[[x1, y1, x2, y2]]<|/det|>"));
    EXPECT_TRUE(says(Format::DeepseekBbox, "from 0 to 999"));
    EXPECT_TRUE(says(Format::InternvlPixels, "pixels"));
    EXPECT_TRUE(says(Format::Internvl1000, "<box>[[x1, y1, x2, y2]]</box>"));
    EXPECT_TRUE(says(Format::Gemini1000, "[ymin, xmin, ymax, xmax]"));
    EXPECT_TRUE(says(Format::ClaudePixels, "absolute pixels"));
}

TEST(GroundingInstruction, TellsSeveralPicturesApartByImageN) {  // PVP-4.2
    for (const auto& facts : formats()) {
        if (facts.format == Format::None) continue;
        const auto one = instruction(facts.format, 1);
        const auto several = instruction(facts.format, 3);

        EXPECT_EQ(one.find("Image-N:"), std::string::npos) << facts.id;
        EXPECT_NE(several.find("Image-N:"), std::string::npos) << facts.id;
        EXPECT_TRUE(several.starts_with(one)) << facts.id;
        EXPECT_FALSE(several.ends_with('\n')) << facts.id;
    }
}

TEST(GroundingInstruction, LeavesThePromptOfOtherModelsAsItIs) {  // PVP-4.3
    EXPECT_EQ(with_instruction("Describe.\n", Format::None, 1), "Describe.\n");
    EXPECT_EQ(with_instruction("Describe.\n", Format::None, 4), "Describe.\n");
    EXPECT_EQ(id_of(Format::None), "none");
}

TEST(GroundingInstruction, StandsBelowThePrompt) {  // PVP-4.2
    EXPECT_EQ(
        with_instruction("Describe.", Format::Qwen1000, 2),
        "Describe.\n\n" + instruction(Format::Qwen1000, 2)
    );
    EXPECT_EQ(with_instruction("", Format::Qwen1000, 1), instruction(Format::Qwen1000, 1));
}

}  // namespace
}  // namespace fovea::proxy::grounding
