#include "fovea/store/scratch_folder.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <optional>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolderTest, IsTheOwnersAloneAndGoesWithItsObject) {  // S3
    const TestFolder folder;
    fs::path path;
    {
        const auto made = ScratchFolder::make({folder.path()}).value();
        path = made.path();
        struct stat facts {};
        ASSERT_EQ(::stat(path.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777U, 0700U);
        EXPECT_TRUE(fs::is_empty(path));
        fs::create_directories(path / "a/b");
        std::ofstream(path / "a/b/c") << "x";
    }

    EXPECT_FALSE(fs::exists(path));
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(ScratchFolderTest, IsMadeInTheFirstPlaceThatCanBeWritten) {  // S3
    const TestFolder folder;

    const auto made = ScratchFolder::make({"/dev/null/place", "/proc", folder.path()}).value();

    EXPECT_EQ(made.path().parent_path(), folder.path());
    EXPECT_EQ(
        ScratchFolder::make({"/dev/null/place"}).error(),
        (Error{ErrorCode::StoreError, "cannot make a folder in /dev/null/place: Not a directory"})
    );
}

TEST(ScratchFolderTest, OfTheLivingAndTheYoungIsLeftAlone) {
    const TestFolder folder;
    const auto one = ScratchFolder::make({folder.path()}).value();
    fs::create_directory(folder / "fovea-scratch-young");

    const auto other = ScratchFolder::make({folder.path()}).value();

    EXPECT_NE(one.path(), other.path());
    EXPECT_TRUE(fs::exists(one.path()));
    EXPECT_TRUE(fs::exists(folder / "fovea-scratch-young"));
}

}  // namespace
}  // namespace fovea::store
