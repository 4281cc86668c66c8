#include "fovea/media/image/gif/canvas.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace fovea::media {

namespace {

using Colours = std::array<std::array<std::uint8_t, 4>, 256>;

Colours colours_of(const GifImage& image) {
    Colours colours{};
    const auto* palette = octets(image.palette);
    const auto entries = std::min(image.palette.size() / 3, colours.size());
    for (std::size_t i = 0; i < entries; ++i) {
        colours[i] = {palette[3 * i], palette[3 * i + 1], palette[3 * i + 2], 255};
    }
    return colours;
}

}  // namespace

std::vector<std::uint32_t> gif_row_order(const GifImage& image) {
    const auto height = image.place.height;
    std::vector<std::uint32_t> order;
    order.reserve(height);
    const auto add = [&](std::uint32_t first, std::uint32_t step) {
        for (auto y = first; y < height; y += step) order.push_back(y);
    };
    if (image.interlaced) {
        add(0, 8);
        add(4, 8);
        add(2, 4);
        add(1, 2);
    } else {
        add(0, 1);
    }
    return order;
}

PixelRect gif_visible(const GifImage& image, PixelSize canvas) {
    const auto& place = image.place;
    if (place.x >= canvas.width || place.y >= canvas.height) return {};
    return {
        place.x,
        place.y,
        std::min(place.width, canvas.width - place.x),
        std::min(place.height, canvas.height - place.y)};
}

GifCanvas::GifCanvas(PixelSize size) : picture_(Shape::of(size, PixelFormat::Rgba8)) {
    std::memset(picture_.row(0), 0, picture_.stride() * size.height);
}

void GifCanvas::show(const GifImage& image, const std::uint8_t* pixels) {
    dispose();
    area_ = gif_visible(image, picture_.size());
    disposal_ = image.control.disposal;
    if (disposal_ == GifDisposal::Restore) save(area_);
    draw(image, pixels);
}

void GifCanvas::dispose() {
    if (disposal_ == GifDisposal::Keep) return;
    const auto bytes = std::size_t{area_.width} * 4;
    for (std::uint32_t y = 0; y < area_.height; ++y) {
        auto* row = picture_.row(area_.y + y) + std::size_t{area_.x} * 4;
        if (disposal_ == GifDisposal::Clear) {
            std::memset(row, 0, bytes);
        } else {
            std::memcpy(row, saved_.data() + y * bytes, bytes);
        }
    }
}

void GifCanvas::save(const PixelRect& area) {
    const auto bytes = std::size_t{area.width} * 4;
    if (saved_.size() < bytes * area.height) saved_ = Buffer(bytes * area.height);
    for (std::uint32_t y = 0; y < area.height; ++y) {
        const auto* row = picture_.row(area.y + y) + std::size_t{area.x} * 4;
        std::memcpy(saved_.data() + y * bytes, row, bytes);
    }
}

void GifCanvas::draw(const GifImage& image, const std::uint8_t* pixels) {
    const auto colours = colours_of(image);
    const auto transparent = image.control.transparent;
    for (const auto y : gif_row_order(image)) {
        const auto* from = pixels;
        pixels += image.place.width;
        if (y >= area_.height) continue;
        auto* to = picture_.row(area_.y + y) + std::size_t{area_.x} * 4;
        if (transparent) {
            for (std::uint32_t x = 0; x < area_.width; ++x, to += 4) {
                if (from[x] != *transparent) std::memcpy(to, colours[from[x]].data(), 4);
            }
        } else {
            for (std::uint32_t x = 0; x < area_.width; ++x, to += 4) {
                std::memcpy(to, colours[from[x]].data(), 4);
            }
        }
    }
}

bool GifCanvas::is_opaque() const {
    const auto width = picture_.size().width;
    for (std::uint32_t y = 0; y < picture_.size().height; ++y) {
        const auto* row = picture_.row(y);
        unsigned alpha = 255;
        for (std::uint32_t x = 0; x < width; ++x) alpha &= row[std::size_t{x} * 4 + 3];
        if (alpha != 255) return false;
    }
    return true;
}

}  // namespace fovea::media
