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
    ASSERT_EQ(around.value().sections.size(), 3u);
    EXPECT_EQ(around.value().sections[0], kStrangersNotice);
    EXPECT_TRUE(around.value().sections[1].ends_with(strangers_text("Be brief.")));
    EXPECT_TRUE(
        around.value().sections[2].ends_with("- tea (came with the project): Brews tea.\n- coffee")
    );
}

TEST_F(SurroundingsTest, WordsOfATrustedProjectAreTheUsersOwn) {  // A3, Q5
    write("app/AGENTS.md", "Be brief.");
    write("app/.fovea/skills/tea/SKILL.md", "---\ndescription: Brews tea.\n---\n");
    config::Settings settings;
    auto trusted = places();
    trusted.project = Author::User;
    const auto around = gather_surroundings(trusted, settings);

    ASSERT_TRUE(around.ok()) << around.error().message;
    ASSERT_EQ(around.value().sections.size(), 2u);
    EXPECT_TRUE(around.value().sections[0].ends_with("AGENTS.md\n\nBe brief."));
    EXPECT_TRUE(around.value().sections[1].ends_with("- tea: Brews tea."));
}

TEST_F(SurroundingsTest, SkillsOfAnotherUserAreLeftOut) {  // A3, Q5
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    const auto skill = write("app/.fovea/skills/tea/SKILL.md", "Brew it.");
    write("app/.fovea/skills/coffee/SKILL.md", "Brew it.");
    ASSERT_EQ(::chown(skill.c_str(), 65534, 65534), 0);
    config::Settings settings;

    const auto file = gather_surroundings(places(), settings);
    ASSERT_EQ(::chown((folder_ / "app/.fovea").c_str(), 65534, 65534), 0);
    const auto folder = gather_surroundings(places(), settings);

    ASSERT_TRUE(file.ok() && folder.ok());
    EXPECT_EQ(file.value().skills.size(), 1u);
    EXPECT_EQ(file.value().problems.size(), 1u);
    EXPECT_TRUE(folder.value().skills.empty());
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
