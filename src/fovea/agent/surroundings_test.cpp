#include "fovea/agent/surroundings.hpp"

#include "fovea/agent/test_folder.hpp"

namespace fovea::agent {
namespace {

class SurroundingsTest : public InTestFolder {
protected:
    SurroundingPlaces places() const {
        return {.user_folder = folder_ / "user", .cwd = folder_ / "app", .home = folder_.string()};
    }
};

TEST_F(SurroundingsTest, AllThatIsAroundARunIsGathered) {  // A3
    write("app/AGENTS.md", "Be brief.");
    write("app/.fovea/skills/tea/SKILL.md", "---\ndescription: Brews tea.\n---\n");
    write(
        "user/plugins/p/plugin.json",
        R"({"name": "p", "hooks": [{"event": "Stop", "command": "true"}],
            "mcpServers": {"s": {"command": "x"}}})"
    );
    write("user/plugins/p/skills/coffee/SKILL.md", "Brew it.");
    write("user/plugins/broken/plugin.json", "{");
    config::Settings settings;
    const auto around = gather_surroundings(places(), settings);

    ASSERT_TRUE(around.ok()) << around.error().message;
    EXPECT_EQ(settings.hooks.size(), 1u);
    EXPECT_EQ(settings.mcp.servers.count("s"), 1u);
    EXPECT_EQ(around.value().skills.size(), 2u);
    EXPECT_EQ(around.value().context_files.size(), 1u);
    EXPECT_EQ(around.value().problems.size(), 1u);
    ASSERT_EQ(around.value().sections.size(), 2u);
    EXPECT_TRUE(around.value().sections[0].ends_with("Be brief."));
    EXPECT_TRUE(around.value().sections[1].ends_with("- tea: Brews tea.\n- coffee"));
}

TEST_F(SurroundingsTest, APluginThatTheConfigurationNamesHasToWork) {  // A3
    config::Settings settings;
    settings.plugins = {"~/none"};
    const auto around = gather_surroundings(places(), settings);

    ASSERT_FALSE(around.ok());
    EXPECT_EQ(around.error().code, ErrorCode::ConfigInvalid);
    EXPECT_NE(around.error().message.find((folder_ / "none").string()), std::string::npos);
}

TEST_F(SurroundingsTest, WithoutAnythingAroundThereIsNothing) {  // A3
    config::Settings settings;
    const auto around = gather_surroundings({.cwd = folder_}, settings);

    ASSERT_TRUE(around.ok());
    EXPECT_TRUE(around.value().sections.empty());
    EXPECT_EQ(settings, config::Settings{});
}

}  // namespace
}  // namespace fovea::agent
