// fovea analyze through every dialect: several files, a schema that uses most of what schemas can say,
// and what becomes of answers, refusals and errors.
#include "fovea/media/pdf/test_pdf.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <fstream>
#include <memory>

#include "support/aimock.hpp"
#include "support/request_checks.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Nested objects, an enum, a pattern, a reference, alternatives, bounds, a format; nothing more is
// allowed than is listed.
constexpr std::string_view kSchema = R"({
"type": "object",
"properties": {
  "number": {"type": "string", "pattern": "^INV-[0-9]{4}$"},
  "currency": {"enum": ["EUR", "USD"]},
  "date": {"type": "string", "format": "date"},
  "payment": {"oneOf": [
    {"type": "object", "properties": {"iban": {"type": "string"}}, "required": ["iban"]},
    {"type": "null"}]},
  "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/line"}}},
"required": ["number", "currency", "lines"],
"additionalProperties": false,
"$defs": {"line": {
  "type": "object",
  "properties": {"what": {"type": "string"}, "price": {"type": "number", "exclusiveMinimum": 0}},
  "required": ["what", "price"],
  "additionalProperties": false}}})";

constexpr std::string_view kGood =
    R"({"number":"INV-0042","currency":"EUR","payment":null,"lines":[{"what":"paper","price":4.5}]})";

class AnalyzeDialects : public ::testing::TestWithParam<KnownModel> {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    }

    void answer(std::string_view words) {
        start(json::serialize(json::array{
            {{"match", json::object()}, {"response", {{"content", words}}}}}));
    }
    // `words` first, and `again` to whoever says what is wrong with them.
    void answer(std::string_view words, std::string_view again) {
        start(json::serialize(json::array{
            {{"match", {{"userMessage", "does not satisfy"}}}, {"response", {{"content", again}}}},
            {{"match", json::object()}, {"response", {{"content", words}}}}}));
    }
    void start(const std::string& fixtures) {
        upstream_ = std::make_unique<Aimock>(fixtures);
        bench_ = std::make_unique<Workbench>(upstream_->url());
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
        bench_->picture("blue.png", {"plain", "300", "200", "30,30,200"});
        std::ofstream(bench_->folder() / "schema.json") << kSchema;
        std::ofstream(bench_->folder() / "report.pdf", std::ios::binary)
            << as_text(media::numbered_pdf(2));
    }
    json::object analyze(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "analyze");
        arguments.insert(arguments.end(), {"--model", GetParam().name, "--json"});
        const std::string name = GetParam().name;
        const auto done = bench_->fovea(
            std::move(arguments),
            {"/usr/bin/env", "FOVEA_CONSENT=" + name.substr(0, name.find('/'))}
        );
        boost::system::error_code broken;
        auto value = json::parse(done.out, broken);
        EXPECT_FALSE(broken) << done.out << done.err;
        return broken ? json::object() : value.as_object();
    }
    std::vector<RecordedRequest> asked() const { return asking_models(upstream_->requests()); }
    CheckedRequest checked(std::size_t n) const {
        const auto request = asked().at(n);
        return check_request(
            GetParam().kind, request.body, {.model = GetParam().id, .path = request.path}
        );
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
};

TEST_P(AnalyzeDialects, SeveralFilesAndASchemaAreOneCall) {  // T2, ETH-1, ETH-8, ETH-14
    answer(kGood);
    const std::vector<std::string> question = {
        "red.png", "report.pdf", "blue.png", "--prompt", "Extract it.", "--schema", "schema.json"};

    const auto done = analyze(question);
    const auto again = analyze(question);

    ASSERT_TRUE(done.contains("parsed")) << json::serialize(done);
    EXPECT_EQ(done.at("parsed"), json::parse(kGood));
    EXPECT_EQ(done.at("model"), GetParam().name);
    EXPECT_EQ(again.at("cached"), true);
    ASSERT_THAT(asked(), SizeIs(1));
    const auto request = checked(0);
    EXPECT_THAT(request.problems, IsEmpty());
    EXPECT_THAT(request.images, SizeIs(GetParam().takes_pdf ? 2 : 4));
    EXPECT_THAT(request.documents, SizeIs(GetParam().takes_pdf ? 1 : 0));
    // Natively or in words, the schema itself is there.
    EXPECT_THAT(asked()[0].body, HasSubstr("INV-[0-9]{4}"));
}

TEST_P(AnalyzeDialects, AWrongAnswerIsAskedForAgainWithWhatIsWrong) {  // T2, ETH-8, ETH-21
    answer(R"({"number":"42"})", kGood);

    const auto done = analyze({"red.png", "--prompt", "?", "--schema", "schema.json"});

    ASSERT_TRUE(done.contains("parsed")) << json::serialize(done);
    ASSERT_THAT(asked(), SizeIs(2));
    EXPECT_THAT(checked(1).problems, IsEmpty());
    EXPECT_THAT(asked()[1].body, HasSubstr("/number"));
    EXPECT_THAT(asked()[1].body, HasSubstr("currency"));
}

TEST_P(AnalyzeDialects, AfterThreeWrongAnswersThereIsNone) {  // T2, ETH-21
    for (const auto* wrong :
         {"I cannot do that.",
          R"({"number":"INV-0042","currency":"GBP","lines":[{"what":"a","price":1}]})",
          R"({"number":"INV-0042","currency":"EUR","lines":[]})",
          R"({"number":"INV-0042","currency":"EUR","lines":[{"what":"a","price":0}]})",
          R"({"number":"INV-0042","currency":"EUR","lines":[{"what":"a","price":1}],"more":1})",
          R"({"number":"INV-0042","currency":"EUR","payment":{},"lines":[{"what":"a","price":1}]})"}) {
        answer(wrong);

        const auto done = analyze({"red.png", "--prompt", "?", "--schema", "schema.json"});

        ASSERT_TRUE(done.contains("error")) << wrong << json::serialize(done);
        EXPECT_EQ(done.at("error").at("code"), "RESPONSE_NOT_JSON") << wrong;
        EXPECT_THAT(asked(), SizeIs(3)) << wrong;
    }
}

TEST_P(AnalyzeDialects, FailuresOfTheProviderAreErrorsOfTheModel) {  // ETH-17
    for (const int status : {400, 401, 403, 404, 413}) {
        start(
            R"([{"match": {}, "response": {"error": {"message": "not today", "type": "x"}, "status": )" +
            std::to_string(status) + "}}]"
        );

        const auto done = analyze({"red.png", "--prompt", "?"});

        ASSERT_TRUE(done.contains("error")) << status << json::serialize(done);
        EXPECT_EQ(done.at("error").at("code"), "LLM_ERROR") << status;
        EXPECT_THAT(
            std::string(done.at("error").at("message").as_string()),
            HasSubstr("(HTTP " + std::to_string(status) + ")")
        );
    }
}

INSTANTIATE_TEST_SUITE_P(
    Every,
    AnalyzeDialects,
    ::testing::ValuesIn(kKnownModels),
    [](const auto& each) { return std::string(each.param.kind); }
);

}  // namespace
}  // namespace fovea::testing
