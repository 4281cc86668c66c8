// ${NAME} in the values of a server's env and headers, so that keys stay out of files (Q5).
//
//     const auto header = TRY(expand("Bearer ${GITHUB_TOKEN}", environment));
//
// ${NAME:-words} stands for the words where NAME is not set or empty. A variable that is not set and
// has no such words is ConfigInvalid, named; what is in variables never enters a message.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/secrets.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::mcp {

struct Expanded {
    std::string text;
    std::vector<std::string> from_variables;  // values that came from outside the file

    bool operator==(const Expanded&) const = default;
};

Result<Expanded> expand(std::string_view text, const config::Environment& environment);

}  // namespace fovea::mcp
