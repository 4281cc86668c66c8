#include "fovea/agent/plugins.hpp"

#include "fovea/agent/hooks.hpp"
#include "fovea/agent/test_folder.hpp"

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWhole = R"({
    "name": "whole", "version": "1.2", "description": "All of it.", "license": "MIT",
    "hooks": [{"event": "Stop", "command": "echo \"$FOVEA_PLUGIN_ROOT\" > seen", "timeout_s": 5}],
    "mcpServers": {"files": {"type": "stdio", "command": "${FOVEA_PLUGIN_ROOT}/serve",
                             "args": ["--root=${FOVEA_PLUGIN_ROOT}"], "env": {"A": "b"}}}
})";

class PluginsTest : public InTestFolder {
protected:
    std::string error_of(std::string_view json) const {
        write("p/plugin.json", json);
        const auto plugin = read_plugin(folder_ / "p");
        if (plugin.ok()) return "";
        EXPECT_EQ(plugin.error().code, ErrorCode::ConfigInvalid);
        return plugin.error().message;
    }
};

TEST_F(PluginsTest, BringHooksServersAndSkills) {  // A3
    write("plugins/whole/plugin.json", kWhole);
    write("plugins/whole/skills/tea/SKILL.md", "Brew it.");
    const auto loaded = load_plugins({.user_folder = folder_ / "plugins"});
    ASSERT_TRUE(loaded.ok());
    ASSERT_EQ(loaded.value().plugins.size(), 1u);
    config::Settings settings;
    settings.hooks.push_back({.event = "Stop", .command = "mine"});
    const auto problems = add_plugins(loaded.value().plugins, settings);
    const auto root = (folder_ / "plugins/whole").string();

    EXPECT_TRUE(problems.empty());
    ASSERT_EQ(settings.hooks.size(), 2u);
    EXPECT_EQ(settings.hooks[1].plugin_root, root);
    EXPECT_EQ(settings.hooks[1].timeout_s, 5);
    EXPECT_EQ(
        settings.mcp.servers.at("files"),
        (config::McpServerSettings{root + "/serve", {"--root=" + root}, {{"A", "b"}}, "", {}})
    );
    const auto skills = find_skills(skill_places(loaded.value().plugins)).skills;
    ASSERT_EQ(skills.size(), 1u);
    EXPECT_EQ(skills[0].source, "plugin whole");
}

TEST_F(PluginsTest, AHookFindsItsFolder) {  // A3
    write("it's mine/plugin.json", kWhole);
    const auto plugin = read_plugin(folder_ / "it's mine");
    ASSERT_TRUE(plugin.ok());
    Hooks hooks({.hooks = plugin.value().hooks, .project = folder_, .environment = ::getenv});
    hooks.run({.event = HookEvent::Stop}, {});
    std::string seen;
    std::getline(std::ifstream(folder_ / "seen"), seen);

    EXPECT_EQ(seen, (folder_ / "it's mine").string());
}

TEST_F(PluginsTest, MayBeToml) {  // A3
    write(
        "p/plugin.toml",
        "name = \"t\"\n[[hooks]]\nevent = \"Stop\"\ncommand = \"true\"\n"
        "[mcp.servers.web]\nurl = \"https://example.com/mcp\"\n"
    );
    const auto plugin = read_plugin(folder_ / "p");

    ASSERT_TRUE(plugin.ok()) << plugin.error().message;
    EXPECT_EQ(plugin.value().hooks.size(), 1u);
    EXPECT_EQ(plugin.value().servers.at("web").url, "https://example.com/mcp");
}

TEST_F(PluginsTest, ABrokenOneIsLeftOutUnlessTheConfigurationNamesIt) {  // A3
    write("plugins/bad/plugin.json", "{");
    write("plugins/empty/readme", "");
    write("plugins/good/plugin.json", R"({"name": "good"})");
    const auto loaded = load_plugins({.user_folder = folder_ / "plugins"});

    ASSERT_TRUE(loaded.ok());
    EXPECT_EQ(loaded.value().plugins.size(), 1u);
    EXPECT_EQ(loaded.value().problems.size(), 2u);
    const auto named = load_plugins({.named = {(folder_ / "plugins/bad").string()}});
    ASSERT_FALSE(named.ok());
    EXPECT_EQ(named.error().code, ErrorCode::ConfigInvalid);
    EXPECT_NE(named.error().message.find("plugins/bad"), std::string::npos);
}

TEST_F(PluginsTest, OneIsLoadedOnceAndNamesAreOnlyOnce) {  // A3
    write("plugins/a/plugin.json", R"({"name": "a"})");
    write("other/plugin.json", R"({"name": "a"})");
    const auto a = (folder_ / "plugins/a").string();
    const auto twice = load_plugins(
        {.user_folder = folder_ / "plugins", .named = {a, "~/plugins/a"}, .home = folder_.string()}
    );
    ASSERT_TRUE(twice.ok());
    EXPECT_EQ(twice.value().plugins.size(), 1u);
    EXPECT_TRUE(twice.value().problems.empty());

    EXPECT_FALSE(load_plugins({.named = {a, (folder_ / "other").string()}}).ok());
}

TEST_F(PluginsTest, AServerOfTheConfigurationStays) {  // A3
    write("p/plugin.json", kWhole);
    config::Settings settings;
    settings.mcp.servers["files"].command = "mine";
    const auto problems = add_plugins({read_plugin(folder_ / "p").value()}, settings);

    EXPECT_EQ(settings.mcp.servers.at("files").command, "mine");
    EXPECT_EQ(problems.size(), 1u);
}

TEST_F(PluginsTest, WhatIsWrongIsNamed) {  // A3, O1
    EXPECT_NE(error_of("[]"), "");
    EXPECT_NE(error_of("{}").find("name must be"), std::string::npos);
    EXPECT_NE(error_of(R"({"name": "../x"})"), "");
    EXPECT_NE(error_of(R"({"name": 7})").find("name must be a string"), std::string::npos);
    EXPECT_NE(
        error_of(R"({"name": "a", "hook": []})").find("unknown member hook"), std::string::npos
    );
    EXPECT_NE(
        error_of(R"({"name": "a", "hooks": [{"event": "Later", "command": "x"}]})")
            .find("SessionStart"),
        std::string::npos
    );
    EXPECT_NE(error_of(R"({"name": "a", "hooks": [{"event": "Stop"}]})"), "");
    EXPECT_NE(
        error_of(R"({"name": "a", "mcpServers": {"s": {}}})").find("mcp.servers.s"),
        std::string::npos
    );
    EXPECT_NE(
        error_of(R"({"name": "a", "mcpServers": {"s": {"cmd": "x"}}})").find("mcp.servers.s.cmd"),
        std::string::npos
    );
    EXPECT_EQ(error_of(R"({"name": "a"})"), "");
    write("p/plugin.toml", "name = \"a\"\n");
    EXPECT_NE(error_of(R"({"name": "a"})").find("both"), std::string::npos);
}

}  // namespace
}  // namespace fovea::agent
