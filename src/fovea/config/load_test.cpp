#include "fovea/config/load.hpp"

#include "fovea/config/schema.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string_view>

namespace fovea::config {
namespace {

class LoadConfig : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() / ("fovea-config-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(std::string_view name, std::string_view text) {
        const auto file = folder_ / name;
        std::ofstream(file) << text;
        return file;
    }

    std::filesystem::path folder_;
};

TEST_F(LoadConfig, OperatorOverridesTheCaps) {  // CAL-IMG-18, O1
    const auto file = write("user.toml", "[images]\nmax_edge = 2000\nmax_bytes = 3932160\n");

    const auto loaded = load({.user_file = file});

    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().settings.images.max_edge, 2000);
    EXPECT_EQ(loaded.value().settings.images.max_bytes, 3932160);
    EXPECT_EQ(loaded.value().origins.at("images.max_edge"), file.string());
}

TEST_F(LoadConfig, WhatIsThereAndCannotBeReadIsNotPassedOver) {  // O1
    const auto place = folder_ / "config.toml";
    std::filesystem::create_symlink("nowhere.toml", place);
    EXPECT_EQ(
        load({.user_file = place}).error().message,
        "cannot read the configuration file " + place.string() + ": it is a link to nothing"
    );
    std::filesystem::remove(place);
    std::filesystem::create_directory(place);
    EXPECT_EQ(load({.user_file = place}).error().code, ErrorCode::ConfigInvalid);
    std::filesystem::remove(place);
    EXPECT_TRUE(load({.user_file = place}).ok());

    std::filesystem::create_symlink("vision-proxy.json", folder_ / "vision-proxy.json");
    EXPECT_EQ(load({.user_file = place}).error().code, ErrorCode::ConfigInvalid);
}

TEST_F(LoadConfig, LaterLayersWin) {  // O1
    const auto user = write("user.toml", "[images]\nmax_edge = 1000\nmax_pixels = 7\n");
    const auto project = write("project.toml", "[images]\nmax_edge = 900\nlow_res_size = 256\n");
    const auto environment = [](const char* name) -> const char* {
        return std::string_view(name) == "FOVEA_IMAGES_LOW_RES_SIZE" ? "300" : nullptr;
    };

    const auto loaded =
        load({.user_file = user, .project_file = project, .environment = environment});

    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().settings.images.max_edge, 900);
    EXPECT_EQ(loaded.value().settings.images.max_pixels, 7);
    EXPECT_EQ(loaded.value().settings.images.low_res_size, 300);
    EXPECT_EQ(loaded.value().origins.at("images.low_res_size"), "FOVEA_IMAGES_LOW_RES_SIZE");
}

TEST_F(LoadConfig, DefaultsAreTheContractsLimits) {  // DIG-7, CAL-IMG-14, CAL-IMG-15
    const auto images = load({}).value().settings.images;

    EXPECT_EQ(images.max_edge, 1568);
    EXPECT_EQ(images.max_bytes, 5242880);
    EXPECT_EQ(images.max_per_message, 10);
    EXPECT_EQ(images.max_size_bytes, 10485760);
    EXPECT_EQ(images.max_per_session, 100);
}

TEST_F(LoadConfig, LimitsAreConfigurable) {  // DIG-7
    const auto file = write(
        "user.toml",
        "[images]\nmax_per_message = 25\nmax_size_bytes = 2097152\nmax_per_session = 7\n"
    );

    const auto images = load({.user_file = file}).value().settings.images;

    EXPECT_EQ(images.max_per_message, 25);
    EXPECT_EQ(images.max_size_bytes, 2097152);
    EXPECT_EQ(images.max_per_session, 7);
}

TEST_F(LoadConfig, AllowlistGrowsByAFlagThatIsOff) {  // CAL-IMG-34, M12
    EXPECT_TRUE(load({}).value().settings.images.accept.empty());
    EXPECT_TRUE(load({.user_file = write("none.toml", "[images]\naccept = []\n")}).ok());

    const auto heic = load({.user_file = write("heic.toml", "[images]\naccept = [\"heic\"]\n")});
    const auto unknown = load({.user_file = write("exe.toml", "[images]\naccept = [\"exe\"]\n")});

    ASSERT_FALSE(heic.ok());
    EXPECT_NE(heic.error().message.find("cannot convert yet"), std::string::npos)
        << heic.error().message;
    ASSERT_FALSE(unknown.ok());
    EXPECT_NE(unknown.error().message.find("must be heic, avif"), std::string::npos)
        << unknown.error().message;
}

TEST_F(LoadConfig, UnknownKeyNamesTheNearestOneAndTheLine) {  // O1
    const auto file = write("typo.toml", "[images]\nmax_egde = 1000\n");

    const auto loaded = load({.user_file = file});

    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(
        loaded.error(),
        (Error{
            ErrorCode::ConfigInvalid,
            file.string() + ":2: unknown setting images.max_egde; did you mean images.max_edge?"})
    );
}

TEST_F(LoadConfig, BadValuesAreErrorsThatSayWhatIsAllowed) {  // O1
    for (const char* text :
         {"[images]\nmax_edge = 0\n",
          "[images]\nmax_edge = \"big\"\n",
          "[images]\ndownscale = 3\n",
          "[images]\nmax_edge = [1]\n",
          "images = 3\n",
          "[images\n",
          "\xff\xfe"}) {
        const auto loaded = load({.user_file = write("bad.toml", text)});

        ASSERT_FALSE(loaded.ok()) << text;
        EXPECT_EQ(loaded.error().code, ErrorCode::ConfigInvalid) << text;
    }
}

TEST_F(LoadConfig, NamedFileMustExist) {  // O1
    EXPECT_FALSE(load({.only_file = folder_ / "missing.toml"}).ok());
    EXPECT_TRUE(load({.user_file = folder_ / "missing.toml"}).ok());
}

TEST_F(LoadConfig, EveryKeyTakesItsOwnDefaultBack) {  // O1
    const Settings defaults;
    for (const auto& key : keys()) {
        Settings settings;

        EXPECT_TRUE(key.set(settings, key.get(defaults)).ok()) << key.name;
        EXPECT_EQ(settings, defaults) << key.name;
    }
}

}  // namespace
}  // namespace fovea::config
