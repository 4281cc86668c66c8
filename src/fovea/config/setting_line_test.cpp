#include "fovea/config/setting_line.hpp"

#include "fovea/config/test_files.hpp"

#include <gtest/gtest.h>

namespace fovea::config {
namespace {

using SettingPlace = ConfigFiles;

TEST_F(SettingPlace, NamesTheFileAndTheLine) {  // O1
    const auto one = loaded(
        "config.toml",
        "model = \"openai/gpt-5\"\n\n[gateway.models]\n# mine\n\"fast-*\" = \"openai/gpt-5\"\n"
    );

    const auto file = one.places.front().path.string();
    EXPECT_EQ(setting_place(one, {"gateway", "models", "fast-*"}), file + ":5");
    EXPECT_EQ(setting_place(one, {"model"}), file + ":1");
    EXPECT_EQ(setting_place(one, {"gateway", "models", "slow"}), "");
    EXPECT_EQ(setting_place(one, {"model", "below"}), "");
    EXPECT_EQ(setting_place({}, {"model"}), "");
}

TEST_F(SettingPlace, IsThatOfTheFileThatWins) {  // O1
    const auto user = write("user.toml", "[images]\nmax_edge = 700\n");
    const auto project = write("project.yaml", "images:\n  max_edge: 600\n");
    const auto both = load({.user_file = user, .project_file = project});

    ASSERT_TRUE(both.ok()) << both.error().message;
    EXPECT_TRUE(setting_place(both.value(), {"images", "max_edge"}).starts_with(project.string()));
}

}  // namespace
}  // namespace fovea::config
