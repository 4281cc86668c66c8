#include "fovea/cli/commands/describe_look.hpp"

#include "fovea/host/run_store.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/proxy/policy.hpp"
#include "fovea/proxy/telemetry.hpp"

#include <algorithm>
#include <vector>

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

Result<void> check_is_in_session(
    const Sha256& picture, const std::string& session, const Invocation& invocation
) {
    host::RunStore store(invocation.settings(), invocation.data);
    auto* opened = TRY(store.open());
    const auto id = TRY(host::find_session(*opened->sessions, session));
    const auto entries = TRY(opened->sessions->read(id));
    const auto images = TRY(store::ledger_of(entries));
    const content::BlobRef blob{picture};
    const bool is_there = std::ranges::any_of(images, [&](const store::LedgerImage& image) {
        const auto* own = content::blob_of(image.image);  // or what was behind its address
        return (own != nullptr && *own == blob) || image.file == blob;
    });
    if (is_there) return {};
    TRY(host::find_image(images, picture.hex()));  // which says what there is
    return {};
}

Result<void> keep_in_session(
    const DescribeArguments& arguments,
    const proxy::DescribeRequest& request,
    const proxy::Description& description,
    std::chrono::milliseconds took,
    const Invocation& invocation
) {
    host::RunStore store(invocation.settings(), invocation.data);
    auto* opened = TRY(store.open());
    const auto id = TRY(host::find_session(*opened->sessions, *arguments.session));
    const auto now = store::system_now();
    proxy::TelemetryFields fields{
        .model = request.model,
        .grounding_format = description.grounding_format,
        .latency = took,
        .usage = description.usage,
        .cache_hit = description.from_cache};
    fields.texts["command"] = arguments.save ? "describe --save" : "describe";
    fields.texts["question"] = request.question;
    for (const auto& image : request.images) {
        if (const auto* blob = content::blob_of(image.source))
            fields.images.push_back(blob->sha256);
        if (image.crop) fields.crop_resolved_pixels.push_back(*image.crop);
    }
    std::vector<store::Entry> entries = {
        proxy::telemetry_entry("vision_proxy.command", fields, now)};
    if (arguments.save && description.complete) {
        entries.push_back(proxy::description_entry(
            fields.images.front(),
            {description.text, request.model, description.grounding_format},
            now
        ));
    }
    TRY(opened->sessions->append(id, entries));
    return {};
}

}  // namespace fovea::cli
