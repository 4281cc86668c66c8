#include "fovea/ingest/closed_places.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

class Closed : public ::testing::Test {
protected:
    RealFile file(const std::string& path) const {
        struct stat facts {};
        ::stat((folder_ / path).c_str(), &facts);
        return {
            .path = folder_ / path,
            .device = facts.st_dev,
            .inode = facts.st_ino,
            .names = facts.st_nlink};
    }
    void write(const std::string& path) const {
        fs::create_directories((folder_ / path).parent_path());
        std::ofstream(folder_ / path) << "x";
    }

    store::TestFolder folder_;
};

TEST_F(Closed, AFolderIsClosedWithAllThatIsInIt) {
    const ClosedPlaces own({folder_ / "config/fovea/"});

    EXPECT_TRUE(own.holds(file("config/fovea")));
    EXPECT_TRUE(own.holds(file("config/fovea/trusted/a")));
    EXPECT_FALSE(own.holds(file("config")));
    EXPECT_FALSE(own.holds(file("config/fovea-notes")));
}

TEST_F(Closed, APlaceMayBeNamedByALinkAndInOtherLetters) {
    write("real/key");
    fs::create_directory_symlink("real", folder_ / "link");
    const ClosedPlaces own({folder_ / "link/key"});

    EXPECT_TRUE(own.holds(file("real/key")));
    // What a file system without regard to case opens.
    EXPECT_TRUE(own.holds(file("Real/KEY")));
    EXPECT_FALSE(own.holds(file("real/keys")));
}

TEST_F(Closed, ConfigurationOfAnyProjectIsClosed) {
    write("a/b/.fovea/config.toml");
    write("a/b/.fovea/config.toml.bak");
    write("a/b/.fovea/skills/config.txt");
    write("a/b/config.toml");
    const ClosedPlaces own({});

    EXPECT_TRUE(own.holds(file("a/b/.fovea/config.toml")));
    EXPECT_TRUE(own.holds(file("a/b/.fovea/config.toml.bak")));
    EXPECT_FALSE(own.holds(file("a/b/.fovea/skills/config.txt")));
    EXPECT_FALSE(own.holds(file("a/b/config.toml")));
}

TEST_F(Closed, AnotherNameOfAClosedFileIsClosed) {
    write("keys/anthropic");
    write("project/other");
    fs::create_hard_link(folder_ / "keys/anthropic", folder_ / "project/notes.txt");
    fs::create_hard_link(folder_ / "project/other", folder_ / "project/again");
    const ClosedPlaces own({folder_ / "keys/anthropic"});

    EXPECT_TRUE(own.holds(file("project/notes.txt")));
    EXPECT_FALSE(own.holds(file("project/again")));
}

}  // namespace
}  // namespace fovea::ingest
