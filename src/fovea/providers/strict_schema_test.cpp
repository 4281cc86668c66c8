#include "fovea/providers/strict_schema.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::providers {
namespace {

TEST(StrictSchema, ClosesEveryObjectAndRequiresAllOfIt) {  // T2
    for (const auto* schema :
         {R"({"type":"object","properties":{},"additionalProperties":false})",
          R"({"type":"object","properties":{"a":{"type":"string","pattern":"^x"}},
              "required":["a"],"additionalProperties":false})",
          R"({"type":"object","properties":{"a":{"type":"array","minItems":1,"items":
              {"$ref":"#/$defs/b"}}},"required":["a"],"additionalProperties":false,
              "$defs":{"b":{"anyOf":[{"type":"null"},{"type":"string","format":"date"}]}}})"}) {
        EXPECT_TRUE(is_strict_schema(schema)) << schema;
    }
}

TEST(StrictSchema, IsNoneThatOpenAiWouldRefuse) {  // T2
    const std::string before = R"({"type":"object","required":["a"],"additionalProperties":false,
        "properties":{"a":)";
    for (const auto* property :
         {R"({"oneOf":[{"type":"string"}]})",
          R"({"type":"string","format":"uri"})",
          R"({"type":"object"})",
          R"({"type":["object","null"],"properties":{}})",
          R"({"properties":{"b":{"type":"string"}},"additionalProperties":false})",
          R"({"type":"array","items":[{"type":"string"}]})",
          R"({"type":"array","items":{"type":"object"}})",
          R"({"allOf":[]})",
          R"({"not":{}})",
          R"({"if":{}})",
          "true"}) {
        EXPECT_FALSE(is_strict_schema(before + property + "}}")) << property;
    }
    for (const auto* schema :
         {"",
          "5",
          "{}",
          R"({"type":"array","items":{"type":"string"}})",
          R"({"type":"object"})",
          R"({"type":"object","properties":{"a":{}},"additionalProperties":false})",
          R"({"type":"object","properties":{"a":{}},"required":["a"]})",
          R"({"type":"object","anyOf":[],"additionalProperties":false})"}) {
        EXPECT_FALSE(is_strict_schema(schema)) << schema;
    }
}

}  // namespace
}  // namespace fovea::providers
