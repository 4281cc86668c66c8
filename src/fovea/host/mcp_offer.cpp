#include "fovea/host/mcp_offer.hpp"

#include "fovea/mcp/server/resource.hpp"
#include "fovea/mcp/server/tools/tools.hpp"
#include "fovea/proxy/consent.hpp"

#include <chrono>
#include <string_view>
#include <utility>

namespace fovea::mcp {
extern const std::string_view kServerInstructions;  // mcp/server/prompts/instructions.md
}

namespace fovea::host {

McpOffer::McpOffer(
    const Situation& situation, Machine& machine, std::unique_ptr<Vision> vision, FileAccess files
)
    : situation_(situation),
      machine_(machine),
      vision_(std::move(vision)),
      files_(std::move(files)),
      analyst_(situation, machine, *vision_),
      eyes_(eyes()) {}

Result<std::unique_ptr<McpOffer>> McpOffer::open(const Situation& situation, Machine& machine) {
    auto vision = TRY(Vision::open(situation, machine));
    // What is wrong with roots and rules is told at once.
    auto files =
        TRY(FileAccess::open(situation, situation.settings().permissions, machine.run_folder()));
    std::unique_ptr<McpOffer> own(
        new McpOffer(situation, machine, std::move(vision), std::move(files))
    );
    auto tools = TRY(mcp::ToolTable::of(mcp::make_tools(own->eyes_)));
    own->offer_.emplace(mcp::Offer{
        .version = FOVEA_VERSION,
        .instructions = std::string(mcp::kServerInstructions),
        .tools = std::move(tools),
        .resource_templates = mcp::resource_templates(),
        .read_resource = [&eyes = own->eyes_](const std::string& uri, const std::stop_token& stop) {
            return mcp::read_resource(uri, eyes, stop);
        }});
    return own;
}

mcp::Eyes McpOffer::eyes() {
    const auto& settings = situation_.settings();
    const auto& proxy = vision_->settings();
    return {
        .intake = machine_.intake(),
        .variants = machine_.variants(),
        .look = vision_->look(),
        .check_model =
            [this](const std::string& model, const std::stop_token& stop) -> Result<void> {
            TRY(vision_->find_model(model, stop));
            return {};
        },
        .agree = [this](const std::string& model, const auto& ask) { return agree(model, ask); },
        .compare = [this](
                       const content::ImageBlock& first,
                       const content::ImageBlock& second,
                       const std::stop_token& stop
                   ) { return machine_.compare(first, second, stop); },
        .analyze = [this](
                       const analysis::AnalysisRequest& request, const std::stop_token& stop
                   ) { return analyst_.ask(request, stop); },
        .take_shot = [this](
                         const browser::ShotRequest& request, const std::stop_token& stop
                     ) { return machine_.shoot(request, stop); },
        .model = proxy.model,
        .timeout =
            [&settings](const std::string& model) {
                const bool is_local = model.starts_with("local/");
                return std::chrono::seconds(
                    is_local ? settings.local.timeout_s : settings.vision.timeout_s
                );
            },
        .max_images = static_cast<std::size_t>(proxy.max_images_per_call)};
}

Result<void> McpOffer::agree(
    const std::string& model, const std::function<mcp::Said(const std::string& question)>& ask
) {
    const auto recipient = TRY(proxy::recipient_of_model(situation_.settings(), model));
    const auto consents = TRY(vision_->consents());
    const auto ask_person = [&](const std::string& text) -> std::optional<std::string> {
        switch (ask(text)) {
            case mcp::Said::Yes: return "yes";
            case mcp::Said::No: return "no";
            case mcp::Said::Nothing: return std::nullopt;
        }
        return std::nullopt;
    };
    const config::VisionProxyFile file(config::vision_proxy_file(situation_.parts.config_sources));
    return proxy::ask_for_consent(consents, recipient, ask_person, file, store::system_now());
}

mcp::SessionSettings McpOffer::session_settings() const {
    const bool guessed = is_workspace_guessed(situation_.loaded);
    return {
        .roots =
            {.configured = situation_.settings().workspace.roots,
             .rule = guessed ? mcp::RootsRule::Instead : mcp::RootsRule::Inside,
             .refused_guess = files_.refused()},
        .guard_for = [this](const std::string& tool) {
            const bool is_browser = tool == "browser_screenshot";
            return files_.guard_for(tool, is_browser ? "browser" : "vision");
        }};
}

}  // namespace fovea::host
