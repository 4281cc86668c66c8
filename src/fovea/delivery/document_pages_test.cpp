#include "fovea/delivery/document_pages.hpp"

#include "fovea/delivery/test_delivery.hpp"
#include "fovea/media/pdf/test_pdf.hpp"

#include <gmock/gmock.h>

namespace fovea::delivery {
namespace {

using content::DocumentBlock;
using content::ImageBlock;
using content::Role;
using content::TextBlock;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class DocumentPages : public DeliveryTest {
protected:
    void SetUp() override {
        DeliveryTest::SetUp();
        helpers_ = media::test_helpers();
        services_.emplace(DocumentServices{
            .blobs = *originals_, .known = known_, .helpers = [this] {
                return Result<sandbox::HelperPrograms*>(helpers_.get());
            }});
        settings_.providers["mock"] = {.kind = "anthropic", .base_url = "http://127.0.0.1:1"};
        settings_.models["seer"] = {.vision = true};
        settings_.models["reader"] = {.vision = false};
    }
    DocumentBlock document(const Bytes& file) {
        return {
            .source = originals_->put(file).value(),
            .mime = "application/pdf",
            .filename = "a.pdf"};
    }
    WithPages pages(const std::vector<content::Message>& messages, const std::string& model) {
        const auto to = find_target(settings_, model).value();
        return with_pages(messages, to, *services_, {}).value();
    }
    static std::string text(const content::ContentBlock& block) {
        const auto* words = std::get_if<TextBlock>(&block);
        return words == nullptr ? "" : words->text;
    }

    std::unique_ptr<sandbox::HelperPrograms> helpers_;
    store::ResultCache known_{{.folder = folder_ / "known"}};
    std::optional<DocumentServices> services_;
};

TEST_F(DocumentPages, StandWhereTheDocumentStood) {  // R1, X4
    const std::vector<content::Message> messages = {
        {Role::User,
         {TextBlock{"Look:"},
          document(media::numbered_pdf(2)),
          picture({40, 30}),
          TextBlock{"What is it?"}}}};

    const auto with = pages(messages, "mock/seer");
    const auto again = pages(messages, "mock/seer");

    ASSERT_THAT(with.messages.at(0).content, SizeIs(7));
    const auto& blocks = with.messages[0].content;
    EXPECT_EQ(text(blocks[1]), "[Document: a.pdf, page 1 of 2]\nPage 1 of the report\n");
    EXPECT_TRUE(std::holds_alternative<ImageBlock>(blocks[2]));
    EXPECT_EQ(text(blocks[3]), "[Document: a.pdf, page 2 of 2]\nPage 2 of the report\n");
    EXPECT_EQ(text(blocks[6]), "What is it?");
    const DocumentRow told{
        .document = std::get<DocumentBlock>(messages[0].content[1]).source,
        .filename = "a.pdf",
        .state = DocumentState::Pages,
        .pages = 2,
        .sent = 2,
        .pictures = 2};
    EXPECT_THAT(with.documents, ElementsAre(told));
    EXPECT_EQ(again.messages, with.messages);
}

TEST_F(DocumentPages, AreTextForTheBlindAndPicturesOnlyWhereThereIsNone) {  // R1, V1
    const std::vector<content::Message> messages = {
        {Role::User, {document(media::to_pdf({{.text = "Words"}, {.text = ""}}))}}};

    const auto with = pages(messages, "mock/reader");

    ASSERT_THAT(with.messages.at(0).content, SizeIs(3));
    EXPECT_EQ(text(with.messages[0].content[0]), "[Document: a.pdf, page 1 of 2]\nWords\n");
    EXPECT_TRUE(std::holds_alternative<ImageBlock>(with.messages[0].content[2]));
}

TEST_F(DocumentPages, AreForgottenWhenTheTurnIsRemembered) {  // S5, X4
    const auto shot = picture({40, 30});
    const std::vector<content::Message> messages = {
        {Role::User,
         {content::ToolResultBlock{"t", {document(media::numbered_pdf(1)), shot}, false}}}};
    const auto with = pages(messages, "mock/seer");
    std::vector<context::Delivery> receipt;
    for (const auto& seen : context::pictures_in(with.messages)) {
        receipt.push_back({.image = seen.image->source, .place = seen.place});
    }
    ASSERT_THAT(receipt, SizeIs(2));

    forget_pages(receipt, with);

    ASSERT_THAT(receipt, SizeIs(1));
    EXPECT_EQ(receipt[0].image, shot.source);
    EXPECT_EQ(receipt[0].place, (context::Place{.message = 0, .block = 0, .output = 1}));
}

TEST_F(DocumentPages, ADocumentThatCannotBeOpenedStaysAndIsNamed) {  // R1
    const std::vector<content::Message> messages = {
        {Role::User, {document(media::locked_pdf(*helpers_, media::numbered_pdf(1), "secret"))}}};

    const auto with = pages(messages, "mock/seer");

    EXPECT_EQ(with.messages, messages);
    ASSERT_THAT(with.problems, SizeIs(1));
    EXPECT_THAT(with.problems[0], HasSubstr("a.pdf is not seen: "));
    ASSERT_THAT(with.documents, SizeIs(1));
    EXPECT_EQ(with.documents[0].state, DocumentState::NotSeen);
    EXPECT_THAT(with.documents[0].reason, HasSubstr("password"));
}

TEST_F(DocumentPages, GoAsADocumentThatTheModelCanOpen) {  // R1, P4
    settings_.models["pager"] = {.vision = true, .pdf = true, .max_pdf_pages = 2};
    const auto plain = document(media::numbered_pdf(2));
    const auto closed = document(media::locked_pdf(*helpers_, media::numbered_pdf(2), ""));
    const auto secret = document(media::locked_pdf(*helpers_, media::numbered_pdf(2), "secret"));
    const auto broken =
        document(Bytes(as_bytes("%PDF-1.4 x").begin(), as_bytes("%PDF-1.4 x").end()));
    const auto sent = [&](const DocumentBlock& block) {
        return pages({{Role::User, {block, TextBlock{"?"}}}}, "mock/pager");
    };

    EXPECT_EQ(sent(plain).messages[0].content[0], content::ContentBlock(plain));
    EXPECT_FALSE(sent(plain).is_changed);
    const auto opened = std::get<DocumentBlock>(sent(closed).messages[0].content.at(0));
    EXPECT_FALSE(StoredDocument::open(opened, *services_, {}).value().info().encrypted);
    EXPECT_EQ(
        text(sent(secret).messages[0].content.at(0)), "[Document: a.pdf, which could not be opened]"
    );
    EXPECT_THAT(sent(secret).problems, SizeIs(1));
    EXPECT_EQ(sent(broken).messages[0].content[0], content::ContentBlock(broken));
    const auto cut = sent(document(media::numbered_pdf(5))).messages[0].content;
    ASSERT_THAT(cut, SizeIs(3));
    EXPECT_EQ(text(cut[1]), "[Document: a.pdf, pages 3 to 5 are left out]");
}

TEST_F(DocumentPages, WhatStaysBehindIsToldToAPersonToo) {  // R1, X10
    const std::vector<content::Message> messages = {
        {Role::User, {document(media::numbered_pdf(130)), TextBlock{"What is it?"}}}};

    const auto seen = pages(messages, "mock/seer");
    const auto read = pages(messages, "mock/reader");

    EXPECT_THAT(
        seen.problems,
        ElementsAre(HasSubstr(
            "a.pdf: the model gets the text of 100 of 130 pages and pictures of 20 of them"
        ))
    );
    EXPECT_THAT(read.problems, ElementsAre(HasSubstr("the text of 100 of 130 pages; ")));
}

}  // namespace
}  // namespace fovea::delivery
