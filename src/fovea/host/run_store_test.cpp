#include "fovea/host/run_store.hpp"

#include "fovea/host/this_process.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace fovea::host {
namespace {

namespace fs = std::filesystem;

class OpenedStoreTest : public testing::Test {
protected:
    RunStore store() { return RunStore(settings_, folder_ / "data"); }

    store::TestFolder folder_;
    config::Settings settings_;
};

TEST_F(OpenedStoreTest, LooksWithoutMakingAnything) {  // S3
    auto store = this->store();

    EXPECT_EQ(store.open_existing().value(), nullptr);
    EXPECT_EQ(store.pictures()().value(), nullptr);
    EXPECT_FALSE(fs::exists(folder_ / "data"));
    ASSERT_NE(store.open().value(), nullptr);
    EXPECT_EQ(store.open_existing().value(), store.open().value());
    EXPECT_NE(store.pictures()().value(), nullptr);
}

TEST_F(OpenedStoreTest, PicturesLieWhereTheSettingSays) {  // DIG-24
    settings_.images.storage_dir = (folder_ / "elsewhere").string();
    auto store = this->store();

    store.open().value()->blobs->put(as_bytes("a picture")).value();

    EXPECT_TRUE(fs::is_directory(folder_ / "elsewhere/tmp"));
    EXPECT_FALSE(fs::exists(folder_ / "data/blobs"));
    EXPECT_TRUE(fs::exists(folder_ / "data/fovea.db"));
}

TEST_F(OpenedStoreTest, RelativePathsStartAtTheDataFolder) {  // DIG-24
    settings_.images.storage_dir = "pictures";
    settings_.store.sessions = "sqlite:db/mine.db";

    const auto folder = store().folder().value();

    EXPECT_EQ(folder.blobs(), folder_ / "data/pictures");
    EXPECT_EQ(folder.sessions(), folder_ / "data/db/mine.db");
    EXPECT_TRUE(store().open().ok());
    EXPECT_TRUE(fs::exists(folder_ / "data/db/mine.db"));
}

TEST_F(OpenedStoreTest, AbsoluteAndHomePathsAreTaken) {
    settings_.store.blobs = "file:///srv/blobs";
    EXPECT_EQ(store().folder().value().blobs(), "/srv/blobs");
    settings_.store.blobs = "file:/srv/blobs";
    EXPECT_EQ(store().folder().value().blobs(), "/srv/blobs");
    settings_.images.storage_dir = "~/pictures";
    EXPECT_EQ(store().folder().value().blobs(), data_sources().home + "/pictures");
}

TEST_F(OpenedStoreTest, StoresOfOtherVersionsAreNamedWithoutTheirPasswords) {  // O1, Q5
    settings_.store.sessions = "postgres://me:secret@db/fovea";

    const auto error = store().open().error();

    EXPECT_EQ(error.code, ErrorCode::ConfigInvalid);
    EXPECT_EQ(
        error.message, "store.sessions: this version supports only \"sqlite:…\", not \"postgres:…\""
    );
    settings_.store = {.blobs = "s3://bucket"};
    EXPECT_EQ(store().open_existing().error().code, ErrorCode::ConfigInvalid);
    settings_.store = {.sessions = "sqlite:"};
    EXPECT_EQ(store().folder().error().code, ErrorCode::ConfigInvalid);
}

TEST_F(OpenedStoreTest, ARunThatKeepsNothingLeavesNothing) {  // S3
    fs::path scratch;
    {
        RunStore store(settings_, folder_ / "data", Keeping::Nothing);
        store.open_for_run().value()->blobs->put(as_bytes("a picture")).value();
        scratch = store.run_folder();

        EXPECT_FALSE(store.not_kept());
        EXPECT_TRUE(fs::exists(scratch / "fovea.db"));
        EXPECT_EQ(store.cache_for_run({.folder = "/x", .max_entries = 7}).max_entries, 7u);
        EXPECT_TRUE(
            store.cache_for_run({.folder = "/x"}).folder.string().starts_with(scratch.string())
        );
    }
    EXPECT_FALSE(fs::exists(scratch));
    EXPECT_FALSE(fs::exists(folder_ / "data"));
}

TEST_F(OpenedStoreTest, ARunGoesOnWhereNothingCanBeWritten) {  // S3
    for (const auto* const place : {"/dev/null/data", "/proc/fovea"}) {
        RunStore store(settings_, place);

        ASSERT_TRUE(store.open_for_run().ok()) << place;

        ASSERT_TRUE(store.not_kept());
        EXPECT_TRUE(store.not_kept()->starts_with("cannot make the folder /")) << *store.not_kept();
        EXPECT_TRUE(store.not_kept()->ends_with("as with --ephemeral"));
        EXPECT_EQ(store.cache_for_run({.folder = "/x"}).folder, "/x");
        EXPECT_EQ(RunStore(settings_, place).open().error().code, ErrorCode::StoreError);
    }
}

TEST_F(OpenedStoreTest, WhatIsWrongOtherwiseIsToldARunToo) {  // S3
    settings_.store.sessions = "postgres://db/fovea";
    EXPECT_EQ(store().open_for_run().error().code, ErrorCode::ConfigInvalid);
    settings_ = {};
    store().open().value();
    std::ofstream(folder_ / "data/fovea.db") << std::string(4096, 'x');

    auto damaged = store();

    EXPECT_EQ(damaged.open_for_run().error().code, ErrorCode::StoreError);
    EXPECT_EQ(damaged.open_to_read().error().code, ErrorCode::StoreError);
    EXPECT_FALSE(damaged.not_kept());
}

TEST_F(OpenedStoreTest, AFileInTheFoldersPlaceIsToldNotOverlooked) {
    std::ofstream(folder_ / "data") << "a file";

    EXPECT_EQ(store().open_existing().error().code, ErrorCode::StoreError);
    EXPECT_EQ(store().open().error().code, ErrorCode::StoreError);
    EXPECT_EQ(store().open_to_read().error().code, ErrorCode::StoreError);
    EXPECT_EQ(store().open_for_run().error().code, ErrorCode::StoreError);
}

}  // namespace
}  // namespace fovea::host
