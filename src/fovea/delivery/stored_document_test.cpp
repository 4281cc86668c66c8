#include "fovea/delivery/stored_document.hpp"

#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::delivery {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class Documents : public ::testing::Test {
protected:
    Result<StoredDocument> open(const Bytes& file) {
        const content::DocumentBlock block{
            .source = blobs_->put(file).value(),
            .mime = "application/pdf",
            .filename = "report.pdf"};
        return StoredDocument::open(block, services_, {});
    }

    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_ = store::FileBlobs::open(folder_ / "blobs").value();
    store::ResultCache known_{{.folder = folder_ / "known"}};
    std::unique_ptr<sandbox::HelperPrograms> helpers_ = media::test_helpers();
    int asked_ = 0;  // for the programs
    DocumentServices services_{
        .blobs = *blobs_, .known = known_, .helpers = [this]() -> Result<sandbox::HelperPrograms*> {
            ++asked_;
            return helpers_.get();
        }};
};

TEST_F(Documents, AreCutToThePagesThatAreMeant) {  // M9, R1
    const auto document = open(media::numbered_pdf(300)).value();
    const auto pages = document.pages("120-125").value();

    const auto cut = document.cut(pages, {}, {}).value();

    const auto small = StoredDocument::open(cut, services_, {}).value();
    EXPECT_EQ(small.info().pages, 6u);
    const auto texts = small.text(small.pages({}).value(), {}, {}).value();
    EXPECT_EQ(media::plain_text(texts.front()), "Page 120 of the report\n");
    EXPECT_EQ(document.cut(document.pages({}).value(), {}, {}).value(), document.block());
}

TEST_F(Documents, NameThePagesThatThereAre) {  // M9, ETH-17
    const auto pages = open(media::numbered_pdf(300)).value().pages("301");

    ASSERT_FALSE(pages.ok());
    EXPECT_EQ(pages.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(pages.error().message, HasSubstr("300"));
}

TEST_F(Documents, DrawEachPageOnce) {  // M9, M6
    const auto document = open(media::numbered_pdf(3)).value();
    const auto drawn = document.pictures({1, 3}, 800, {}, {}).value();
    const auto asked = asked_;

    const auto known = document.pictures({1, 3}, 800, {}, {}).value();

    EXPECT_EQ(asked_, asked);
    EXPECT_EQ(known, drawn);
    ASSERT_THAT(drawn, SizeIs(2));
    EXPECT_EQ(drawn[1].page, 3u);
    EXPECT_EQ(drawn[1].image.alt, "page 3 of report.pdf");
    EXPECT_EQ(drawn[1].image.size.height, 800u);
}

TEST_F(Documents, LockedAndDamagedOnesAreToldApartAndTheNextOneOpens) {  // M9
    const auto locked = open(media::locked_pdf(*helpers_, media::numbered_pdf(1), "secret"));
    const std::string_view broken = "%PDF-1.4\nand nothing of one";
    const auto damaged = open(Bytes(as_bytes(broken).begin(), as_bytes(broken).end()));

    ASSERT_FALSE(locked.ok());
    EXPECT_EQ(locked.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(locked.error().message, HasSubstr("password"));
    ASSERT_FALSE(damaged.ok());
    EXPECT_EQ(damaged.error().code, ErrorCode::DecodeFailed);
    EXPECT_TRUE(open(media::numbered_pdf(1)).ok());
}

}  // namespace
}  // namespace fovea::delivery
