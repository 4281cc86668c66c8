#include "fovea/delivery/deliver.hpp"

#include "fovea/delivery/test_delivery.hpp"

#include <gmock/gmock.h>

namespace fovea::delivery {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using store::ImageState;
using testing::HasSubstr;
using testing::Not;

using Deliver = DeliveryTest;

Message asking(std::vector<content::ContentBlock> blocks) {
    blocks.emplace_back(TextBlock{"what is this?"});
    return {Role::User, std::move(blocks)};
}

bool holds(const std::string& body, const std::string& part) {
    return body.find(part) != std::string::npos;
}

TEST_F(Deliver, AnswersATurnWithAPicture) {  // P1, S5
    const auto cat = picture({64, 48});
    serve([](const auto&) { return std::nullopt; });

    const auto delivered = deliver_now({asking({cat})});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_EQ(content::text_of(delivered.value().reply.content), "ok");
    ASSERT_EQ(delivered.value().receipt.size(), 1u);
    EXPECT_EQ(delivered.value().receipt[0].state, ImageState::Pixels);
    EXPECT_EQ(delivered.value().receipt[0].image, cat.source);
    EXPECT_THAT(bodies_[0], HasSubstr(base64_of(cat)));
}

TEST_F(Deliver, ARefusedPictureThatTheErrorNamesGoesAsAStub) {  // P4
    const auto cat = picture({64, 48});
    const auto bad = picture({80, 60});
    serve([&, poison = base64_of(bad)](const std::string& body) -> std::optional<Answer> {
        if (!holds(body, poison)) return std::nullopt;
        return refusal("messages.0.content.1.image.source.base64.data: Could not process image");
    });

    const auto delivered = deliver_now({asking({cat, bad})});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_EQ(asked(), 2u);
    EXPECT_EQ(delivered.value().retries, 1);
    ASSERT_EQ(delivered.value().refused.size(), 1u);
    EXPECT_EQ(delivered.value().refused[0].image, bad.source);
    EXPECT_EQ(delivered.value().receipt[0].state, ImageState::Pixels);
    EXPECT_EQ(delivered.value().receipt[1].state, ImageState::Quarantined);
    EXPECT_THAT(bodies_[1], HasSubstr("80.jpg"));
    EXPECT_THAT(bodies_[1], HasSubstr(base64_of(cat)));
    EXPECT_TRUE(originals_->has(*content::blob_of(bad.source)).value());
}

TEST_F(Deliver, TheOnlyNewPictureIsSuspectedFirst) {  // P4
    const auto cat = picture({64, 48});
    const auto bad = picture({80, 60});
    serve([&, poison = base64_of(bad)](const std::string& body) -> std::optional<Answer> {
        if (!holds(body, poison)) return std::nullopt;
        return refusal("Could not process image");
    });

    const auto delivered =
        deliver_now({asking({cat, bad})}, {}, {.was_accepted = [&](const auto& image) {
                        return image == cat.source;
                    }});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_EQ(asked(), 2u);
    ASSERT_EQ(delivered.value().refused.size(), 1u);
    EXPECT_EQ(delivered.value().refused[0].image, bad.source);
}

TEST_F(Deliver, AWrongSuspicionIsTakenBack) {  // P4
    const auto old = picture({64, 48});
    const auto young = picture({80, 60});
    serve([&, poison = base64_of(old)](const std::string& body) -> std::optional<Answer> {
        if (!holds(body, poison)) return std::nullopt;
        return refusal("Could not process image");
    });

    const auto delivered =
        deliver_now({asking({old, young})}, {}, {.was_accepted = [&](const auto& image) {
                        return image == old.source;
                    }});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    ASSERT_EQ(delivered.value().refused.size(), 1u);
    EXPECT_EQ(delivered.value().refused[0].image, old.source);
    EXPECT_EQ(delivered.value().receipt[1].state, ImageState::Pixels);
}

TEST_F(Deliver, AnUnnamedPictureIsFoundByHalves) {  // P4
    std::vector<content::ContentBlock> blocks;
    std::vector<ImageBlock> pictures;
    for (std::uint32_t i = 0; i < 8; ++i) {
        pictures.push_back(picture({64 + i, 48}));
        blocks.emplace_back(pictures.back());
    }
    const std::vector poisons = {base64_of(pictures[2]), base64_of(pictures[5])};
    serve([poisons](const std::string& body) -> std::optional<Answer> {
        for (const auto& poison : poisons) {
            if (holds(body, poison)) return refusal("Could not process image");
        }
        return std::nullopt;
    });

    const auto delivered = deliver_now({asking(blocks)});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    std::vector<content::FileRef> refused;
    for (const auto& each : delivered.value().refused) refused.push_back(each.image);
    EXPECT_EQ(refused, (std::vector{pictures[2].source, pictures[5].source}));
    EXPECT_LE(asked(), 12u);
}

TEST_F(Deliver, AnErrorAboutSomethingElseBlamesNoPicture) {  // P4
    serve([](const auto&) { return refusal("Could not process image"); });

    const auto delivered = deliver_now({asking({picture({64, 48})})});

    ASSERT_FALSE(delivered.ok());
    EXPECT_EQ(delivered.error().error.code, ErrorCode::LlmError);
    EXPECT_FALSE(delivered.error().others_may_do);
}

TEST_F(Deliver, ACountThatAnErrorToldHoldsFromThenOn) {  // P4
    std::vector<content::ContentBlock> blocks;
    for (std::uint32_t i = 0; i < 5; ++i) blocks.emplace_back(picture({64 + i, 48}));
    const Message old{Role::User, blocks};
    serve([](const std::string& body) -> std::optional<Answer> {
        std::size_t images = 0;
        for (auto at = body.find("\"image\""); at != std::string::npos;
             at = body.find("\"image\"", at + 1)) {
            ++images;
        }
        if (images <= 3) return std::nullopt;
        return refusal("too many images and documents: " + std::to_string(images) + " + 0 > 3");
    });
    const std::vector<Message> messages = {
        old, {Role::Assistant, {TextBlock{"five"}}}, {Role::User, {TextBlock{"and now?"}}}};

    const auto first = deliver_now(messages);
    const auto asked_first = asked();
    const auto second = deliver_now(messages);

    ASSERT_TRUE(first.ok()) << first.error().error.message;
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(asked_first, 2u);
    EXPECT_EQ(asked(), 3u);
    EXPECT_EQ(news_.size(), 1u);
    EXPECT_TRUE(first.value().refused.empty());
}

TEST_F(Deliver, ATooLargeRequestIsSentAgainWithSmallerPictures) {  // P4
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.size() < 1'200'000) return std::nullopt;
        return Answer{
            413, R"({"type":"error","error":{"type":"request_too_large","message":"x"}})"};
    });

    std::vector<content::ContentBlock> blocks;
    for (std::uint32_t i = 0; i < 8; ++i) blocks.emplace_back(picture({1500, 1400 + i}));

    const auto delivered = deliver_now({asking(blocks)});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_TRUE(delivered.value().receipt[0].downscaled);
}

TEST_F(Deliver, AKeyThatIsMissingNamesTheVariable) {  // Q5
    serve([](const auto&) { return std::nullopt; });
    settings_.providers["mock"].api_key_env = "NO_SUCH_KEY";

    const auto delivered = deliver_now({asking({})});

    ASSERT_FALSE(delivered.ok());
    EXPECT_EQ(delivered.error().error.code, ErrorCode::ConfigInvalid);
    EXPECT_THAT(delivered.error().error.message, HasSubstr("NO_SUCH_KEY"));
}

}  // namespace
}  // namespace fovea::delivery
