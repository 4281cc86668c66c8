#include "fovea/proxy/describe/descriptions.hpp"

#include "fovea/proxy/fence/fence.hpp"

#include <boost/json.hpp>

#include <optional>
#include <utility>

namespace fovea::proxy {
namespace {

namespace json = boost::json;

std::optional<std::string> text_at(const json::object& body, std::string_view key) {
    const auto* value = body.if_contains(key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string(value->get_string());
}

}  // namespace

const KeptDescription* Descriptions::find(const Sha256& image) const {
    const auto found = by_image_.find(image);
    return found == by_image_.end() ? nullptr : &found->second;
}

void Descriptions::put(const Sha256& image, KeptDescription description) {
    by_image_[image] = std::move(description);
}

void add_descriptions(Descriptions& known, std::span<const store::Entry> entries) {
    for (const auto& entry : entries) {
        if (entry.kind != store::EntryKind::Description) continue;
        const auto body = store::body_of(entry);
        if (!body.ok()) continue;
        auto image = text_at(body.value(), "sha256");
        if (!image) image = text_at(body.value(), "image");  // its old name
        auto text = text_at(body.value(), "text");
        if (!image || !text) continue;
        const auto hash = Sha256::from_hex(*image);
        if (!hash.ok()) continue;
        known.put(
            hash.value(),
            {std::move(*text),
             text_at(body.value(), "model").value_or(""),
             text_at(body.value(), "grounding_format").value_or("")}
        );
    }
}

Descriptions descriptions_of(std::span<const store::Entry> entries) {
    Descriptions descriptions;
    add_descriptions(descriptions, entries);
    return descriptions;
}

store::Entry description_entry(
    const Sha256& image, const KeptDescription& description, store::Time time
) {
    const json::object body{
        {"sha256", image.hex()},
        {"image", image.hex()},  // old name: docs/json.md
        {"model", description.model},
        {"text", description.text},
        {"grounding_format", description.grounding_format},
    };
    return {.kind = store::EntryKind::Description, .time = time, .body = json::serialize(body)};
}

std::string fence_of(const content::ImageBlock& image, const KeptDescription& description) {
    const auto* blob = content::blob_of(image.source);
    return fence(
        FenceTag::Description,
        {blob == nullptr ? Sha256{} : blob->sha256, image.size, std::nullopt, image.filename},
        description.grounding_format,
        description.text
    );
}

}  // namespace fovea::proxy
