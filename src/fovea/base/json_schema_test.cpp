#include "fovea/base/json_schema.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

namespace json = boost::json;

// "" when it fits, what is wrong otherwise; "schema: …" when the schema is.
std::string problem(std::string_view schema, std::string_view value) {
    const auto compiled = JsonSchema::compile(schema);
    if (!compiled.ok()) {
        EXPECT_EQ(compiled.error().code, ErrorCode::InvalidInput);
        return "schema: " + compiled.error().message;
    }
    json::parse_options options;
    options.max_depth = 1000;
    const auto checked = compiled.value().check(
        json::parse({value.data(), value.size()}, json::storage_ptr(), options)
    );
    return checked.ok() ? "" : checked.error().message;
}

bool fits(std::string_view schema, std::string_view value) {
    return problem(schema, value).empty();
}

constexpr std::string_view kReceipt = R"({
    "type": "object",
    "properties": {
        "shop": {"type": "string", "minLength": 1},
        "currency": {"enum": ["EUR", "USD"]},
        "date": {"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"},
        "items": {"type": "array", "minItems": 1, "items": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "price": {"type": "number", "minimum": 0}},
            "required": ["name", "price"],
            "additionalProperties": false}}
    },
    "required": ["shop", "items"],
    "additionalProperties": false
})";

TEST(JsonSchema, NestedTypesEnumsAndPatternsAreChecked) {  // T2, H6
    EXPECT_EQ(
        problem(
            kReceipt,
            R"({"shop": "A", "currency": "EUR", "date": "2026-11-15",
                "items": [{"name": "tea", "price": 2.5}]})"
        ),
        ""
    );
    EXPECT_EQ(
        problem(
            kReceipt, R"({"shop": "A", "items": [{"name": "tea", "price": "2"}, {"price": 1}]})"
        ),
        "/items/0/price: must be number, is string (\"2\"); /items/1: lacks \"name\""
    );
    EXPECT_EQ(
        problem(
            kReceipt, R"({"shop": "A", "currency": "GBP", "items": [{"name": "", "price": -1}]})"
        ),
        "/currency: must be one of [\"EUR\",\"USD\"], is \"GBP\"; "
        "/items/0/price: must be at least 0, is -1"
    );
    EXPECT_EQ(
        problem(kReceipt, R"({"shop": "A", "date": "today", "items": [{"name": "", "price": 1}]})"),
        "/date: must match the pattern ^\\d{4}-\\d{2}-\\d{2}$, is \"today\""
    );
    EXPECT_EQ(problem(kReceipt, "[]"), "the value: must be object, is array (0 items)");
}

TEST(JsonSchema, WhatIsNotNamedIsRefusedWhereOnlyNamedIsAllowed) {  // T2
    EXPECT_EQ(
        problem(kReceipt, R"({"shop": "A", "items": [{"name": "x", "price": 1, "colour": 1}]})"),
        "/items/0: must not have a member \"colour\"; allowed: name, price"
    );
}

TEST(JsonSchema, AtMostFiveProblemsAreTold) {  // T2
    const auto text = problem(R"({"items": {"type": "string"}})", "[1,2,3,4,5,6,7,8]");

    EXPECT_EQ(std::count(text.begin(), text.end(), ';'), 5);
    EXPECT_TRUE(text.ends_with("; and more"));
}

TEST(JsonSchema, AlternativesSayWhyNoneFits) {  // T2
    constexpr std::string_view kSchema =
        R"({"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]})";

    EXPECT_TRUE(fits(kSchema, "\"x\""));
    EXPECT_EQ(
        problem(kSchema, "{}"),
        "the value: fits none of 2 alternatives: (1) the value: must be string, is object (0 "
        "members) "
        "(2) the value: lacks \"a\""
    );
    EXPECT_EQ(
        problem(R"({"oneOf": [{"type": "integer"}, {"minimum": 2}, {"type": "null"}]})", "3"),
        "the value: must fit exactly one alternative, fits 2: number 1 and number 2"
    );
}

TEST(JsonSchema, ASchemaMayReferToItself) {  // T2
    constexpr std::string_view kTree = R"({"$ref": "#/$defs/node", "$defs": {"node": {
        "type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"},
                       "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}}})";

    EXPECT_TRUE(fits(kTree, R"({"name": "a", "children": [{"name": "b", "children": []}]})"));
    EXPECT_EQ(
        problem(kTree, R"({"name": "a", "children": [{"children": []}]})"),
        "/children/0: lacks \"name\""
    );
}

TEST(JsonSchema, NewAndOldWordsAreUnderstood) {  // T2
    EXPECT_TRUE(fits(R"({"prefixItems": [{"const": 1}], "items": false})", "[1.0]"));
    EXPECT_FALSE(fits(R"({"prefixItems": [{"const": 1}], "items": false})", "[1, 2]"));
    EXPECT_FALSE(fits(R"({"items": [{"const": 1}], "additionalItems": false})", "[1, 2]"));
    EXPECT_FALSE(fits(R"({"minimum": 3, "exclusiveMinimum": true})", "3"));
    EXPECT_FALSE(fits(R"({"exclusiveMinimum": 3})", "3"));
    EXPECT_FALSE(fits(R"({"dependentRequired": {"a": ["b"]}})", R"({"a": 1})"));
    EXPECT_FALSE(fits(R"({"dependencies": {"a": ["b"]}})", R"({"a": 1})"));
    EXPECT_FALSE(fits(R"({"if": {"required": ["a"]}, "then": {"required": ["b"]}})", R"({"a": 1})")
    );
    EXPECT_FALSE(fits(
        R"({"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false})", R"({"b": 1})"
    ));
    EXPECT_TRUE(fits(R"({"format": "email"})", "\"no address\""));
    EXPECT_FALSE(fits(R"({"maxLength": 2})", "\"äöü\""));
    EXPECT_TRUE(fits(R"({"multipleOf": 0.01})", "19.99"));
    EXPECT_FALSE(fits(R"({"uniqueItems": true})", R"([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])"));
}

TEST(JsonSchema, ABadSchemaIsNamedWithItsPlace) {  // T2
    EXPECT_EQ(
        problem(R"({"properties": {"a": {"type": "text"}}})", "1"),
        "schema: the schema is wrong at #/properties/a: type: must be array, boolean, integer, "
        "null, "
        "number, object or string, or a list of them"
    );
    for (const char* schema :
         {"{",
          "[]",
          "7",
          R"({"required": true})",
          R"({"items": 3})",
          R"({"allOf": {}})",
          R"({"properties": []})",
          R"({"pattern": "("})",
          R"({"pattern": "(?=a)b"})",
          R"({"pattern": "(a)\\1"})",
          R"({"minLength": -1})",
          R"({"multipleOf": 0})",
          R"({"dependencies": {"a": [1]}})",
          R"({"$ref": "#/$defs/none"})"}) {
        EXPECT_TRUE(problem(schema, "1").starts_with("schema: ")) << schema;
    }
}

TEST(JsonSchema, NothingIsFetched) {  // T2, Q2
    const auto text = problem(R"({"$ref": "https://example.com/schema.json"})", "1");

    EXPECT_NE(text.find("nothing is fetched from elsewhere"), std::string::npos);
    EXPECT_TRUE(problem(R"({"$ref": "file:///etc/passwd"})", "1").starts_with("schema: "));
}

TEST(JsonSchema, HostileSchemasEnd) {  // T2
    // A circle, two ways at every level, and a pattern that backtracking would never finish.
    EXPECT_FALSE(fits(R"({"$ref": "#"})", "1"));
    EXPECT_FALSE(fits(R"({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]})", "1"));

    std::string doubling = R"({"$ref": "#/$defs/d0", "$defs": {)";
    for (int i = 0; i < 60; ++i) {
        const auto next = "{\"$ref\": \"#/$defs/d" + std::to_string(i + 1) + "\"}";
        doubling += "\"d" + std::to_string(i) + "\": {\"allOf\": [" + next + "," + next + "]},";
    }
    doubling += R"("d60": true}})";
    EXPECT_FALSE(fits(doubling, "1"));

    const auto value = "\"" + std::string(50'000, 'a') + "!\"";
    EXPECT_FALSE(fits(R"({"pattern": "^(a+)+$"})", value));
    EXPECT_FALSE(fits(R"({"pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"})", value));

    EXPECT_TRUE(problem(std::string(300, '['), "1").starts_with("schema: "));
    EXPECT_TRUE(problem(std::string(2 << 20, ' '), "1").starts_with("schema: "));
    std::string deep_value = std::string(900, '[') + std::string(900, ']');
    EXPECT_FALSE(fits(R"({"items": {"$ref": "#"}})", deep_value));
}

TEST(JsonSchema, LargeNumbersAreComparedExactly) {  // T2
    EXPECT_FALSE(fits(R"({"maximum": 9007199254740992})", "9007199254740993"));
    EXPECT_FALSE(fits(R"({"const": 9007199254740992})", "9007199254740993"));
    EXPECT_TRUE(fits(R"({"minimum": 0})", "18446744073709551615"));
    EXPECT_FALSE(fits(R"({"minimum": 0})", "-1"));
}

}  // namespace
}  // namespace fovea
