#include "fovea/host/equipment.hpp"

#include "fovea/agent/skill_tool.hpp"
#include "fovea/agent/system_prompt.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/host/session_picture.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/models/model_names.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fovea::host {
namespace {

// One that does not answer fails by itself within this time (mcp::ClientSettings::start_timeout).
constexpr std::chrono::seconds kServerStart{32};
constexpr std::chrono::seconds kSilentWait{2};

// Words of a project are the user's own once its file is trusted: that of the folder that the process is in,
// whose configuration was read.
agent::Author author_of_project(const Situation& situation) {
    if (situation.folder) return agent::Author::Stranger;
    const auto is_trusted = [](const config::Place& place) {
        return place.role == config::Role::Project && place.exists &&
               place.trust == config::Trust::Trusted;
    };
    return std::ranges::any_of(situation.loaded.places, is_trusted) ? agent::Author::User
                                                                    : agent::Author::Stranger;
}

}  // namespace

std::string full_model_name(const Situation& situation, const std::optional<std::string>& model) {
    const auto& settings = situation.settings();
    return models::full_model_name(settings, model.value_or(settings.model));
}

Result<void> check_model(const Situation& situation, const std::string& model) {
    const auto target = TRY(delivery::find_target(situation.settings(), model));
    // There is one, and it would answer under any name.
    if (target.is_local() && target.model != "ocr") {
        return Error{
            ErrorCode::InvalidInput,
            "there is no model " + target.name + "; on this machine " + target.provider +
                "/ocr answers"};
    }
    TRY(config::read_key(target.settings, ::getenv));
    return {};
}

Equipment::Equipment(const Situation& situation, Machine& machine, AgentChoices choices)
    : situation_(situation),
      choices_(std::move(choices)),
      model_(full_model_name(situation, choices_.model)),
      machine_(machine) {}

Result<std::unique_ptr<Equipment>> Equipment::open(
    const Situation& situation, Machine& machine, AgentChoices choices
) {
    std::unique_ptr<Equipment> equipment(new Equipment(situation, machine, std::move(choices)));
    equipment->vision_ = TRY(Vision::open(situation, machine));
    equipment->vision_->ask_by(equipment->choices_.ask_consent);
    if (!equipment->choices_.bare) {
        TRY(equipment->read_surroundings());
        equipment->start_servers();
    }
    return equipment;
}

// local/ocr and models without tools would wait for servers that they never call.
bool Equipment::uses_tools() const {
    if (choices_.may_change_model) return true;
    const auto target = delivery::find_target(situation_.settings(), model_);
    if (!target.ok()) return true;
    const auto& tools = target.value().can.tools;
    const bool takes_tools = tools.value || tools.origin == models::Origin::Unknown;
    return takes_tools && !target.value().is_local();
}

// They need a while; meanwhile the rest is opened.
void Equipment::start_servers() {
    const auto& settings = configured_;
    if (settings.mcp.servers.empty() || !uses_tools()) return;
    servers_.emplace(
        settings.mcp,
        mcp::ServersNeed{
            .environment = ::getenv,
            .client = machine_.services().client,
            .intake = machine_.intake(),
            .roots = refused_workspace(situation_.loaded) ? std::vector<std::string>()
                                                          : settings.workspace.roots,
            .version = FOVEA_VERSION,
            .log = [](const std::string& line) { spdlog::debug("{}", printable(line)); }}
    );
}

Result<void> Equipment::read_surroundings() {
    const auto& file = situation_.parts.config_sources.user_file;
    const char* const home = ::getenv("HOME");
    configured_ = situation_.settings();
    const auto files = TRY(FileAccess::open(situation_, permissions(), machine_.run_folder()));
    around_ = TRY(agent::gather_surroundings(
        {.user_folder = file ? file->parent_path() : std::filesystem::path(),
         .cwd = situation_.working_folder(),
         .project = author_of_project(situation_),
         .home = home == nullptr ? "" : home,
         .guard = files.guard_for("filesystem_read", "files")},
        configured_
    ));
    for (const auto& problem : around_.problems) spdlog::warn("{}", printable(problem));
    return {};
}

Result<void> Equipment::add_tools(const std::stop_token& stop) {
    tools_ = TRY(OwnTools::open(
        situation_,
        machine_,
        *vision_,
        [this](const std::string& name) {
            return find_session_picture(session_->view(), name, machine_, {});
        },
        permissions()
    ));
    auto& box = tools_->box();
    if (!around_.skills.empty()) {
        auto guard = files().guard_for("skill", "skills");
        TRY(box.add(agent::make_skill_tool(around_.skills, std::move(guard))));
    }
    if (servers_) {
        wait_for_servers(stop);
        TRY(add_server_tools());
    }
    if (uses_tools()) unknown_tools_ = box.unknown_among(choices_.tools);
    withhold_tools();
    return {};
}

void Equipment::wait_for_servers(const std::stop_token& stop) {
    servers_->wait(kSilentWait, stop);
    std::string names;
    for (const auto& each : servers_->statuses()) {
        if (each.state != mcp::ServerState::Pending) continue;
        names += (names.empty() ? "" : ", ") + each.name;
    }
    if (names.empty() || stop.stop_requested()) return;
    const auto words = "waiting for the MCP server" +
                       std::string(names.find(',') == names.npos ? " " : "s ") + names +
                       ", up to 30 s";
    choices_.on_wait ? choices_.on_wait(words) : tell_on_stderr(words);
    servers_->wait(kServerStart - kSilentWait, stop);
}

Result<void> Equipment::add_server_tools() {
    servers_revision_ = servers_->revision();
    for (auto& tool : servers_->tools()) TRY(tools_->box().add(std::move(tool)));
    return {};
}

void Equipment::withhold_tools() {
    auto& box = tools_->box();
    box.keep_only(situation_.settings().tools.enabled);
    box.keep_only(choices_.tools);
    box.remove(situation_.settings().tools.disabled);
    if (!tools_->files().refused()) return;
    // Those that take pictures by other names than paths stay, and say themselves that none is open.
    const auto offered = box.names().size();
    box.remove(std::vector<std::string>{"files"});
    lacks_file_tools_ = lacks_file_tools_ || box.names().size() < offered;
}

// Servers may say at any time that their tools are others now.
void Equipment::refresh_tools() {
    if (!servers_ || servers_->revision() == servers_revision_) return;
    tools_->box().remove(std::vector<std::string>{"mcp:*"});
    if (const auto added = add_server_tools(); !added.ok()) {
        spdlog::warn("{}", printable(added.error().message));
    }
    withhold_tools();
}

agent::Gates Equipment::gates() {
    auto gates = keeper_->gates();
    gates.before_call = [this] { refresh_tools(); };
    return gates;
}

Result<void> Equipment::begin(
    agent::Session& session,
    agent::Begins begins,
    agent::EventSink emit,
    const std::stop_token& stop
) {
    session_ = &session;
    begins_ = begins;
    TRY(add_tools(stop));
    keeper_ = TRY(agent::Gatekeeper::open(
        {.permissions = permissions(),
         .hooks = configured_.hooks,
         .project = situation_.working_folder(),
         .session_id = session.id(),
         .environment = ::getenv,
         .emit = std::move(emit),
         .intake = machine_.intake(),
         .ask = choices_.ask}
    ));
    hooks_say_ = keeper_->start(begins, stop);
    return {};
}

config::PermissionSettings Equipment::permissions() const {
    auto rules = situation_.settings().permissions;
    rules.allow.insert(rules.allow.end(), choices_.allow.begin(), choices_.allow.end());
    rules.deny.insert(rules.deny.end(), choices_.deny.begin(), choices_.deny.end());
    return rules;
}

void Equipment::finish(const std::stop_token& stop) {
    if (keeper_) keeper_->finish(stop);
}

agent::AgentSettings Equipment::settings() const {
    auto sections = around_.sections;
    sections.push_back(hooks_say_);
    return {
        .model = model_,
        .system = agent::system_prompt(
            {.own = choices_.system_prompt,
             .cwd = situation_.working_folder().string(),
             .sections = std::move(sections),
             .appended = choices_.append_system_prompt}
        ),
        .max_session_images =
            static_cast<std::size_t>(situation_.settings().images.max_per_session)};
}

turn::Services Equipment::services(const std::stop_token& stop) {
    return {
        .settings = situation_.settings(),
        .delivery = machine_.services(),
        .picturing = [this](const delivery::Target& target) { return machine_.picturing(target); },
        .server_says = machine_.server_says(stop),
        .vision = vision_->settings(),
        .look = vision_->look(),
        .take_url = machine_.take_url()};
}

agent::Started Equipment::started() {
    agent::Started started{
        .session_id = session_->id(),
        .resumed = begins_ == agent::Begins::Resumed,
        .model = model_,
        .cwd = situation_.working_folder().string(),
        .tools = tools_->box().names(),
        .bare = choices_.bare,
        .ephemeral = !machine_.is_kept()};
    for (const auto& plugin : around_.plugins) started.plugins.push_back(plugin.name);
    for (const auto& skill : around_.skills) started.skills.push_back(skill.name);
    for (const auto& path : around_.context_files) started.context_files.push_back(path.string());
    if (servers_) {
        for (auto each : servers_->statuses()) {
            if (each.state == mcp::ServerState::Pending) {
                each.state = mcp::ServerState::Failed;
                each.reason = "it did not list its tools in time (timeout)";
            }
            started.mcp_servers.push_back(
                {each.name, std::string(mcp::wire_name(each.state)), each.reason}
            );
        }
    }
    for (const auto& place : situation_.loaded.places) {
        if (place.exists) started.settings_sources.push_back(place.path.string());
    }
    const auto target = delivery::find_target(situation_.settings(), model_);
    if (target.ok()) started.pricing_as_of = target.value().can.prices.value.as_of;
    return started;
}

std::vector<std::string> Equipment::left_out_tools() const {
    std::vector<std::string> told;
    if (lacks_file_tools_ && uses_tools()) {
        told.push_back(
            "the tools for files are left out: " + tools_->files().refused().value().message
        );
    }
    for (const auto& name : unknown_tools_) told.push_back("there is no tool called " + name);
    if (!servers_) return told;
    for (const auto& each : servers_->statuses()) {
        if (each.left_out == 0) continue;
        told.push_back(
            "the MCP server " + each.name + " has too many tools: the first " +
            std::to_string(each.tools) + " are used, the others are left out"
        );
    }
    return told;
}

}  // namespace fovea::host
