#include "fovea/media/image/webp/encode.hpp"

#include <webp/encode.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace fovea::media {
namespace {

struct Target {
    std::span<std::byte> out;
    std::size_t size = 0;
    bool full = false;
};

int write_part(const std::uint8_t* data, std::size_t size, const WebPPicture* picture) {
    auto& target = *static_cast<Target*>(picture->custom_ptr);
    if (size > target.out.size() - target.size) {
        target.full = true;
        return 0;
    }
    if (size > 0) std::memcpy(target.out.data() + target.size, data, size);
    target.size += size;
    return 1;
}

// WebPPicture owns memory that only its own function frees.
class LibraryPicture {
public:
    LibraryPicture() : usable_(WebPPictureInit(&picture_) != 0) {}
    ~LibraryPicture() { WebPPictureFree(&picture_); }
    LibraryPicture(const LibraryPicture&) = delete;
    LibraryPicture& operator=(const LibraryPicture&) = delete;

    bool usable() const { return usable_; }
    WebPPicture* get() { return &picture_; }
    WebPPicture* operator->() { return &picture_; }

private:
    WebPPicture picture_{};
    bool usable_;
};

Error out_of_memory() {
    return {ErrorCode::Internal, "not enough memory to encode a WebP"};
}

// Full range to WebP's studio range.
void narrow(const std::uint8_t* from, std::size_t count, bool luma, std::uint8_t* to) {
    for (std::size_t i = 0; i < count; ++i) {
        const int value = from[i];
        const int narrowed = luma ? 16 + (value * 219 + 127) / 255 : 16 + (value * 224 + 127) / 255;
        to[i] = static_cast<std::uint8_t>(narrowed);
    }
}

Result<void> import_planes(const Picture& picture, LibraryPicture& target) {
    target->use_argb = 0;
    target->colorspace = WEBP_YUV420;
    if (WebPPictureAlloc(target.get()) == 0) return out_of_memory();
    const auto copy = [&](unsigned plane, std::uint8_t* to, int stride) {
        const auto size = picture.shape().plane_size(plane);
        for (std::uint32_t y = 0; y < size.height; ++y) {
            narrow(picture.row(y, plane), size.width, plane == 0, to + y * std::size_t(stride));
        }
    };
    copy(0, target->y, target->y_stride);
    copy(1, target->u, target->uv_stride);
    copy(2, target->v, target->uv_stride);
    return {};
}

Result<void> import_gray(const Picture& picture, LibraryPicture& target) {
    const auto size = picture.size();
    Picture wide(Shape::of(size, PixelFormat::Rgb8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) {
            std::memset(wide.row(y) + std::size_t{x} * 3, picture.row(y)[x], 3);
        }
    }
    const auto stride = static_cast<int>(wide.stride());
    if (WebPPictureImportRGB(target.get(), wide.row(0), stride) == 0) return out_of_memory();
    return {};
}

Result<void> import_pixels(const Picture& picture, LibraryPicture& target) {
    const auto stride = static_cast<int>(picture.stride());
    switch (picture.format()) {
        case PixelFormat::Ycc8: return import_planes(picture, target);
        case PixelFormat::Gray8: return import_gray(picture, target);
        case PixelFormat::Rgb8:
            if (WebPPictureImportRGB(target.get(), picture.row(0), stride) == 0) {
                return out_of_memory();
            }
            return {};
        case PixelFormat::Rgba8:
            if (WebPPictureImportRGBA(target.get(), picture.row(0), stride) == 0) {
                return out_of_memory();
            }
            return {};
        case PixelFormat::Cmyk8: break;
    }
    return Error{ErrorCode::InvalidInput, "CMYK cannot be written as WebP"};
}

Result<void> check(const Picture& picture, const WebpSettings& settings) {
    const auto& shape = picture.shape();
    if (shape.size.pixels() == 0 || shape.size.longest_edge() > WEBP_MAX_DIMENSION) {
        return Error{
            ErrorCode::InvalidInput,
            "a picture of " + std::to_string(shape.size.width) + " x " +
                std::to_string(shape.size.height) + " pixels cannot be a WebP"};
    }
    const bool planes = shape.format == PixelFormat::Ycc8;
    if (planes && (settings.lossless || shape.chroma != Subsampling{2, 2})) {
        return Error{ErrorCode::InvalidInput, "these YCbCr planes cannot be written as WebP"};
    }
    return {};
}

Result<WebPConfig> configure(const WebpSettings& settings) {
    WebPConfig config;
    if (WebPConfigInit(&config) == 0) {
        return Error{ErrorCode::Internal, "libwebp is of another version than its headers"};
    }
    config.lossless = settings.lossless ? 1 : 0;
    config.quality = std::clamp(settings.quality, 0.0F, 100.0F);
    config.method = std::clamp(settings.method, 0, 6);
    config.exact = settings.lossless ? 1 : 0;  // keep the colour under transparent pixels
    return config;
}

}  // namespace

Result<std::size_t> encode_webp(
    const Picture& picture, const WebpSettings& settings, std::span<std::byte> out
) {
    TRY(check(picture, settings));
    const auto config = TRY(configure(settings));
    LibraryPicture source;
    if (!source.usable()) {
        return Error{ErrorCode::Internal, "libwebp is of another version than its headers"};
    }
    source->width = static_cast<int>(picture.size().width);
    source->height = static_cast<int>(picture.size().height);
    source->use_argb = settings.lossless ? 1 : 0;
    TRY(import_pixels(picture, source));

    Target target{.out = out};
    source->writer = write_part;
    source->custom_ptr = &target;
    if (WebPEncode(&config, source.get()) != 0) return target.size;
    if (target.full) return Error{ErrorCode::LimitExceeded, "the encoded WebP does not fit"};
    return Error{
        ErrorCode::Internal,
        "WebP cannot be encoded, error " + std::to_string(source->error_code) + " of libwebp"};
}

}  // namespace fovea::media
