#include "fovea/base/json_schema_check.hpp"
#include "fovea/base/json_schema_uri.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/json_value.hpp"

namespace fovea {
namespace {

namespace json = boost::json;

}  // namespace

bool SchemaCheck::evaluate_member(
    const json::value& schema, const json::key_value_pair& member, Problems* problems
) {
    path_.push_back(schema_uri::escaped(member.key()));
    Seen inner(member.value());
    const bool fits = evaluate(schema, member.value(), inner, problems);
    path_.pop_back();
    return fits;
}

bool SchemaCheck::check_names(
    const json::object& schema, const json::object& object, Problems* problems
) {
    bool fits =
        check_count(schema, {"minProperties", "maxProperties"}, object.size(), "members", problems);
    const auto require = [&](const json::array& names) {
        if (!spend(names.size() / 8)) return;
        for (const auto& name : names) {
            if (object.contains(name.get_string())) continue;
            fits = fail(problems, "lacks " + json_text(name));
        }
    };
    if (const auto* names = schema.if_contains("required")) require(names->get_array());
    for (const char* keyword : {"dependentRequired", "dependencies"}) {
        const auto* map = schema.if_contains(keyword);
        if (map == nullptr) continue;
        for (const auto& member : map->get_object()) {
            if (member.value().is_array() && object.contains(member.key())) {
                require(member.value().get_array());
            }
        }
    }
    if (const auto* names = schema.if_contains("propertyNames")) {
        for (const auto& member : object) {
            const json::value name(json::string(member.key()));
            Seen inner(name);
            if (evaluate(*names, name, inner, nullptr)) continue;
            fits =
                fail(problems, "has a member of a name that is not allowed: " + json_excerpt(name));
        }
    }
    return fits;
}

bool SchemaCheck::check_dependents(
    const json::object& schema,
    const json::object& object,
    const json::value& value,
    Seen& seen,
    Problems* problems
) {
    bool fits = true;
    for (const char* keyword : {"dependentSchemas", "dependencies"}) {
        const auto* map = schema.if_contains(keyword);
        if (map == nullptr) continue;
        for (const auto& member : map->get_object()) {
            if (member.value().is_array() || !object.contains(member.key())) continue;
            fits = evaluate(member.value(), value, seen, problems) && fits;
        }
    }
    return fits;
}

bool SchemaCheck::check_values(
    const json::object& schema, const json::object& object, Seen& seen, Problems* problems
) {
    const auto* named = schema.if_contains("properties");
    const auto* patterned = schema.if_contains("patternProperties");
    const auto* others = schema.if_contains("additionalProperties");
    bool fits = true;
    std::size_t i = 0;
    for (const auto& member : object) {
        bool known = false;
        const auto* own =
            named == nullptr ? nullptr : named->get_object().if_contains(member.key());
        if (own != nullptr) {
            known = true;
            fits = evaluate_member(*own, member, problems) && fits;
        }
        if (patterned != nullptr) {
            for (const auto& each : patterned->get_object()) {
                if (!matches(member.key(), each.key())) continue;
                known = true;
                fits = evaluate_member(each.value(), member, problems) && fits;
            }
        }
        if (!known && others != nullptr) {
            known = true;
            fits = check_other(*others, member, named, problems) && fits;
        }
        if (known) seen.members[i] = true;
        ++i;
        if (exhausted_) return false;
    }
    return fits;
}

bool SchemaCheck::check_other(
    const json::value& schema,
    const json::key_value_pair& member,
    const json::value* named,
    Problems* problems
) {
    if (!schema.is_bool() || schema.get_bool()) return evaluate_member(schema, member, problems);
    if (problems == nullptr) return false;
    std::string allowed;
    if (named != nullptr) {
        for (const auto& each : named->get_object()) {
            if (allowed.size() > 150) break;
            allowed += (allowed.empty() ? "; allowed: " : ", ") + std::string(each.key());
        }
    }
    return fail(
        problems, "must not have a member " + json_excerpt(json::string(member.key())) + allowed
    );
}

bool SchemaCheck::check_members(
    const json::object& schema,
    const json::object& object,
    const json::value& value,
    Seen& seen,
    Problems* problems
) {
    bool fits = check_names(schema, object, problems);
    fits = check_values(schema, object, seen, problems) && fits;
    fits = check_dependents(schema, object, value, seen, problems) && fits;
    const auto* others = schema.if_contains("unevaluatedProperties");
    if (others == nullptr) return fits;
    std::size_t i = 0;
    for (const auto& member : object) {
        if (!seen.members[i]) {
            fits = check_other(*others, member, nullptr, problems) && fits;
            seen.members[i] = true;
        }
        ++i;
    }
    return fits;
}

}  // namespace fovea
