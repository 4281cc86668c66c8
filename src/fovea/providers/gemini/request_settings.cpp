#include "fovea/providers/gemini/request_settings.hpp"

#include "fovea/providers/write_object.hpp"
#include "fovea/providers/write_wishes.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::providers::gemini {
namespace {

class SettingsWriter {
public:
    SettingsWriter(JsonWriter& json, const ModelTraits& traits) : json_(json), traits_(traits) {}

    Result<void> write(const Request& request) {
        TRY(write_tools(request));
        write_choice(request);
        return write_config(request);
    }

private:
    Result<void> write_tools(const Request& request) {
        if (request.tools.empty()) return {};
        json_.key("tools");
        json_.begin_array();
        json_.begin_object();
        json_.key("functionDeclarations");
        json_.begin_array();
        for (const auto& tool : request.tools) {
            json_.begin_object();
            json_.field("name", tool.name);
            json_.field("description", tool.description);
            if (!tool.input_schema.empty()) {
                json_.key("parametersJsonSchema");
                TRY(write_object(json_, tool.input_schema, "the schema of a tool"));
            }
            json_.end_object();
        }
        json_.end_array();
        json_.end_object();
        json_.end_array();
        return {};
    }

    Result<void> write_config(const Request& request) {
        json_.key("generationConfig");
        json_.begin_object();
        if (request.max_output_tokens > 0) {
            json_.field("maxOutputTokens", request.max_output_tokens);
        }
        write_sampling(
            json_,
            request.wishes,
            {.top_p = "topP",
             .top_k = "topK",
             .presence_penalty = "presencePenalty",
             .frequency_penalty = "frequencyPenalty"}
        );
        write_stops(json_, request.wishes, "stopSequences");
        write_thinking(request.wishes);
        if (request.json_schema && traits_.native_schema) {
            json_.field("responseMimeType", "application/json");
            json_.key("responseJsonSchema");
            TRY(write_object(json_, *request.json_schema, "the schema of the answer"));
        } else if (request.wishes.json_object) {
            json_.field("responseMimeType", "application/json");
        }
        json_.end_object();
        return {};
    }

    void write_choice(const Request& request) {
        const auto choice = request.wishes.tool_choice;
        if (request.tools.empty() || choice == ToolChoice::Auto) return;
        json_.key("toolConfig");
        json_.begin_object();
        json_.key("functionCallingConfig");
        json_.begin_object();
        json_.field("mode", choice == ToolChoice::None ? "NONE" : "ANY");
        if (choice == ToolChoice::One) {
            json_.key("allowedFunctionNames");
            json_.begin_array();
            json_.string(request.wishes.chosen_tool);
            json_.end_array();
        }
        json_.end_object();
        json_.end_object();
    }

    // Gemini 2.5 is told a number of tokens, later ones a level. Not all of 2.5 can be kept from
    // thinking, so that none is asked to.
    void write_thinking(const Wishes& asked) {
        constexpr std::uint32_t kLeast = 512;
        constexpr std::uint32_t kMost = 24'576;
        const auto effort = effort_of(asked);
        if (traits_.reasoning == Reasoning::Budget) {
            const auto tokens = asked.thinking_tokens;
            if (tokens == 0) return;
            json_.key("thinkingConfig");
            json_.begin_object();
            json_.field("thinkingBudget", std::clamp(tokens, kLeast, kMost));
            json_.end_object();
        } else if (traits_.reasoning == Reasoning::Effort && effort != Effort::Unset) {
            const bool high = effort >= Effort::High;
            const bool medium = effort == Effort::Medium;
            json_.key("thinkingConfig");
            json_.begin_object();
            json_.field("thinkingLevel", high ? "HIGH" : medium ? "MEDIUM" : "LOW");
            json_.end_object();
        }
    }

    JsonWriter& json_;
    const ModelTraits& traits_;
};

}  // namespace

Result<void> write_settings(JsonWriter& json, const Request& request, const ModelTraits& traits) {
    return SettingsWriter(json, traits).write(request);
}

}  // namespace fovea::providers::gemini
