#include "fovea/ingest/guessed_root.hpp"

#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST(GuessedRoot, NeitherTheWholeDiskNorAHomeIsTaken) {  // V11
    const store::TestFolder folder;
    fs::create_directories(folder / "home/project");
    fs::create_directory_symlink("home", folder / "link");
    const std::vector<fs::path> homes = {folder / "home"};

    EXPECT_THAT(refused_guess("/", homes).value().message, HasSubstr("and / is not used"));
    const auto refused = refused_guess((folder / "link").string(), homes);
    ASSERT_TRUE(refused.has_value());
    EXPECT_EQ(refused->code, ErrorCode::FileNotFound);
    EXPECT_THAT(refused->message, HasSubstr("your home folder is not used"));
    EXPECT_THAT(refused->message, HasSubstr("workspace.roots"));
    EXPECT_EQ(refused_guess((folder / "home/project").string(), homes), std::nullopt);
    const auto above = refused_guess(folder.path().string(), homes);
    ASSERT_TRUE(above.has_value());
    EXPECT_THAT(above->message, HasSubstr("a folder above your home is not used"));
    fs::create_directories(folder / "homely");
    EXPECT_EQ(refused_guess((folder / "homely").string(), homes), std::nullopt);
}

}  // namespace
}  // namespace fovea::ingest
