#include "fovea/gateway/outbound/wire_words.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/gateway/tool_names.hpp"

#include <boost/json.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

namespace fovea::gateway {

std::string sse_event(std::string_view name, const boost::json::value& data) {
    std::string event;
    if (!name.empty()) event = "event: " + std::string(name) + "\n";
    return event + "data: " + json_text(data) + "\n\n";
}

std::string rfc3339(std::chrono::sys_seconds time) {
    return fmt::format(
        "{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time))
    );
}

providers::FinishReason finish_of(const providers::Reply& reply) {
    const bool calls = std::ranges::any_of(reply.content, [](const auto& block) {
        return std::holds_alternative<content::ToolUseBlock>(block);
    });
    return calls && reply.finish == providers::FinishReason::Stop
               ? providers::FinishReason::ToolCalls
               : reply.finish;
}

bool is_free_text_tool(const ParsedRequest& request, std::string_view name) {
    const auto theirs = their_name(request, name);
    return std::ranges::find(request.free_text_tools, theirs) != request.free_text_tools.end();
}

std::string free_text_of(std::string_view input) {
    constexpr std::size_t kMaxDepth = 200;
    const auto value = parse_foreign_json(input, kMaxDepth);
    const auto* object = value.ok() ? value.value().if_object() : nullptr;
    const auto* text = object == nullptr ? nullptr : object->if_contains("input");
    const auto* string = text == nullptr ? nullptr : text->if_string();
    return std::string(string == nullptr ? input : std::string_view(*string));
}

}  // namespace fovea::gateway
