// Schemas and answers are anybody's: the first line is a schema, the rest a model's answer. Whatever they
// are, both end soon, and what is wrong is said in a few valid words.
#include "fovea/base/extract_json.hpp"
#include "fovea/base/json_schema.hpp"
#include "fovea/base/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

void look(const fovea::Error& error) {
    if (error.message.empty() || error.message.size() > 10'000) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto end = input.find('\n');
    const auto schema = fovea::JsonSchema::compile(input.substr(0, end));
    const auto answer =
        fovea::extract_json(end == std::string_view::npos ? "" : input.substr(end + 1));
    if (!schema.ok()) look(schema.error());
    if (!answer.ok()) look(answer.error());
    if (!schema.ok() || !answer.ok()) return 0;
    const auto checked = schema.value().check(answer.value());
    if (!checked.ok()) {
        look(checked.error());
        if (fovea::to_utf8(checked.error().message) != checked.error().message) __builtin_trap();
    }
    return 0;
}
