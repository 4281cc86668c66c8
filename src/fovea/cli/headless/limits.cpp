#include "fovea/cli/headless/limits.hpp"

#include "fovea/ingest/source.hpp"

#include <chrono>
#include <utility>

namespace fovea::cli {

Result<std::string> schema_text(const std::string& given) {
    const auto first = given.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && given[first] == '{') return given;
    return read_text_file(given, kMaxSchema);
}

Result<std::string> read_text_file(const std::string& path, std::size_t most) {
    const auto bytes = TRY(ingest::read_source(ingest::FileSource{path}, most));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

InputProblem unprepared(const Error& error) {
    // The model cannot do it; a schema that is none is the fault of whoever wrote it.
    const bool cannot = error.code == ErrorCode::ResponseNotJson;
    return {error, cannot ? agent::Fault::Assistant : agent::Fault::Usage};
}

std::optional<InputProblem> limit(
    agent::AgentSettings& settings, const HeadlessArguments& arguments
) {
    if (arguments.max_turns) {
        settings.max_turns = static_cast<std::uint64_t>(*arguments.max_turns);
    }
    settings.max_budget_usd = arguments.max_budget_usd;
    if (arguments.max_tokens) {
        settings.max_output_tokens = static_cast<std::uint32_t>(*arguments.max_tokens);
    }
    if (arguments.timeout_s) settings.timeout = std::chrono::seconds(*arguments.timeout_s);
    if (arguments.json_schema) {
        auto text = schema_text(*arguments.json_schema);
        if (!text.ok()) return InputProblem{text.error(), agent::Fault::Usage};
        settings.json_schema = std::move(text).value();
    }
    return {};
}

}  // namespace fovea::cli
