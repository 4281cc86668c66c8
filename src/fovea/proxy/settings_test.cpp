#include "fovea/proxy/settings.hpp"

#include "fovea/config/test_files.hpp"
#include "fovea/proxy/settings_file.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fovea::proxy {
namespace {

using config::variables;

class Settings : public config::ConfigFiles {
protected:
    Result<ResolvedSettings> load(std::map<std::string, std::string> environment = {}) {
        return load_settings(
            {.loaded = loaded_,
             .file = folder_ / "vision-proxy.json",
             .environment = variables(std::move(environment))}
        );
    }
    ResolvedSettings good(std::map<std::string, std::string> environment = {}) {
        auto result = load(std::move(environment));
        EXPECT_TRUE(result.ok()) << result.error().message;
        return result.ok() ? std::move(result).value() : ResolvedSettings{};
    }
    std::string problem(std::map<std::string, std::string> environment = {}) {
        const auto result = load(std::move(environment));
        if (result.ok()) return "";
        EXPECT_EQ(result.error().code, ErrorCode::ConfigInvalid);
        return result.error().message;
    }
    std::string file() const { return (folder_ / "vision-proxy.json").string(); }
    void write_proxy_file(std::string_view text) { write("vision-proxy.json", text); }

    config::Loaded loaded_;
};

TEST_F(Settings, AreThoseOfGeneralAvailabilityByDefault) {  // PVP-R1, PVP-1.7, PVP-2.4, PVP-C1
    const auto resolved = good();

    ProxySettings expected;
    expected.mode = ProxyMode::Auto;
    expected.tool = true;  // off during the seed's beta
    expected.max_images_per_call = 10;
    expected.max_batch = 4;  // 1 during the beta
    expected.cache_size = 50;
    expected.phash_threshold = 0.80;
    expected.grounding = false;  // stays a choice
    EXPECT_EQ(resolved.settings, expected);
    for (const auto& [name, origin] : resolved.origins) EXPECT_EQ(origin, "default") << name;
}

TEST_F(Settings, TakeTheNamesOfTheSeedsFile) {  // PVP-C1
    write_proxy_file(R"({"tool": "off", "maxImagesPerCall": 20, "maxBatch": 1, "cacheSize": 0,
        "pHashSimilarityThreshold": 0.9, "groundingModels": {
        "Qwen/Qwen2.5-VL-7B-Instruct": {"format": "qwen_pixels"}, "me/mine": "none"}})");

    const auto resolved = good();

    ProxySettings expected;
    expected.tool = false;
    expected.max_images_per_call = 20;
    expected.max_batch = 1;
    expected.cache_size = 0;
    expected.phash_threshold = 0.9;
    expected.grounding_models = {
        {"Qwen/Qwen2.5-VL-7B-Instruct", "qwen_pixels"}, {"me/mine", "none"}};
    EXPECT_EQ(resolved.settings, expected);
    EXPECT_EQ(resolved.origins.at("max_batch"), file());
    EXPECT_EQ(resolved.origins.at("mode"), "default");
}

TEST_F(Settings, LoadFilesOf130Unchanged) {  // PVP-C1
    write_proxy_file(R"({"mode": "fallback", "provider": "anthropic",
        "modelId": "claude-sonnet-4-5", "systemPrompt": "Look.", "includeContext": false})");

    const auto resolved = good();

    ProxySettings expected;
    expected.model = "anthropic/claude-sonnet-4-5";
    expected.include_context = false;
    EXPECT_EQ(resolved.settings, expected);
    EXPECT_EQ(resolved.origins.at("model"), file());
    EXPECT_EQ(resolved.origins.at("tool"), "default");
}

TEST_F(Settings, KnowTheThreeModes) {  // PVP-B4
    for (const auto& [text, mode] : std::map<std::string, ProxyMode>{
             {"fallback", ProxyMode::Auto},
             {"auto", ProxyMode::Auto},
             {"always", ProxyMode::Always},
             {"off", ProxyMode::Off}}) {
        EXPECT_EQ(good({{"FOVEA_PROXY_MODE", text}}).settings.mode, mode) << text;
    }
    EXPECT_EQ(
        problem({{"FOVEA_PROXY_MODE", "on"}}),
        "mode is auto (or fallback), always or off, not \"on\" (FOVEA_PROXY_MODE)"
    );
}

TEST_F(Settings, TakeFiveVariablesUnderBothNames) {  // PVP-C1, PVP-2.5.2
    for (const std::string prefix : {"FOVEA_PROXY_", "PI_VISION_PROXY_"}) {
        const auto resolved = good(
            {{prefix + "TOOL", "off"},
             {prefix + "MAX_IMAGES_PER_CALL", "7"},
             {prefix + "MAX_BATCH", "9"},
             {prefix + "CACHE_SIZE", "500"},
             {prefix + "PHASH_THRESHOLD", "0.65"}}
        );

        ProxySettings expected;
        expected.tool = false;
        expected.max_images_per_call = 7;
        expected.max_batch = 9;
        expected.cache_size = 500;
        expected.phash_threshold = 0.65;
        EXPECT_EQ(resolved.settings, expected);
        EXPECT_EQ(resolved.origins.at("phash_threshold"), prefix + "PHASH_THRESHOLD");
    }
}

TEST_F(Settings, PreferTheirOwnVariablesToTheSeeds) {  // PVP-C1
    const auto resolved = good(
        {{"FOVEA_PROXY_MAX_BATCH", "2"},
         {"PI_VISION_PROXY_MAX_BATCH", "not even a number"},
         {"FOVEA_PROXY_TOOL", ""},
         {"PI_VISION_PROXY_TOOL", "off"},
         {"PI_VISION_PROXY_MODEL", "openai/gpt-5-mini"}}
    );

    EXPECT_EQ(resolved.settings.max_batch, 2);
    EXPECT_EQ(resolved.origins.at("max_batch"), "FOVEA_PROXY_MAX_BATCH");
    EXPECT_FALSE(resolved.settings.tool);  // an empty variable says nothing
    EXPECT_EQ(resolved.settings.model, "openai/gpt-5-mini");
}

TEST_F(Settings, StandInLayers) {  // PVP-C1, O1
    loaded_ = loaded(
        "config.toml", "[vision]\nmode = \"always\"\nmodel = \"openai/a\"\ngrounding = true\n"
    );
    EXPECT_EQ(good().settings.mode, ProxyMode::Always);
    EXPECT_EQ(good().settings.model, "openai/a");
    EXPECT_TRUE(good().settings.grounding);
    EXPECT_EQ(good().origins.at("mode"), (folder_ / "config.toml").string());

    write_proxy_file(R"({"mode": "off", "provider": "openai", "modelId": "b"})");
    EXPECT_EQ(good().settings.mode, ProxyMode::Off);
    EXPECT_EQ(good().settings.model, "openai/b");
    EXPECT_TRUE(good().settings.grounding);

    const auto resolved = good({{"FOVEA_PROXY_MODEL", "openai/c"}});
    EXPECT_EQ(resolved.settings.model, "openai/c");
    EXPECT_EQ(resolved.origins.at("model"), "FOVEA_PROXY_MODEL");
    EXPECT_EQ(resolved.origins.at("mode"), file());
}

TEST_F(Settings, LetTheEnvironmentOfTheConfigurationWinOverTheFile) {  // O1
    write_proxy_file(R"({"mode": "always"})");
    auto result = config::load({.environment = variables({{"FOVEA_VISION_MODE", "off"}})});
    ASSERT_TRUE(result.ok());
    loaded_ = std::move(result).value();

    EXPECT_EQ(good().settings.mode, ProxyMode::Off);
    EXPECT_EQ(good().origins.at("mode"), "FOVEA_VISION_MODE");
    EXPECT_EQ(good({{"PI_VISION_PROXY_MODE", "fallback"}}).settings.mode, ProxyMode::Auto);
}

TEST_F(Settings, SayTheRangeAndWhereAWrongValueStands) {  // PVP-C1, PVP-1.7, PVP-2.4
    EXPECT_EQ(
        problem({{"FOVEA_PROXY_MAX_IMAGES_PER_CALL", "21"}}),
        "max_images_per_call is a whole number from 1 to 20, not \"21\" "
        "(FOVEA_PROXY_MAX_IMAGES_PER_CALL)"
    );
    EXPECT_EQ(
        problem({{"PI_VISION_PROXY_CACHE_SIZE", "-1"}}),
        "cache_size is a whole number from 0 to 500, not \"-1\" (PI_VISION_PROXY_CACHE_SIZE)"
    );
    write_proxy_file(R"({"maxBatch": 11})");
    EXPECT_EQ(problem(), "max_batch is a whole number from 1 to 10, not \"11\" (" + file() + ")");
}

TEST_F(Settings, KnowAModelByItsIdAlone) {  // K1
    EXPECT_EQ(good({{"FOVEA_PROXY_MODEL", "gpt-5-mini"}}).settings.model, "openai/gpt-5-mini");
    EXPECT_NE(
        problem({{"FOVEA_PROXY_MODEL", "gpt-5-mni"}}).find("did you mean openai/gpt-5-mini"),
        std::string::npos
    );
}

TEST_F(Settings, RefuseWhatIsNoValue) {  // PVP-C1
    for (const std::string number :
         {"0", "11", "4.5", "four", "0x4", " 4", "4 ", "1e1", "nan", "99999999999999999999"}) {
        EXPECT_NE(problem({{"FOVEA_PROXY_MAX_BATCH", number}}), "") << number;
    }
    for (const std::string threshold : {"-0.1", "1.01", "nan", "inf", "80%", "0,8"}) {
        EXPECT_NE(problem({{"FOVEA_PROXY_PHASH_THRESHOLD", threshold}}), "") << threshold;
    }
    for (const std::string model : {"gpt", "/gpt", "openai/", "open ai/x", "openai/a\nb"}) {
        EXPECT_NE(problem({{"FOVEA_PROXY_MODEL", model}}), "") << model;
    }
    for (const std::string text :
         {R"({"maxBatch": [4]})",
          R"({"maxBatch": null})",
          R"({"tool": {}})",
          R"({"provider": "openai"})",
          R"({"modelId": "x"})",
          R"({"groundingModels": []})",
          R"({"groundingModels": {"a": {}}})",
          R"({"groundingModels": {"a": {"format": 1}}})",
          R"({"consents": ["openai"]})",
          R"({"consents": {"openai": true}})",
          R"({"consents": {"openai": ""}})",
          R"({"consents": {"openai": {"https://api.openai.com:443": true}}})",
          R"({"consents": {"openai": {"https://api.openai.com:443": ""}}})",
          R"([])",
          R"({"tool": "on")",
          "",
          "\xff"}) {
        write_proxy_file(text);
        EXPECT_NE(problem().find(file()), std::string::npos) << text;
    }
}

TEST_F(Settings, ReadWholeNumbersAsJavaScriptWritesThem) {  // PVP-C1
    write_proxy_file(R"({"maxBatch": 3.0, "pHashSimilarityThreshold": 1, "tool": true})");

    EXPECT_EQ(good().settings.max_batch, 3);
    EXPECT_EQ(good().settings.phash_threshold, 1.0);
    EXPECT_TRUE(good().settings.tool);
}

TEST(ProxyPolicy, DescribesByTheMode) {  // PVP-B4
    const auto described = [](ProxyMode mode, ModelSight sight) {
        ProxySettings settings;
        settings.mode = mode;
        return describes_for(settings, sight);
    };

    EXPECT_TRUE(described(ProxyMode::Auto, ModelSight::Blind));
    EXPECT_FALSE(described(ProxyMode::Auto, ModelSight::Sees));
    EXPECT_TRUE(described(ProxyMode::Always, ModelSight::Blind));
    EXPECT_TRUE(described(ProxyMode::Always, ModelSight::Sees));
    EXPECT_FALSE(described(ProxyMode::Off, ModelSight::Blind));
    EXPECT_FALSE(described(ProxyMode::Off, ModelSight::Sees));
}

TEST(ProxyPolicy, OffersTheToolUnlessItOrTheProxyIsOff) {  // PVP-X2, PVP-1.7, PVP-1.1
    ProxySettings settings;
    EXPECT_TRUE(offers_tool(settings));
    settings.mode = ProxyMode::Always;
    EXPECT_TRUE(offers_tool(settings));
    settings.tool = false;
    EXPECT_FALSE(offers_tool(settings));
    settings.tool = true;
    settings.mode = ProxyMode::Off;
    EXPECT_FALSE(offers_tool(settings));
}

TEST(
    ProxyPolicy, JoinsFromTwoPicturesUpToTheBatch
) {  // PVP-2.4, PVP-X2, PVP-2.E1, PVP-2.E2, PVP-2.E4
    ProxySettings settings;
    EXPECT_FALSE(describes_together(settings, 1));
    EXPECT_TRUE(describes_together(settings, 2));
    EXPECT_TRUE(describes_together(settings, 4));
    EXPECT_FALSE(describes_together(settings, 5));
    settings.max_batch = 1;
    EXPECT_FALSE(describes_together(settings, 1));
    EXPECT_FALSE(describes_together(settings, 2));
    settings = {};
    settings.mode = ProxyMode::Off;
    EXPECT_FALSE(describes_together(settings, 2));
}

TEST(SettingRows, WriteBackWhatTheyRead) {  // PVP-C1
    for (const auto& row : setting_rows()) {
        ProxySettings settings;
        const auto text = text_of(row, settings);

        EXPECT_TRUE(set_from_text(row, text, settings).ok()) << row.name;
        EXPECT_EQ(settings, ProxySettings{}) << row.name;
    }
}

}  // namespace
}  // namespace fovea::proxy
