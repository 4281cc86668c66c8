#include "fovea/store/open_store.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::store {
namespace {

class OpenStoreTest : public testing::Test {
protected:
    TestFolder folder_;
    StoreSettings settings_{.root = folder_ / "data", .home = (folder_ / "home").string()};
};

TEST_F(OpenStoreTest, OpensTheEmbeddedOneByDefault) {  // S3, S7
    const auto store = open_store(settings_).value();
    const auto blob = store.blobs->put(as_bytes("cat")).value();

    EXPECT_TRUE(store.sessions->create({.id = "a"}).ok());
    EXPECT_EQ(store.upkeep.size(), 2u);
    EXPECT_TRUE(std::filesystem::exists(store.files->path_of(blob)));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "data/fovea.db"));
}

TEST_F(OpenStoreTest, PlacesAreRelativeAbsoluteOrAtHome) {  // DIG-24
    settings_.sessions = "sqlite:db/mine.db";
    settings_.blobs = "file:~/pictures";
    const auto folder = embedded_folder(settings_).value();
    EXPECT_EQ(folder.sessions(), folder_ / "data/db/mine.db");
    EXPECT_EQ(folder.blobs(), folder_ / "home/pictures");

    for (const auto* place : {"file:///srv/blobs", "file:/srv/blobs", "/srv/blobs"}) {
        settings_.blobs = place;
        EXPECT_EQ(embedded_folder(settings_).value().blobs(), "/srv/blobs") << place;
    }
    settings_.blobs = "pictures";
    EXPECT_EQ(embedded_folder(settings_).value().blobs(), folder_ / "data/pictures");
}

TEST_F(OpenStoreTest, AnUnknownSchemeIsRefusedWithThoseThatAreKnown) {  // S7, Q5
    settings_.sessions = "postgres://me:secret@db/fovea";

    EXPECT_EQ(
        open_store(settings_).error(),
        (Error{
            ErrorCode::ConfigInvalid,
            "store.sessions: this version supports only \"sqlite:…\", not \"postgres:…\""})
    );

    settings_ = {.root = folder_ / "data", .blobs = "s3://bucket/prefix"};
    EXPECT_EQ(
        open_store(settings_).error().message,
        "store.blobs: this version supports only \"file:…\", not \"s3:…\""
    );
    settings_.blobs = "file:";
    EXPECT_EQ(embedded_folder(settings_).error().message, "store.blobs does not name a file");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "data"));
}

}  // namespace
}  // namespace fovea::store
