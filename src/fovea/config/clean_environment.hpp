// The variables of this process for a program of somebody else's, without keys (Q5).
//
//     auto variables = environment_without_keys(environ);
//     variables.push_back("FOVEA_SESSION_ID=" + id);
//
// A hook or a server that needs a key gets it by its own settings, not by being started from here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fovea::config {

// Whether a variable of that name holds a key, token or password: one of the words between its
// underscores ends with KEY, TOKEN, SECRET, PASSWORD or the like. OPENAI_API_KEY, GH_TOKEN,
// AWS_ACCESS_KEY_ID; not PATH, SSH_AUTH_SOCK or KEYBOARD.
bool names_a_key(std::string_view variable);

// "NAME=value" each. `environment` is as the C library's: ends with a null pointer, or is null. Names
// in `also` (the api_key_env of providers) are left out as well.
std::vector<std::string> environment_without_keys(
    const char* const* environment, const std::vector<std::string>& also = {}
);

}  // namespace fovea::config
