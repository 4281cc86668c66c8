#include "fovea/gateway/wire/agents.hpp"

#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace fovea::gateway {
namespace {

using testing::HasSubstr;
using testing::Not;

class WireAgents : public testing::Test {
protected:
    std::vector<FileChange> wire(std::string_view agent) {
        auto changes =
            wiring_of(agent, {.url = "http://127.0.0.1:7420", .token = "secret"}, home());
        EXPECT_TRUE(changes.ok()) << changes.error().message;
        for (const auto& change : changes.value()) EXPECT_TRUE(apply(change).ok());
        return std::move(changes).value();
    }
    std::filesystem::path home() const { return folder_.path(); }
    std::string read(const std::string& name) const {
        std::ifstream in(home() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((home() / name).parent_path());
        std::ofstream(home() / name) << text;
    }

    store::TestFolder folder_;
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
            EXPECT_THAT(change_text(change), HasSubstr("fovea")) << agent;
            EXPECT_TRUE(undo(change).ok()) << agent;
        }
    }
    EXPECT_EQ(read(".claude/settings.json"), settings);
    EXPECT_EQ(read(".codex/config.toml"), toml);
    EXPECT_FALSE(std::filesystem::exists(home() / ".aider.conf.yml"));
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

TEST_F(WireAgents, WiringTwiceIsWiringOnce) {
    write(".codex/config.toml", "model = \"o\"\n");
    wire("codex");
    const auto once = read(".codex/config.toml");

    wire("codex");

    EXPECT_EQ(read(".codex/config.toml"), once);
}

TEST_F(WireAgents, WhatSomebodyChangedSinceIsNotThrownAway) {
    write(".claude/settings.json", "{}");
    const auto changes = wire("claude");
    write(".claude/settings.json", read(".claude/settings.json") + "\n\"one\"\n\"two\"\n");

    const auto undone = undo(changes.front());

    ASSERT_FALSE(undone.ok());
    EXPECT_THAT(undone.error().message, HasSubstr("was changed since"));
}

TEST_F(WireAgents, FilesThatAreNotPlainAreLeftAlone) {
    write(".config/opencode/opencode.json", "{ // mine\n}");

    const auto changes = wiring_of("opencode", {.url = "u", .token = "t"}, home());

    ASSERT_FALSE(changes.ok());
    EXPECT_THAT(changes.error().message, HasSubstr("not plain JSON"));
    EXPECT_FALSE(wiring_of("emacs", {}, home()).ok());
}

}  // namespace
}  // namespace fovea::gateway
