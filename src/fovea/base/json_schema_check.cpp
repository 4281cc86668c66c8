#include "fovea/base/json_schema_check.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/json_value.hpp"
#include "fovea/base/shorten.hpp"

#include <utility>

namespace fovea {
namespace {

namespace json = boost::json;

// Deep enough for a tree of answers; a schema that refers to itself without end stops here.
constexpr std::size_t kMaxDepth = 300;

// Steps of one check. A schema can ask for two ways at each level of a value, and so for 2^depth.
constexpr std::size_t kMaxWork = 1'000'000;

constexpr std::size_t kMaxProblemText = 400;
constexpr std::size_t kMaxPlaceText = 200;

}  // namespace

SchemaCheck::Seen::Seen(const json::value& value)
    : items(value.is_array() ? value.get_array().size() : 0),
      members(value.is_object() ? value.get_object().size() : 0) {}

void SchemaCheck::Seen::add(const Seen& other) {
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = items[i] || other.items[i];
    for (std::size_t i = 0; i < members.size(); ++i) members[i] = members[i] || other.members[i];
}

bool SchemaCheck::run(const json::value& value, Problems& problems) {
    Seen seen(value);
    return evaluate(schema_.root, value, seen, &problems);
}

bool SchemaCheck::evaluate(
    const json::value& schema, const json::value& value, Seen& seen, Problems* problems
) {
    if (!spend(1)) return false;
    if (const auto* flag = schema.if_bool()) {
        if (*flag) return true;
        return fail(problems, "is not allowed");
    }
    const auto* object = schema.if_object();
    if (object == nullptr) return true;
    if (depth_ >= kMaxDepth) {
        exhausted_ = true;
        return false;
    }
    ++depth_;
    bool fits = false;
    if (schema_.has_unevaluated) {
        // A schema's "unevaluated…" sees what itself and its own parts looked at, not its cousins.
        Seen own(value);
        fits = evaluate_object(*object, value, own, problems);
        seen.add(own);
    } else {
        fits = evaluate_object(*object, value, seen, problems);
    }
    --depth_;
    return fits;
}

bool SchemaCheck::evaluate_object(
    const json::object& schema, const json::value& value, Seen& seen, Problems* problems
) {
    bool fits = true;
    for (const char* keyword : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        const auto* reference = schema.if_contains(keyword);
        if (reference == nullptr) continue;
        const auto target = schema_.references.find(reference);
        if (target == schema_.references.end()) continue;
        fits = evaluate(*target->second, value, seen, problems) && fits;
        if (schema_.reference_stands_alone) return fits;
    }
    fits = check_type(schema, value, problems) && fits;
    fits = check_options(schema, value, problems) && fits;
    if (value.is_number()) fits = check_number(schema, value, problems) && fits;
    if (value.is_string()) fits = check_string(schema, value, problems) && fits;
    fits = check_combinations(schema, value, seen, problems) && fits;
    fits = check_condition(schema, value, seen, problems) && fits;
    if (const auto* array = value.if_array()) {
        fits = check_array(schema, *array, seen, problems) && fits;
    }
    if (const auto* members = value.if_object()) {
        fits = check_members(schema, *members, value, seen, problems) && fits;
    }
    return fits;
}

bool SchemaCheck::check_all(
    const json::array& schemas, const json::value& value, Seen& seen, Problems* problems
) {
    bool fits = true;
    for (const auto& each : schemas) fits = evaluate(each, value, seen, problems) && fits;
    return fits;
}

std::vector<std::size_t> SchemaCheck::fitting(
    const json::array& schemas, const json::value& value, Seen& seen, Problems* why
) {
    std::vector<std::size_t> fit;
    for (std::size_t i = 0; i < schemas.size() && !exhausted_; ++i) {
        Seen own(value);
        Problems problems;
        if (evaluate(schemas[i], value, own, why == nullptr ? nullptr : &problems)) {
            fit.push_back(i);
            seen.add(own);
        } else if (why != nullptr && why->size() < 3 && !problems.empty()) {
            why->push_back("(" + std::to_string(i + 1) + ") " + problems.front());
        }
    }
    return fit;
}

bool SchemaCheck::check_alternatives(
    const json::array& schemas,
    const json::value& value,
    Seen& seen,
    Problems* problems,
    std::size_t at_most
) {
    Problems why;
    const auto fit = fitting(schemas, value, seen, problems == nullptr ? nullptr : &why);
    if (!fit.empty() && fit.size() <= at_most) return true;
    if (problems == nullptr) return false;
    if (!fit.empty()) {
        return fail(
            problems,
            "must fit exactly one alternative, fits " + std::to_string(fit.size()) + ": number " +
                std::to_string(fit[0] + 1) + " and number " + std::to_string(fit[1] + 1)
        );
    }
    std::string text = "fits none of " + std::to_string(schemas.size()) + " alternatives";
    for (const auto& each : why) text += (&each == &why.front() ? ": " : " ") + each;
    return fail(problems, std::move(text));
}

bool SchemaCheck::check_combinations(
    const json::object& schema, const json::value& value, Seen& seen, Problems* problems
) {
    bool fits = true;
    if (const auto* all = schema.if_contains("allOf")) {
        fits = check_all(all->get_array(), value, seen, problems);
    }
    if (const auto* any = schema.if_contains("anyOf")) {
        const auto& schemas = any->get_array();
        fits = check_alternatives(schemas, value, seen, problems, schemas.size()) && fits;
    }
    if (const auto* one = schema.if_contains("oneOf")) {
        fits = check_alternatives(one->get_array(), value, seen, problems, 1) && fits;
    }
    if (const auto* denied = schema.if_contains("not")) {
        Seen own(value);
        if (evaluate(*denied, value, own, nullptr)) {
            fits = fail(problems, "must not be what " + json_text(*denied) + " describes");
        }
    }
    return fits;
}

bool SchemaCheck::check_condition(
    const json::object& schema, const json::value& value, Seen& seen, Problems* problems
) {
    const auto* condition = schema.if_contains("if");
    if (condition == nullptr) return true;
    Seen own(value);
    const bool holds = evaluate(*condition, value, own, nullptr);
    if (holds) seen.add(own);
    const auto* then = schema.if_contains(holds ? "then" : "else");
    return then == nullptr || evaluate(*then, value, seen, problems);
}

bool SchemaCheck::spend(std::size_t work) {
    work_ += work;
    if (work_ > kMaxWork) exhausted_ = true;
    return !exhausted_;
}

std::string SchemaCheck::canonical(const json::value& value) {
    if (exhausted_) return {};
    auto text = canonical_json(value);
    spend(text.size() / 64);
    return text;
}

bool SchemaCheck::matches(std::string_view text, std::string_view pattern) {
    if (!spend(1 + text.size() / 64)) return false;
    const auto found = schema_.patterns.find(pattern);
    return found == schema_.patterns.end() ||
           re2::RE2::PartialMatch({text.data(), text.size()}, *found->second);
}

bool SchemaCheck::fail(Problems* problems, std::string_view what) const {
    if (problems == nullptr || problems->size() > JsonSchema::kMaxProblems) return false;
    std::string place;
    for (const auto& each : path_) place += "/" + each;
    problems->push_back(
        (place.empty() ? "the value" : shorten(place, kMaxPlaceText)) + ": " +
        shorten(what, kMaxProblemText)
    );
    return false;
}

Result<void> JsonSchema::check(const json::value& value) const {
    SchemaCheck check(*compiled_);
    SchemaCheck::Problems problems;
    const bool fits = check.run(value, problems);
    if (check.exhausted()) {
        return Error{
            ErrorCode::InvalidInput,
            "the schema asks for more work on this value than is done for one check"};
    }
    if (fits) return {};
    std::string message;
    for (std::size_t i = 0; i < problems.size() && i < kMaxProblems; ++i) {
        message += (i == 0 ? "" : "; ") + problems[i];
    }
    if (problems.size() > kMaxProblems) message += "; and more";
    if (message.empty()) message = "the value does not fit the schema";
    return Error{ErrorCode::InvalidInput, std::move(message)};
}

}  // namespace fovea
