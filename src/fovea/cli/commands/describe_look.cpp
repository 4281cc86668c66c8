#include "fovea/cli/commands/describe_look.hpp"

#include "fovea/models/model_names.hpp"
#include "fovea/proxy/policy.hpp"

namespace fovea::cli {

Result<std::string> vision_model_of(
    const DescribeArguments& arguments, const Invocation& invocation
) {
    if (arguments.model) return models::full_model_name(invocation.settings(), *arguments.model);
    return proxy::chosen_vision_model(invocation.loaded);
}

Result<proxy::Description> look_remotely(
    const proxy::DescribeRequest& request,
    std::span<const ingest::Admitted> pictures,
    host::Sight& sight,
    const std::stop_token& stop
) {
    TRY(sight.open());
    TRY(sight.vision().find_model(request.model, stop));  // before anything is stored
    for (const auto& picture : pictures) TRY(sight.machine().blobs().put(picture.bytes));
    return sight.vision().look()(request, stop);
}

}  // namespace fovea::cli
