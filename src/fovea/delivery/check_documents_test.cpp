#include "fovea/delivery/check_documents.hpp"

#include "fovea/delivery/test_delivery.hpp"
#include "fovea/media/pdf/test_pdf.hpp"

#include <gmock/gmock.h>

namespace fovea::delivery {
namespace {

using content::DocumentBlock;
using ::testing::HasSubstr;

class CheckDocuments : public DeliveryTest {
protected:
    DocumentBlock document(const Bytes& file, const std::string& name) {
        return {
            .source = originals_->put(file).value(), .mime = "application/pdf", .filename = name};
    }
    Result<void> check(std::vector<content::ContentBlock> blocks) {
        const DocumentServices services{.blobs = *originals_, .known = known_, .helpers = [this] {
                                            return Result<sandbox::HelperPrograms*>(helpers_.get());
                                        }};
        return check_documents({content::Role::User, std::move(blocks)}, services, {});
    }

    std::unique_ptr<sandbox::HelperPrograms> helpers_ = media::test_helpers();
    store::ResultCache known_{{.folder = folder_ / "known"}};
};

TEST_F(CheckDocuments, NamesEachThatCannotBeOpenedAndSaysWhy) {  // M9, R1
    const auto whole = media::numbered_pdf(3);
    const auto locked = document(media::locked_pdf(*helpers_, whole, "secret"), "locked.pdf");
    const auto cut = document(Bytes(whole.begin(), whole.begin() + 60), "cut.pdf");
    const auto empty = document(media::numbered_pdf(0), "empty.pdf");

    const auto alone = check({content::TextBlock{"what?"}, locked});
    const auto all = check({document(whole, "good.pdf"), cut, empty});

    ASSERT_FALSE(alone.ok());
    EXPECT_EQ(alone.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(alone.error().message, HasSubstr("locked.pdf: the PDF is encrypted"));
    ASSERT_FALSE(all.ok());
    EXPECT_EQ(all.error().code, ErrorCode::DecodeFailed);
    EXPECT_THAT(all.error().message, HasSubstr("cut.pdf: the PDF"));
    EXPECT_THAT(all.error().message, HasSubstr("; empty.pdf: the PDF"));
    EXPECT_TRUE(check({document(whole, "good.pdf")}).ok());
}

TEST_F(CheckDocuments, LetsThroughWhatOnlyOthersCanOpen) {  // R1
    const DocumentBlock behind{
        .source = content::UrlRef{"https://a.example/b.pdf"}, .mime = "application/pdf"};

    EXPECT_TRUE(check({behind}).ok());
}

}  // namespace
}  // namespace fovea::delivery
