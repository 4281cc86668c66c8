#include "fovea/host/kept_look.hpp"

#include "fovea/host/session_choice.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/proxy/telemetry.hpp"
#include "fovea/store/ledger.hpp"

#include <algorithm>
#include <vector>

namespace fovea::host {

Result<void> check_is_in_session(
    store::SessionStore& sessions, const std::string& id, const Sha256& picture
) {
    const auto entries = TRY(sessions.read(id));
    const auto images = TRY(store::ledger_of(entries));
    const content::BlobRef blob{picture};
    const bool is_there = std::ranges::any_of(images, [&](const store::LedgerImage& image) {
        const auto* own = content::blob_of(image.image);  // or what was behind its address
        return (own != nullptr && *own == blob) || image.file == blob;
    });
    if (is_there) return {};
    TRY(find_image(images, picture.hex()));  // which says what there is
    return {};
}

Result<void> keep_look(store::SessionStore& sessions, const std::string& id, const LookMade& look) {
    const auto now = store::system_now();
    const auto& description = look.description;
    proxy::TelemetryFields fields{
        .model = look.model,
        .grounding_format = description.grounding_format,
        .latency = look.took,
        .usage = description.usage,
        .cache_hit = description.from_cache};
    fields.texts["command"] = look.saves ? "describe --save" : "describe";
    fields.texts["question"] = look.question;
    for (const auto& image : look.images) {
        if (const auto* blob = content::blob_of(image.source)) {
            fields.images.push_back(blob->sha256);
        }
        if (image.crop) fields.crop_resolved_pixels.push_back(*image.crop);
    }
    std::vector<store::Entry> entries{proxy::telemetry_entry("vision_proxy.command", fields, now)};
    if (look.saves && description.complete && !fields.images.empty()) {
        entries.push_back(proxy::description_entry(
            fields.images.front(), {description.text, look.model, description.grounding_format}, now
        ));
    }
    TRY(sessions.append(id, entries));
    return {};
}

}  // namespace fovea::host
