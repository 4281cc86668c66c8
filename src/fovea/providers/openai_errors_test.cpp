#include "fovea/providers/openai_errors.hpp"

#include "fovea/providers/openai_image_path.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <chrono>

namespace fovea::providers {
namespace {

using namespace std::chrono_literals;

struct Case {
    int status;
    std::string body;
    FailureKind kind;
};

std::string error(const std::string& message, const std::string& code = "null") {
    return R"({"error":{"message":")" + message + R"(","type":"x","param":null,"code":)" + code +
           "}}";
}

void expect_kinds(const std::vector<Case>& cases) {
    for (const auto& one : cases) {
        const auto failure = read_openai_failure(one.status, {}, one.body);
        EXPECT_EQ(failure.kind, one.kind) << one.status << " " << one.body;
        EXPECT_EQ(failure.status, one.status) << one.body;
        EXPECT_FALSE(failure.message.empty());
    }
}

TEST(OpenAiErrors, ByStatusWhereTheWordsSayNothing) {  // P4
    expect_kinds(
        {{400, error("no"), FailureKind::BadRequest},
         {401, error("Incorrect API key", R"("invalid_api_key")"), FailureKind::Auth},
         {402, error("Insufficient Balance"), FailureKind::Quota},
         {403, error("Country not supported"), FailureKind::Auth},
         {404, error("no such model", R"("model_not_found")"), FailureKind::NotFound},
         {408, error("slow"), FailureKind::Transient},
         {409, error("conflict"), FailureKind::Transient},
         {413, error("big"), FailureKind::TooLarge},
         {422, error("no"), FailureKind::BadRequest},
         {429, error("Rate limit", R"("rate_limit_exceeded")"), FailureKind::RateLimited},
         {500, error("oops", R"("server_error")"), FailureKind::Transient},
         {501, error("This server has no such endpoint"), FailureKind::Unsupported},
         {502, error("bad gateway"), FailureKind::Transient},
         {503, error("overloaded"), FailureKind::Transient},
         {504, error("gateway timeout"), FailureKind::Transient},
         {529, error("overloaded"), FailureKind::Transient}}
    );
}

TEST(OpenAiErrors, TheWordsDecideBeforeTheStatus) {  // P4
    expect_kinds(
        {{429,
          error("You exceeded your current quota", R"("insufficient_quota")"),
          FailureKind::Quota},
         {429, error("billing", R"("billing_hard_limit_reached")"), FailureKind::Quota},
         {429, error("Request too large for gpt-6 on tokens per min"), FailureKind::TooLarge},
         {400, error("long", R"("context_length_exceeded")"), FailureKind::TooLarge},
         {400, error("This model's maximum context length is 4096 tokens."), FailureKind::TooLarge},
         {500,
          error(
              "image input is not supported - hint: if this is unexpected, you may need to provide "
              "the mmproj",
              "500"
          ),
          FailureKind::Unsupported},
         {500, error("tools param requires --jinja flag"), FailureKind::Unsupported},
         {400, error("unsupported content[].type"), FailureKind::Unsupported},
         {400,
          error("messages[0]: unknown variant `image_url`, expected `text`"),
          FailureKind::Unsupported},
         {400,
          error("Invalid content type. image_url is only supported by certain models."),
          FailureKind::Unsupported},
         {404,
          error("No endpoints found that support image input", "404"),
          FailureKind::Unsupported},
         {400, error("llava is not a multimodal model"), FailureKind::Unsupported},
         {400,
          R"({"error":{"code":400,"message":"long","type":"exceed_context_size_error"}})",
          FailureKind::TooLarge},
         {503,
          R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})",
          FailureKind::Transient}}
    );
}

TEST(OpenAiErrors, EveryImageCodeIsARefusedPicture) {  // P4
    for (const std::string code :
         {"invalid_image",
          "invalid_image_format",
          "invalid_base64_image",
          "invalid_image_url",
          "image_too_large",
          "image_too_small",
          "image_parse_error",
          "image_content_policy_violation",
          "invalid_image_mode",
          "image_file_too_large",
          "unsupported_image_media_type",
          "empty_image_file",
          "failed_to_download_image"}) {
        expect_kinds({{400, error("no", "\"" + code + "\""), FailureKind::ImageRejected}});
    }
    expect_kinds(
        {{400, error("no", R"("image_file_not_found")"), FailureKind::NotFound},
         {400,
          error("You uploaded an unsupported image. Please make sure your image is valid."),
          FailureKind::ImageRejected},
         {400, error("Failed to load image or audio file"), FailureKind::ImageRejected},
         {500, error("cannot identify image file <_io.BytesIO>"), FailureKind::ImageRejected},
         {400, error("'url' field must be a base64 encoded image."), FailureKind::ImageRejected}}
    );
}

TEST(OpenAiErrors, ThePictureIsNamedAsTheRequestNamesIt) {  // P4
    const auto chat = read_openai_failure(
        400,
        {},
        R"({"error":{"message":"bad","param":"messages[3].content[1].image_url","code":null}})"
    );
    const auto responses = read_openai_failure(
        400,
        {},
        R"({"error":{"message":"bad","param":"input[2].content[1]","code":"invalid_image"}})"
    );
    const auto in_words = read_openai_failure(
        400, {}, error("Invalid image at messages[0].content[12].image_url.url")
    );
    const auto other = read_openai_failure(
        400, {}, R"({"error":{"message":"bad","param":"messages[3].content[1].text"}})"
    );

    EXPECT_EQ(chat.kind, FailureKind::ImageRejected);
    EXPECT_EQ(chat.image_path, "messages[3].content[1].image_url");
    EXPECT_EQ(responses.image_path, "input[2].content[1]");
    EXPECT_EQ(in_words.image_path, "messages[0].content[12].image_url");
    EXPECT_EQ(other.kind, FailureKind::BadRequest);
    EXPECT_EQ(other.image_path, "");
}

TEST(OpenAiErrors, PartsAreFoundHoweverTheyAreWritten) {  // P4
    const NamedPart chat{"messages[3].content[1].image_url", true};

    EXPECT_EQ(find_part("messages.3.content.1.image_url.url"), chat);
    EXPECT_EQ(find_part("in messages.[3].content.[1].image_url: no"), chat);
    EXPECT_EQ(find_part("your messages: messages[3].content[1].image_url"), chat);
    EXPECT_EQ(
        find_part("messages[3].content[1].type"),
        (NamedPart{"messages[3].content[1].image_url", false})
    );
    EXPECT_EQ(find_part("input[4].output[0].image_url"), (NamedPart{"input[4].output[0]", true}));
    for (const auto* none :
         {"",
          "messages",
          "messages[",
          "messages[3",
          "messages[3]",
          "messages[3].content",
          "messages[3].content[x]",
          "messages3.content1",
          "messages[99999999999].content[1]"}) {
        EXPECT_EQ(find_part(none), NamedPart{}) << none;
    }
}

TEST(OpenAiErrors, ALimitOnTheNumberOfPicturesIsLearnt) {  // P4
    const auto some =
        read_openai_failure(400, {}, error("At most 4 image(s) may be provided in one prompt."));
    const auto none =
        read_openai_failure(400, {}, error("At most 0 image(s) may be provided in one prompt."));
    const auto videos = read_openai_failure(400, {}, error("At most 4 video(s) may be provided"));

    EXPECT_EQ(some.kind, FailureKind::TooLarge);
    EXPECT_EQ(some.limit, (LearntLimit{LearntLimit::What::Images, 4}));
    EXPECT_EQ(none.kind, FailureKind::Unsupported);
    EXPECT_EQ(none.limit, (LearntLimit{LearntLimit::What::Images, 0}));
    EXPECT_EQ(videos.limit, std::nullopt);
}

TEST(OpenAiErrors, ALeastSizeIsLearntAndThePictureNamed) {  // P4
    const auto told = read_openai_failure(
        400,
        {},
        error(
            "<400> InternalError.Algo.InvalidParameter: The image length and width do not meet the "
            "model restrictions. [height:1 or width:1 must be larger than 10]"
        )
    );

    EXPECT_EQ(told.kind, FailureKind::ImageRejected);
    EXPECT_EQ(told.limit, (LearntLimit{LearntLimit::What::LeastEdge, 11}));
}

TEST(OpenAiErrors, FormsThatMistralsServersInsistOnAreLearnt) {  // P4
    using What = LearntLimit::What;
    const auto order = read_openai_failure(
        400,
        {},
        R"({"object":"error","message":"Unexpected role 'user' after role 'tool'",)"
        R"("type":"invalid_request_message_order","param":null,"code":"3230"})"
    );
    const auto template_order = read_openai_failure(  // llama.cpp says 500
        500,
        {},
        error("After the optional system message, conversation roles must alternate user and "
              "assistant roles except for tool calls and results.")
    );
    const auto ids = read_openai_failure(
        400,
        {},
        R"({"object":"error","message":"Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, )"
        R"(with a length of 9.","type":"invalid_function_call","param":null,"code":"3280"})"
    );
    const auto other =
        read_openai_failure(400, {}, error("Unexpected role 'tool' after role 'user'"));

    EXPECT_EQ(order.kind, FailureKind::BadRequest);
    EXPECT_EQ(order.limit, (LearntLimit{What::ReplyAfterTools, 1}));
    EXPECT_EQ(template_order.kind, FailureKind::BadRequest);
    EXPECT_EQ(template_order.limit, (LearntLimit{What::ReplyAfterTools, 1}));
    EXPECT_EQ(ids.kind, FailureKind::BadRequest);
    EXPECT_EQ(ids.limit, (LearntLimit{What::CallIdLength, 9}));
    EXPECT_EQ(other.limit, std::nullopt);
}

TEST(OpenAiErrors, BodiesOfAllShapesAreRead) {  // P4
    const auto message = [](std::string_view body) {
        return read_openai_failure(502, {}, body).message;
    };

    EXPECT_EQ(message(R"({"error":"model not loaded"})"), "model not loaded");
    EXPECT_EQ(message(R"({"object":"error","message":"vLLM says","code":502})"), "vLLM says");
    EXPECT_EQ(message(R"({"detail":"Not Found"})"), "Not Found");
    EXPECT_EQ(
        message(R"({"error":{"code":502,"message":"Provider returned error",)"
                R"("metadata":{"raw":"upstream is away"}}})"),
        "Provider returned error: upstream is away"
    );
    EXPECT_EQ(message("<html><head><TITLE>502 Bad Gateway</TITLE></head>"), "502 Bad Gateway");
    EXPECT_EQ(message("<p>"), "a web page instead of an answer");
    EXPECT_EQ(message("upstream connect error"), "upstream connect error");
    EXPECT_EQ(message(""), "status 502 without a message");
    EXPECT_EQ(message(R"({"oops":1})"), R"({"oops":1})");
}

TEST(OpenAiErrors, NeitherKeysNorPicturesAreRepeated) {  // P4
    const auto key = read_openai_failure(401, {}, error("Incorrect key: sk-proj-abcdefghij0123"));
    const auto picture = read_openai_failure(
        400, {}, error("bad url data:image/png;base64,iVBORw0KGgoAAAANSUhEUg== here")
    );

    EXPECT_EQ(key.message.find("abcdefghij"), std::string::npos);
    EXPECT_EQ(picture.message, "bad url data:image/png;base64,… here");
}

TEST(OpenAiErrors, HeadersTellWhetherAndWhenToTryAgain) {  // P4
    const auto failure = read_openai_failure(
        429, {{"Retry-After-Ms", "250"}, {"x-should-retry", "false"}}, error("slow down")
    );

    EXPECT_EQ(failure.retry_after, 250ms);
    EXPECT_EQ(failure.should_retry, false);
}

TEST(OpenAiErrors, ModerationIsNoMatterOfKeys) {  // P4
    const auto failure = read_openai_failure(
        403, {}, R"({"error":{"code":403,"message":"flagged","metadata":{"reasons":["x"]}}})"
    );

    EXPECT_EQ(failure.kind, FailureKind::BadRequest);
}

TEST(OpenAiErrors, InsideAnAnswerTheCodeIsTheStatus) {  // P4
    const auto parsed = [](const char* text) { return boost::json::parse(text); };

    const auto away = parsed(R"({"code":502,"message":"provider disconnected"})");
    EXPECT_EQ(openai_reply_failure(away).kind, FailureKind::Transient);
    EXPECT_EQ(openai_reply_failure(away).status, 502);
    EXPECT_EQ(openai_stream_failure(away).kind, FailureKind::Stream);
    EXPECT_EQ(
        openai_stream_failure(parsed(R"({"code":"server_error","message":"x"})")).kind,
        FailureKind::Stream
    );
    EXPECT_EQ(
        openai_stream_failure(parsed(R"({"code":402,"message":"credits"})")).kind,
        FailureKind::Quota
    );
    EXPECT_EQ(openai_stream_failure(parsed(R"({"message":"x"})")).kind, FailureKind::Stream);
    EXPECT_EQ(
        openai_stream_failure(parsed(R"({"code":400,"message":"x"})")).kind, FailureKind::BadRequest
    );
}

}  // namespace
}  // namespace fovea::providers
