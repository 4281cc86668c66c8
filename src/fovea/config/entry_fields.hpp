// The fields of one provider, model, MCP server, hook and agent. Internal to config/.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/config/value.hpp"

#include <string>
#include <vector>

namespace fovea::config {

std::vector<Setting<ProviderSettings>> provider_fields();
std::vector<Setting<ModelSettings>> model_fields();
std::vector<Setting<McpServerSettings>> mcp_server_fields();
std::vector<Setting<HookSettings>> hook_fields();
std::vector<Setting<AgentSettings>> agent_fields();

// Whether an entry is whole; `name` is how the file calls it.
Result<void> check_provider(const std::string& name, const ProviderSettings& provider);
Result<void> check_mcp_server(const std::string& name, const McpServerSettings& server);
Result<void> check_hook(const std::string& place, const HookSettings& hook);
Result<void> check_agent(const std::string& place, const AgentSettings& agent);

}  // namespace fovea::config
