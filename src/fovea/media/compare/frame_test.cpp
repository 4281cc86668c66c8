#include "fovea/media/compare/frame.hpp"

#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fovea::media {
namespace {

Bytes grey_png(PixelSize size) {
    Picture picture(Shape::of(size, PixelFormat::Gray8));
    for (std::uint32_t y = 0; y < size.height; ++y)
        std::memset(picture.row(y), 100, picture.stride());
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

TEST(Frame, DrawsEachBoxOnTheUprightPicture) {  // M8
    Bytes out(1 << 16);
    const FrameRequest request{.limits = {}, .boxes = {{10, 10, 5, 5}, {25, 20, 4, 4}}};

    const auto framed = frame(grey_png({40, 30}), request, out);

    ASSERT_TRUE(framed.ok());
    EXPECT_EQ(framed.value().size, (PixelSize{40, 30}));
    const auto drawn = decode_upright(ByteView(out).first(framed.value().bytes), {});
    ASSERT_TRUE(drawn.ok());
    EXPECT_EQ(drawn.value().picture.format(), PixelFormat::Rgb8);
    const auto sample = [&](std::size_t x, std::size_t y, std::size_t channel) {
        return drawn.value().picture.row(y)[x * 3 + channel];
    };
    EXPECT_EQ(sample(12, 12, 0), 100);  // inside
    EXPECT_EQ(sample(8, 12, 0), 230);   // the first frame, red
    EXPECT_EQ(sample(23, 22, 2), 230);  // the second, blue
}

TEST(Frame, BoxesOutsideAreCutOrLeftOut) {  // M8
    constexpr std::uint32_t kHuge = 0xFFFFFFFF;
    Bytes out(1 << 16);
    Bytes plain(1 << 16);
    const auto file = grey_png({20, 20});

    const FrameRequest outside{
        .limits = {},
        .boxes = {{20, 0, 5, 5}, {0, 20, 5, 5}, {kHuge, kHuge, kHuge, kHuge}, {3, 3, 0, 9}}};
    const auto nothing = frame(file, outside, out);
    const auto none = frame(file, {}, plain);
    ASSERT_TRUE(nothing.ok() && none.ok());
    out.resize(nothing.value().bytes);
    plain.resize(none.value().bytes);
    EXPECT_EQ(out, plain);

    out.resize(1 << 16);
    const FrameRequest large{.limits = {}, .boxes = {{5, 5, kHuge, kHuge}, {0, 0, kHuge, 1}}};
    EXPECT_TRUE(frame(file, large, out).ok());
}

TEST(Frame, AFileThatIsNoPictureIsAnError) {  // M8
    Bytes out(1 << 10);

    EXPECT_FALSE(frame(as_bytes("no picture"), {}, out).ok());
    EXPECT_EQ(
        frame(grey_png({20, 20}), {}, std::span(out).first(20)).error().code,
        ErrorCode::LimitExceeded
    );
}

}  // namespace
}  // namespace fovea::media
