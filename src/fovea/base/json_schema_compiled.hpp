// What json_schema.cpp makes of a schema, and json_schema_check.cpp walks along. Internal to base/.
#pragma once

#include "fovea/base/json_schema.hpp"

#include <boost/json.hpp>

#include <map>
#include <memory>
#include <re2/re2.h>
#include <string>
#include <unordered_map>

namespace fovea {

struct JsonSchema::Compiled {
    boost::json::value root;

    // Where "$ref", "$dynamicRef" and "$recursiveRef" lead, by the text's place in `root`.
    std::unordered_map<const boost::json::value*, const boost::json::value*> references;
    std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>> patterns;

    bool has_unevaluated = false;  // else nobody notes what was looked at

    // Draft 7 and older: what is beside "$ref" counts for nothing.
    bool reference_stands_alone = false;
};

// Subschemas by the shape of the keyword that holds them.
inline constexpr std::string_view kOneSchema[] = {
    "additionalItems",
    "additionalProperties",
    "contains",
    "else",
    "if",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
};
inline constexpr std::string_view kListOfSchemas[] = {"allOf", "anyOf", "oneOf", "prefixItems"};
inline constexpr std::string_view kMapOfSchemas[] = {
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
};

}  // namespace fovea
