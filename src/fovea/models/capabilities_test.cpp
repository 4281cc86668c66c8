#include "fovea/models/capabilities.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::models {
namespace {

using Overrides = std::map<std::string, config::ModelSettings>;

const Overrides kNone;

Capabilities of(
    std::string_view id,
    std::string_view provider,
    std::string_view kind,
    const Overrides& overrides = kNone,
    std::optional<ServerMetadata> server = {}
) {
    return resolve(
        {.id = id, .provider = provider, .kind = kind, .overrides = overrides, .server = server}
    );
}

using Flag = Known<bool>;

TEST(Capabilities, ComeFromTheCatalogueByExactId) {  // ETH-13, DIG-13
    const auto can = of("claude-opus-5", "anthropic", "anthropic");

    EXPECT_EQ(can.vision, (Flag{true, Origin::Catalogue}));
    EXPECT_EQ(can.pdf, (Flag{true, Origin::Catalogue}));
    EXPECT_EQ(can.tool_result_images, (Flag{true, Origin::Catalogue}));
    EXPECT_EQ(can.context.value, 1'000'000u);
    EXPECT_EQ(can.limits.value.images, 600u);
    EXPECT_TRUE(can.prices.value.known());
    EXPECT_EQ(can.api_version.value, "2023-06-01");
    EXPECT_TRUE(can.cache_marks.value);
}

TEST(Capabilities, TableOfTheFirstModelsHolds) {  // ETH-13
    for (const char* id :
         {"claude-opus-4-7",
          "claude-sonnet-4-6",
          "gpt-5",
          "gpt-5-mini",
          "gemini-2.5-pro",
          "gemini-2.5-flash"}) {
        EXPECT_TRUE(supports_vision(id) && supports_pdf(id)) << id;
    }
    EXPECT_FALSE(supports_vision("gpt-5-2099-01-01") || supports_pdf("gpt-5-2099-01-01"));
    EXPECT_TRUE(supports_video("gemini-2.5-pro"));
    EXPECT_FALSE(supports_video("claude-opus-4-7") || supports_video(""));
}

TEST(Capabilities, UnknownIsNoAndTheErrorNamesTheLineToAdd) {  // K1, ETH-13
    const auto can = of("my-org/my-model", "openrouter", "openai_compatible");

    EXPECT_EQ(can.vision, (Flag{false, Origin::Unknown}));
    EXPECT_EQ(
        missing_capability(can, "vision"),
        (Error{
            ErrorCode::VisionNotSupported,
            "the model openrouter/my-org/my-model is not known to take pictures; if it does, add "
            "[models.\"my-org/my-model\"] vision = true to the configuration"})
    );
    EXPECT_EQ(missing_capability(can, "pdf").code, ErrorCode::PdfNotSupported);
    EXPECT_EQ(missing_capability(can, "video").code, ErrorCode::VideoNotSupported);
}

TEST(Capabilities, ConfigurationWinsOverServerOverCatalogue) {  // K1, DIG-13
    ServerMetadata server;
    server.vision = false;
    server.context = 2048;
    Overrides overrides;
    overrides["llava"].vision = true;

    const auto told = of("llava", "ollama", "ollama", kNone, server);
    const auto set = of("llava", "ollama", "ollama", overrides, server);

    EXPECT_EQ(of("llava", "ollama", "ollama").vision, (Flag{true, Origin::Catalogue}));
    EXPECT_EQ(told.vision, (Flag{false, Origin::Server}));
    EXPECT_EQ(told.context.value, 2048u);
    EXPECT_EQ(set.vision, (Flag{true, Origin::Config}));
    EXPECT_EQ(set.context.origin, Origin::Server);
}

TEST(Capabilities, OverridesMayBeForOneProvider) {  // K1
    Overrides overrides;
    overrides["m"].provider = "openrouter";
    overrides["m"].vision = true;
    overrides["work/m"].vision = false;
    overrides["work/m"].context = 10;

    EXPECT_TRUE(of("m", "openrouter", "openai_compatible", overrides).vision.value);
    EXPECT_EQ(of("m", "else", "openai_compatible", overrides).vision.origin, Origin::Unknown);
    EXPECT_EQ(of("m", "work", "openai_chat", overrides).vision, (Flag{false, Origin::Config}));
    EXPECT_EQ(of("m", "work", "openai_chat", overrides).context.value, 10u);
}

TEST(Capabilities, WireFormatBoundsWhatTheModelCan) {  // C3, P1
    const auto chat = of("gpt-5", "openai", "openai_chat");
    const auto responses = of("gpt-5", "openai", "openai_responses");

    EXPECT_EQ(chat.tool_result_images, (Flag{false, Origin::WireFormat}));
    EXPECT_EQ(responses.tool_result_images, (Flag{true, Origin::Catalogue}));
    EXPECT_FALSE(of("gpt-5", "proxy", "openai_compatible").pdf.value);
    EXPECT_FALSE(of("gpt-6.1-sol", "openai", "openai_chat").tools.value);
    EXPECT_TRUE(of("gpt-6.1-sol", "openai", "openai_responses").tools.value);
}

TEST(Capabilities, HaveTheWordsOfTheWire) {  // P1
    const auto reasoning = of("gpt-5", "openai", "openai_chat");
    const auto older = of("gpt-4o", "openai", "openai_chat");
    const auto other = of("gpt-4o", "vllm", "openai_compatible");

    EXPECT_EQ(reasoning.system_role.value, "developer");
    EXPECT_EQ(reasoning.max_tokens_field.value, "max_completion_tokens");
    EXPECT_EQ(reasoning.image_detail.value, "high");
    EXPECT_EQ(older.system_role, (Known<std::string>{"system", Origin::Catalogue}));
    EXPECT_EQ(other.max_tokens_field.value, "max_tokens");
    EXPECT_EQ(other.image_detail.value, "");
    EXPECT_FALSE(other.url_images.value);
    EXPECT_EQ(
        resolve({.id = "a",
                 .provider = "b",
                 .kind = "anthropic",
                 .overrides = kNone,
                 .api_version = "x"})
            .api_version,
        (Known<std::string>{"x", Origin::Config})
    );
}

TEST(Capabilities, VendorBehindAnotherShapeKeepsItsLimits) {  // K1
    EXPECT_EQ(
        of("deepseek-flash", "deepseek", "openai_compatible").limits.value.request_bytes,
        50'331'648u
    );
    EXPECT_EQ(of("anything", "mine", "openai_compatible").limits.value.request_bytes, std::nullopt);
}

TEST(Capabilities, OperatorSetsPricesAndLimits) {  // K1, CAL-IMG-18
    Overrides overrides;
    overrides["deepseek-flash"].price_in = 1;
    overrides["deepseek-flash"].max_images = 4;

    const auto can = of("deepseek-flash", "deepseek", "openai_compatible", overrides);

    EXPECT_EQ(can.prices.origin, Origin::Config);
    EXPECT_EQ(can.prices.value.base.input, 1'000'000u);
    EXPECT_EQ(can.prices.value.base.output, 600'000u);
    EXPECT_TRUE(can.prices.value.tiers.empty());
    EXPECT_EQ(can.limits.value.images, 4u);
    EXPECT_EQ(can.limits.origin, Origin::Config);
}

TEST(Capabilities, EmbeddedReaderSees) {  // P5
    EXPECT_EQ(of("ocr", "local", "local").vision, (Flag{true, Origin::WireFormat}));
}

TEST(Capabilities, UnknownKindKnowsNothingAndBreaksNothing) {  // K1
    const auto can = of("claude-opus-5", "x", "telepathy");

    EXPECT_TRUE(can.vision.value);
    EXPECT_EQ(can.limits, (Known<RequestLimits>{}));
    EXPECT_EQ(of("", "", "").vision, Flag{});
}

TEST(Capabilities, AreListedWithTheirOrigins) {  // K1
    const auto lines = lines_of(of("claude-opus-5", "anthropic", "anthropic"));
    const auto line = [&](std::string_view name) {
        const auto found = std::ranges::find(lines, name, &CapabilityLine::name);
        return found == lines.end() ? CapabilityLine{} : *found;
    };

    EXPECT_EQ(line("vision"), (CapabilityLine{"vision", "yes", "catalogue"}));
    EXPECT_EQ(line("price_in"), (CapabilityLine{"price_in", "5", "catalogue"}));
    EXPECT_EQ(line("url_images"), (CapabilityLine{"url_images", "yes", "wire format"}));
    EXPECT_EQ(line("max_images"), (CapabilityLine{"max_images", "600", "catalogue"}));
}

}  // namespace
}  // namespace fovea::models
