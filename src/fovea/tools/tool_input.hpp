// What a model wrote as a tool's arguments, read one by one.
//
//     const auto input = TRY(ToolInput::parse(call.input, "filesystem_glob", {"pattern", "path"}));
//     const auto pattern = TRY(input.text("pattern", {.required = true}));
//     const auto limit = TRY(input.whole("limit", {.least = 1, .most = 2000}));
//
// InvalidInput names the argument and says what is allowed, in words that a model can act on. null
// counts as not given: many models write it for what they leave out.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tools {

struct TextRule {
    bool required = false;
    std::size_t max_bytes = 4096;
};

struct WholeRule {
    std::uint64_t least = 0;
    std::uint64_t most = UINT32_MAX;
};

struct ListRule {
    std::size_t most = 20;
    std::size_t max_bytes = 4096;  // of each text
};

// InvalidInput for a text that is no JSON object, or is nested too deeply.
Result<boost::json::object> read_arguments(std::string_view text);

class ToolInput {
public:
    static Result<ToolInput> parse(
        std::string_view text,
        std::string_view tool,
        std::initializer_list<std::string_view> known  // names of all arguments
    );
    // The same, of arguments that were read already.
    static Result<ToolInput> of(
        boost::json::object arguments,
        std::string_view tool,
        std::initializer_list<std::string_view> known
    );

    // Never empty, never with a zero byte.
    Result<std::optional<std::string>> text(std::string_view name, const TextRule& rule = {}) const;
    Result<std::optional<std::uint64_t>> whole(std::string_view name, const WholeRule& rule = {})
        const;
    Result<bool> flag(std::string_view name) const;  // false when not given

    // Empty when not given; each as text() has it.
    Result<std::vector<std::string>> texts(std::string_view name, const ListRule& rule = {}) const;

    // Null when not given.
    Result<const boost::json::object*> object(std::string_view name) const;

    // One of the words; the first when not given.
    Result<std::string> choice(std::string_view name, std::initializer_list<std::string_view> words)
        const;

private:
    explicit ToolInput(boost::json::object object) : object_(std::move(object)) {}

    const boost::json::value* find(std::string_view name) const;

    boost::json::object object_;
};

}  // namespace fovea::tools
