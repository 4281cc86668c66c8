#include "fovea/proxy/describe/descriptions.hpp"

#include "fovea/content/shown_part.hpp"
#include "fovea/proxy/describe/sight_name.hpp"
#include "fovea/proxy/fence/fence.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

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

json::object body_of(const Sha256& name, const KeptDescription& description) {
    return {
        {"sha256", name.hex()},
        {"image", name.hex()},  // old name: docs/json.md
        {"model", description.model},
        {"text", description.text},
        {"grounding_format", description.grounding_format},
    };
}

store::Entry entry_of(const json::object& body, store::Time time) {
    return {.kind = store::EntryKind::Description, .time = time, .body = json::serialize(body)};
}

}  // namespace

Sha256 sight_name(const content::ImageBlock& image, const content::BlobRef& file) {
    const auto* part = content::shown_part(image);
    if (part == nullptr) return file.sha256;
    const auto name = fmt::format(
        "{} part {},{},{},{}", file.sha256.hex(), part->x, part->y, part->width, part->height
    );
    return sha256(as_bytes(name));
}

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
    return entry_of(body_of(image, description), time);
}

store::Entry description_entry(
    const content::ImageBlock& image,
    const content::BlobRef& file,
    const KeptDescription& description,
    store::Time time
) {
    auto body = body_of(sight_name(image, file), description);
    if (const auto* part = content::shown_part(image)) {
        body["part_of"] = file.sha256.hex();
        body["crop"] = json::array{part->x, part->y, part->width, part->height};
    }
    return entry_of(body, time);
}

std::string fence_of(const content::ImageBlock& image, const KeptDescription& description) {
    const auto* blob = content::blob_of(image.source);
    const auto* part = content::shown_part(image);
    const auto crop = part == nullptr ? std::nullopt : std::optional(*part);
    return fence(
        crop ? FenceTag::Analysis : FenceTag::Description,
        {blob == nullptr ? Sha256{} : blob->sha256, image.size, crop, image.filename},
        description.grounding_format,
        description.text
    );
}

}  // namespace fovea::proxy
