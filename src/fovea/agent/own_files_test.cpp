#include "fovea/agent/own_files.hpp"

#include "fovea/agent/test_folder.hpp"

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;

using OwnFiles = InTestFolder;

TEST_F(OwnFiles, AreTheUsersAndTheSystems) {  // Q5
    const auto file = write("a", "");
    fs::create_symlink("a", folder_ / "link");
    fs::create_directory_symlink(".", folder_ / "same");

    EXPECT_TRUE(is_own_folder(folder_));
    EXPECT_TRUE(is_own_folder(folder_ / "same"));
    EXPECT_TRUE(is_own_folder("/usr"));
    EXPECT_TRUE(is_own_file(file));
    EXPECT_TRUE(is_own_file(folder_ / "link"));
}

TEST_F(OwnFiles, AreNotThoseThatAreOpenToAllOrMissing) {  // Q5
    EXPECT_FALSE(is_own_folder(folder_ / "none"));
    EXPECT_FALSE(is_own_file(folder_ / "none"));
    EXPECT_FALSE(is_own_folder("/tmp"));
}

TEST_F(OwnFiles, AreNotThoseOfAnotherUser) {  // Q5
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    const auto file = write("theirs/a", "");
    fs::create_symlink("theirs/a", folder_ / "link");
    ASSERT_EQ(::chown(file.c_str(), 65534, 65534), 0);
    ASSERT_EQ(::chown((folder_ / "theirs").c_str(), 65534, 65534), 0);

    EXPECT_FALSE(is_own_folder(folder_ / "theirs"));
    EXPECT_FALSE(is_own_file(file));
    EXPECT_FALSE(is_own_file(folder_ / "link"));
}

}  // namespace
}  // namespace fovea::agent
