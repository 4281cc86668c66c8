// fovea vision-proxy: the commands of the vision proxy (V9), word for word as behind /vision-proxy.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/config/vision_proxy_file.hpp"
#include "fovea/proxy/commands/grammar.hpp"
#include "fovea/proxy/consent.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli {

void add_vision_proxy(CLI::App& app, Chosen& chosen);

int run_vision_proxy(const std::vector<std::string>& words, const Invocation& invocation);

// What each of the commands works with.
struct VisionProxyRun {
    explicit VisionProxyRun(const Invocation& given);

    const config::VisionSettings& settings() const { return invocation.settings().vision; }
    // Where a setting came from; "max_batch".
    const std::string& origin_of(std::string_view name) const;
    Result<std::string> model() const;
    Result<proxy::Consents> consents() const;

    const Invocation& invocation;
    config::VisionProxyFile file;
};

// In their own files; each returns its exit code.
Result<int> show_status(const VisionProxyRun& run, const proxy::ShowStatus& command);
Result<int> change_grounding(const VisionProxyRun& run, const proxy::AddGroundingModel& command);
Result<int> change_grounding(const VisionProxyRun& run, const proxy::RemoveGroundingModel& command);
Result<int> change_grounding(const VisionProxyRun& run, const proxy::ResetGroundingModels& command);
Result<int> list_grounding(const VisionProxyRun& run, const proxy::ListGroundingModels& command);
Result<int> change_consent(const VisionProxyRun& run, const proxy::ChangeConsent& command);
Result<int> describe_pictures(const VisionProxyRun& run, const proxy::DescribePictures& command);

// The answer of a person at a terminal; nothing where there is none.
std::optional<std::string> ask_at_terminal(const std::string& text);

}  // namespace fovea::cli
