#include "fovea/delivery/ask_local.hpp"

#include "fovea/delivery/test_delivery.hpp"
#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/reading/answer/local_ocr.hpp"

#include <gmock/gmock.h>

namespace fovea::delivery {
namespace {

using content::DocumentBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using ::testing::HasSubstr;
using ::testing::Not;

// Nobody recognises letters here: what is answered stands in the text layer.
class AskLocal : public DeliveryTest {
protected:
    void SetUp() override {
        DeliveryTest::SetUp();
        helpers_ = media::test_helpers();
    }
    DocumentBlock document(const Bytes& file, const std::string& name = "a.pdf") {
        return {
            .source = originals_->put(file).value(), .mime = "application/pdf", .filename = name};
    }
    Result<Delivered, Failed> ask(const std::vector<Message>& messages) {
        const Services services{
            .client = client_,
            .files = *files_,
            .learnt = learnt_,
            .environment = [](const char*) -> const char* { return nullptr; },
            .local = [this] { return Result<reading::PictureReader*>(&local_); },
            .documents =
                DocumentServices{.blobs = *originals_, .known = known_, .helpers = [this] {
                                     return Result<sandbox::HelperPrograms*>(helpers_.get());
                                 }}};
        return ask_local(
            {.messages = messages},
            services,
            {},
            {.on_reading = [this](std::size_t files) { files_told_.push_back(files); }},
            {}
        );
    }
    std::string text(const std::vector<Message>& messages) {
        const auto done = ask(messages);
        return done.ok() ? content::text_of(done.value().reply.content)
                         : done.error().error.message;
    }

    std::unique_ptr<sandbox::HelperPrograms> helpers_;
    store::ResultCache known_{{.folder = folder_ / "known"}};
    int readers_asked_ = 0;
    std::vector<std::size_t> files_told_;
    reading::LocalOcr local_{
        {},
        {.readers = [this]() -> Result<reading::ReadingWorkers*> {
             ++readers_asked_;
             return Error{ErrorCode::Internal, "nobody reads here"};
         },
         .workers = {},
         .known = known_}};
};

TEST_F(AskLocal, ReadsTheTextLayerOfADocumentAndDrawsNoPage) {  // P5, ETH-7
    const auto said = text(
        {{Role::User,
          {document(media::to_pdf({{.text = "Invoice 17"}, {.text = "Total: 42 EUR"}})),
           TextBlock{"What is the total?"}}}}
    );

    EXPECT_EQ(
        said,
        "From the text of 2 pages of \"a.pdf\", read by local/ocr:\n"
        "Page 2:\n- Total: 42 EUR"
    );
    EXPECT_EQ(readers_asked_, 0);
    EXPECT_EQ(files_told_, std::vector<std::size_t>{1});
}

TEST_F(AskLocal, LooksAtThePictureOfAPageWithoutText) {  // P5, M9
    const auto said = text({{Role::User, {document(media::to_pdf({{.text = ""}}))}}});

    EXPECT_EQ(said, "a.pdf: nobody reads here");
    EXPECT_EQ(readers_asked_, 1);
}

TEST_F(AskLocal, TakesTheNewestFilesAndTheLastWords) {  // P5, X4
    const std::vector<Message> messages = {
        {Role::User, {document(media::to_pdf({{.text = "Old words"}}), "old.pdf")}},
        {Role::Assistant, {TextBlock{"Yes."}}},
        {Role::User,
         {content::ToolResultBlock{
             "t", {document(media::to_pdf({{.text = "New words"}}), "new.pdf")}, false}}},
        {Role::User, {TextBlock{"Which words?"}}}};

    EXPECT_THAT(text(messages), HasSubstr("New words"));
    EXPECT_THAT(text(messages), Not(HasSubstr("Old words")));
}

TEST_F(AskLocal, APathInTheQuestionIsNoPartOfIt) {  // A4
    const auto file = document(
        media::to_pdf({{.text = "The report of May"}, {.text = "Due: 3 June"}}), "report.pdf"
    );

    for (const auto* question :
         {"What is due in @report.pdf?", "@docs/report.pdf: due?", "due in @\"my/report.pdf\""}) {
        EXPECT_THAT(
            text({{Role::User, {file, TextBlock{question}}}}), HasSubstr("Page 2:\n- Due: 3 June")
        ) << question;
        EXPECT_THAT(text({{Role::User, {file, TextBlock{question}}}}), Not(HasSubstr("Page 1")));
    }
    EXPECT_THAT(
        text({{Role::User, {file, TextBlock{"@report.pdf"}}}}), HasSubstr("The report of May")
    );
}

TEST_F(AskLocal, AFileThatCannotBeReadIsNamedBesideTheOthers) {  // M9
    const auto locked =
        document(media::locked_pdf(*helpers_, media::numbered_pdf(1), "secret"), "locked.pdf");
    const auto open = document(media::to_pdf({{.text = "Total: 42 EUR"}}), "open.pdf");

    const auto both = text({{Role::User, {locked, open, TextBlock{"What is the total?"}}}});
    const auto alone = ask({{Role::User, {locked, TextBlock{"What is the total?"}}}});

    EXPECT_THAT(both, HasSubstr("open.pdf, Page 1:\n- Total: 42 EUR"));
    EXPECT_THAT(both, HasSubstr("locked.pdf is not read: the PDF is encrypted"));
    ASSERT_FALSE(alone.ok());
    EXPECT_EQ(alone.error().error.code, ErrorCode::InvalidInput);
    EXPECT_THAT(alone.error().error.message, HasSubstr("locked.pdf: the PDF is encrypted"));
}

TEST_F(AskLocal, SaysWhereALongDocumentIsCutOff) {  // P5
    const auto said = text(
        {{Role::User, {document(media::numbered_pdf(2001)), TextBlock{"What does page 2000 say?"}}}}
    );

    EXPECT_THAT(said, HasSubstr("Page 2000 of the report"));
    EXPECT_THAT(said, HasSubstr("Only the first 2000 of 2001 pages were read."));
}

}  // namespace
}  // namespace fovea::delivery
