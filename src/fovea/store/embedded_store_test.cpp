#include "fovea/store/embedded_store.hpp"

#include "fovea/store/bundle.hpp"
#include "fovea/store/test_store.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

class StoreToRead : public StoreTest {
protected:
    void SetUp() override {
        StoreTest::SetUp();
        sessions().create({.id = "mine", .entries = {text("first"), picture(put("cat"))}}).value();
    }
    void close() { store_ = {}; }
    Store reading() { return open_store_to_read({folder_ / "data"}).value(); }

    std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& each : fs::recursive_directory_iterator(folder_ / "data")) {
            names.insert(each.path().string());
        }
        return names;
    }
};

TEST_F(StoreToRead, ShowsEverythingAndMakesNothing) {  // S3
    close();
    fs::remove_all(folder_ / "data/blobs/tmp");
    const auto before = files();
    {
        auto read = reading();

        ASSERT_EQ(read.sessions->list().value().size(), 1u);
        EXPECT_EQ(read.sessions->read("mine").value().size(), 2u);
        for (auto* const part : read.upkeep) EXPECT_TRUE(part->find_damage().value().empty());
        EXPECT_EQ(
            export_session(*read.sessions, *read.blobs, "mine", folder_ / "out").value().blobs, 1u
        );
        EXPECT_EQ(
            read.sessions->append("mine", {{text("more")}}).error().code, ErrorCode::StoreError
        );
    }
    EXPECT_EQ(files(), before);
}

TEST_F(StoreToRead, SeesWhatAnotherProgramHasJustWritten) {  // S2
    auto read = reading();

    sessions().append("mine", {{text("more")}}).value();

    EXPECT_EQ(read.sessions->read("mine").value().size(), 3u);
    EXPECT_EQ(reading().sessions->read("mine").value().size(), 3u);
}

TEST_F(StoreToRead, IsEmptyWhereThereIsNone) {  // S3
    const auto none = open_store_to_read({folder_ / "nothing"}).value();

    EXPECT_TRUE(none.sessions->list().value().empty());
    EXPECT_TRUE(none.blobs->list().value().empty());
    EXPECT_FALSE(fs::exists(folder_ / "nothing"));
}

TEST_F(StoreToRead, StillRefusesWhatIsNotItsOwn) {  // S3
    close();
    fs::resize_file(folder_ / "data/fovea.db", 100);

    EXPECT_EQ(open_store_to_read({folder_ / "data"}).error().code, ErrorCode::StoreError);
}

}  // namespace
}  // namespace fovea::store
