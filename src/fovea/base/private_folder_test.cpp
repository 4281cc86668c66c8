#include "fovea/base/private_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace fovea {
namespace {

class PrivateFolder : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("fovea-private-" + std::to_string(::getpid()));
};

TEST_F(PrivateFolder, IsMadeWithItsParentsForItsOwnerAlone) {  // Q5
    ASSERT_TRUE(make_private_folder(folder_ / "a/b/").ok());
    ASSERT_TRUE(make_private_folder(folder_ / "a/b").ok());  // twice does no harm

    for (const char* made : {"a", "a/b"}) {
        struct stat facts {};
        ASSERT_EQ(::stat((folder_ / made).c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 07777U, 0700U) << made;
    }
}

TEST_F(PrivateFolder, IsNotMadeWhereAFileStands) {
    std::ofstream(folder_ / "file") << "x";

    const auto made = make_private_folder(folder_ / "file/inside");

    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, ErrorCode::StoreError);
    EXPECT_NE(made.error().message.find("file"), std::string::npos);
}

TEST_F(PrivateFolder, HasALockThatOneHoldsAtATime) {
    std::atomic<int> inside = 0;
    std::atomic<bool> met = false;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                const auto lock = hold_lock(folder_ / ".lock");
                ASSERT_TRUE(lock.ok()) << lock.error().message;
                if (++inside > 1) met = true;
                std::this_thread::yield();
                --inside;
            });
        }
    }
    EXPECT_FALSE(met);
    EXPECT_FALSE(hold_lock(folder_ / "missing/.lock").ok());
}

}  // namespace
}  // namespace fovea
