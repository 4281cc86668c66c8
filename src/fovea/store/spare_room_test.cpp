#include "fovea/store/spare_room.hpp"

#include "fovea/store/test_disk.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

namespace fovea::store {
namespace {

TEST(SpareRoom, IsKeptUntilTheDiskIsFull) {  // S3
    TestFolder folder;
    const SpareRoom spare(folder / "");

    EXPECT_FALSE(spare.give());
    spare.keep();
    spare.keep();
    EXPECT_EQ(std::filesystem::file_size(folder / "spare"), SpareRoom::kBytes);
    EXPECT_FALSE(spare.give());  // there is room
    {
        const FullDisk full(0);
        EXPECT_TRUE(spare.give());
        EXPECT_FALSE(spare.give());
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "spare"));
    spare.keep();
    EXPECT_TRUE(std::filesystem::exists(folder / "spare"));
}

TEST(SpareRoom, HalfOfItIsNone) {  // S3
    TestFolder folder;
    const SpareRoom spare(folder / "");
    {
        const FullDisk full(SpareRoom::kBytes / 2);
        spare.keep();
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "spare"));
}

}  // namespace
}  // namespace fovea::store
