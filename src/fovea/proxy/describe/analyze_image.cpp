#include "fovea/proxy/describe/analyze_image.hpp"

#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/proxy/telemetry.hpp"

#include <utility>

namespace fovea::proxy {
namespace {

std::string_view form_of(const media::Crop& crop) {
    if (std::holds_alternative<media::NamedRegion>(crop)) return "region";
    return std::holds_alternative<media::NormalizedRect>(crop) ? "normalized" : "pixels";
}

std::string forms_of(const AnalyzeInput& input) {
    std::string forms;
    for (const auto& [index, crop] : input.crops) {
        forms += (forms.empty() ? "" : ",") + std::string(form_of(crop));
    }
    return forms.empty() ? "none" : forms;
}

Result<std::vector<content::ImageBlock>> find_images(
    const AnalyzeInput& input, const AnalyzeServices& services
) {
    std::vector<content::ImageBlock> images;
    ingest::BadInputs bad;
    for (std::size_t i = 0; i < input.images.size(); ++i) {
        auto found = services.find(input.images[i]);
        if (!found.ok()) {
            // By its place: the name may be a data URL.
            const bool only_one = input.images.size() == 1;
            bad.add(only_one ? "" : "images[" + std::to_string(i) + "]", found.error());
            continue;
        }
        auto image = std::move(found).value();
        image.crop.reset();
        if (const auto crop = input.crops.find(i); crop != input.crops.end()) {
            image.crop = TRY(media::resolve(crop->second, image.size));
        }
        images.push_back(std::move(image));
    }
    if (bad.any()) return bad.error();
    return images;
}

TelemetryFields fields_of(const AnalyzeInput& input, const AnalyzeOutcome& outcome) {
    TelemetryFields fields{.reason = input.reason};
    for (const auto& image : outcome.images) {
        if (const auto* blob = content::blob_of(image.source))
            fields.images.push_back(blob->sha256);
        if (image.crop) fields.crop_resolved_pixels.push_back(*image.crop);
        fields.dimensions.push_back(image.crop ? image.crop->size() : image.size);
    }
    fields.texts["question"] = input.question;
    fields.texts["crop_form"] = forms_of(input);
    if (outcome.error) {
        fields.texts["error"] = std::string(wire_name(outcome.error->code));
    } else {
        fields.usage = outcome.description.usage;
        fields.cache_hit = outcome.description.from_cache;
        fields.grounding_format = outcome.description.grounding_format;
    }
    return fields;
}

Result<Description> look_at(
    const AnalyzeInput& input,
    const AnalyzeServices& services,
    const AnalyzeSettings& settings,
    const std::string& model,
    AnalyzeOutcome& outcome,
    const std::stop_token& stop
) {
    if (services.check_model) TRY(services.check_model(model));
    outcome.images = TRY(find_images(input, services));
    return services.look(
        {.images = outcome.images,
         .question = input.question,
         .model = model,
         .timeout = settings.timeout},
        stop
    );
}

}  // namespace

AnalyzeOutcome analyze_image(
    const AnalyzeInput& input,
    const AnalyzeServices& services,
    const AnalyzeSettings& settings,
    const std::stop_token& stop
) {
    const auto begin = std::chrono::steady_clock::now();
    const auto model = input.model.value_or(settings.model);
    AnalyzeOutcome outcome;
    auto seen = look_at(input, services, settings, model, outcome, stop);
    if (seen.ok()) {
        outcome.description = std::move(seen).value();
        outcome.text = outcome.description.fence;
    } else {
        outcome.error = seen.error();
        outcome.text = std::string(wire_name(outcome.error->code)) + ": " + outcome.error->message;
    }
    auto fields = fields_of(input, outcome);
    fields.model = model;
    fields.latency = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin
    );
    outcome.entries.push_back(telemetry_entry("vision_proxy.tool_call", fields, services.now()));
    return outcome;
}

}  // namespace fovea::proxy
