// Looking with a model that is not built in.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/host/sight.hpp"
#include "fovea/ingest/admit.hpp"
#include "fovea/proxy/describe/describe.hpp"

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

}  // namespace fovea::cli
