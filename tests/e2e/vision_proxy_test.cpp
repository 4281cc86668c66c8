// fovea vision-proxy, as a person would run it.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kSample = test_paths::source_dir() + "/tests/data/sample/screenshot.png";

// Each test has a home of its own, empty at first.
class VisionProxyCommand : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-proxy-" + std::to_string(::getpid()) + "-" + test->name());
        std::filesystem::create_directories(folder_ / "fovea");
        set("XDG_CONFIG_HOME", folder_.string());
        set("XDG_CACHE_HOME", (folder_ / "cache").string());
        set("XDG_DATA_HOME", (folder_ / "data").string());
    }
    void TearDown() override {
        for (const auto& name : set_) ::unsetenv(name.c_str());
        std::filesystem::remove_all(folder_);
    }

    void set(const std::string& name, const std::string& value) {
        ::setenv(name.c_str(), value.c_str(), 1);
        set_.push_back(name);
    }
    static Finished run(std::vector<std::string> words, std::string_view input = {}) {
        words.insert(words.begin(), "vision-proxy");
        return run_fovea(std::move(words), input);
    }
    static std::string done(std::vector<std::string> words) {
        const auto finished = run(std::move(words));
        EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
        return finished.out;
    }
    static json::object status() { return json::parse(done({"status", "--json"})).as_object(); }
    static json::value setting(std::string_view name) {
        return status().at("settings").at(name).at("value");
    }
    static std::string origin(std::string_view name) {
        return std::string(status().at("settings").at(name).at("origin").as_string());
    }
    std::string file() const { return (folder_ / "fovea/vision-proxy.json").string(); }
    json::object kept() const { return json::parse(read_whole_file(file())).as_object(); }
    void write_file(std::string_view text) const { std::ofstream(file()) << text; }
    void write_config(std::string_view text) const {
        std::ofstream(folder_ / "fovea/config.toml") << text;
    }

    std::filesystem::path folder_;
    std::vector<std::string> set_;
};

TEST_F(VisionProxyCommand, ShowsEverySettingWithItsOrigin) {  // V9, PVP-R1, PVP-1.7, PVP-2.4
    const auto all = status();

    const auto expect = [&](std::string_view name, const json::value& value) {
        EXPECT_EQ(all.at("settings").at(name).at("value"), value) << name;
        EXPECT_EQ(all.at("settings").at(name).at("origin"), json::value("default")) << name;
    };
    expect("mode", "auto");
    expect("model", "local/ocr");
    expect("tool", true);
    expect("max_images_per_call", 10);
    expect("max_batch", 4);
    expect("cache_size", 50);
    expect("phash_threshold", 0.8);
    expect("grounding", false);
    EXPECT_EQ(all.at("consents"), json::object{});

    const auto shown = done({});
    EXPECT_THAT(shown, HasSubstr("max-images-per-call"));
    EXPECT_THAT(shown, HasSubstr("default"));
    EXPECT_THAT(shown, HasSubstr("no data leaves this machine"));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(VisionProxyCommand, KeepsWhatItChanges) {  // V9, PVP-1.7, PVP-2.4, PVP-B4, PVP-C1
    EXPECT_EQ(done({"tool", "off"}), "tool: off\n");
    EXPECT_EQ(done({"max-images-per-call", "20"}), "max-images-per-call: 20\n");
    EXPECT_EQ(done({"max-batch", "1"}), "max-batch: 1\n");
    EXPECT_EQ(done({"cache-size", "0"}), "cache-size: 0\n");
    EXPECT_EQ(done({"mode", "always"}), "mode: always\n");
    EXPECT_EQ(done({"grounding", "on"}), "grounding: on\n");
    EXPECT_EQ(done({"model", "openai/gpt-5-mini"}), "model: openai/gpt-5-mini\n");
    EXPECT_EQ(done({"model"}), "openai/gpt-5-mini\n");

    EXPECT_EQ(
        kept(),
        (json::object{
            {"tool", "off"},
            {"maxImagesPerCall", 20},
            {"maxBatch", 1},
            {"cacheSize", 0},
            {"mode", "always"},
            {"grounding", "on"},
            {"provider", "openai"},
            {"modelId", "gpt-5-mini"}})
    );
    EXPECT_EQ(setting("max_batch"), json::value(1));
    EXPECT_EQ(origin("max_batch"), file());
    struct stat facts {};
    ASSERT_EQ(::stat(file().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0600U);
}

TEST_F(VisionProxyCommand, RefusesWhatIsOutOfRange) {  // PVP-1.7, PVP-2.4, PVP-C1
    const auto finished = run({"max-batch", "11"});

    EXPECT_EQ(finished.exit_code, 64);
    EXPECT_THAT(finished.err, HasSubstr("a whole number from 1 to 10, not \"11\""));
    EXPECT_FALSE(std::filesystem::exists(file()));
    EXPECT_EQ(run({"explode"}).exit_code, 64);
    EXPECT_EQ(run({"tool"}).exit_code, 64);
    EXPECT_EQ(run({"--help"}).exit_code, 0);
    EXPECT_THAT(run({"describe", "--help"}).out, HasSubstr("redescribe <path|hash>"));
}

TEST_F(VisionProxyCommand, StandsBelowTheEnvironment) {  // PVP-C1
    set("PI_VISION_PROXY_TOOL", "off");
    set("FOVEA_PROXY_MAX_BATCH", "2");
    const auto finished = run({"max-batch", "3"});

    EXPECT_EQ(finished.out, "max-batch: 3\n");
    EXPECT_THAT(finished.err, HasSubstr("is still 2: FOVEA_PROXY_MAX_BATCH sets it"));
    EXPECT_EQ(setting("tool"), json::value(false));
    EXPECT_EQ(origin("tool"), "PI_VISION_PROXY_TOOL");
    set("FOVEA_PROXY_MAX_BATCH", "0");
    const auto wrong = run({"status"});
    EXPECT_EQ(wrong.exit_code, 78);
    EXPECT_THAT(wrong.err, HasSubstr("from 1 to 10, not \"0\" (FOVEA_PROXY_MAX_BATCH)"));
}

TEST_F(VisionProxyCommand, LoadsFilesOf130AndKeepsWhatOnlyTheyKnow) {  // PVP-C1
    write_file(R"({"mode":"fallback","provider":"anthropic","modelId":"claude-sonnet-4-5",
                   "systemPrompt":"Look.","includeContext":false})");
    EXPECT_EQ(setting("mode"), json::value("auto"));
    EXPECT_EQ(setting("model"), json::value("anthropic/claude-sonnet-4-5"));
    EXPECT_EQ(setting("tool"), json::value(true));

    done({"max-batch", "2"});

    EXPECT_EQ(
        kept(),
        (json::object{
            {"mode", "fallback"},
            {"provider", "anthropic"},
            {"modelId", "claude-sonnet-4-5"},
            {"systemPrompt", "Look."},
            {"includeContext", false},
            {"maxBatch", 2}})
    );
}

TEST_F(VisionProxyCommand, LeavesABrokenFileAlone) {  // PVP-C1
    write_file("{\"mode\": ");
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"status"},
             {"tool", "off"},
             {"consent", "yes", "openai"},
             {"grounding-models", "reset"}}) {
        const auto finished = run(words);

        EXPECT_EQ(finished.exit_code, 78) << words.front();
        EXPECT_THAT(finished.err, HasSubstr("CONFIG_INVALID"));
        EXPECT_THAT(finished.err, HasSubstr(file()));
    }
    EXPECT_EQ(read_whole_file(file()), "{\"mode\": ");
}

TEST_F(VisionProxyCommand, MendsAValueThatIsWrongInItsFile) {  // PVP-C1
    write_file(R"({"maxBatch": 99, "tool": "off"})");
    const auto wrong = run({"status", "--json"});
    EXPECT_EQ(wrong.exit_code, 78);
    EXPECT_EQ(json::parse(wrong.out).at("error").at("code"), json::value("CONFIG_INVALID"));
    EXPECT_THAT(wrong.out, HasSubstr("from 1 to 10"));

    EXPECT_EQ(done({"max-batch", "4"}), "max-batch: 4\n");

    EXPECT_EQ(setting("max_batch"), json::value(4));
    EXPECT_EQ(setting("tool"), json::value(false));
}

TEST_F(VisionProxyCommand, SavesWhatItIsToldAlsoBesideAnotherMistake) {  // PVP-C1
    write_file(R"({"maxBatch": 99, "mode": "sometimes"})");
    const auto saved = run({"max-batch", "4"});

    EXPECT_EQ(saved.out, "max-batch: 4\n");
    EXPECT_THAT(saved.err, HasSubstr("saved, but: "));
    EXPECT_THAT(saved.err, HasSubstr("vision.mode"));
    EXPECT_EQ(kept().at("maxBatch"), json::value(4));
}

TEST_F(VisionProxyCommand, KeepsNoModelOfAProviderThatNobodyKnows) {  // PVP-B4
    const auto refused = run({"model", "nosuch/x"});

    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.err, HasSubstr("nosuch"));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(VisionProxyCommand, SaysWhoElseKeepsItOff) {  // PVP-X2
    set("FOVEA_PROXY_MODE", "off");
    EXPECT_THAT(run({"describe", kSample}).err, HasSubstr("because of FOVEA_PROXY_MODE"));
    EXPECT_THAT(run({"phash-threshold", "0.5"}).err, HasSubstr("set vision.phash_threshold"));
}

TEST_F(VisionProxyCommand, ListsWhatTheConfigurationSetsUnderItsOwnChanges) {  // PVP-4.1.2
    write_config("[vision.grounding_models]\n\"me/mine\" = \"qwen_1000\"\n");
    done({"grounding-models", "add", "me/other", "--format", "qwen_pixels"});
    EXPECT_THAT(done({"grounding-models", "list"}), HasSubstr("me/mine"));

    EXPECT_EQ(done({"grounding-models", "remove", "me/mine"}), "me/mine: removed\n");
    EXPECT_EQ(kept().at("groundingModels").at("me/mine").at("format"), json::value("none"));
    EXPECT_EQ(run({"grounding-models", "remove", "me/mine"}).exit_code, 2);
    EXPECT_THAT(done({"grounding-models", "list"}), HasSubstr("me/other"));

    EXPECT_THAT(done({"grounding-models", "reset"}), HasSubstr("config.toml"));
    EXPECT_THAT(done({"grounding-models", "list"}), HasSubstr("me/mine"));
}

TEST_F(VisionProxyCommand, DescribesInItsOwnStyle) {  // PVP-3.5, PVP-3.1
    const auto text = done({"describe", kSample});

    const auto plain = run_fovea({"describe", kSample}).out;
    auto lines = split(text, '\n');
    lines.pop_back();  // behind the last line end
    ASSERT_FALSE(lines.empty());
    std::string without;
    for (const auto& line : lines) {
        ASSERT_THAT(line, StartsWith("[Vision Proxy] "));
        without += line.substr(std::string("[Vision Proxy] ").size()) + "\n";
    }
    EXPECT_EQ(without, plain);
}

TEST_F(VisionProxyCommand, TakesQuestionCropAndJson) {  // PVP-3.1
    const auto answer = json::parse(done(
        {"describe", kSample, "--question", "what is written?", "--crop", "0:r=top-half", "--json"}
    ));

    EXPECT_THAT(std::string(answer.at("fence").as_string()), HasSubstr("crop_origin=\"0,0\""));
    const auto wrong = run({"describe", kSample, "--crop", "0:r=top,n=0,0,1,1"});
    EXPECT_EQ(wrong.exit_code, 64);
    EXPECT_THAT(wrong.err, HasSubstr("give one form"));
}

TEST_F(VisionProxyCommand, DescribesAnewOnRedescribe) {  // PVP-3.3
    done({"describe", kSample});
    const auto kept = json::parse(done({"describe", kSample, "--json"}));
    const auto anew = json::parse(done({"redescribe", kSample, "--json"}));

    EXPECT_EQ(kept.at("cached"), json::value(true));
    EXPECT_EQ(anew.at("cached"), json::value(false));
    EXPECT_EQ(kept.at("text"), anew.at("text"));
}

TEST_F(VisionProxyCommand, RefusesToDescribeWhenOff) {  // PVP-X2
    done({"mode", "off"});
    for (const std::string command : {"describe", "redescribe"}) {
        const auto finished = run({command, kSample});

        EXPECT_EQ(finished.exit_code, 2);
        EXPECT_EQ(finished.out, "");
        EXPECT_THAT(finished.err, HasSubstr("the vision proxy is off (" + file() + ")"));
        EXPECT_THAT(finished.err, HasSubstr("fovea vision-proxy mode auto"));
    }
    EXPECT_EQ(done({"mode", "auto"}), "mode: auto\n");
    EXPECT_THAT(done({"describe", kSample}), StartsWith("[Vision Proxy] "));
}

TEST_F(VisionProxyCommand, TakesAtMostAsManyPicturesAsACallMayHave) {  // PVP-1.7
    done({"max-images-per-call", "1"});

    const auto finished = run({"describe", kSample, kSample});

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.err, HasSubstr("LIMIT_EXCEEDED"));
    EXPECT_THAT(finished.err, HasSubstr("max-images-per-call is 1 (" + file() + ")"));
}

TEST_F(VisionProxyCommand, SaysWhatConsentMeansBeforeAnythingIsSent) {  // PVP-1.5, PVP-S2, V7
    const auto finished = run({"describe", kSample, "--model", "openai/gpt-5-mini"});

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.err, HasSubstr("CONSENT_REQUIRED"));
    EXPECT_THAT(finished.err, HasSubstr("to openai (api.openai.com)"));
    EXPECT_THAT(finished.err, HasSubstr("Crops are sent, too"));
    EXPECT_THAT(finished.err, HasSubstr("fovea vision-proxy consent yes openai"));
    EXPECT_THAT(finished.err, HasSubstr("fovea vision-proxy consent yes"));
    const auto as_json = run({"describe", kSample, "--model", "openai/gpt-5-mini", "--json"});
    EXPECT_EQ(json::parse(as_json.out).at("error").at("code"), json::value("CONSENT_REQUIRED"));
}

TEST_F(VisionProxyCommand, KeepsConsentForOneProviderAndTakesItBack) {  // PVP-1.5, V7
    EXPECT_EQ(done({"consent", "yes", "openai"}), "consent openai: yes\n");
    EXPECT_TRUE(kept().at("consents").as_object().contains("openai"));
    // Agreed: what follows fails for another reason, or not at all.
    EXPECT_THAT(
        run({"describe", kSample, "--model", "openai/no-such-model"}).err,
        Not(HasSubstr("CONSENT_REQUIRED"))
    );
    EXPECT_THAT(
        run({"describe", kSample, "--model", "anthropic/claude"}).err, HasSubstr("CONSENT_REQUIRED")
    );

    EXPECT_EQ(done({"consent", "no", "openai"}), "consent openai: no\n");
    EXPECT_THAT(
        run({"describe", kSample, "--model", "openai/no-such-model"}).err,
        HasSubstr("CONSENT_REQUIRED")
    );
}

TEST_F(VisionProxyCommand, AgreesForTheProviderOfTheVisionModel) {  // V7
    write_config(
        "[providers.corp]\nkind = \"openai_compatible\"\nbase_url = \"https://eye.example/v1\"\n"
    );
    done({"model", "corp/eye"});
    EXPECT_THAT(std::string(status().at("consent_of_model").as_string()), StartsWith("missing: "));

    const auto agreed = run({"consent", "yes"});

    EXPECT_EQ(agreed.out, "consent corp: yes\n");
    EXPECT_THAT(agreed.err, HasSubstr("(eye.example)"));
    EXPECT_EQ(status().at("consent_of_model"), json::value("given"));
    done({"model", "local/ocr"});
    EXPECT_THAT(done({"consent", "yes"}), HasSubstr("not needed"));
}

TEST_F(VisionProxyCommand, DoesNotTakeYesForConsent) {  // V7
    const std::vector<std::string> words = {
        "describe", kSample, "--model", "openai/no-such-model", "--yes"};
    const auto refused = run(words);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("CONSENT_REQUIRED"));
    EXPECT_THAT(refused.err, HasSubstr("FOVEA_CONSENT=openai"));

    set("FOVEA_CONSENT", "google,openai");
    EXPECT_THAT(run(words).err, Not(HasSubstr("CONSENT_REQUIRED")));
    set("FOVEA_CONSENT", "google");
    EXPECT_THAT(run(words).err, HasSubstr("CONSENT_REQUIRED"));
    EXPECT_THAT(done({"describe", kSample, "--yes"}), StartsWith("[Vision Proxy] "));
}

// util-linux' script gives the program a terminal.
TEST_F(VisionProxyCommand, AsksAPersonAtATerminal) {  // PVP-3.4
    if (::access("/usr/bin/script", X_OK) != 0) GTEST_SKIP() << "no /usr/bin/script";
    const auto command = test_paths::program("fovea") + " vision-proxy describe '" + kSample +
                         "' --model openai/no-such-model";
    const auto ask = [&](std::string_view answer) {
        return run_program({"/usr/bin/script", "-qec", command, "/dev/null"}, answer).out;
    };

    const auto refused = ask("n\n");
    EXPECT_THAT(refused, HasSubstr("to openai (api.openai.com)"));
    EXPECT_THAT(refused, HasSubstr("Agree? [y/N]"));
    EXPECT_THAT(refused, HasSubstr("CONSENT_REQUIRED"));
    EXPECT_FALSE(std::filesystem::exists(file()));

    EXPECT_THAT(ask("y\n"), Not(HasSubstr("CONSENT_REQUIRED")));
    EXPECT_TRUE(kept().at("consents").as_object().contains("openai"));
    EXPECT_THAT(ask("n\n"), Not(HasSubstr("Agree?")));
}

TEST_F(VisionProxyCommand, KeepsTheListOfGroundingModels) {  // PVP-4.1.2, PVP-4.7
    const auto added = run({"grounding-models", "add", "me/mine", "--format", "qwen_1000"});
    EXPECT_EQ(added.out, "me/mine: qwen_1000\n");
    EXPECT_EQ(added.err, "");
    const auto guessed = run({"grounding-models", "add", "me/other"});
    EXPECT_EQ(guessed.out, "me/other: qwen_pixels\n");
    EXPECT_THAT(guessed.err, HasSubstr("qwen_pixels"));  // the warning
    EXPECT_EQ(kept().at("groundingModels").at("me/mine").at("format"), json::value("qwen_1000"));

    const auto listed = json::parse(done({"grounding-models", "list", "--json"}));
    const auto& rows = listed.at("grounding_models").as_array();
    const auto state_of = [&](std::string_view id) -> std::string {
        for (const auto& row : rows) {
            if (row.at("id") == json::value(id)) return std::string(row.at("state").as_string());
        }
        return "";
    };
    EXPECT_EQ(state_of("me/mine"), "added");
    EXPECT_GT(rows.size(), 5U);  // what is shipped, too
    EXPECT_THAT(done({"grounding-models", "list"}), HasSubstr("me/other"));

    EXPECT_EQ(done({"grounding-models", "remove", "me/mine"}), "me/mine: removed\n");
    EXPECT_EQ(run({"grounding-models", "remove", "me/mine"}).exit_code, 2);
    EXPECT_EQ(done({"grounding-models", "reset"}), "grounding-models: as shipped\n");
    EXPECT_FALSE(kept().contains("groundingModels"));
    EXPECT_EQ(run({"grounding-models", "add", "me/mine", "--format", "polar"}).exit_code, 2);
}

TEST_F(VisionProxyCommand, AsksAboutModelsThatGroundBadly) {  // PVP-4.1.2
    const auto refused = run({"grounding-models", "add", "openai/gpt-4o"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("--yes"));
    EXPECT_FALSE(std::filesystem::exists(file()));

    const auto added =
        run({"grounding-models", "add", "openai/gpt-4o", "--format", "qwen_pixels", "--yes"});
    EXPECT_EQ(added.exit_code, 0) << added.err;
    EXPECT_TRUE(kept().at("groundingModels").as_object().contains("openai/gpt-4o"));
}

TEST_F(VisionProxyCommand, TakesAnyLanguageAndAnyName) {  // PVP-X3
    const auto odd = folder_ / "[bild] größe'.png";
    std::filesystem::copy_file(kSample, odd);

    const auto answer =
        json::parse(done({"describe", odd.string(), "--question", "何と書いてありますか?", "--json"}
        ));

    EXPECT_EQ(answer.at("images").at(0).at("filename"), json::value("[bild] größe'.png"));
}

}  // namespace
}  // namespace fovea::testing
