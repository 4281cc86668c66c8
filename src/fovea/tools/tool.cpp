#include "fovea/tools/tool.hpp"

#include "fovea/proxy/describe/error_words.hpp"

#include <utility>

namespace fovea::tools {

ingest::Workspace workspace_for(const ToolCall& call, const ingest::Workspace& workspace) {
    return call.agreed ? workspace.agreed() : workspace;
}

ToolOutcome failed(const Error& error) {
    ToolOutcome outcome = said(proxy::error_words(error));
    outcome.is_error = true;
    outcome.error = error;
    return outcome;
}

ToolOutcome said(std::string text) {
    return {.content = {content::TextBlock{std::move(text)}}};
}

}  // namespace fovea::tools
