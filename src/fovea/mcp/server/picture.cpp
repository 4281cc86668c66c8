#include "fovea/mcp/server/picture.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/ingest/data_url.hpp"
#include "fovea/mcp/file_uri.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <filesystem>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::string_view kHash = "sha256:";
constexpr std::size_t kMaxName = 200;  // of a file, as it is shown

Result<content::ImageBlock> find_file(
    const std::string& path, const Call& call, const Eyes& eyes, const std::stop_token& stop
) {
    const auto workspace = TRY(call.workspace(stop));
    auto bytes = TRY(workspace->read(path, eyes.intake.gate.max_file_bytes));
    auto filename = std::filesystem::path(path).filename().string();
    return ingest::take_image_bytes(std::move(bytes), std::move(filename), eyes.intake, stop);
}

// A data URI is long, and would drown what is said of it.
std::string shown(const std::string& name) {
    return ingest::is_data_url(name) ? "the data: URI" : clean_line(name, kMaxName);
}

Result<content::ImageBlock> find(
    const std::string& name, const Call& call, const Eyes& eyes, const std::stop_token& stop
) {
    if (name.starts_with(kHash) || name.starts_with(kPictureUri)) {
        return find_stored(name, eyes, stop);
    }
    const auto source = ingest::parse_source(name);
    const auto* url = std::get_if<ingest::UrlSource>(&source);
    if (url == nullptr) return find_file(name, call, eyes, stop);
    if (ingest::is_data_url(name)) return ingest::take_image(source, eyes.intake, stop);
    if (const auto path = path_of_uri(name)) return find_file(*path, call, eyes, stop);
    return ingest::take_image_behind(url->url, eyes.intake, stop);
}

}  // namespace

Result<content::ImageBlock> find_picture(
    const std::string& name, const Call& call, const Eyes& eyes, const std::stop_token& stop
) {
    auto found = find(name, call, eyes, stop);
    if (found.ok()) return found;
    auto error = found.error();
    const auto words = shown(name);
    if (error.message.find(words) == std::string::npos) {
        error.message = words + ": " + error.message;
    }
    return error;
}

Result<content::ImageBlock> find_stored(
    std::string_view name, const Eyes& eyes, const std::stop_token& stop
) {
    if (name.starts_with(kPictureUri)) name.remove_prefix(kPictureUri.size());
    const auto digits = name.starts_with(kHash) ? name.substr(kHash.size()) : std::string_view();
    const auto hash = Sha256::from_hex(digits);
    if (!hash.ok()) {
        return Error{
            ErrorCode::InvalidInput,
            "name a picture that was seen before as \"sha256:<64 digits>\""};
    }
    if (!TRY(eyes.intake.blobs.has({hash.value()}))) {
        return Error{
            ErrorCode::FileNotFound,
            "no stored picture with the id " + std::string(name) + ": give its path or URL"};
    }
    return ingest::take_image(ingest::StoredSource{hash.value().hex()}, eyes.intake, stop);
}

std::string id_of(const content::ImageBlock& image) {
    const auto* blob = content::blob_of(image.source);
    return blob == nullptr ? std::string() : std::string(kHash) + blob->sha256.hex();
}

json::object picture_json(const content::ImageBlock& image) {
    json::object shown{
        {"id", id_of(image)},
        {"mime", image.mime},
        {"width", image.size.width},
        {"height", image.size.height}};
    if (!image.filename.empty()) shown["filename"] = clean_line(image.filename, kMaxName);
    if (image.crop) {
        const auto& crop = *image.crop;
        shown["crop"] = {crop.x, crop.y, crop.x + crop.width, crop.y + crop.height};
    }
    return shown;
}

json::object picture_schema() {
    const json::object text{{"type", "string"}};
    const json::object pixels{{"type", "integer"}, {"minimum", 1}};
    return {
        {"type", "object"},
        {"properties",
         {{"id", {{"type", "string"}, {"description", "sha256:…; name it so in later calls"}}},
          {"mime", text},
          {"width", pixels},
          {"height", pixels},
          {"filename", text},
          {"crop",
           {{"type", "array"},
            {"description", "the part that was looked at: x1, y1, x2, y2 in pixels of the whole"},
            {"items", {{"type", "integer"}}},
            {"minItems", 4},
            {"maxItems", 4}}}}},
        {"required", {"id", "mime", "width", "height"}},
        {"additionalProperties", false}};
}

Link link_of(const content::ImageBlock& image) {
    // The name is a person's: the URI has all digits.
    constexpr std::size_t kFewDigits = 8;
    const auto id = id_of(image);
    const auto filename = clean_line(image.filename, kMaxName);
    return {
        .uri = std::string(kPictureUri) + id,
        .name = filename.empty() ? id.substr(0, kHash.size() + kFewDigits) : filename,
        .mime = image.mime};
}

}  // namespace fovea::mcp
