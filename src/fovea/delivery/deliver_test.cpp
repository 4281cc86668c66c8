#include "fovea/delivery/deliver.hpp"

#include "fovea/delivery/test_delivery.hpp"
#include "fovea/media/image/decode.hpp"

#include <boost/json.hpp>
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

TEST_F(Deliver, APlaceThatTheRequestDoesNotHaveIsNoReasonToGiveUp) {  // P4
    const auto bad = picture({64, 48});
    const auto poison = base64_of(bad);
    serve([poison](const std::string& body) -> std::optional<Answer> {
        if (!holds(body, poison)) return std::nullopt;
        return refusal("messages.7.content.9.image.source.base64.data: Could not process image");
    });

    const auto delivered = deliver_now({asking({bad, picture({65, 48})})});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    ASSERT_EQ(delivered.value().refused.size(), 1u);
    EXPECT_EQ(delivered.value().refused[0].image, bad.source);
}

TEST_F(Deliver, ManyThatAreRefusedOneByOneEndTheTurnInWords) {  // P4
    std::vector<content::ContentBlock> blocks;
    for (std::uint32_t i = 0; i < 20; ++i) blocks.emplace_back(picture({64 + i, 48}));
    serve([](const std::string& body) -> std::optional<Answer> {
        const auto at = body.find("\"type\":\"image\"");
        if (at == std::string::npos) return std::nullopt;
        std::size_t before = 0;
        for (auto next = body.find("\"type\":\"text\""); next < at;
             next = body.find("\"type\":\"text\"", next + 1)) {
            ++before;
        }
        return refusal(
            "messages.0.content." + std::to_string(before) +
            ".image.source.base64.data: Could not process image"
        );
    });

    const auto delivered = deliver_now({asking(blocks)});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_EQ(delivered.value().refused.size(), 20u);
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
    std::size_t answered = 0;
    serve([&answered, poisons](const std::string& body) -> std::optional<Answer> {
        for (const auto& poison : poisons) {
            if (holds(body, poison)) return refusal("Could not process image");
        }
        ++answered;
        return std::nullopt;
    });

    const auto delivered = deliver_now({asking(blocks)});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    std::vector<content::FileRef> refused;
    for (const auto& each : delivered.value().refused) refused.push_back(each.image);
    EXPECT_EQ(refused, (std::vector{pictures[2].source, pictures[5].source}));
    EXPECT_LE(asked(), 12u);
    ASSERT_EQ(delivered.value().probes.size(), answered - 1);  // those are billed, too
    EXPECT_EQ(delivered.value().probes[0].input_tokens, 5u);
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

TEST_F(Deliver, ASizeThatWasSmallEnoughIsRememberedAndTriedFirst) {  // P4
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.size() < 200'000) return std::nullopt;
        return Answer{413, "<html><title>413 Request Entity Too Large</title></html>"};
    });
    const auto message = asking({picture({1500, 1400}), picture({1500, 1401})});

    const auto first = deliver_now({message});
    const auto requests = asked();
    const auto second = deliver_now({message});

    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_GT(requests, 1U);
    EXPECT_EQ(asked(), requests + 1);
    ASSERT_EQ(news_.size(), 1U);
    EXPECT_EQ(news_[0].what, providers::LearntLimit::What::RequestBytes);
}

TEST_F(Deliver, WhereNoPictureIsSmallEnoughAllGoAsWords) {  // P4
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.find("base64") == std::string::npos) return std::nullopt;
        return Answer{413, "<html><title>413 Request Entity Too Large</title></html>"};
    });
    const auto small = picture({40, 30});
    const auto large = picture({1500, 1400});

    const auto delivered = deliver_now({asking({small, large})});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_EQ(delivered.value().refused.size(), 2U);
    EXPECT_EQ(delivered.value().receipt[0].state, store::ImageState::Quarantined);
    EXPECT_TRUE(news_.empty());
}

TEST_F(Deliver, AModelThatIsBlindIsRememberedAndToldApart) {  // P4, V1
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.find("base64") == std::string::npos) return std::nullopt;
        return refusal("This model does not support image input");
    });
    const auto message = asking({picture({40, 30})});

    const auto failed = deliver_now({message});
    const auto words = deliver_now({message});

    ASSERT_FALSE(failed.ok());
    EXPECT_TRUE(failed.error().is_blind);
    ASSERT_EQ(news_.size(), 1U);
    EXPECT_EQ(news_[0], (providers::LearntLimit{providers::LearntLimit::What::Images, 0}));
    ASSERT_TRUE(words.ok()) << words.error().error.message;
    EXPECT_EQ(words.value().receipt[0].state, store::ImageState::Text);
    EXPECT_EQ(asked(), 2U);
}

TEST_F(Deliver, ARefusedPictureTakesItsDescriptionAlong) {  // P4, V1
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.find("base64") == std::string::npos) return std::nullopt;
        return refusal("Could not process image");
    });

    const auto delivered =
        deliver_now({asking({picture({40, 30})})}, {}, {.refused_in_words = [](const auto&) {
                        return context::InWords{"a red door"};
                    }});

    ASSERT_TRUE(delivered.ok()) << delivered.error().error.message;
    EXPECT_EQ(delivered.value().receipt[0].state, store::ImageState::Quarantined);
    EXPECT_THAT(bodies_.back(), HasSubstr("the provider refused it before"));
    EXPECT_THAT(bodies_.back(), HasSubstr("a red door"));
}

TEST_F(Deliver, AKeyThatIsMissingNamesTheVariable) {  // Q5
    serve([](const auto&) { return std::nullopt; });
    settings_.providers["mock"].api_key_env = "NO_SUCH_KEY";

    const auto delivered = deliver_now({asking({})});

    ASSERT_FALSE(delivered.ok());
    EXPECT_EQ(delivered.error().error.code, ErrorCode::ConfigInvalid);
    EXPECT_THAT(delivered.error().error.message, HasSubstr("NO_SUCH_KEY"));
}

TEST_F(Deliver, AKeyThatIsNotAcceptedNamesTheVariable) {  // Q5
    serve([](const auto&) {
        return Answer{
            401, R"({"type":"error","error":{"type":"authentication_error","message":"invalid"}})"};
    });
    settings_.providers["mock"].api_key_env = "KEY_OF_TESTS";

    const auto delivered = deliver_now({asking({})});

    ASSERT_FALSE(delivered.ok());
    EXPECT_THAT(delivered.error().error.message, HasSubstr("does not accept the key (HTTP 401)"));
    EXPECT_THAT(delivered.error().error.message, HasSubstr("the key is that of KEY_OF_TESTS"));
}

// A server that speaks as OpenAI's do, and is as strict about forms as Mistral's.
class StrictServer : public DeliveryTest {
protected:
    static Answer told(const std::string& message) {
        return {
            400, R"({"object":"error","message":")" + message + R"(","param":null,"code":"3230"})"};
    }

    void serve_strictly() {
        serve([](const std::string& body) -> std::optional<Answer> {
            std::string before;
            const auto parsed = boost::json::parse(body);
            for (const auto& message : parsed.at("messages").as_array()) {
                const std::string role(message.at("role").as_string());
                if (role == "user" && before == "tool") {
                    return told("Unexpected role 'user' after role 'tool'");
                }
                const auto* id = message.as_object().if_contains("tool_call_id");
                if (id != nullptr && id->as_string().size() != 9) {
                    return told("Tool call id was x but must be a-z, A-Z, 0-9, with a length of 9."
                    );
                }
                before = role;
            }
            return Answer{200, std::string(kChatReply)};
        });
        settings_.providers["mock"] = {.kind = "openai_chat", .base_url = server_->url("")};
        settings_.models["seer"] = {.vision = true};
    }

    static constexpr std::string_view kChatReply =
        R"({"id":"c","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop",)"
        R"("message":{"role":"assistant","content":"ok"}}]})";
};

TEST_F(StrictServer, FormsAreLearntFromItsErrorsWithinTheTurn) {  // P4, C3
    serve_strictly();
    const std::vector<Message> tool_picture = {
        asking({}),
        {Role::Assistant, {content::ToolUseBlock{"toolu_1", "shot", "{}"}}},
        {Role::User, {content::ToolResultBlock{"toolu_1", {picture({64, 48})}}}}};
    // An interrupted round of tools, and then words.
    const std::vector<Message> interrupted = {
        asking({}),
        {Role::Assistant, {content::ToolUseBlock{"toolu_2", "shot", "{}"}}},
        asking({})};

    const auto first = deliver_now(tool_picture);
    const auto asked_first = asked();
    const auto second = deliver_now(interrupted);

    ASSERT_TRUE(first.ok()) << first.error().error.message;
    ASSERT_TRUE(second.ok()) << second.error().error.message;
    EXPECT_EQ(asked_first, 3u);  // its order and its ids were learnt
    EXPECT_EQ(asked(), 4u);
    EXPECT_EQ(news_.size(), 2u);
    EXPECT_EQ(first.value().receipt[0].state, ImageState::Pixels);
    EXPECT_TRUE(first.value().refused.empty());
}

TEST_F(Deliver, AnOrderThatTheRequestKeepsIsNotLearnt) {  // P4
    serve([](const auto&) {
        return Answer{
            400, R"({"error":{"message":"Conversation roles must alternate user/assistant/…"}})"};
    });
    settings_.providers["mock"] = {.kind = "openai_chat", .base_url = server_->url("")};

    const auto delivered = deliver_now({asking({})});

    ASSERT_FALSE(delivered.ok());
    EXPECT_EQ(asked(), 1u);
    EXPECT_TRUE(news_.empty());
}

TEST_F(Deliver, ALeastSizeIsLearntOnceAndSmallPicturesGetAMargin) {  // P4
    serve([](const std::string& body) -> std::optional<Answer> {
        const auto parsed = boost::json::parse(body);
        for (const auto& message : parsed.at("messages").as_array()) {
            for (const auto& block : message.at("content").as_array()) {
                const auto* source = block.as_object().if_contains("source");
                if (source == nullptr) continue;
                const auto file = decode_base64(source->at("data").as_string()).value();
                const auto size = media::probe(file, {}).value().size;
                if (std::min(size.width, size.height) > 10) continue;
                return refusal(
                    "[height:" + std::to_string(size.height) +
                    " or width:" + std::to_string(size.width) + " must be larger than 10]"
                );
            }
        }
        return std::nullopt;
    });
    std::vector<content::ContentBlock> blocks;
    for (std::uint32_t i = 1; i <= 5; ++i) blocks.emplace_back(picture({300, i}));
    const auto first = deliver_now({asking(blocks)});
    const auto second = deliver_now({asking({picture({7, 7})})});

    ASSERT_TRUE(first.ok()) << first.error().error.message;
    ASSERT_TRUE(second.ok()) << second.error().error.message;
    EXPECT_EQ(asked(), 3u);  // one refusal, and none later
    EXPECT_TRUE(first.value().refused.empty());
    EXPECT_EQ(first.value().receipt[4].size, (media::PixelSize{300, 11}));
    EXPECT_EQ(second.value().receipt[0].size, (media::PixelSize{11, 11}));
}

}  // namespace
}  // namespace fovea::delivery
