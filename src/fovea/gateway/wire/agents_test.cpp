#include "fovea/gateway/wire/agents.hpp"

#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace fovea::gateway {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class WireAgents : public testing::Test {
protected:
    std::vector<FileChange> wire(std::string_view agent) {
        auto changes = wiring_of(
            agent,
            {.url = "http://127.0.0.1:7420",
             .token = "secret",
             .models =
                 {{.name = "fast", .context = 9000, .max_output = 700},
                  {.name = "deep", .takes_pictures = false}}},
            folders()
        );
        EXPECT_TRUE(changes.ok()) << changes.error().message;
        for (const auto& change : changes.value()) EXPECT_TRUE(apply(change).ok());
        return std::move(changes).value();
    }
    void unwire(std::string_view agent) {
        const auto changes = unwiring_of(agent, folders());
        ASSERT_TRUE(changes.ok()) << agent << ": " << changes.error().message;
        for (const auto& change : changes.value()) EXPECT_TRUE(undo(change).ok()) << agent;
    }
    std::filesystem::path home() const { return folder_.path(); }
    AgentFolders folders() const {
        auto folders = elsewhere_;
        folders.home = home();
        return folders;
    }
    std::string read(const std::string& name) const {
        std::ifstream in(home() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((home() / name).parent_path());
        std::ofstream(home() / name) << text;
    }

    store::TestFolder folder_;
    AgentFolders elsewhere_;
};

TEST_F(WireAgents, EveryAgentIsWiredAndLeftAsItWas) {  // D4
    const std::string settings =
        "{\n  \"theme\": \"dark\",\n  \"env\": {\n    \"A\": \"1\"\n  }\n}\n";
    const std::string toml = "model = \"o\"\nmodel_provider = \"openai\"\n\n[tui]\nx = 1\n";
    write(".claude/settings.json", settings);
    write(".codex/config.toml", toml);
    for (const auto agent : wirable_agents()) {
        const auto changes = wire(agent);
        for (const auto& change : changes) {
            EXPECT_THAT(change_text(change), HasSubstr("secret")) << agent;
            break;
        }
        unwire(agent);
    }
    EXPECT_EQ(read(".claude/settings.json"), settings);
    EXPECT_EQ(read(".codex/config.toml"), toml);
    EXPECT_FALSE(std::filesystem::exists(home() / ".aider.conf.yml"));
    EXPECT_FALSE(std::filesystem::exists(home() / ".claude.json.before-fovea"));
}

TEST_F(WireAgents, WhatWasThereStays) {
    write(".claude/settings.json", R"({"theme": "dark", "env": {"A": "1"}})");
    write(".codex/config.toml", "model_provider = \"openai\"\n[tui]\nmodel_provider = 1\n");

    wire("claude");
    wire("codex");

    const auto claude = read(".claude/settings.json");
    EXPECT_THAT(claude, HasSubstr("\"theme\": \"dark\""));
    EXPECT_THAT(claude, HasSubstr("\"A\": \"1\""));
    EXPECT_THAT(claude, HasSubstr("\"ANTHROPIC_BASE_URL\": \"http://127.0.0.1:7420\""));
    const auto codex = read(".codex/config.toml");
    EXPECT_THAT(codex, HasSubstr("# fovea took its place: model_provider = \"openai\""));
    EXPECT_THAT(codex, HasSubstr("\n[tui]\nmodel_provider = 1\n"));
    EXPECT_THAT(codex, HasSubstr("base_url = \"http://127.0.0.1:7420/v1\""));
}

TEST_F(WireAgents, FilesAreWhereTheEnvironmentHasThem) {
    elsewhere_ = {
        .home = {},
        .claude = home() / "c",
        .codex = home() / "x",
        .config = home() / "s",
        .pi = home() / "p"};
    for (const auto agent : wirable_agents()) wire(agent);

    for (const auto* const file :
         {"c/settings.json",
          "c/.claude.json",
          "x/config.toml",
          "s/opencode/opencode.json",
          "p/models.json"}) {
        EXPECT_TRUE(std::filesystem::exists(home() / file)) << file;
    }
    EXPECT_FALSE(std::filesystem::exists(home() / ".claude"));
    EXPECT_FALSE(std::filesystem::exists(home() / ".config"));
}

TEST_F(WireAgents, EveryModelThatCanBeNamedIsThere) {
    wire("opencode");
    wire("pi");

    const auto opencode = json::parse(read(".config/opencode/opencode.json"));
    const auto& of_opencode = opencode.at_pointer("/provider/fovea/models");
    EXPECT_EQ(
        of_opencode.at_pointer("/fast/limit"), json::parse(R"({"context":9000,"output":700})")
    );
    EXPECT_EQ(of_opencode.at_pointer("/fast/modalities/input"), json::parse(R"(["text","image"])"));
    EXPECT_FALSE(of_opencode.at_pointer("/deep/attachment").as_bool());
    EXPECT_FALSE(of_opencode.at("deep").as_object().contains("limit"));  // which nobody knows

    const auto pi = json::parse(read(".pi/agent/models.json"));
    const auto& of_pi = pi.at_pointer("/providers/fovea/models");
    EXPECT_EQ(of_pi.at(0).at("contextWindow").to_number<int>(), 9000);
    EXPECT_EQ(of_pi.at(0).at("maxTokens").to_number<int>(), 700);
    EXPECT_EQ(of_pi.at(1), json::parse(R"({"id":"deep","name":"deep","input":["text"]})"));
}

TEST_F(WireAgents, AiderIsToldTheModelAsItsOwnNamesGo) {
    write(".aider.conf.yml", "model: sonnet\nmodel-settings-file: mine.yml\n");

    wire("aider");

    const auto aider = read(".aider.conf.yml");
    EXPECT_THAT(aider, HasSubstr("\nmodel: \"openai/fast\""));
    EXPECT_THAT(
        aider, HasSubstr("# fovea took its place: model: sonnet\nmodel-settings-file: mine.yml\n")
    );
    unwire("aider");
    EXPECT_EQ(read(".aider.conf.yml"), "model: sonnet\nmodel-settings-file: mine.yml\n");
}

TEST_F(WireAgents, WiringTwiceIsWiringOnce) {
    write(".codex/config.toml", "model = \"o\"\n");
    wire("codex");
    const auto once = read(".codex/config.toml");

    wire("codex");

    EXPECT_EQ(read(".codex/config.toml"), once);
}

TEST_F(WireAgents, WhereNothingWasNothingIsLeft) {
    for (const auto agent : wirable_agents()) {
        wire(agent);
        wire(agent);
        unwire(agent);
        EXPECT_FALSE(unwiring_of(agent, folders()).ok()) << agent;
    }
    for (const auto* const file :
         {".claude/settings.json",
          ".claude.json",
          ".codex/config.toml",
          ".config/opencode/opencode.json",
          ".pi/agent/models.json",
          ".aider.conf.yml"}) {
        EXPECT_FALSE(std::filesystem::exists(home() / file)) << file;
    }
}

TEST_F(WireAgents, WhatWasWrittenSinceStays) {
    write(".claude.json", R"({"mcpServers": {"other": {}}})");
    write(".claude/settings.json", R"({"env": {"ANTHROPIC_BASE_URL": "http://mine"}})");
    write(".codex/config.toml", "model_provider = \"openai\"\n");
    wire("claude");
    wire("codex");
    auto state = read(".claude.json");
    write(".claude.json", state.insert(state.find('{') + 1, "\"numStartups\": 7,"));
    write(".codex/config.toml", read(".codex/config.toml") + "[projects]\na = 1\n");

    wire("claude");
    unwire("claude");
    unwire("codex");

    EXPECT_THAT(read(".claude.json"), HasSubstr("\"numStartups\": 7"));
    EXPECT_THAT(read(".claude.json"), HasSubstr("\"other\""));
    EXPECT_THAT(read(".claude.json"), Not(HasSubstr("fovea")));
    EXPECT_EQ(read(".claude/settings.json"), R"({"env": {"ANTHROPIC_BASE_URL": "http://mine"}})");
    EXPECT_EQ(read(".codex/config.toml"), "model_provider = \"openai\"\n[projects]\na = 1\n");
}

TEST_F(WireAgents, FilesThatAreNotPlainAreLeftAlone) {
    write(".config/opencode/opencode.json", "{ // mine\n}");

    const auto changes = wiring_of("opencode", {.url = "u", .token = "t"}, folders());

    ASSERT_FALSE(changes.ok());
    EXPECT_THAT(changes.error().message, HasSubstr("not plain JSON"));
    EXPECT_FALSE(wiring_of("emacs", {}, folders()).ok());
}

}  // namespace
}  // namespace fovea::gateway
