#include "fovea/proxy/fence/fence.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/proxy/describe/basename.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstdint>

namespace fovea::proxy {
namespace {

std::string_view name_of(FenceTag tag) {
    switch (tag) {
        case FenceTag::Description: return "vision_proxy_description";
        case FenceTag::Analysis: return "vision_proxy_analysis";
        case FenceTag::JointDescription: return "vision_proxy_joint_description";
    }
    return "vision_proxy_description";
}

// An attribute with its value in `quote`s. Neutralised too: whoever decodes the entities here must
// not find a tag.
std::string attribute(std::string_view name, std::string_view value, char quote = '"') {
    std::string written = " " + std::string(name) + "=" + quote;
    for (const char c : neutralise(value)) {
        switch (c) {
            case '&': written += "&amp;"; break;
            case '<': written += "&lt;"; break;
            case '>': written += "&gt;"; break;
            case '\n': written += "&#10;"; break;
            case '"':
            case '\'':
                if (c != quote)
                    written += c;
                else
                    written += c == '"' ? "&quot;" : "&#39;";
                break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) written += c;
        }
    }
    return written + quote;
}

std::string image_name(const FencedImage& image) {
    auto name = "sha256:" + image.sha256.hex();
    if (!image.crop) return name;
    const auto& crop = *image.crop;
    name += "#crop:" + std::to_string(crop.x) + "," + std::to_string(crop.y) + "," +
            std::to_string(crop.width) + "," + std::to_string(crop.height);
    return name;
}

media::PixelSize seen_size(const FencedImage& image) {
    return image.crop ? image.crop->size() : image.size;
}

std::string grounding(std::string_view format) {
    return format.empty() ? std::string() : attribute("grounding_format", format);
}

std::string wrap(FenceTag tag, const std::string& attributes, std::string_view body) {
    const std::string name(name_of(tag));
    return "<" + name + attributes + ">\n" + neutralise(body) + "\n</" + name + ">";
}

}  // namespace

std::string fence(
    FenceTag tag, const FencedImage& image, std::string_view grounding_format, std::string_view body
) {
    if (tag == FenceTag::JointDescription) return joint_fence({&image, 1}, grounding_format, body);
    const auto size = seen_size(image);
    auto attributes = attribute("image", image_name(image)) +
                      attribute("width", std::to_string(size.width)) +
                      attribute("height", std::to_string(size.height));
    if (image.crop) {
        const auto origin = std::to_string(image.crop->x) + "," + std::to_string(image.crop->y);
        attributes += attribute("crop_origin", origin);
    }
    const auto filename = safe_basename(image.filename);
    if (!filename.empty()) attributes += attribute("filename", filename);
    return wrap(tag, attributes + grounding(grounding_format), body);
}

std::string joint_fence(
    std::span<const FencedImage> images, std::string_view grounding_format, std::string_view body
) {
    boost::json::array dimensions;
    for (const auto& image : images) {
        const auto size = seen_size(image);
        boost::json::object entry = {
            {"image", image_name(image)}, {"width", size.width}, {"height", size.height}};
        const auto filename = safe_basename(image.filename);
        if (!filename.empty()) entry["filename"] = filename;
        dimensions.push_back(std::move(entry));
    }
    const auto attributes = attribute("images", std::to_string(images.size())) +
                            attribute("dimensions", json_text(dimensions), '\'') +
                            grounding(grounding_format);
    return wrap(FenceTag::JointDescription, attributes, body);
}

std::string analysis_fence(std::span<const FencedFile> files, std::string_view body) {
    boost::json::array sources;
    for (const auto& file : files) {
        boost::json::object source;
        if (file.sha256) source["file"] = "sha256:" + file.sha256->hex();
        const auto filename = safe_basename(file.filename);
        if (!filename.empty()) source["filename"] = filename;
        sources.push_back(std::move(source));
    }
    const auto attributes = attribute("files", std::to_string(files.size())) +
                            attribute("sources", json_text(sources), '\'');
    return wrap(FenceTag::Analysis, attributes, body);
}

}  // namespace fovea::proxy
