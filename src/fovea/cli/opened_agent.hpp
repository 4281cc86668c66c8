// Everything that a run of the agent needs, opened from the configuration: the store, the vision
// proxy, tools and MCP servers, hooks and rules, context files, skills and plugins. Every driver uses it.
//
//     OpenedAgent opened(invocation, choices);
//     TRY(opened.open());
//     TRY(opened.begin(session, agent::Begins::New, sink, stop));
//     agent::Agent agent(opened.settings(), session, opened.services(stop), opened.toolbox(),
//                        opened.gates(), sink);
//     …
//     opened.finish(stop);
#pragma once

#include "fovea/agent/agent.hpp"
#include "fovea/agent/events.hpp"
#include "fovea/agent/gatekeeper.hpp"
#include "fovea/agent/surroundings.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/opened_tools.hpp"
#include "fovea/cli/opened_vision.hpp"
#include "fovea/mcp/servers.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::cli {

// What a driver may say over the configuration.
struct AgentChoices {
    std::optional<std::string> model = {};
    std::optional<std::string> system_prompt = {};
    std::string append_system_prompt = {};
    std::vector<std::string> tools = {};  // patterns; none: all
    std::vector<std::string> allow = {};  // rules, over the configured ones
    std::vector<std::string> deny = {};
    bool bare = false;
    bool may_change_model = false;                     // later, to one that uses tools
    decltype(agent::GatekeeperOptions::ask) ask = {};  // who is asked where a rule asks
};

class OpenedAgent {
public:
    // Borrows the invocation.
    OpenedAgent(const Invocation& invocation, AgentChoices choices);

    Result<void> open();

    // What to tell the person once the run has begun: that nothing of it is kept.
    const std::optional<std::string>& notice() const { return notice_; }

    // To be changed before begin(); prompts also later, for the settings() after it.
    AgentChoices& choices() { return choices_; }

    // Whether a model of that name is configured and has its key.
    Result<void> check_model(const std::string& model) const;

    // What the tools and hooks of the run refer to is this session. Borrows it; to be called once.
    Result<void> begin(
        agent::Session& session,
        agent::Begins begins,
        agent::EventSink emit,
        const std::stop_token& stop
    );

    // Ends what runs beside: hooks in the background.
    void finish(const std::stop_token& stop);

    OpenedDelivery& delivery() { return delivery_; }
    const OpenedFiles& files() const { return tools_->files(); }
    const tools::Toolbox& toolbox() { return tools_->box(); }
    const std::string& model() const { return model_; }

    // With its provider in front, where only the id was said.
    std::string full_name(const std::string& model) const;

    agent::AgentSettings settings() const;
    agent::CallServices services(const std::stop_token& stop);
    agent::Gates gates();
    agent::Started started();
    // A sentence each: of the tools for files where no workspace was said, and of servers that bring more
    // tools than are taken.
    std::vector<std::string> left_out_tools() const;

private:
    Result<void> read_surroundings();
    void start_servers();
    void wait_for_servers(const std::stop_token& stop);
    bool uses_tools() const;
    Result<void> add_tools(const std::stop_token& stop);
    Result<void> add_server_tools();
    void withhold_tools();
    void refresh_tools();
    config::PermissionSettings permissions() const;

    const Invocation& invocation_;
    AgentChoices choices_;
    std::string model_;
    OpenedDelivery delivery_;
    std::optional<std::string> notice_;
    std::optional<OpenedVision> vision_;
    config::Settings configured_;  // with the hooks and servers of plugins; --bare: without any
    std::optional<mcp::McpServers> servers_;  // before the tools, which borrow from it
    std::uint64_t servers_revision_ = 0;
    std::optional<OpenedTools> tools_;
    bool lacks_file_tools_ = false;  // because nobody said which folder is the workspace
    agent::Surroundings around_;
    agent::Session* session_ = nullptr;
    agent::Begins begins_ = agent::Begins::New;
    std::unique_ptr<agent::Gatekeeper> keeper_;
    std::string hooks_say_;  // of SessionStart
};

}  // namespace fovea::cli
