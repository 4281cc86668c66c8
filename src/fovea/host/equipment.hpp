// What one session of the agent works with, by its configuration: the vision proxy, tools and MCP
// servers, hooks and rules, context files, skills and plugins.
//
//     const auto equipment = TRY(Equipment::open(situation, machine, choices));
//     TRY(equipment->begin(session, agent::Begins::New, sink, stop));
//     agent::Agent agent(equipment->settings(), session, equipment->services(stop), equipment->toolbox(),
//                        equipment->gates(), sink);
//     …
//     equipment->finish(stop);
#pragma once

#include "fovea/agent/agent.hpp"
#include "fovea/agent/events.hpp"
#include "fovea/agent/gatekeeper.hpp"
#include "fovea/agent/surroundings.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/own_tools.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/mcp/servers.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::host {

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
    proxy::AskPerson ask_consent = {};  // who is asked before pictures go to somebody new
    // Hears at once what the opening of a session waits for; none: whoever reads stderr.
    std::function<void(const std::string& words)> on_wait = {};
};

// With its provider in front, where only the id was said; the configured one where none was.
std::string full_model_name(const Situation& situation, const std::optional<std::string>& model);

// Whether a model of that name is configured and has its key. Before anything is kept: a run that cannot
// be sent at all is not begun.
Result<void> check_model(const Situation& situation, const std::string& model);

class Equipment {
public:
    // Starts MCP servers, which need a while. Borrows the situation and the machine.
    static Result<std::unique_ptr<Equipment>> open(
        const Situation& situation, Machine& machine, AgentChoices choices
    );

    // To be changed before begin(); prompts also later, for the settings() after it.
    AgentChoices& choices() { return choices_; }

    // What the tools and hooks of the run refer to is this session. Borrows it; to be called once.
    Result<void> begin(
        agent::Session& session,
        agent::Begins begins,
        agent::EventSink emit,
        const std::stop_token& stop
    );

    // Ends what runs beside: hooks in the background.
    void finish(const std::stop_token& stop);

    Machine& machine() { return machine_; }
    const Situation& situation() const { return situation_; }
    const FileAccess& files() const { return tools_->files(); }
    const tools::Toolbox& toolbox() { return tools_->box(); }
    const std::string& model() const { return model_; }

    agent::AgentSettings settings() const;
    turn::Services services(const std::stop_token& stop);
    agent::Gates gates();
    agent::Started started();
    // A sentence each: of the tools for files where no workspace was said, and of servers that bring more
    // tools than are taken.
    std::vector<std::string> left_out_tools() const;

private:
    Equipment(const Situation& situation, Machine& machine, AgentChoices choices);
    Result<void> read_surroundings();
    void start_servers();
    void wait_for_servers(const std::stop_token& stop);
    bool uses_tools() const;
    Result<void> add_tools(const std::stop_token& stop);
    Result<void> add_server_tools();
    void withhold_tools();
    void refresh_tools();
    config::PermissionSettings permissions() const;

    const Situation& situation_;
    AgentChoices choices_;
    std::string model_;
    Machine& machine_;
    std::unique_ptr<Vision> vision_;
    config::Settings configured_;  // with the hooks and servers of plugins; --bare: without any
    std::optional<mcp::McpServers> servers_;  // before the tools, which borrow from it
    std::uint64_t servers_revision_ = 0;
    std::unique_ptr<OwnTools> tools_;         // from begin() on
    std::vector<std::string> unknown_tools_;  // that the run was to have
    bool lacks_file_tools_ = false;           // because nobody said which folder is the workspace
    agent::Surroundings around_;
    agent::Session* session_ = nullptr;
    agent::Begins begins_ = agent::Begins::New;
    std::unique_ptr<agent::Gatekeeper> keeper_;
    std::string hooks_say_;  // of SessionStart
};

}  // namespace fovea::host
