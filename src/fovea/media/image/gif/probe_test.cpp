#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/gif/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

ImageInfo probed(const Bytes& file) {
    const auto info = probe_gif(file, Limits{});
    EXPECT_TRUE(info.ok());
    return info.ok() ? info.value() : ImageInfo{};
}

TEST(ProbeGif, SaysWhatTheBlocksSay) {  // M3
    auto frame = flat_frame({0, 0, 6, 4}, 1);
    frame.interlaced = true;

    const auto info = probed(gif_file({6, 4}, {frame, frame, frame}));

    EXPECT_EQ(info.type, ImageType::Gif);
    EXPECT_EQ(info.size, (PixelSize{6, 4}));
    EXPECT_EQ(info.frames, 3u);
    EXPECT_EQ(info.colour, ColourModel::Palette);
    EXPECT_TRUE(info.progressive);
    EXPECT_TRUE(info.lossless);
    EXPECT_FALSE(info.has_alpha);
    EXPECT_FALSE(info.has_metadata);
}

TEST(ProbeGif, RefusesACanvasOrAFrameOverTheLimit) {  // M3
    const auto frame = flat_frame({0, 0, 2, 2}, 1);
    const auto canvas = probe_gif(gif_file({16'000, 16'000}, {frame}), Limits{});
    ASSERT_FALSE(canvas.ok());
    EXPECT_EQ(canvas.error().code, ErrorCode::FileTooLarge);
    EXPECT_NE(canvas.error().message.find("256000000"), std::string::npos);

    auto huge = frame;
    huge.place = {0, 0, 60'000, 60'000};
    EXPECT_EQ(probe_gif(gif_file({2, 2}, {huge}), Limits{}).error().code, ErrorCode::FileTooLarge);
}

TEST(ProbeGif, RefusesTooManyFrames) {  // M3
    const auto file = gif_file({2, 2}, std::vector(11, flat_frame({0, 0, 2, 2}, 1)));

    EXPECT_TRUE(probe_gif(file, Limits{.max_frames = 11}).ok());
    EXPECT_EQ(probe_gif(file, Limits{.max_frames = 10}).error().code, ErrorCode::FileTooLarge);
}

TEST(ProbeGif, KnowsWhenPixelsMayBeTransparent) {  // M3
    auto whole = flat_frame({0, 0, 4, 4}, 1);
    const auto part = flat_frame({1, 1, 2, 2}, 2);
    EXPECT_FALSE(probed(gif_file({4, 4}, {whole, part})).has_alpha);
    EXPECT_TRUE(probed(gif_file({4, 4}, {part})).has_alpha);

    auto hidden = whole;
    hidden.transparent = 3;
    EXPECT_TRUE(probed(gif_file({4, 4}, {hidden})).has_alpha);

    whole.disposal = 2;
    EXPECT_TRUE(probed(gif_file({4, 4}, {whole, part})).has_alpha);
}

TEST(ProbeGif, SeesCommentsForeignExtensionsAndJunk) {  // M5
    const auto frame = flat_frame({0, 0, 2, 2}, 1);
    const auto head = gif_head({2, 2}, four_colours());
    const auto end = bytes_of({0x3b});
    const auto comment = gif_extension(0xfe, gif_pieces(as_bytes("made at home")));
    const auto xmp = gif_extension(0xff, gif_pieces(as_bytes("XMP DataXMP")));

    EXPECT_FALSE(probed(joined({head, gif_loop(), frame.image(), end})).has_metadata);
    EXPECT_TRUE(probed(joined({head, comment, frame.image(), end})).has_metadata);
    EXPECT_TRUE(probed(joined({head, frame.image(), xmp, end})).has_metadata);
    EXPECT_TRUE(probed(joined({head, frame.image(), end, as_bytes("junk")})).has_metadata);
}

TEST(ProbeGif, RefusesWhatHasNoPicture) {  // CAL-IMG-12
    EXPECT_FALSE(probe_gif({}, Limits{}).ok());
    EXPECT_FALSE(probe_gif(as_bytes("GIF89a"), Limits{}).ok());
    EXPECT_FALSE(probe_gif(gif_file({2, 2}, {}), Limits{}).ok());
    EXPECT_FALSE(probe_gif(gif_file({0, 2}, {flat_frame({0, 0, 2, 2}, 1)}), Limits{}).ok());
    EXPECT_FALSE(probe_gif(gif_file({2, 2}, {flat_frame({0, 0, 0, 2}, 1)}), Limits{}).ok());
}

}  // namespace
}  // namespace fovea::media
