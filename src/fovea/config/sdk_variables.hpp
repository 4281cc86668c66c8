// The variables that the providers' own clients read: OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_HOST.
// Whoever has them set for other programs need not say the same again here.
//
//     OPENAI_BASE_URL=http://127.0.0.1:8000/v1 OPENAI_API_KEY=…   ->   [providers.openai]
//
// They speak only of a provider that nothing else configures: one entry [providers.NAME], in any file
// or by FOVEA_PROVIDERS_NAME_…, and its variables are not read. So a project's file cannot bring a key
// of the environment to an address of its own, nor an address of the environment to a key of its own.
#pragma once

#include "fovea/config/load.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::config {

// Adds the entries that the variables speak of, with the variables as their origins. An address is
// checked when the provider is used: what is wrong in it for others is not an error of every command.
void apply_sdk_variables(const Environment& environment, Loaded& loaded);

// All that are read, for whoever has to run without them.
std::vector<std::string> sdk_variable_names();

// The variable with a provider's address, as its own SDK reads it; empty: there is none.
std::string address_variable_of(std::string_view provider);

// "http://127.0.0.1:11434" for what Ollama's programs take: "host", ":8080", "0.0.0.0", "https://host".
std::string ollama_address(std::string_view host);

}  // namespace fovea::config
