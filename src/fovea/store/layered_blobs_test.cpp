#include "fovea/store/layered_blobs.hpp"

#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

namespace fovea::store {
namespace {

class LayeredBlobsTest : public testing::Test {
protected:
    void SetUp() override {
        old_ = FileBlobs::open(folder_ / "below").value()->put(as_bytes("old")).value();
        layered_ = std::make_unique<LayeredBlobs>(
            FileBlobs::open(folder_ / "above").value(), FileBlobs::to_read(folder_ / "below")
        );
        fresh_ = layered_->put(as_bytes("new")).value();
    }

    TestFolder folder_;
    content::BlobRef old_;
    content::BlobRef fresh_;
    std::unique_ptr<LayeredBlobs> layered_;
};

TEST_F(LayeredBlobsTest, FindsWhatIsInEither) {  // S1
    for (const auto& [blob, words] : {std::pair(old_, "old"), std::pair(fresh_, "new")}) {
        EXPECT_TRUE(layered_->has(blob).value());
        EXPECT_EQ(as_text(layered_->read(blob, Verify::Hash).value()), words);
        EXPECT_EQ(layered_->size(blob).value(), 3u);
        EXPECT_TRUE(layered_->open_blob(blob).ok());
        EXPECT_EQ(layered_->find(blob.sha256.hex().substr(0, 8)).value(), blob);
    }
    const content::BlobRef none{sha256(as_bytes("none"))};
    EXPECT_FALSE(layered_->has(none).value());
    EXPECT_EQ(layered_->read(none).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(layered_->find("00000000").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(layered_->find("12").error().code, ErrorCode::InvalidInput);
}

TEST_F(LayeredBlobsTest, ChangesNothingBelow) {  // S1
    EXPECT_FALSE(layered_->remove(old_).value());
    layered_->put(as_bytes("old")).value();

    EXPECT_EQ(FileBlobs::to_read(folder_ / "below")->list().value().size(), 1u);
    EXPECT_EQ(layered_->list().value().size(), 2u);
    EXPECT_EQ(layered_->find(old_.sha256.hex().substr(0, 8)).value(), old_);
    EXPECT_FALSE(FileBlobs::to_read(folder_ / "below")->has(fresh_).value());
}

}  // namespace
}  // namespace fovea::store
