#include "fovea/store/fsck.hpp"

#include "fovea/store/file_blobs.hpp"
#include "fovea/store/sqlite/connection.hpp"
#include "fovea/store/test_store.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace fovea::store {
namespace {

class FsckTest : public StoreTest {
protected:
    void SetUp() override {
        StoreTest::SetUp();
        cat_ = put("cat");
        sessions().create({.id = "a", .entries = {text("look"), picture(cat_)}}).value();
    }

    FsckReport check(FsckSettings settings = {}) { return check_store(store_, settings).value(); }
    std::filesystem::path cat_file() { return dynamic_cast<FileBlobs&>(blobs()).path_of(cat_); }
    void run_sql(const char* sql) {
        auto db = sqlite::Connection::open(folder_ / "data/fovea.db", std::chrono::seconds(1));
        ASSERT_TRUE(db.value().run(sql).ok());
    }

    content::BlobRef cat_;
};

TEST_F(FsckTest, AGoodStoreIsClean) {  // S1
    std::vector<std::size_t> steps;

    const auto report = check({.progress = [&](std::size_t done, std::size_t total) {
        steps.push_back(done);
        EXPECT_EQ(total, 1u);
    }});

    EXPECT_EQ(report, (FsckReport{.sessions = 1, .entries = 2, .blobs = 1, .bytes = 3}));
    EXPECT_EQ(steps, std::vector<std::size_t>{1});
}

TEST_F(FsckTest, FindsChangedBytes) {  // S1
    std::ofstream(cat_file()) << "dog";

    EXPECT_EQ(
        check().problems,
        std::vector<std::string>{
            "sha256:" + cat_.sha256.hex() + " is damaged: its bytes have changed"}
    );
}

TEST_F(FsckTest, FindsMissingBlobs) {
    std::filesystem::remove(cat_file());

    EXPECT_EQ(
        check().problems,
        std::vector<std::string>{
            "sha256:" + cat_.sha256.hex() + " is used by a session but not stored"}
    );
}

TEST_F(FsckTest, FindsEntriesThatCannotBeReadOrAreGone) {
    run_sql("UPDATE entries SET body = '{\"role\":' WHERE seq = 1");
    EXPECT_EQ(check().problems.size(), 1u);
    run_sql("DELETE FROM entries WHERE seq = 1");
    EXPECT_EQ(
        check().problems,
        (std::vector<std::string>{
            "session a has lost entries", "session a, entry 2: one before it is missing"})
    );
    run_sql("UPDATE entries SET kind = 'song'");
    EXPECT_EQ(check().problems.back(), "session a cannot be read: \"song\" is not a kind of entry");
}

TEST_F(FsckTest, FindsBlobsThatASessionDoesNotKnowItNames) {
    run_sql("DELETE FROM session_blobs");

    EXPECT_EQ(
        check().problems,
        std::vector<std::string>{
            "session a, entry 2 names sha256:" + cat_.sha256.hex() +
            " and its session does not know"}
    );
}

TEST_F(FsckTest, LeftoversAreNoDamageAndRemovedWhenAsked) {
    const auto leftover = folder_ / "data/blobs/tmp/0123456789abcdef";
    std::ofstream(leftover) << "half a picture";

    EXPECT_TRUE(check().is_clean());
    EXPECT_EQ(check({.repair = Repair::Leftovers}).leftovers, std::vector{leftover.string()});
    EXPECT_TRUE(check().leftovers.empty());
    EXPECT_FALSE(std::filesystem::exists(leftover));
}

TEST_F(FsckTest, FindsDamagedPages) {
    sessions().append("a", std::vector(200, text(std::string(500, 'x')))).value();
    store_ = {};  // the last connection writes everything into the file
    const auto file = folder_ / "data/fovea.db";
    std::fstream pages(file, std::ios::in | std::ios::out | std::ios::binary);
    pages.seekp(static_cast<std::streamoff>(std::filesystem::file_size(file) / 2));
    pages << std::string(8192, '\xAA');
    pages.close();
    store_ = open();

    const auto report = check_store(store_);

    EXPECT_TRUE(!report.ok() || !report.value().is_clean());
}

}  // namespace
}  // namespace fovea::store
