#include "fovea/media/transform/orient.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstring>
#include <string>

namespace fovea::media {
namespace {

constexpr Orientation kAll[] = {
    Orientation::Upright,
    Orientation::MirrorHorizontal,
    Orientation::Rotate180,
    Orientation::MirrorVertical,
    Orientation::Transpose,
    Orientation::Rotate90,
    Orientation::Transverse,
    Orientation::Rotate270};

constexpr PixelFormat kFormats[] = {
    PixelFormat::Gray8,
    PixelFormat::Rgb8,
    PixelFormat::Rgba8,
    PixelFormat::Ycc8,
    PixelFormat::Cmyk8};

constexpr PixelSize kSizes[] = {{1, 1}, {7, 3}, {16, 16}, {61, 47}, {8, 100}, {129, 33}};

Picture numbered(PixelSize size, PixelFormat format) {
    const auto chroma = format == PixelFormat::Ycc8 ? Subsampling{2, 1} : Subsampling{};
    Picture picture(Shape::of(size, format, chroma));
    unsigned next = 1;
    for (unsigned plane = 0; plane < plane_count(format); ++plane) {
        for (std::uint32_t y = 0; y < picture.shape().plane_size(plane).height; ++y) {
            for (std::size_t i = 0; i < picture.stride(plane); ++i) {
                picture.row(y, plane)[i] = static_cast<std::uint8_t>((next++ * 2654435761u) >> 24);
            }
        }
    }
    return picture;
}

Picture copy_of(const Picture& picture) {
    Picture copy(picture.shape());
    for (unsigned plane = 0; plane < plane_count(picture.format()); ++plane) {
        for (std::uint32_t y = 0; y < picture.shape().plane_size(plane).height; ++y) {
            std::memcpy(copy.row(y, plane), picture.row(y, plane), picture.stride(plane));
        }
    }
    return copy;
}

std::string pixels_of(const Picture& picture) {
    std::string pixels;
    for (unsigned plane = 0; plane < plane_count(picture.format()); ++plane) {
        for (std::uint32_t y = 0; y < picture.shape().plane_size(plane).height; ++y) {
            pixels.append(
                reinterpret_cast<const char*>(picture.row(y, plane)), picture.stride(plane)
            );
        }
    }
    return pixels;
}

// Where the pixel that belongs to (x, y) of the upright picture is stored, by the EXIF standard's
// description of which side "row 0" and "column 0" are.
std::pair<std::uint32_t, std::uint32_t> stored_at(
    Orientation orientation, PixelSize stored, std::uint32_t x, std::uint32_t y
) {
    const auto right = stored.width - 1;
    const auto bottom = stored.height - 1;
    switch (orientation) {
        case Orientation::Upright: return {x, y};
        case Orientation::MirrorHorizontal: return {right - x, y};
        case Orientation::Rotate180: return {right - x, bottom - y};
        case Orientation::MirrorVertical: return {x, bottom - y};
        case Orientation::Transpose: return {y, x};
        case Orientation::Rotate90: return {y, bottom - x};
        case Orientation::Transverse: return {right - y, bottom - x};
        case Orientation::Rotate270: return {right - y, x};
    }
    return {};
}

TEST(Orient, MovesEveryPixelOfEveryPlaneToItsPlace) {  // M4
    for (const auto format : kFormats) {
        for (const auto size : kSizes) {
            for (const auto orientation : kAll) {
                const auto stored = numbered(size, format);
                const auto upright = orient(copy_of(stored), orientation);
                const auto bytes = bytes_per_pixel(format);
                for (unsigned plane = 0; plane < plane_count(format); ++plane) {
                    const auto from = stored.shape().plane_size(plane);
                    const auto to = upright.shape().plane_size(plane);
                    for (std::uint32_t y = 0; y < to.height; ++y) {
                        for (std::uint32_t x = 0; x < to.width; ++x) {
                            const auto [sx, sy] = stored_at(orientation, from, x, y);
                            ASSERT_EQ(
                                std::memcmp(
                                    upright.row(y, plane) + std::size_t{x} * bytes,
                                    stored.row(sy, plane) + std::size_t{sx} * bytes,
                                    bytes
                                ),
                                0
                            ) << int(orientation);
                        }
                    }
                }
            }
        }
    }
}

TEST(Orient, IsUndoneByItsInverse) {  // M4
    for (const auto format : kFormats) {
        for (const auto size : kSizes) {
            const auto stored = numbered(size, format);
            for (const auto orientation : kAll) {
                const auto back =
                    orient(orient(copy_of(stored), orientation), inverse(orientation));
                EXPECT_EQ(back.shape(), stored.shape());
                EXPECT_EQ(pixels_of(back), pixels_of(stored)) << int(orientation);
            }
        }
    }
}

TEST(Orient, IsFourQuarterTurnsFromWhereItBegan) {  // M4
    const auto stored = numbered({31, 12}, PixelFormat::Rgb8);
    auto turned = copy_of(stored);
    for (int i = 0; i < 2; ++i) turned = orient(std::move(turned), Orientation::Rotate90);
    EXPECT_EQ(pixels_of(turned), pixels_of(orient(copy_of(stored), Orientation::Rotate180)));

    for (int i = 0; i < 2; ++i) turned = orient(std::move(turned), Orientation::Rotate90);

    EXPECT_EQ(pixels_of(turned), pixels_of(stored));
}

TEST(Orient, SwapsSidesExtentsAndSubsampling) {  // M4
    Shape shape{{20, 10}, PixelFormat::Ycc8, {2, 1}, 19.5, 10};
    Picture picture(shape);
    for (unsigned plane = 0; plane < 3; ++plane) {
        const auto rows = shape.plane_size(plane).height;
        std::memset(picture.row(0, plane), 0, picture.stride(plane) * rows);
    }

    const auto turned = orient(std::move(picture), Orientation::Rotate90);

    EXPECT_EQ(turned.shape(), (Shape{{10, 20}, PixelFormat::Ycc8, {1, 2}, 10, 19.5}));
}

TEST(Orient, GivesTheSameOnEveryVectorTarget) {  // M4
    const auto stored = numbered({261, 147}, PixelFormat::Gray8);
    const auto expected = pixels_of(orient(copy_of(stored), Orientation::Rotate90));
    const auto supported = hwy::SupportedTargets();

    for (auto left = supported; left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        hwy::GetChosenTarget().Update(left & -left);
        EXPECT_EQ(pixels_of(orient(copy_of(stored), Orientation::Rotate90)), expected);
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(supported);
}

}  // namespace
}  // namespace fovea::media
