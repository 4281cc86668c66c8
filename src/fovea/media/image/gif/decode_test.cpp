#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/gif/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// One letter a pixel: black, red, green, white as k r g w, transparent as a dot.
std::string letters(const Picture& picture) {
    std::string text;
    const auto n = bytes_per_pixel(picture.format());
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        if (y > 0) text += '/';
        for (std::uint32_t x = 0; x < picture.size().width; ++x) {
            const auto* p = picture.row(y) + std::size_t{x} * n;
            const bool hidden = n == 4 && p[3] == 0;
            text += hidden ? '.' : p[0] ? (p[1] ? 'w' : 'r') : (p[1] ? 'g' : 'k');
        }
    }
    return text;
}

Picture decoded(const Bytes& file, std::uint32_t frame = 0) {
    PictureSink sink;
    DecodeRequest request;
    request.frame = frame;
    const auto report = decode_gif(file, request, sink);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return sink.take();
}

std::string shown(const Bytes& file, std::uint32_t frame = 0) {
    return letters(decoded(file, frame));
}

bool decodes(const Bytes& file) {
    WatchingSink sink;
    const bool ok = decode_gif(file, {}, sink).ok();
    if (ok) {
        EXPECT_TRUE(sink.well_behaved());
    }
    return ok;
}

TEST(DecodeGif, GivesAnOpaquePictureAsRgb) {  // M4
    TestFrame frame;
    frame.place = {0, 0, 3, 2};
    frame.pixels = {0, 1, 2, 3, 2, 1};
    const auto file = gif_file({3, 2}, {frame});

    EXPECT_EQ(decoded(file).format(), PixelFormat::Rgb8);
    EXPECT_EQ(shown(file), "krg/wgr");
}

TEST(DecodeGif, GivesTransparentPixelsAsRgba) {  // M4
    TestFrame frame;
    frame.place = {0, 0, 3, 1};
    frame.pixels = {0, 1, 2};
    frame.transparent = 1;
    EXPECT_EQ(decoded(gif_file({3, 1}, {frame})).format(), PixelFormat::Rgba8);
    EXPECT_EQ(shown(gif_file({3, 1}, {frame})), "k.g");

    // A transparent colour that no pixel has changes nothing.
    frame.transparent = 3;
    EXPECT_EQ(decoded(gif_file({3, 1}, {frame})).format(), PixelFormat::Rgb8);
}

TEST(DecodeGif, PutsInterlacedRowsInOrder) {  // M4
    TestFrame frame;
    frame.place = {0, 0, 1, 11};
    frame.interlaced = true;
    // Rows 0 8, then 4, then 2 6 10, then 1 3 5 7 9.
    frame.pixels = {0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 3};
    EXPECT_EQ(shown(gif_file({1, 11}, {frame})), "k/w/g/w/r/w/g/w/k/w/g");

    frame.transparent = 3;
    EXPECT_EQ(shown(gif_file({1, 11}, {frame})), "k/./g/./r/./g/./k/./g");
}

TEST(DecodeGif, UsesAFramesOwnPalette) {  // M4
    auto frame = flat_frame({0, 0, 2, 1}, 1);
    frame.palette = bytes_of({9, 9, 9, 255, 255, 255});

    EXPECT_EQ(shown(gif_file({2, 1}, {frame})), "ww");
}

TEST(DecodeGif, LeavesTheRestOfTheCanvasTransparentAndCutsOffWhatIsOutside) {  // M4
    EXPECT_EQ(shown(gif_file({4, 3}, {flat_frame({1, 1, 2, 1}, 1)})), "..../.rr./....");
    EXPECT_EQ(shown(gif_file({3, 2}, {flat_frame({2, 1, 5, 5}, 2)})), ".../..g");
    EXPECT_EQ(shown(gif_file({2, 2}, {flat_frame({7, 7, 2, 2}, 2)})), "../..");
    EXPECT_EQ(shown(gif_file({2, 2}, {flat_frame({0, 0, 5, 5}, 2)})), "gg/gg");
}

TEST(DecodeGif, KeepsClearsOrRestoresTheAreaOfTheFrameBefore) {  // M4
    const auto base = flat_frame({0, 0, 3, 1}, 3);
    auto middle = flat_frame({1, 0, 1, 1}, 1);
    const auto last = flat_frame({2, 0, 1, 1}, 2);

    EXPECT_EQ(shown(gif_file({3, 1}, {base, middle, last}), 1), "wrw");
    EXPECT_EQ(shown(gif_file({3, 1}, {base, middle, last}), 2), "wrg");

    middle.disposal = 2;
    EXPECT_EQ(shown(gif_file({3, 1}, {base, middle, last}), 1), "wrw");
    EXPECT_EQ(shown(gif_file({3, 1}, {base, middle, last}), 2), "w.g");

    middle.disposal = 3;
    EXPECT_EQ(shown(gif_file({3, 1}, {base, middle, last}), 2), "wwg");
}

TEST(DecodeGif, DeliversAComposedFrameAsRgbWhenItIsOpaque) {  // M4
    auto over = flat_frame({0, 0, 3, 1}, 0);
    over.pixels = {0, 1, 0};
    over.transparent = 0;
    const auto file = gif_file({3, 1}, {flat_frame({0, 0, 3, 1}, 3), over});

    EXPECT_EQ(decoded(file, 1).format(), PixelFormat::Rgb8);
    EXPECT_EQ(shown(file, 1), "wrw");
}

TEST(DecodeGif, GivesEveryFrameWithItsDelay) {  // M10
    auto first = flat_frame({0, 0, 2, 1}, 1);
    auto second = flat_frame({1, 0, 1, 1}, 2);
    first.delay = 25;
    second.delay = 1;  // means "as fast as you can": browsers play it at a tenth of a second
    std::vector<std::string> frames;
    std::vector<milliseconds> delays;

    const auto report = decode_gif_frames(
        gif_file({2, 1}, {first, second}),
        Limits{},
        [&](const GifShown& shot) -> Result<void> {
            EXPECT_EQ(shot.frame, frames.size());
            frames.push_back(letters(shot.canvas));
            delays.push_back(shot.delay);
            return {};
        }
    );

    ASSERT_TRUE(report.ok());
    EXPECT_EQ(frames, (std::vector<std::string>{"rr", "rg"}));
    EXPECT_EQ(delays, (std::vector{milliseconds(250), milliseconds(100)}));
}

TEST(DecodeGif, StopsWhenTheVisitorDoes) {
    int calls = 0;
    const auto file = gif_file({2, 1}, std::vector(5, flat_frame({0, 0, 2, 1}, 1)));

    const auto report = decode_gif_frames(file, Limits{}, [&](const GifShown&) -> Result<void> {
        if (++calls == 2) return Error{ErrorCode::Cancelled, "enough"};
        return {};
    });

    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(calls, 2);
}

TEST(DecodeGif, CutsOutARegion) {  // M7
    TestFrame frame;
    frame.place = {0, 0, 3, 3};
    frame.pixels = {0, 1, 2, 3, 0, 1, 2, 3, 0};
    for (const bool transparent : {false, true}) {
        if (transparent) frame.transparent = 0;
        PictureSink sink;
        DecodeRequest request;
        request.region = PixelRect{1, 1, 2, 2};

        ASSERT_TRUE(decode_gif(gif_file({3, 3}, {frame}), request, sink).ok());

        EXPECT_EQ(letters(sink.take()), transparent ? ".r/w." : "kr/wk");
    }
}

TEST(DecodeGif, RefusesAFrameOrARegionThatIsNotThere) {
    const auto file = gif_file({2, 2}, {flat_frame({0, 0, 2, 2}, 1)});
    WatchingSink sink;
    DecodeRequest request;
    request.frame = 1;
    EXPECT_EQ(decode_gif(file, request, sink).error().code, ErrorCode::InvalidInput);

    request.frame = 0;
    request.region = PixelRect{1, 1, 2, 1};
    EXPECT_EQ(decode_gif(file, request, sink).error().code, ErrorCode::InvalidInput);
}

TEST(DecodeGif, AcceptsAMissingTrailerAndJunkBehindIt) {  // M4
    auto file = gif_file({2, 2}, {flat_frame({0, 0, 2, 2}, 1)});
    const auto end = file.size();
    file = joined({file, as_bytes("*/=1;alert(1)//")});
    WatchingSink sink;
    EXPECT_EQ(decode_gif(file, {}, sink).value().end, end);
    EXPECT_EQ(validate_gif(file, Limits{}).value().end, end);

    file.resize(end - 1);
    EXPECT_TRUE(decodes(file));
}

TEST(DecodeGif, RefusesEveryOtherTruncation) {  // CAL-IMG-12
    const auto frame = flat_frame({0, 0, 2, 2}, 1);
    const auto file = gif_file({2, 2}, {frame, frame});
    const auto without_second =
        joined({gif_head({2, 2}, four_colours()), frame.control(), frame.image()}).size();
    for (std::size_t size = 0; size + 1 < file.size(); ++size) {
        const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        const bool between_blocks =
            size == without_second || size == without_second + frame.control().size();

        EXPECT_EQ(decodes(cut), between_blocks) << size;
        EXPECT_EQ(validate_gif(cut, Limits{}).ok(), between_blocks) << size;
    }
}

TEST(DecodeGif, RefusesFramesWithoutPaletteOrPixelsAndUnknownBlocks) {  // CAL-IMG-12
    const auto frame = flat_frame({0, 0, 2, 2}, 1);
    const auto head = gif_head({2, 2}, four_colours());
    const auto end = bytes_of({0x3b});
    EXPECT_TRUE(decodes(joined({head, frame.image(), end})));

    EXPECT_FALSE(decodes(joined({gif_head({2, 2}), frame.image(), end})));
    EXPECT_FALSE(decodes(joined({head, end})));
    EXPECT_FALSE(decodes(joined({head, frame.image(), bytes_of({0x99}), end})));
    EXPECT_FALSE(decodes(joined({head, bytes_of({0x21, 0xf9, 3, 0, 0, 0, 0}), frame.image(), end}))
    );
    auto deep = frame;
    deep.code_size = 9;
    EXPECT_FALSE(decodes(joined({head, deep.image(), end})));
}

TEST(ValidateGif, ReadsThePixelsOfEveryFrame) {  // CAL-IMG-12
    const auto good = flat_frame({0, 0, 2, 2}, 1);
    auto bad = good;
    bad.data = bytes_of({0x0c, 0x0a});  // too few pixels

    EXPECT_TRUE(validate_gif(gif_file({2, 2}, {good, good}), Limits{}).ok());
    EXPECT_FALSE(validate_gif(gif_file({2, 2}, {good, bad}), Limits{}).ok());
    // The first frame alone is fine.
    EXPECT_TRUE(decodes(gif_file({2, 2}, {good, bad})));
}

TEST(ValidateGif, BoundsTheWorkOfAllFramesTogether) {  // M3
    const auto file = gif_file({5, 5}, std::vector(9, flat_frame({0, 0, 5, 5}, 1)));
    const Limits limits{.max_pixels = 50};

    // 9 x 25 pixels, and 200 are allowed.
    EXPECT_EQ(validate_gif(file, limits).error().code, ErrorCode::FileTooLarge);
    WatchingSink sink;
    DecodeRequest request;
    request.limits = limits;
    EXPECT_TRUE(decode_gif(file, request, sink).ok());
    request.frame = 8;
    EXPECT_EQ(decode_gif(file, request, sink).error().code, ErrorCode::FileTooLarge);
}

}  // namespace
}  // namespace fovea::media
