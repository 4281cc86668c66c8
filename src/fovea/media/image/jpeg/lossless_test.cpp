#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Picture planes_of(ByteView file) {
    PictureSink sink;
    EXPECT_TRUE(decode_jpeg(file, {.native_ycc = true}, sink).ok());
    return sink.take();
}

// Where the upright picture's (x, y) stands in the stored one of this size.
std::pair<std::uint32_t, std::uint32_t> stored_at(
    Orientation orientation, PixelSize size, std::uint32_t x, std::uint32_t y
) {
    const auto right = size.width - 1;
    const auto bottom = size.height - 1;
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

Picture turned(const Picture& stored, Orientation orientation) {
    auto shape = stored.shape();
    if (swaps_sides(orientation)) {
        std::swap(shape.size.width, shape.size.height);
        std::swap(shape.extent_width, shape.extent_height);
        std::swap(shape.chroma.x, shape.chroma.y);
    }
    Picture upright(shape);
    for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
        const auto from = stored.shape().plane_size(plane);
        const auto to = shape.plane_size(plane);
        for (std::uint32_t y = 0; y < to.height; ++y) {
            for (std::uint32_t x = 0; x < to.width; ++x) {
                const auto [sx, sy] = stored_at(orientation, from, x, y);
                upright.row(y, plane)[x] = stored.row(sy, plane)[sx];
            }
        }
    }
    return upright;
}

Result<Bytes> oriented(ByteView file, Orientation orientation) {
    Bytes out(file.size() * 2 + 4096);
    const auto size = TRY(orient_jpeg_losslessly(file, orientation, {}, out));
    out.resize(size);
    return out;
}

constexpr Orientation kAll[] = {
    Orientation::Upright,
    Orientation::MirrorHorizontal,
    Orientation::Rotate180,
    Orientation::MirrorVertical,
    Orientation::Transpose,
    Orientation::Rotate90,
    Orientation::Transverse,
    Orientation::Rotate270,
};

TEST(OrientJpegLosslessly, MovesEverySampleWhereItBelongs) {  // M4
    const Shape shapes[] = {
        Shape::of({64, 48}, PixelFormat::Ycc8, {2, 2}),
        Shape::of({48, 40}, PixelFormat::Ycc8, {2, 1}),
        Shape::of({40, 48}, PixelFormat::Ycc8, {1, 2}),
        Shape::of({24, 40}, PixelFormat::Ycc8, {1, 1}),
        Shape::of({40, 24}, PixelFormat::Gray8),
    };
    for (const auto& shape : shapes) {
        for (const bool progressive : {false, true}) {
            const auto file = sample_jpeg(shape, {.progressive = progressive});
            const auto stored = planes_of(file);
            for (const auto orientation : kAll) {
                const auto upright = oriented(file, orientation);

                ASSERT_TRUE(upright.ok()) << upright.error().message;
                const auto got = planes_of(upright.value());
                const auto expected = turned(stored, orientation);
                ASSERT_EQ(got.shape(), expected.shape());
                // The inverse DCT rounds rows and columns apart, so turned blocks may differ by
                // one.
                EXPECT_LT(mean_error(got, expected), 0.1) << int(orientation);
            }
        }
    }
}

TEST(OrientJpegLosslessly, LosesNothingThereAndBack) {  // M5
    const auto file = sample_jpeg(Shape::of({64, 48}, PixelFormat::Ycc8, {2, 2}));

    const auto there = oriented(file, Orientation::Rotate90);
    ASSERT_TRUE(there.ok());
    const auto back = oriented(there.value(), Orientation::Rotate270);

    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back.value(), file);
}

TEST(OrientJpegLosslessly, DropsMetadata) {  // M5
    const auto file = sample_jpeg(Shape::of({64, 48}, PixelFormat::Ycc8, {2, 2}));
    const auto noted = with_jpeg_segments(file, {jpeg_segment(0xFE, as_bytes("secret"))});

    EXPECT_EQ(oriented(noted, Orientation::Upright).value(), file);
}

TEST(OrientJpegLosslessly, KeepsCutOffBlocksAtTheEndWhereNothingIsMirrored) {
    const auto file = sample_jpeg(Shape::of({61, 43}, PixelFormat::Ycc8, {2, 2}));

    const auto upright = oriented(file, Orientation::Transpose);

    ASSERT_TRUE(upright.ok());
    EXPECT_LT(
        mean_error(planes_of(upright.value()), turned(planes_of(file), Orientation::Transpose)), 0.1
    );
}

TEST(OrientJpegLosslessly, RefusesToMirrorCutOffBlocks) {
    const auto file = sample_jpeg(Shape::of({64, 43}, PixelFormat::Ycc8, {2, 2}));
    auto info = probe_jpeg(file, {}).value();
    for (const auto orientation : kAll) {
        const bool mirrors_y =
            orientation == Orientation::Rotate180 || orientation == Orientation::MirrorVertical ||
            orientation == Orientation::Rotate90 || orientation == Orientation::Transverse;
        info.orientation = orientation;

        const auto result = oriented(file, orientation);

        EXPECT_EQ(can_orient_losslessly(info), !mirrors_y);
        ASSERT_EQ(result.ok(), !mirrors_y);
        if (mirrors_y) {
            EXPECT_EQ(result.error().code, ErrorCode::InvalidInput);
        }
    }
}

TEST(OrientJpegLosslessly, DeliversTheStoredThumbnail) {  // M8
    const auto file = sample_jpeg(Shape::of({64, 48}, PixelFormat::Ycc8, {2, 2}));
    Bytes out(file.size() * 2);
    PictureSink from_blocks;
    PictureSink from_decoder;

    ASSERT_TRUE(orient_jpeg_losslessly(file, Orientation::Rotate90, {}, out, &from_blocks).ok());
    ASSERT_TRUE(validate_jpeg(file, {}, &from_decoder).ok());

    EXPECT_TRUE(same_pixels(from_blocks.take(), from_decoder.take()));
}

TEST(OrientJpegLosslessly, FailsOnTruncatedFilesAndFullMemory) {  // CAL-IMG-12
    const auto file = sample_jpeg(Shape::of({64, 48}, PixelFormat::Ycc8, {2, 2}));
    Bytes out(100);

    const auto broken = oriented(ByteView(file).first(file.size() - 100), Orientation::Rotate90);
    const auto full = orient_jpeg_losslessly(file, Orientation::Rotate90, {}, out);

    ASSERT_FALSE(broken.ok());
    EXPECT_EQ(broken.error().code, ErrorCode::DecodeFailed);
    ASSERT_FALSE(full.ok());
    EXPECT_EQ(full.error().code, ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace fovea::media
