// Walks a value and its schema side by side. The schema is read as the JSON it is; what had to be found
// or compiled before (references, patterns) is in JsonSchema::Compiled. Internal to base/.
#pragma once

#include "fovea/base/json_schema_compiled.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea {

class SchemaCheck {
public:
    using Problems = std::vector<std::string>;

    explicit SchemaCheck(const JsonSchema::Compiled& schema) : schema_(schema) {}

    bool run(const boost::json::value& value, Problems& problems);

    // The limits were reached, and the answer means nothing.
    bool exhausted() const { return exhausted_; }

private:
    // What some schema has looked at, for "unevaluated…".
    struct Seen {
        std::vector<bool> items;
        std::vector<bool> members;

        explicit Seen(const boost::json::value& value);
        void add(const Seen& other);
    };

    // Everything below gives whether the value fits; `problems` is null where nobody will read them.
    bool evaluate(
        const boost::json::value& schema,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );
    bool evaluate_object(
        const boost::json::object& schema,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );
    bool check_all(
        const boost::json::array& schemas,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );
    // anyOf and oneOf: which alternatives fit. What those looked at counts, and nothing else.
    std::vector<std::size_t> fitting(
        const boost::json::array& schemas,
        const boost::json::value& value,
        Seen& seen,
        Problems* why
    );
    bool check_alternatives(
        const boost::json::array& schemas,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems,
        std::size_t at_most
    );
    bool check_combinations(
        const boost::json::object& schema,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );
    bool check_condition(
        const boost::json::object& schema,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );

    bool check_type(
        const boost::json::object& schema, const boost::json::value& value, Problems* problems
    );
    bool check_options(
        const boost::json::object& schema, const boost::json::value& value, Problems* problems
    );
    bool check_number(
        const boost::json::object& schema, const boost::json::value& value, Problems* problems
    );
    bool check_count(
        const boost::json::object& schema,
        std::pair<const char*, const char*> keywords,
        std::size_t count,
        const char* what,
        Problems* problems
    );
    bool check_string(
        const boost::json::object& schema, const boost::json::value& value, Problems* problems
    );

    bool evaluate_item(
        const boost::json::value& schema,
        const boost::json::array& array,
        std::size_t i,
        Seen& seen,
        Problems* problems
    );
    bool check_items(
        const boost::json::object& schema,
        const boost::json::array& array,
        Seen& seen,
        Problems* problems
    );
    bool check_contains(
        const boost::json::object& schema,
        const boost::json::array& array,
        Seen& seen,
        Problems* problems
    );
    bool check_array(
        const boost::json::object& schema,
        const boost::json::array& array,
        Seen& seen,
        Problems* problems
    );

    bool evaluate_member(
        const boost::json::value& schema,
        const boost::json::key_value_pair& member,
        Problems* problems
    );
    bool check_names(
        const boost::json::object& schema, const boost::json::object& object, Problems* problems
    );
    bool check_dependents(
        const boost::json::object& schema,
        const boost::json::object& object,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );
    // "properties", "patternProperties", and what is left for "additionalProperties".
    bool check_values(
        const boost::json::object& schema,
        const boost::json::object& object,
        Seen& seen,
        Problems* problems
    );
    bool check_other(
        const boost::json::value& schema,
        const boost::json::key_value_pair& member,
        const boost::json::value* named,
        Problems* problems
    );
    bool check_members(
        const boost::json::object& schema,
        const boost::json::object& object,
        const boost::json::value& value,
        Seen& seen,
        Problems* problems
    );

    bool spend(std::size_t work);
    std::string canonical(const boost::json::value& value);
    bool matches(std::string_view text, std::string_view pattern);
    bool fail(Problems* problems, std::string_view what) const;  // always false

    const JsonSchema::Compiled& schema_;
    std::vector<std::string> path_;
    std::size_t depth_ = 0;
    std::size_t work_ = 0;
    bool exhausted_ = false;
};

}  // namespace fovea
