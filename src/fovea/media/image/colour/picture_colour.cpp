#include "fovea/media/image/colour/picture_colour.hpp"

#include <optional>

namespace fovea::media {

PixelFormat delivered_format(const ImageInfo& info) {
    if (info.colour == ColourModel::Cmyk || info.colour == ColourModel::Ycck)
        return PixelFormat::Cmyk8;
    if (info.has_alpha) return PixelFormat::Rgba8;
    return info.colour == ColourModel::Gray ? PixelFormat::Gray8 : PixelFormat::Rgb8;
}

const ColourConverter& colour_of(const ImageInfo& info) {
    static ColourCache cache;  // a worker is one thread
    static std::optional<ColourConverter> by_gamma;
    if (info.icc_profile.empty() && info.gamma > 0) {
        by_gamma.emplace(ColourConverter::from_gamma(info.gamma, delivered_format(info)));
        return *by_gamma;
    }
    return cache.find(info.icc_profile, delivered_format(info));
}

std::string colour_action(const ImageInfo& info) {
    return delivered_format(info) == PixelFormat::Cmyk8 ? "cmyk_to_srgb" : "colours_to_srgb";
}

}  // namespace fovea::media
