#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/gif/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes stripped(const Bytes& file) {
    Bytes out(file.size() + 1);
    const auto size = strip_gif(file, out);
    EXPECT_TRUE(size.ok());
    out.resize(size.ok() ? size.value() : 0);
    return out;
}

const Bytes kHead = gif_head({2, 2}, four_colours());
const Bytes kEnd = bytes_of({0x3b});
const Bytes kComment = gif_extension(0xfe, gif_pieces(as_bytes("made at home")));
const Bytes kXmp = gif_extension(0xff, gif_pieces(as_bytes("XMP DataXMP and more")));
const Bytes kText = gif_extension(0x01, gif_pieces(Bytes(12)));

TestFrame frame_with_control() {
    auto frame = flat_frame({0, 0, 2, 2}, 1);
    frame.delay = 50;
    return frame;
}

TEST(StripGif, LeavesAFileWithNothingToCutAsItIs) {  // M5
    const auto frame = frame_with_control();
    const auto file = joined(
        {kHead,
         gif_loop(),
         frame.control(),
         frame.image(),
         frame.control(),
         gif_loop(),
         frame.image(),
         kEnd}
    );

    EXPECT_EQ(stripped(file), file);
}

TEST(StripGif, CutsCommentsTextForeignExtensionsAndJunk) {  // M5, Q
    const auto frame = frame_with_control();
    const auto file = joined(
        {kHead,
         kComment,
         gif_loop(),
         kXmp,
         frame.control(),
         kComment,
         frame.image(),
         gif_extension(0x77, gif_pieces(Bytes(5))),
         kEnd,
         as_bytes("alert(document.domain)")}
    );

    EXPECT_EQ(stripped(file), joined({kHead, gif_loop(), frame.control(), frame.image(), kEnd}));
}

TEST(StripGif, CutsAControlTogetherWithTheTextItIsAbout) {  // M5
    const auto frame = frame_with_control();
    const auto file = joined({kHead, frame.control(), kText, frame.image(), frame.control(), kEnd});

    EXPECT_EQ(stripped(file), joined({kHead, frame.image(), kEnd}));
}

TEST(StripGif, CutsALoopExtensionThatCarriesMore) {  // Q
    const auto frame = frame_with_control();
    const auto loaded = gif_extension(
        0xff, joined({bytes_of({11}), as_bytes("NETSCAPE2.0"), gif_pieces(as_bytes("secret"))})
    );

    EXPECT_EQ(
        stripped(joined({kHead, loaded, frame.image(), kEnd})), joined({kHead, frame.image(), kEnd})
    );
}

TEST(StripGif, AddsAMissingTrailer) {  // M5
    const auto frame = frame_with_control();

    EXPECT_EQ(stripped(joined({kHead, frame.image()})), joined({kHead, frame.image(), kEnd}));
}

TEST(StripGif, RefusesABrokenFileAndTooLittleMemory) {  // CAL-IMG-12
    const auto frame = frame_with_control();
    const auto file = joined({kHead, frame.image(), kEnd});
    Bytes out(file.size() - 1);
    EXPECT_EQ(strip_gif(file, out).error().code, ErrorCode::LimitExceeded);

    out.resize(100);
    EXPECT_FALSE(strip_gif(ByteView(file).first(file.size() - 3), out).ok());
    EXPECT_FALSE(strip_gif(joined({kHead, kEnd}), out).ok());
}

}  // namespace
}  // namespace fovea::media
