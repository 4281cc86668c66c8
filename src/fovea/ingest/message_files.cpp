#include "fovea/ingest/message_files.hpp"

#include "fovea/content/crop_json.hpp"
#include "fovea/content/json.hpp"
#include "fovea/ingest/data_url.hpp"

#include <boost/json.hpp>

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>
#include <variant>

namespace fovea::ingest {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 4> kSources = {"path", "data", "sha256", "url"};

Error at(std::string_view place, const Error& error) {
    return {error.code, std::string(place) + ": " + error.message};
}

Error invalid(std::string_view place, std::string_view what) {
    return at(place, {ErrorCode::InvalidInput, std::string(what)});
}

// What a block says about its file: where it is, or its bytes in base64.
struct NamedFile {
    std::variant<Source, std::string_view> source;
    std::string promised_mime;
};

Result<std::string_view> one_source(const json::object& block, const std::string& place) {
    std::string_view found;
    for (const auto name : kSources) {
        if (!block.contains(name)) continue;
        if (!found.empty()) {
            return invalid(
                place,
                "\"" + std::string(found) + "\" and \"" + std::string(name) + "\": give only one"
            );
        }
        found = name;
    }
    if (found.empty()) {
        return invalid(place, R"(give one of "path", "data", "sha256" and "url")");
    }
    if (!block.at(found).is_string()) {
        return invalid(place + "." + std::string(found), "not a string");
    }
    return found;
}

Result<NamedFile> named_file(const json::object& block, const std::string& place) {
    const auto kind = TRY(one_source(block, place));
    const auto& held = block.at(kind).get_string();
    const std::string_view text(held.data(), held.size());
    NamedFile file;
    if (const auto* mime = block.if_contains("mime")) {
        if (!mime->is_string()) return invalid(place + ".mime", "not a string");
        file.promised_mime = mime->get_string();
    }
    if (kind == "path") {
        // The system would stop reading the name there.
        if (text.find('\0') != text.npos) return invalid(place + ".path", "contains a NUL byte");
        file.source = Source{FileSource{std::string(text)}};
    } else if (kind == "sha256") {
        constexpr std::string_view kPrefix = "sha256:";
        const auto digits = text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
        file.source = Source{StoredSource{std::string(digits)}};
    } else if (kind == "data" && !is_data_url(text)) {
        file.source = text;
    } else {
        file.source = Source{UrlSource{std::string(text)}};
        if (file.promised_mime.empty()) file.promised_mime = mime_of_data_url(text);
    }
    return file;
}

// {"type": "ephemeral"} is how Anthropic's API writes it.
void simplify_cache_control(json::object& block) {
    auto* value = block.if_contains("cache_control");
    if (value == nullptr || !value->is_object()) return;
    const auto* type = value->get_object().if_contains("type");
    if (type != nullptr && *type == "ephemeral") *value = true;
}

// The facts of the taken block over what the person wrote. Of a URL nothing is known, so its "mime"
// stays: some providers ask for one.
void put_facts(json::object& block, const content::ContentBlock& taken) {
    for (const auto name : kSources) block.erase(name);
    for (const auto* name : {"width", "height"}) block.erase(name);
    const bool has_name = block.contains("filename");
    const auto facts = content::to_json(taken);
    for (const auto& field : facts.get_object()) {
        if (field.key() == "filename" && has_name) continue;
        block.insert_or_assign(field.key(), field.value());
    }
    simplify_cache_control(block);
}

// Pixels in a list are taken as they are, by whoever reads the message.
Result<std::optional<media::PixelRect>> crop_of(
    const json::object& block, const content::ImageBlock& taken, const std::string& place
) {
    std::optional<media::PixelRect> rect;
    const auto* value = block.if_contains("crop");
    if (value == nullptr || value->is_array()) return rect;
    const auto where = place + ".crop";
    const auto crop = TRY(content::crop_from_json(*value, where));
    if (taken.size.pixels() == 0) {
        return invalid(
            where,
            "a picture that the provider fetches by URL cannot be cropped; download it and give "
            "its path"
        );
    }
    auto resolved = media::resolve(crop, taken.size);
    if (!resolved.ok()) return at(where, resolved.error());
    rect = resolved.value();
    return rect;
}

}  // namespace

void FileTaker::note_type(
    const std::string& place, const std::string& promised, const std::string& found
) {
    if (promised.empty() || found.empty() || promised == found) return;
    notes_.push_back(place + ": \"mime\" says " + promised + ", but the bytes are " + found);
}

Result<void> FileTaker::image(json::object& block, const std::string& place) {
    if (stop_.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    const auto file = TRY(named_file(block, place));
    const auto take = [&]() -> Result<content::ImageBlock> {
        if (const auto* source = std::get_if<Source>(&file.source)) {
            return take_image(*source, intake_, stop_);
        }
        auto bytes = TRY(
            bytes_of_base64(std::get<std::string_view>(file.source), intake_.gate.max_file_bytes)
        );
        return take_image_bytes(std::move(bytes), {}, intake_, stop_);
    };
    auto taken = take();
    if (!taken.ok()) return at(place, taken.error());
    note_type(place, file.promised_mime, taken.value().mime);
    const auto crop = TRY(crop_of(block, taken.value(), place));
    put_facts(block, std::move(taken).value());
    if (crop) block["crop"] = json::array{crop->x, crop->y, crop->width, crop->height};
    return {};
}

Result<void> FileTaker::document(json::object& block, const std::string& place) {
    if (stop_.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    const auto file = TRY(named_file(block, place));
    const auto take = [&]() -> Result<content::DocumentBlock> {
        if (const auto* source = std::get_if<Source>(&file.source)) {
            return take_document(*source, intake_);
        }
        auto bytes =
            TRY(bytes_of_base64(std::get<std::string_view>(file.source), intake_.max_document_bytes)
            );
        return take_document_bytes(std::move(bytes), {}, intake_);
    };
    auto taken = take();
    if (!taken.ok()) return at(place, taken.error());
    note_type(place, file.promised_mime, taken.value().mime);
    put_facts(block, std::move(taken).value());
    return {};
}

}  // namespace fovea::ingest
