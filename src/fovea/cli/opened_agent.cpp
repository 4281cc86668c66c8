#include "fovea/cli/opened_agent.hpp"

#include "fovea/agent/system_prompt.hpp"
#include "fovea/models/catalogue.hpp"

#include <filesystem>
#include <utility>

namespace fovea::cli {

OpenedAgent::OpenedAgent(const Invocation& invocation, AgentChoices choices)
    : invocation_(invocation),
      choices_(std::move(choices)),
      model_(choices_.model.value_or(invocation.settings().model)),
      delivery_(invocation) {}

Result<void> OpenedAgent::open(const std::stop_token&) {
    // Before anything is kept: a run that cannot be sent at all is not begun.
    const auto target = TRY(delivery::find_target(invocation_.settings(), model_));
    TRY(config::read_key(target.settings, ::getenv));
    TRY(delivery_.open());
    vision_.emplace(invocation_, delivery_);
    TRY(vision_->open());
    workspace_ = TRY(ingest::Workspace::open(invocation_.settings().workspace.roots));
    return {};
}

Result<void> OpenedAgent::begin(agent::Session&, const std::stop_token&) {
    toolbox_.keep_only(choices_.tools);
    return {};
}

agent::AgentSettings OpenedAgent::settings() const {
    std::error_code ignored;
    return {
        .model = model_,
        .system = agent::system_prompt(
            {.own = choices_.system_prompt,
             .cwd = std::filesystem::current_path(ignored).string(),
             .appended = choices_.append_system_prompt}
        ),
        .max_session_images =
            static_cast<std::size_t>(invocation_.settings().images.max_per_session)};
}

agent::CallServices OpenedAgent::services(const std::stop_token& stop) {
    return {
        .settings = invocation_.settings(),
        .delivery = delivery_.services(),
        .picturing = [this](const delivery::Target& target) { return delivery_.picturing(target); },
        .server_says = delivery_.server_says(AskServers::Yes, stop),
        .vision = vision_->settings(),
        .look = vision_->look()};
}

agent::Gates OpenedAgent::gates(agent::EventSink) {
    return {};
}

agent::Started OpenedAgent::started(const agent::Session& session, bool resumed) const {
    std::error_code ignored;
    agent::Started started{
        .session_id = session.id(),
        .resumed = resumed,
        .model = model_,
        .cwd = std::filesystem::current_path(ignored).string(),
        .tools = toolbox_.names(),
        .bare = choices_.bare};
    for (const auto& place : invocation_.loaded.places) {
        if (place.exists) started.settings_sources.push_back(place.path.string());
    }
    const auto target = delivery::find_target(invocation_.settings(), model_);
    if (target.ok()) started.pricing_as_of = target.value().can.prices.value.as_of;
    return started;
}

}  // namespace fovea::cli
