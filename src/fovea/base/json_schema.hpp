// JSON Schema, whole: whether a value is what a schema says, in words to hand to a model.
//
//     const auto schema = TRY(JsonSchema::compile(text));
//     const auto checked = schema.check(value);
//     checked.error().message;   // "/items/0/price: must be number, is string \"12\"; /items/1: lacks \"name\""
//
// Draft 2020-12 is meant where "$schema" says nothing; drafts 4 to 2019-09 are understood: what they
// call otherwise (definitions, dependencies, items as a list, exclusiveMinimum as a flag) works in all.
// "format" and "content…" are notes, as the drafts have it.
//
// Schemas come from users, models and clients, and none can hurt: nothing is fetched ("$ref" reaches
// only into the schema itself), patterns run in linear time (RE2; backreferences and lookarounds are
// refused), and size, depth and work have limits. A compiled schema may be used by many threads.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace fovea {

class JsonSchema {
public:
    static constexpr std::size_t kMaxText = 1 << 20;
    static constexpr std::size_t kMaxProblems = 5;  // told at once

    // InvalidInput with the place of what is wrong: "the schema is wrong at #/properties/a/type: …".
    static Result<JsonSchema> compile(std::string_view text);
    static Result<JsonSchema> compile(const boost::json::value& schema);

    // InvalidInput with at most kMaxProblems places and what is wrong there.
    Result<void> check(const boost::json::value& value) const;

    const boost::json::value& document() const;

    struct Compiled;

private:
    explicit JsonSchema(std::shared_ptr<const Compiled> compiled);

    std::shared_ptr<const Compiled> compiled_;  // never changes; copies share it
};

}  // namespace fovea
