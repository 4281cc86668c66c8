#include "fovea/browser/profile_folder.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <optional>
#include <string>

namespace fovea::browser {

namespace {

namespace fs = std::filesystem;

class Profiles : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = "/tmp/fovea-profiles-XXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

TEST_F(Profiles, AreTheOwnersAloneAndGoWithTheirObject) {
    auto made = std::optional(ProfileFolder::make(folder_));
    ASSERT_TRUE(made->ok());
    const auto path = made->value().path();
    struct stat status {};
    ::stat(path.c_str(), &status);
    fs::create_directories(path / "Default/Cache");
    std::ofstream(path / "Default/Cache/data") << "x";

    EXPECT_EQ(status.st_mode & 0777U, 0700U);
    made.reset();
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Profiles, KeepTheBrowserFromConnectingAheadOfTime) {  // Q2
    const auto made = ProfileFolder::make(folder_);

    ASSERT_TRUE(made.ok());
    std::ifstream file(made.value().path() / "profile" / "Default" / "Preferences");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_NE(text.find("\"network_prediction_options\": 2"), std::string::npos) << text;
}

TEST_F(Profiles, OfTheLivingAreLeftAlone) {
    const auto one = ProfileFolder::make(folder_);
    const auto other = ProfileFolder::make(folder_);

    ASSERT_TRUE(one.ok() && other.ok());
    EXPECT_NE(one.value().path(), other.value().path());
    EXPECT_TRUE(fs::exists(one.value().path()));
}

TEST_F(Profiles, OfTheDeadAreDeletedByTheNext) {
    fs::create_directories(folder_ / "fovea-browser-killed/Default");
    fs::create_directories(folder_ / "another-folder");
    const auto later = ::time(nullptr) + 3600;

    const auto soon = ProfileFolder::make(folder_);
    EXPECT_TRUE(fs::exists(folder_ / "fovea-browser-killed"));  // its owner may be about to lock it
    const auto alive = ProfileFolder::make(folder_, later);

    EXPECT_FALSE(fs::exists(folder_ / "fovea-browser-killed"));
    EXPECT_TRUE(fs::exists(folder_ / "another-folder"));
    EXPECT_TRUE(fs::exists(soon.value().path()));
    EXPECT_TRUE(alive.ok());
}

TEST_F(Profiles, NeedAFolderThatCanBeWrittenTo) {
    const auto none = ProfileFolder::make("/dev/null/profiles");

    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, ErrorCode::StoreError);
}

}  // namespace

}  // namespace fovea::browser
