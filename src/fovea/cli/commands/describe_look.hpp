// Looking with a model that is not built in, and keeping what was said in a session.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/host/sight.hpp"
#include "fovea/ingest/admit.hpp"
#include "fovea/proxy/describe/describe.hpp"

#include <chrono>
#include <span>
#include <stop_token>
#include <string>

namespace fovea::cli {

// By the layers of the vision proxy's settings, where the call names none.
Result<std::string> vision_model_of(
    const DescribeArguments& arguments, const Invocation& invocation
);

// The pictures are put among the stored ones first: what is sent is made from there.
Result<proxy::Description> look_remotely(
    const proxy::DescribeRequest& request,
    std::span<const ingest::Admitted> pictures,
    host::Sight& sight,
    const std::stop_token& stop
);

// A description is kept for a picture of the session alone. FileNotFound, with those that it has.
Result<void> check_is_in_session(
    const Sha256& picture, const std::string& session, const Invocation& invocation
);

// Logs the command in its session; with --save the description replaces the kept one (PVP-3.2).
Result<void> keep_in_session(
    const DescribeArguments& arguments,
    const proxy::DescribeRequest& request,
    const proxy::Description& description,
    std::chrono::milliseconds took,
    const Invocation& invocation
);

}  // namespace fovea::cli
