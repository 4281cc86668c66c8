#include "fovea/mcp/server/lean_schema.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

TEST(LeanSchema, AnInputKeepsWhatAModelHasToKnow) {  // D7
    const auto whole = json::parse(R"({"type":"object","properties":{
        "minimum":{"type":"integer","minimum":1,"maximum":9,"description":"a name like a keyword"},
        "parts":{"type":"array","minItems":1,"items":{"type":"object","properties":{
            "side":{"type":"string","enum":["left","right"],"minLength":1}},
            "required":["side"],"additionalProperties":false}},
        "box":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},
            "required":["x"]}},
        "required":["parts"],"additionalProperties":false})");

    EXPECT_EQ(lean_input(whole.as_object()), json::parse(R"({"type":"object","properties":{
        "minimum":{"type":"integer","description":"a name like a keyword"},
        "parts":{"type":"array","items":{"type":"object","properties":{
            "side":{"type":"string","enum":["left","right"]}}}},
        "box":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},
            "required":["x"]}},
        "required":["parts"]})"));
}

TEST(LeanSchema, AnOutputIsTheMembersThatAnswerAndTheirTypes) {  // D7
    const auto whole = json::parse(R"({"type":"object","properties":{
        "text":{"type":"string","description":"words"},
        "any":{"type":["string","null"]},
        "cost_usd":{"type":"number","minimum":0},
        "boxes":{"type":"array","items":{"type":"object","required":["box"]}}},
        "required":["text","cost_usd"],"additionalProperties":false})");

    EXPECT_EQ(lean_output(whole.as_object()), json::parse(R"({"type":"object","properties":{
        "text":{"type":"string"},"any":{},"boxes":{"type":"array"}}})"));
}

}  // namespace
}  // namespace fovea::mcp
