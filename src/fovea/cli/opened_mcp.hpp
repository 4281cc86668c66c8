// What our MCP server offers, opened from the configuration: its tools, and what they look with.
//
//     OpenedMcp opened(invocation);
//     TRY(opened.open());
//     mcp::Session session(opened.offer(), opened.session_settings());
//
// One for all clients of a process.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/cli/opened_analysis.hpp"
#include "fovea/cli/opened_browser.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/opened_files.hpp"
#include "fovea/cli/opened_vision.hpp"
#include "fovea/mcp/server/eyes.hpp"
#include "fovea/mcp/server/session.hpp"

#include <functional>
#include <optional>
#include <string>

namespace fovea::cli {

class OpenedMcp {
public:
    // Borrows the invocation.
    explicit OpenedMcp(const Invocation& invocation)
        : invocation_(invocation), delivery_(invocation), browser_(invocation) {}

    // ConfigInvalid as the settings say, and for a root that is no folder or a rule that is none.
    Result<void> open();

    const mcp::Offer& offer() const { return *offer_; }

    // Roots that somebody configured are the limit; the default is only a guess, and the client
    // knows better.
    mcp::SessionSettings session_settings() const;

private:
    mcp::Eyes eyes();
    Result<void> agree(
        const std::string& model, const std::function<mcp::Said(const std::string& question)>& ask
    );

    const Invocation& invocation_;
    OpenedDelivery delivery_;
    OpenedBrowser browser_;
    std::optional<OpenedFiles> files_;
    std::optional<OpenedVision> vision_;
    std::optional<OpenedAnalysis> analysis_;
    std::optional<mcp::Eyes> eyes_;
    std::optional<mcp::Offer> offer_;
};

}  // namespace fovea::cli
