#include "fovea/config/vision_proxy_layer.hpp"

#include "fovea/config/test_files.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fovea::config {
namespace {

namespace json = boost::json;

class VisionProxySettings : public ConfigFiles {
protected:
    Result<Loaded> load(std::map<std::string, std::string> environment = {}) {
        return config::load(
            {.user_file = folder_ / "config.toml", .environment = variables(std::move(environment))}
        );
    }
    Loaded good(std::map<std::string, std::string> environment = {}) {
        auto result = load(std::move(environment));
        EXPECT_TRUE(result.ok()) << result.error().message;
        return result.ok() ? std::move(result).value() : Loaded{};
    }
    VisionSettings vision(std::map<std::string, std::string> environment = {}) {
        return good(std::move(environment)).settings.vision;
    }
    std::string origin(
        const std::string& name, std::map<std::string, std::string> environment = {}
    ) {
        return good(std::move(environment)).origins.at("vision." + name);
    }
    std::string problem(std::map<std::string, std::string> environment = {}) {
        const auto result = load(std::move(environment));
        if (result.ok()) return "";
        EXPECT_EQ(result.error().code, ErrorCode::ConfigInvalid);
        return result.error().message;
    }
    std::string file() const { return (folder_ / "vision-proxy.json").string(); }
    void write_proxy_file(std::string_view text) { write("vision-proxy.json", text); }
};

TEST_F(
    VisionProxySettings, AreThoseOfGeneralAvailabilityByDefault
) {  // PVP-R1, PVP-1.7, PVP-2.4, PVP-C1
    const auto loaded = good();

    VisionSettings expected;
    expected.mode = "auto";
    expected.tool = true;  // off during the seed's beta
    expected.max_images_per_call = 10;
    expected.max_batch = 4;  // 1 during the beta
    expected.cache_size = 50;
    expected.phash_threshold = 0.80;
    expected.grounding = false;  // stays a choice
    EXPECT_EQ(loaded.settings.vision, expected);
    for (const auto& [name, origin] : loaded.origins) EXPECT_EQ(origin, "default") << name;
}

TEST_F(VisionProxySettings, TakeTheNamesOfTheSeedsFile) {  // PVP-C1
    write_proxy_file(R"({"tool": "off", "maxImagesPerCall": 20, "maxBatch": 1, "cacheSize": 0,
        "pHashSimilarityThreshold": 0.9, "groundingModels": {
        "Qwen/Qwen2.5-VL-7B-Instruct": {"format": "qwen_pixels"}, "me/mine": "none"}})");

    VisionSettings expected;
    expected.tool = false;
    expected.max_images_per_call = 20;
    expected.max_batch = 1;
    expected.cache_size = 0;
    expected.phash_threshold = 0.9;
    expected.grounding_models = {
        {"Qwen/Qwen2.5-VL-7B-Instruct", "qwen_pixels"}, {"me/mine", "none"}};
    EXPECT_EQ(vision(), expected);
    EXPECT_EQ(origin("max_batch"), file());
    EXPECT_EQ(origin("grounding_models"), file());
    EXPECT_EQ(origin("mode"), "default");
}

TEST_F(VisionProxySettings, LoadFilesOf130Unchanged) {  // PVP-C1
    write_proxy_file(R"({"mode": "fallback", "provider": "anthropic",
        "modelId": "claude-sonnet-4-5", "systemPrompt": "Look.", "includeContext": false})");

    VisionSettings expected;
    expected.model = "anthropic/claude-sonnet-4-5";
    expected.include_context = false;
    EXPECT_EQ(vision(), expected);
    EXPECT_EQ(origin("model"), file());
    EXPECT_EQ(origin("tool"), "default");
}

TEST_F(VisionProxySettings, KnowTheThreeModes) {  // PVP-B4
    for (const auto& [text, mode] : std::map<std::string, std::string>{
             {"fallback", "auto"}, {"auto", "auto"}, {"always", "always"}, {"off", "off"}}) {
        EXPECT_EQ(vision({{"FOVEA_PROXY_MODE", text}}).mode, mode) << text;
    }
    EXPECT_EQ(
        problem({{"FOVEA_PROXY_MODE", "on"}}),
        "vision.mode must be auto, always or off, not \"on\" (FOVEA_PROXY_MODE)"
    );
}

TEST_F(VisionProxySettings, TakeFiveVariablesUnderBothNames) {  // PVP-C1, PVP-2.5.2
    for (const std::string prefix : {"FOVEA_PROXY_", "PI_VISION_PROXY_"}) {
        const auto loaded = good(
            {{prefix + "TOOL", "off"},
             {prefix + "MAX_IMAGES_PER_CALL", "7"},
             {prefix + "MAX_BATCH", "9"},
             {prefix + "CACHE_SIZE", "500"},
             {prefix + "PHASH_THRESHOLD", "0.65"}}
        );

        VisionSettings expected;
        expected.tool = false;
        expected.max_images_per_call = 7;
        expected.max_batch = 9;
        expected.cache_size = 500;
        expected.phash_threshold = 0.65;
        EXPECT_EQ(loaded.settings.vision, expected);
        EXPECT_EQ(loaded.origins.at("vision.phash_threshold"), prefix + "PHASH_THRESHOLD");
    }
}

TEST_F(VisionProxySettings, PreferTheirOwnVariablesToTheSeeds) {  // PVP-C1
    const auto loaded = good(
        {{"FOVEA_PROXY_MAX_BATCH", "2"},
         {"PI_VISION_PROXY_MAX_BATCH", "not even a number"},
         {"FOVEA_PROXY_TOOL", ""},
         {"PI_VISION_PROXY_TOOL", "off"},
         {"PI_VISION_PROXY_MODEL", "openai/gpt-5-mini"}}
    );

    EXPECT_EQ(loaded.settings.vision.max_batch, 2);
    EXPECT_EQ(loaded.origins.at("vision.max_batch"), "FOVEA_PROXY_MAX_BATCH");
    EXPECT_FALSE(loaded.settings.vision.tool);  // an empty variable says nothing
    EXPECT_EQ(loaded.settings.vision.model, "openai/gpt-5-mini");
}

TEST_F(VisionProxySettings, StandInLayers) {  // PVP-C1, O1
    write("config.toml", "[vision]\nmode = \"always\"\nmodel = \"openai/a\"\ngrounding = true\n");
    EXPECT_EQ(vision().mode, "always");
    EXPECT_EQ(vision().model, "openai/a");
    EXPECT_TRUE(vision().grounding);
    EXPECT_EQ(origin("mode"), (folder_ / "config.toml").string());

    write_proxy_file(R"({"mode": "off", "provider": "openai", "modelId": "b"})");
    EXPECT_EQ(vision().mode, "off");
    EXPECT_EQ(vision().model, "openai/b");
    EXPECT_TRUE(vision().grounding);

    const auto loaded = good({{"FOVEA_PROXY_MODEL", "openai/c"}});
    EXPECT_EQ(loaded.settings.vision.model, "openai/c");
    EXPECT_EQ(loaded.origins.at("vision.model"), "FOVEA_PROXY_MODEL");
    EXPECT_EQ(loaded.origins.at("vision.mode"), file());
}

TEST_F(VisionProxySettings, StandOverAProjectsFile) {  // PVP-C1, O1
    const auto project = write("project.toml", "[vision]\nmode = \"always\"\nmax_batch = 2\n");
    write_proxy_file(R"({"mode": "off"})");

    const auto loaded =
        config::load({.user_file = folder_ / "config.toml", .project_file = project});

    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().settings.vision.mode, "off");
    EXPECT_EQ(loaded.value().settings.vision.max_batch, 2);
}

TEST_F(VisionProxySettings, StayWhereAnotherFileStandsInForTheUsers) {  // PVP-C1, O1
    const auto only = write("only.toml", "[vision]\nmode = \"always\"\nmax_batch = 2\n");
    write_proxy_file(R"({"mode": "off"})");

    const auto loaded = config::load({.user_file = folder_ / "config.toml", .only_file = only});

    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().settings.vision.mode, "off");
    EXPECT_EQ(loaded.value().settings.vision.max_batch, 2);
    EXPECT_EQ(loaded.value().places.back(), (Place{Role::VisionProxy, file(), true}));
}

TEST_F(VisionProxySettings, LetTheEnvironmentOfTheConfigurationWinOverTheFile) {  // O1
    write_proxy_file(R"({"mode": "always"})");
    EXPECT_EQ(vision({{"FOVEA_VISION_MODE", "off"}}).mode, "off");
    EXPECT_EQ(origin("mode", {{"FOVEA_VISION_MODE", "off"}}), "FOVEA_VISION_MODE");
    EXPECT_EQ(
        vision({{"FOVEA_VISION_MODE", "off"}, {"PI_VISION_PROXY_MODE", "fallback"}}).mode, "auto"
    );
}

TEST_F(VisionProxySettings, WinOverTheAuxiliaryModelOfTheSameOrAnEarlierLayer) {  // O1
    write("config.toml", "auxiliary.vision.model = \"openai/a\"\n");
    EXPECT_EQ(vision().model, "openai/a");
    write_proxy_file(R"({"provider": "openai", "modelId": "b"})");
    EXPECT_EQ(vision().model, "openai/b");
    const std::pair<const std::string, std::string> auxiliary = {
        "FOVEA_AUXILIARY_VISION_MODEL", "openai/c"};
    EXPECT_EQ(vision({auxiliary}).model, "openai/c");
    EXPECT_EQ(vision({auxiliary, {"FOVEA_PROXY_MODEL", "openai/d"}}).model, "openai/d");
}

TEST_F(VisionProxySettings, AddTheirGroundingModelsToThoseOfTheFiles) {  // PVP-4.7, O1
    write(
        "config.toml", "[vision.grounding_models]\n\"me/a\" = \"none\"\n\"me/b\" = \"qwen_1000\"\n"
    );
    write_proxy_file(R"({"groundingModels": {"me/a": {"format": "qwen_pixels", "seen": 1}}})");

    EXPECT_EQ(
        vision({{"FOVEA_VISION_GROUNDING_MODELS", "me/c=molmo_points"}}).grounding_models,
        (TextMap{{"me/a", "qwen_pixels"}, {"me/b", "qwen_1000"}, {"me/c", "molmo_points"}})
    );
}

TEST_F(VisionProxySettings, SayTheRangeAndWhereAWrongValueStands) {  // PVP-C1, PVP-1.7, PVP-2.4
    EXPECT_EQ(
        problem({{"FOVEA_PROXY_MAX_IMAGES_PER_CALL", "21"}}),
        "vision.max_images_per_call must be a whole number from 1 to 20, not \"21\" "
        "(FOVEA_PROXY_MAX_IMAGES_PER_CALL)"
    );
    EXPECT_EQ(
        problem({{"PI_VISION_PROXY_CACHE_SIZE", "-1"}}),
        "vision.cache_size must be a whole number from 0 to 500, not \"-1\" "
        "(PI_VISION_PROXY_CACHE_SIZE)"
    );
    write_proxy_file(R"({"maxBatch": 11})");
    EXPECT_EQ(
        problem(),
        "vision.max_batch must be a whole number from 1 to 10, not \"11\" (" + file() + ")"
    );
}

TEST_F(VisionProxySettings, RefuseWhatIsNoValue) {  // PVP-C1
    for (const std::string number :
         {"0", "11", "4.5", "four", "0x4", " 4", "4 ", "1e1", "nan", "99999999999999999999"}) {
        EXPECT_NE(problem({{"FOVEA_PROXY_MAX_BATCH", number}}), "") << number;
    }
    for (const std::string threshold : {"-0.1", "1.01", "nan", "inf", "80%", "0,8"}) {
        EXPECT_NE(problem({{"FOVEA_PROXY_PHASH_THRESHOLD", threshold}}), "") << threshold;
    }
    for (const std::string model : {"open ai/x", "openai/a\nb"}) {
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
          R"([])",
          R"({"tool": "on")",
          "",
          "\xff"}) {
        write_proxy_file(text);
        EXPECT_NE(problem().find(file()), std::string::npos) << text;
    }
}

TEST_F(VisionProxySettings, ReadWholeNumbersAsJavaScriptWritesThem) {  // PVP-C1
    write_proxy_file(R"({"maxBatch": 3.0, "pHashSimilarityThreshold": 1, "tool": true})");

    EXPECT_EQ(vision().max_batch, 3);
    EXPECT_EQ(vision().phash_threshold, 1.0);
    EXPECT_TRUE(vision().tool);
}

TEST(ProxyNames, TakeTheTextThatIsShownOfThem) {  // PVP-C1
    for (const auto& name : proxy_names()) {
        Settings settings;

        EXPECT_TRUE(set_from_text(name.key(), proxy_text(name.key().get({})), settings).ok());
        EXPECT_EQ(settings, Settings{}) << name.name;
    }
}

TEST_F(VisionProxySettings, ReadBackAsTheyWereWritten) {  // PVP-C1
    Settings settings;
    settings.vision.mode = "always";
    settings.vision.model = "openrouter/qwen/qwen2.5-vl";
    settings.vision.tool = false;
    settings.vision.max_images_per_call = 3;
    settings.vision.max_batch = 2;
    settings.vision.cache_size = 499;
    settings.vision.phash_threshold = 0.7;
    settings.vision.grounding = true;
    json::object object;
    for (const auto& name : proxy_names()) write_proxy_json(name, settings, object);

    write_proxy_file(json::serialize(object));

    EXPECT_EQ(vision(), settings.vision);
    EXPECT_EQ(object.at("provider").as_string(), "openrouter");
    EXPECT_EQ(object.at("modelId").as_string(), "qwen/qwen2.5-vl");
    EXPECT_EQ(object.at("maxBatch"), json::value(2));
}

}  // namespace
}  // namespace fovea::config
