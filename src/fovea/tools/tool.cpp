#include "fovea/tools/tool.hpp"

#include <utility>

namespace fovea::tools {

ToolOutcome failed(const Error& error) {
    ToolOutcome outcome = said(std::string(wire_name(error.code)) + ": " + error.message);
    outcome.is_error = true;
    outcome.error = error;
    return outcome;
}

ToolOutcome said(std::string text) {
    return {.content = {content::TextBlock{std::move(text)}}};
}

}  // namespace fovea::tools
