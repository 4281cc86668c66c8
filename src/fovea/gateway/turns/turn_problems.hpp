// What a program is told when a turn failed: the status and the kind of our own errors, and those of a server that refused.
//
//     const auto told = turn_problem(error);                             // ours
//     const auto told = refused_problem(error, refusal, way.target.kind); // the server's, with its status and its wait
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/gateway/core.hpp"
#include "fovea/gateway/dialect.hpp"

#include <string>
#include <string_view>

namespace fovea::gateway {

ApiError turn_problem(const Error& error, const std::string& type = {});

// Whether it was the server that said no, so that its own refusal is what there is to tell.
bool is_of_server(const Error& error);

// `kind` of provider, in whose words the refusal is.
ApiError refused_problem(const Error& error, const PassedRefusal& refusal, std::string_view kind);

}  // namespace fovea::gateway
