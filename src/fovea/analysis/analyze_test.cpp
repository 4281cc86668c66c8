#include "fovea/analysis/analyze.hpp"

#include "fovea/analysis/test_analysis.hpp"

#include <thread>

namespace fovea::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kSchema = R"({
"type":"object","properties":{"total":{"type":"string","pattern":"^[0-9]+$"}},
"required":["total"],"additionalProperties":false})";

TEST_F(AnalysisTest, OneQuestionIsOneCallAndItsAnswerIsKept) {  // T2, V6, ETH-1, ETH-9
    answer([](const auto&, auto) { return "A grey square."; });
    const AnalysisRequest request{.files = {picture_file({64, 48})}, .prompt = "What is it?"};

    const auto asked = ask(request);
    const auto known = ask(request);

    ASSERT_TRUE(asked.ok()) << problem(asked);
    EXPECT_EQ(asked.value().text, "A grey square.");
    EXPECT_EQ(asked.value().model, "mock/seer");
    EXPECT_EQ(asked.value().usage.input_tokens, 100u);
    EXPECT_EQ(asked.value().usage.output_tokens, 10u);
    EXPECT_FALSE(asked.value().from_cache);
    EXPECT_TRUE(known.value().from_cache);
    EXPECT_EQ(known.value().text, "A grey square.");
    EXPECT_EQ(this->asked(), 1u);
}

TEST_F(AnalysisTest, OfSeveralWhoAskTheSameAtOnceOneDoes) {  // V6
    answer([](const auto&, auto) { return "A grey square."; });
    const AnalysisRequest request{.files = {picture_file({64, 48})}, .prompt = "What is it?"};
    {
        std::vector<std::jthread> askers;
        for (int i = 0; i < 4; ++i) {
            askers.emplace_back([&] { EXPECT_EQ(problem(ask(request)), ""); });
        }
    }
    EXPECT_EQ(asked(), 1u);
}

TEST_F(AnalysisTest, OfALongDocumentOnlyTheMeantPagesAreSent) {  // M9, T2, ETH-7
    answer([](const auto&, auto) { return "It is reset by the red switch [page 122] [page 7]."; });
    const AnalysisRequest request{
        .files = {document(media::numbered_pdf(300))},
        .prompt = "How is it reset?",
        .model = "mock/pager",
        .scope = {.pages = "120-125"}};

    const auto done = ask(request);

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_EQ(done.value().citations, (std::vector<Citation>{{.file = 0, .page = 122}}));
    const auto request_sent = boost::json::parse(body(0));
    const auto& sent = request_sent.at_pointer("/messages/0/content/1");
    EXPECT_EQ(sent.at("type"), "document");
    const std::string_view base64 = sent.at_pointer("/source/data").as_string();
    const auto pdf = decode_base64(base64).value();
    EXPECT_EQ(media::probe_pdf(*helpers_, pdf).value().pages, 6u);
    const auto texts = media::pdf_text(*helpers_, pdf, {.pages = {1}}).value();
    EXPECT_EQ(media::plain_text(texts[0]), "Page 120 of the report\n");
}

TEST_F(AnalysisTest, AModelWithoutPdfGetsPicturesOfThePagesAndTheirText) {  // R1, ETH-7
    answer([](const auto&, auto) { return "ok"; });
    const auto done = ask(
        {.files = {document(media::numbered_pdf(9))},
         .prompt = "What is it?",
         .scope = {.pages = "2,5"}}
    );

    ASSERT_TRUE(done.ok()) << problem(done);
    const auto sent = body(0);
    EXPECT_THAT(sent, Not(HasSubstr("application/pdf")));
    const auto request = boost::json::parse(sent);
    EXPECT_EQ(request.at_pointer("/messages/0/content").as_array().size(), 6u);
    const auto texts = texts_of(sent);
    EXPECT_THAT(texts, HasSubstr("Page 2, its text and its picture:\nPage 2 of the report"));
    EXPECT_THAT(texts, HasSubstr("Page 5, its text and its picture:\nPage 5 of the report"));
    EXPECT_THAT(texts, Not(HasSubstr("Page 3")));
}

TEST_F(AnalysisTest, ABlindModelReadsTheTextAndWhatOthersSawOfThePagesWithoutAny) {  // R1, ETH-7
    answer([](const auto&, auto) { return "ok"; });
    const auto done = ask(
        {.files = {document(media::to_pdf({{.text = "First page"}, {.text = ""}}))},
         .prompt = "What is it?",
         .model = "mock/reader"}
    );

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_THAT(body(0), Not(HasSubstr("base64")));
    EXPECT_THAT(texts_of(body(0)), HasSubstr("Page 1, its text:\nFirst page"));
    EXPECT_THAT(texts_of(body(0)), HasSubstr("<seen by somebody else>"));
}

TEST_F(AnalysisTest, WhatCannotBeSaysSoAndTheNextCallWorks) {  // ETH-17, ETH-24, ETH-13
    answer([](const auto&, auto) { return "ok"; });
    const auto report = document(media::numbered_pdf(300));
    const auto locked = document(media::locked_pdf(*helpers_, media::numbered_pdf(1), "secret"));
    const std::string_view broken = "%PDF-1.4\nand nothing of one";
    const auto damaged = document(Bytes(as_bytes(broken).begin(), as_bytes(broken).end()));
    const Material video{.kind = MaterialKind::Video, .source = report.source, .mime = "video/mp4"};
    const auto shot = picture_file({64, 48});
    const auto ask_about = [&](const Material& file, std::string model, Scope scope = {}) {
        return problem(ask(
            {.files = {file}, .prompt = "?", .model = std::move(model), .scope = std::move(scope)}
        ));
    };

    EXPECT_THAT(
        ask_about(report, "mock/pager", {.pages = "301"}),
        StartsWith("INVALID_INPUT: no page 301: the document has pages 1 to 300")
    );
    EXPECT_THAT(ask_about(locked, "mock/pager"), HasSubstr("password"));
    EXPECT_THAT(ask_about(damaged, "mock/pager"), StartsWith("DECODE_FAILED: "));
    EXPECT_THAT(ask_about(shot, "mock/reader"), StartsWith("VISION_NOT_SUPPORTED: "));
    EXPECT_THAT(ask_about(shot, "mock/nobody-knows-it"), StartsWith("VISION_NOT_SUPPORTED: "));
    EXPECT_THAT(ask_about(video, "mock/reader"), StartsWith("VIDEO_NOT_SUPPORTED: "));
    EXPECT_THAT(ask_about(shot, "mock/seer", {.pages = "1"}), StartsWith("INVALID_INPUT: "));
    EXPECT_EQ(ask_about(report, "mock/pager", {.pages = "300"}), "");
    EXPECT_EQ(asked(), 1u);
}

TEST_F(AnalysisTest, TheChainIsTheArgumentTheVisionModelTheMainModel) {  // R1, ETH-12, ETH-14
    answer([](const auto&, auto) { return "ok"; });
    const auto model = [&](std::optional<std::string> named, std::optional<std::string> auxiliary) {
        auto with = services();
        with.names.auxiliary = std::move(auxiliary);
        const auto done = analyze(
            {.files = {picture_file({64, 48})}, .prompt = "?", .model = std::move(named)},
            with,
            stop_.get_token()
        );
        return done.ok() ? done.value().model : problem(done);
    };

    EXPECT_EQ(model("mock/pager", "mock/seer"), "mock/pager");
    EXPECT_EQ(model({}, "mock/pager"), "mock/pager");
    EXPECT_EQ(model({}, {}), "mock/seer");
    EXPECT_EQ(model({}, "mock/reader"), "mock/seer");  // it cannot, and the next one can
    EXPECT_THAT(model("elsewhere/model", {}), HasSubstr("elsewhere"));
}

TEST_F(AnalysisTest, NothingGoesToAProviderThatWasNotAgreedTo) {  // V7
    answer([](const auto&, auto) { return "ok"; });
    agreed_ = false;

    EXPECT_EQ(
        problem(ask({.files = {picture_file({64, 48})}, .prompt = "?"})), "CONSENT_REQUIRED: mock"
    );
    EXPECT_EQ(asked(), 0u);
}

TEST_F(AnalysisTest, AnAnswerThatDoesNotSatisfyTheSchemaIsAskedForAgain) {  // T2, ETH-8
    answer([](const auto&, std::size_t n) {
        return n == 0 ? "It is 12." : n == 1 ? R"({"total": "twelve"})" : R"({"total": "12"})";
    });
    const auto done =
        ask({.files = {picture_file({64, 48})}, .prompt = "The total.", .schema = kSchema});

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_EQ(done.value().parsed, R"({"total":"12"})");
    EXPECT_EQ(done.value().usage.input_tokens, 300u);
    EXPECT_EQ(asked(), 3u);
    EXPECT_THAT(texts_of(body(2)), HasSubstr("/total"));
}

TEST_F(AnalysisTest, AfterTwoRetriesItIsNoJsonAndWhatItCostCounts) {  // T2, ETH-21, ETH-10
    answer([](const auto&, auto) { return R"({"sum": 1})"; });
    const auto done =
        ask({.files = {picture_file({64, 48})}, .prompt = "The total.", .schema = kSchema});

    EXPECT_THAT(problem(done), StartsWith("RESPONSE_NOT_JSON: "));
    EXPECT_EQ(asked(), 3u);
    EXPECT_EQ(done.error().usage.input_tokens, 300u);
    EXPECT_EQ(done.error().model, "mock/seer");
}

TEST_F(AnalysisTest, ASchemaBindsTheModelWhereItCanBeBound) {  // T2, ETH-8
    answer([](const auto&, auto) { return R"({"total": "12"})"; });
    settings_.models["bound"] = {.vision = true, .json_schema = true};
    settings_.models["free"] = {.vision = true, .json_schema = false};
    for (const auto* model : {"mock/bound", "mock/free"}) {
        const auto done = ask(
            {.files = {picture_file({64, 48})}, .prompt = "?", .model = model, .schema = kSchema}
        );
        ASSERT_TRUE(done.ok()) << problem(done);
    }

    ASSERT_EQ(asked(), 2u);
    EXPECT_THAT(body(0), HasSubstr("\"output_config\""));
    EXPECT_THAT(body(0), Not(HasSubstr("must satisfy this JSON schema")));
    EXPECT_THAT(body(1), Not(HasSubstr("\"output_config\"")));
    EXPECT_THAT(body(1), HasSubstr("must satisfy this JSON schema"));
}

TEST_F(AnalysisTest, ASchemaThatTheProviderRefusesIsAskedForInWords) {  // T2, ETH-8
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.find("output_config") == std::string::npos) return saying(R"({"total": "12"})");
        return refusal("output_config.format.schema: 'pattern' is not supported");
    });
    settings_.models["bound"] = {.vision = true, .json_schema = true};

    const auto done = ask(
        {.files = {picture_file({64, 48})}, .prompt = "?", .model = "mock/bound", .schema = kSchema}
    );

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_EQ(done.value().parsed, R"({"total":"12"})");
    EXPECT_EQ(asked(), 2u);
    EXPECT_THAT(body(1), HasSubstr("must satisfy this JSON schema"));
}

TEST_F(AnalysisTest, AnotherQuestionIsAskedAndTheSameOneIsNot) {  // T2, V6
    answer([](const auto&, auto) { return R"({"total": "12"})"; });
    const auto report = document(media::numbered_pdf(3));
    const AnalysisRequest first{.files = {report}, .prompt = "?", .model = "mock/pager"};
    std::vector<AnalysisRequest> others(8, first);
    others[0].prompt = "!";
    others[1].model = "mock/seer";
    others[2].scope.pages = "1";
    others[3].scope.pages = "2";
    others[4].schema = kSchema;
    others[5].schema = R"({"type":"object"})";
    others[6].files = {document(media::numbered_pdf(4))};
    others[7].files = {report, picture_file({64, 48})};

    ASSERT_EQ(problem(ask(first)), "");
    std::size_t expected = 1;
    for (const auto& other : others) {
        EXPECT_EQ(problem(ask(other)), "");
        EXPECT_EQ(asked(), ++expected);
    }
    for (const auto& other : others) EXPECT_TRUE(ask(other).value().from_cache);
    EXPECT_EQ(asked(), expected);
}

TEST_F(AnalysisTest, TooManyPagesForTheProviderIsItsOwnError) {  // ETH-20
    serve([](const auto&) {
        return refusal(
            "messages.0.content.1.pdf.source.base64.data: A maximum of 100 PDF pages may be "
            "provided."
        );
    });
    settings_.models["pager"] = {.vision = true, .pdf = true};
    const auto done =
        ask({.files = {document(media::numbered_pdf(3))}, .prompt = "?", .model = "mock/pager"});

    EXPECT_THAT(problem(done), StartsWith("PDF_TOO_MANY_PAGES: "));
}

TEST_F(AnalysisTest, OtherFailuresOfTheProviderAreErrorsOfTheModelInItsWords) {  // ETH-17
    const struct {
        int status;
        const char* type;
        const char* says;
    } kRows[] = {
        {400, "invalid_request_error", "refused the request (HTTP 400)"},
        {401, "authentication_error", "does not accept the key (HTTP 401)"},
        {403, "permission_error", "denies access (HTTP 403)"},
        {404, "not_found_error", "does not know the model \"seer\" (HTTP 404)"},
        {402, "billing_error", "has no credit left (HTTP 402)"},
        {413, "request_too_large", "refused the request as too large (HTTP 413)"},
    };
    for (const auto& row : kRows) {
        serve([&](const auto&) {
            return Answer{
                row.status,
                R"({"type":"error","error":{"type":")" + std::string(row.type) +
                    R"(","message":"so it is"}})"};
        });
        const auto told = problem(ask({.files = {picture_file({64, 48})}, .prompt = "?"}));
        EXPECT_THAT(told, StartsWith("LLM_ERROR: mock " + std::string(row.says)));
        EXPECT_THAT(told, HasSubstr("so it is"));
    }
    answer([](const auto&, auto) { return "ok"; });
    EXPECT_EQ(problem(ask({.files = {picture_file({64, 48})}, .prompt = "?"})), "");
}

TEST_F(AnalysisTest, APictureThatIsRefusedIsNamedAsTheReason) {  // P4, ETH-17
    serve([](const std::string& body) -> std::optional<Answer> {
        if (body.find("base64") == std::string::npos) return saying("I see nothing.");
        return refusal("messages.0.content.1.image.source.base64.data: Could not process image");
    });

    EXPECT_THAT(
        problem(ask({.files = {picture_file({64, 48})}, .prompt = "?"})),
        StartsWith("LLM_ERROR: mock refused a picture")
    );
}

}  // namespace
}  // namespace fovea::analysis
