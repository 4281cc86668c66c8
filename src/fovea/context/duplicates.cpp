#include "fovea/context/duplicates.hpp"

#include "fovea/content/shown_part.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <variant>

namespace fovea::context {
namespace {

// Equal for the same file and the same part of it.
std::string key_of(const content::ImageBlock& image) {
    const auto* blob = content::blob_of(image.source);
    std::string key =
        blob != nullptr ? blob->sha256.hex() : "url " + std::get<content::UrlRef>(image.source).url;
    if (const auto* rect = content::shown_part(image)) {
        key += fmt::format(" crop {},{},{},{}", rect->x, rect->y, rect->width, rect->height);
    }
    return key;
}

}  // namespace

bool shows_the_same(const content::ImageBlock& one, const content::ImageBlock& other) {
    if (one.source != other.source) return false;
    const auto* part = content::shown_part(one);
    const auto* other_part = content::shown_part(other);
    if (part == nullptr || other_part == nullptr) return part == other_part;
    return *part == *other_part;
}

std::vector<std::optional<std::size_t>> find_duplicates(
    std::span<const Appearance> pictures, std::span<const Aged> aged
) {
    std::vector<std::string> keys;
    keys.reserve(pictures.size());
    std::map<std::string, std::size_t> carriers;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        keys.push_back(key_of(*pictures[i].image));
        if (aged[i].form == Form::Text) continue;
        const auto [carrier, is_new] = carriers.emplace(keys[i], i);
        if (!is_new && aged[i].form > aged[carrier->second].form) carrier->second = i;
    }
    std::vector<std::optional<std::size_t>> refers(pictures.size());
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        if (aged[i].form == Form::Text) continue;
        const auto carrier = carriers.at(keys[i]);
        if (carrier != i) refers[i] = carrier;
    }
    return refers;
}

}  // namespace fovea::context
