#include "fovea/store/data_folder.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace fovea::store {
namespace {

std::filesystem::path root_of(const DataSources& sources) {
    return find_data_folder(sources).value().root;
}

TEST(DataFolder, TheGivenOneComesFirstThenXdgThenHome) {  // S3, DIG-24
    EXPECT_EQ(root_of({.given = "/srv/data/", .xdg_data_home = "/x"}), "/srv/data");
    EXPECT_EQ(root_of({.given = "here"}), std::filesystem::current_path() / "here");
    EXPECT_EQ(root_of({.xdg_data_home = "/x", .home = "/home/me"}), "/x/fovea");
    EXPECT_EQ(
        root_of({.xdg_data_home = "relative", .home = "/home/me"}), "/home/me/.local/share/fovea"
    );
    EXPECT_EQ(find_data_folder({}).error().code, ErrorCode::ConfigInvalid);
    EXPECT_EQ(find_data_folder({.given = ""}).error().code, ErrorCode::ConfigInvalid);
}

TEST(DataFolder, SaysWhereEachPartLies) {
    const DataFolder folder{"/x"};

    EXPECT_EQ(folder.sessions(), "/x/fovea.db");
    EXPECT_EQ(folder.blobs(), "/x/blobs");
    EXPECT_EQ(folder.variants(), "/x/variants");
    EXPECT_EQ(folder.serve_token(), "/x/token");
}

TEST(DataFolder, APartMayLieElsewhere) {  // DIG-24
    const DataFolder folder{"/x", "db/mine.db", "/srv/pictures"};

    EXPECT_EQ(folder.sessions(), "/x/db/mine.db");
    EXPECT_EQ(folder.blobs(), "/srv/pictures");
}

TEST(DataFolder, IsMadeForItsOwnerAlone) {
    const TestFolder folder;

    ASSERT_TRUE(make_data_folder({.xdg_data_home = folder / "a/b"}).ok());
    ASSERT_TRUE(make_data_folder({.xdg_data_home = folder / "a/b"}).ok());

    for (const auto* name : {"a", "a/b", "a/b/fovea"}) {
        struct stat facts {};
        ASSERT_EQ(::stat((folder / name).c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777U, 0700U) << name;
    }
}

TEST(DataFolder, AFileInItsPlaceIsAnError) {
    const TestFolder folder;
    std::ofstream(folder / "data") << "a file";

    EXPECT_EQ(make_data_folder({.given = folder / "data"}).error().code, ErrorCode::StoreError);
    EXPECT_EQ(make_data_folder({.given = folder / "data/in"}).error().code, ErrorCode::StoreError);
}

}  // namespace
}  // namespace fovea::store
