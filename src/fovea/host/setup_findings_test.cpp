#include "fovea/host/setup_findings.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace fovea::host {
namespace {

const Finding* find(const std::vector<Finding>& findings, std::string_view name) {
    const auto found = std::ranges::find(findings, name, &Finding::name);
    return found == findings.end() ? nullptr : &*found;
}

config::Environment variable(std::string name, std::string value) {
    return [name = std::move(name), value = std::move(value)](const char* asked) {
        return asked == name ? value.c_str() : nullptr;
    };
}

TEST(SetupFindings, DefaultsAreInOrder) {  // O2
    const config::Settings settings;

    const auto routes = check_routes(settings);

    ASSERT_EQ(routes.size(), 2u);
    EXPECT_EQ(
        routes[0],
        (Finding{"model", Verdict::Ok, "local/ocr (local) has vision, according to the wire format"}
        )
    );
    EXPECT_TRUE(check_keys(settings, {}).empty());
}

TEST(SetupFindings, ValuesThatCommandsWouldRefuseAreBroken) {  // O2
    config::Settings settings;
    EXPECT_TRUE(check_values(settings).empty());
    settings.permissions.deny = {"filesystem_read("};
    settings.store.sessions = "mongodb:somewhere";
    settings.local.languages = {"xxx"};

    const auto values = check_values(settings);

    ASSERT_EQ(values.size(), 3u);
    EXPECT_NE(values[0].detail.find("filesystem_read("), std::string::npos);
    EXPECT_NE(values[1].detail.find("mongodb"), std::string::npos);
    EXPECT_NE(values[2].detail.find("xxx"), std::string::npos);
    for (const auto& finding : values) EXPECT_EQ(finding.verdict, Verdict::Broken);
}

TEST(SetupFindings, RoutesNameWhatIsMissing) {  // O2, R2, ETH-12, ETH-14
    config::Settings settings;
    settings.model = "nobody/gpt";
    settings.vision.model = "deepseek/deepseek-chat";
    settings.routing.fallback = {"openai/gpt-5-mini", "ollama/of-my-own"};

    const auto routes = check_routes(settings);

    ASSERT_EQ(routes.size(), 4u);
    EXPECT_EQ(routes[0].verdict, Verdict::Broken);
    EXPECT_NE(routes[0].detail.find("nobody/gpt"), std::string::npos);
    EXPECT_EQ(routes[1].verdict, Verdict::Broken);
    EXPECT_NE(
        routes[1].detail.find("has no vision, according to the catalogue"), std::string::npos
    );
    EXPECT_EQ(routes[2].verdict, Verdict::Ok);
    EXPECT_EQ(routes[3].name, "routing.fallback.1");
    EXPECT_EQ(routes[3].verdict, Verdict::Weak);
    EXPECT_NE(routes[3].detail.find("[models.\"of-my-own\"] vision = true"), std::string::npos);
}

TEST(SetupFindings, BlindModelsHaveADescriberOrNot) {  // O2, R1
    config::Settings settings;
    settings.model = "deepseek/deepseek-chat";

    const auto described = check_routes(settings)[0];
    settings.vision.mode = "off";
    const auto alone = check_routes(settings)[0];

    EXPECT_EQ(described.verdict, Verdict::Ok);
    EXPECT_NE(described.detail.find("described for it by local/ocr"), std::string::npos);
    EXPECT_EQ(alone.verdict, Verdict::Weak);
    EXPECT_NE(alone.detail.find("vision.mode"), std::string::npos);
}

TEST(SetupFindings, KeysAreFoundAndNeverShown) {  // Q5, O2
    config::Settings settings;
    settings.model = "anthropic/claude-sonnet-4-6";
    settings.providers["work"] = {.kind = "openai_chat", .api_key_env = "WORK_KEY"};

    const auto missing = check_keys(settings, {});
    const auto there = check_keys(settings, variable("ANTHROPIC_API_KEY", "HUSH"));

    ASSERT_NE(find(missing, "key of anthropic"), nullptr);
    EXPECT_EQ(find(missing, "key of anthropic")->verdict, Verdict::Broken);
    EXPECT_EQ(find(missing, "key of work")->verdict, Verdict::Weak);
    EXPECT_EQ(
        *find(there, "key of anthropic"),
        (Finding{"key of anthropic", Verdict::Ok, "found, in the variable ANTHROPIC_API_KEY"})
    );
}

TEST(SetupFindings, KeyFilesAreForTheirOwnerAlone) {  // Q5, O2
    const auto file =
        std::filesystem::temp_directory_path() / ("fovea-key-" + std::to_string(::getpid()));
    std::ofstream(file) << "HUSH\n";
    config::Settings settings;
    settings.model = "work/m";
    settings.providers["work"] = {.kind = "openai_chat", .api_key_file = file.string()};

    ASSERT_EQ(::chmod(file.c_str(), 0644), 0);
    const auto open = check_keys(settings, {})[0];
    ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
    const auto closed = check_keys(settings, {})[0];
    std::filesystem::remove(file);
    const auto gone = check_keys(settings, {})[0];

    EXPECT_EQ(open.verdict, Verdict::Broken);
    EXPECT_NE(open.detail.find("chmod 600"), std::string::npos);
    EXPECT_EQ(closed.verdict, Verdict::Ok);
    EXPECT_EQ(gone.verdict, Verdict::Broken);
    for (const auto& each : {open, closed, gone})
        EXPECT_EQ(each.detail.find("HUSH"), std::string::npos);
}

TEST(SetupFindings, ServerOnThisMachineNeedsNoKey) {  // P1
    config::Settings settings;
    settings.model = "ollama/llava";

    EXPECT_EQ(
        check_keys(settings, {}),
        (std::vector<Finding>{{"key of ollama", Verdict::Ok, "none is configured, so none is sent"}}
        )
    );
}

TEST(SetupFindings, FilesTellWhatWasLeftOut) {  // Q5, O1
    config::Loaded loaded;
    loaded.places = {
        {.role = config::Role::User, .path = "/u/config.toml"},
        {.role = config::Role::Project,
         .path = "/p/.fovea/config.toml",
         .exists = true,
         .trust = config::Trust::Limited,
         .left_out = {"providers", "hooks"}}};

    EXPECT_EQ(
        check_files(loaded),
        (std::vector<Finding>{
            {"user file", Verdict::Ok, "none at /u/config.toml"},
            {"project file",
             Verdict::Weak,
             "/p/.fovea/config.toml is limited; left out: providers, hooks"}})
    );
}

}  // namespace
}  // namespace fovea::host
