// What our MCP server offers, opened from the configuration: its tools, and what they look with.
//
//     const auto own = TRY(McpOffer::open(situation, machine));
//     mcp::ServerSession session(own->offer(), machine.call_threads(), own->session_settings());
//
// One for all clients of a process.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/analyst.hpp"
#include "fovea/host/file_access.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/mcp/server/eyes.hpp"
#include "fovea/mcp/server/session.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fovea::host {

class McpOffer {
public:
    // ConfigInvalid as the settings say, and for a root that is no folder or a rule that is none. Borrows
    // both.
    static Result<std::unique_ptr<McpOffer>> open(const Situation& situation, Machine& machine);

    const mcp::Offer& offer() const { return *offer_; }

    // Roots that somebody configured are the limit; the default is only a guess, and the client
    // knows better.
    mcp::SessionSettings session_settings() const;

private:
    McpOffer(
        const Situation& situation,
        Machine& machine,
        std::unique_ptr<Vision> vision,
        FileAccess files
    );
    mcp::Eyes eyes();
    Result<void> agree(
        const std::string& model, const std::function<mcp::Said(const std::string& question)>& ask
    );

    const Situation& situation_;
    Machine& machine_;
    std::unique_ptr<Vision> vision_;
    FileAccess files_;
    Analyst analyst_;
    mcp::Eyes eyes_;
    std::optional<mcp::Offer> offer_;
};

}  // namespace fovea::host
