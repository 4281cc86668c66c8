#include "fovea/base/answer_schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea {
namespace {

using ::testing::HasSubstr;

constexpr const char* kInvoice = R"({
"type": "object",
"properties": {
  "total": {"type": "string", "pattern": "^[0-9]+\\.[0-9]{2} EUR$"},
  "state": {"enum": ["open", "paid"]},
  "items": {"type": "array", "items": {
    "type": "object",
    "properties": {"name": {"type": "string"}, "count": {"type": "integer", "minimum": 1}},
    "required": ["name"], "additionalProperties": false}}},
"required": ["total"],
"additionalProperties": false})";

std::string problem(const std::string& answer) {
    const auto read = AnswerSchema::compile(kInvoice).value().read(answer);
    if (read.ok()) return "";
    EXPECT_EQ(read.error().code, ErrorCode::ResponseNotJson);
    return read.error().message;
}

TEST(AnswerSchema, GivesTheJsonWithoutWhatStandsAroundIt) {  // T2, ETH-8
    const auto schema = AnswerSchema::compile(kInvoice).value();

    EXPECT_EQ(
        schema.read("Here it is:\n```json\n{\"total\": \"12.50 EUR\"}\n```").value(),
        R"({"total":"12.50 EUR"})"
    );
}

TEST(AnswerSchema, EnforcesAllOfTheSchema) {  // T2, ETH-21
    EXPECT_EQ(problem(R"({"total": "12.50 EUR", "items": [{"name": "nail", "count": 2}]})"), "");

    EXPECT_THAT(problem("It costs 12.50 EUR."), HasSubstr("It costs"));
    EXPECT_THAT(problem("{}"), HasSubstr("total"));
    EXPECT_THAT(problem(R"({"total": "12.5 EUR"})"), HasSubstr("/total"));
    EXPECT_THAT(problem(R"({"total": "12.50 EUR", "state": "lost"})"), HasSubstr("/state"));
    EXPECT_THAT(problem(R"({"total": "12.50 EUR", "more": 1})"), HasSubstr("more"));
    EXPECT_THAT(
        problem(R"({"total": "12.50 EUR", "items": [{"name": "nail"}, {"count": 0}]})"),
        HasSubstr("/items/1")
    );
}

TEST(AnswerSchema, RefusesWhatIsNoSchema) {  // T2
    const auto broken = AnswerSchema::compile(R"({"type": "objekt"})");

    ASSERT_FALSE(broken.ok());
    EXPECT_EQ(broken.error().code, ErrorCode::InvalidInput);
}

}  // namespace
}  // namespace fovea
