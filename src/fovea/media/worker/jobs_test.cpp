#include "fovea/media/worker/jobs.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

PreparedPicture example() {
    PreparedPicture prepared;
    prepared.facts = {ImageType::Jpeg, {2560, 3837}, Orientation::Rotate90, 1, false, 8};
    prepared.phash = 0x0123456789abcdefu;
    prepared.type = ImageType::Png;
    prepared.size = {1046, 1568};
    prepared.bytes = 1000;
    prepared.downscaled = true;
    prepared.crop = PixelRect{1, 2, 3, 4};
    prepared.actions = {"oriented", "downscaled"};
    return prepared;
}

TEST(Jobs, PrepareRequestComesBackAsItWent) {  // M11
    PrepareRequest request;
    request.limits.max_pixels = 7;
    request.target.max_edge = 512;
    request.target.accepts_webp = false;
    request.target.min_edge = 11;
    request.crop = NormalizedRect{0.1, 0.2, 0.3, 0.4};
    request.want_phash = true;
    request.rung = Rung::Encode;

    const auto job = decode_job(encode(Job{request}));

    ASSERT_TRUE(job.ok());
    const auto& back = std::get<PrepareRequest>(job.value());
    EXPECT_EQ(back.limits.max_pixels, 7u);
    EXPECT_EQ(back.target, request.target);
    EXPECT_EQ(back.crop, request.crop);
    EXPECT_TRUE(back.want_phash);
    EXPECT_EQ(back.rung, Rung::Encode);
    EXPECT_EQ(back.target, request.target);
}

TEST(Jobs, FrameRequestComesBackAsItWent) {  // M8, M11
    FrameRequest request;
    request.limits.max_pixels = 7;
    request.boxes = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    request.marks = {{{9, 8, 7, 6}, {5, 4, 3, 2}, 17}};

    const auto job = decode_job(encode(Job{request}));

    ASSERT_TRUE(job.ok());
    const auto& back = std::get<FrameRequest>(job.value());
    EXPECT_EQ(back.limits.max_pixels, 7u);
    EXPECT_EQ(back.boxes, request.boxes);
    EXPECT_EQ(back.marks, request.marks);
}

TEST(Jobs, TextRequestComesBackAsItWent) {  // M7, M11
    for (const auto& area : {std::optional<PixelRect>{}, std::optional(PixelRect{1, 2, 3, 4})}) {
        TextRequest request{.area = area};
        request.limits.max_pixels = 7;

        const auto job = decode_job(encode(Job{request}));

        ASSERT_TRUE(job.ok());
        const auto& back = std::get<TextRequest>(job.value());
        EXPECT_EQ(back.limits.max_pixels, 7u);
        EXPECT_EQ(back.area, area);
    }
}

TEST(Jobs, MoreBoxesThanFitAreLeftOut) {  // M8, M11
    FrameRequest request;
    request.boxes.resize(kMaxFrames + 1, {1, 2, 3, 4});
    request.marks.resize(kMaxMarks + 1);

    const auto message = encode(Job{request});
    auto lying = message;
    lying[1 + 8 + 4 + 4 + 8 + 8] ^= std::byte{1};  // 2001 boxes

    EXPECT_LE(message.size(), 64u * 1024);  // what a worker's socket takes
    const auto job = decode_job(message);
    ASSERT_TRUE(job.ok());
    EXPECT_EQ(std::get<FrameRequest>(job.value()).boxes.size(), kMaxFrames);
    EXPECT_EQ(std::get<FrameRequest>(job.value()).marks.size(), kMaxMarks);
    EXPECT_FALSE(decode_job(lying).ok());
}

TEST(Jobs, RepliesComeBackAsTheyWent) {  // M11
    EXPECT_EQ(
        decode_prepared(encode_reply(Result<PreparedPicture>(example())), 0, 1000).value(),
        example()
    );

    const Error error{ErrorCode::DecodeFailed, "cut in half"};
    EXPECT_EQ(decode_prepared(encode_reply(Result<PreparedPicture>(error)), 0, 0).error(), error);

    Compared compared;
    compared.similarity = 0.5;
    compared.second.size = {10, 10};
    compared.regions = {{1, 2, 3, 4}};
    compared.recoloured = {{{1, 2, 3, 4}, {37, 99, 235}, {22, 163, 74}, 0.9}};
    EXPECT_EQ(decode_compared(encode_reply(Result<Compared>(compared)), 0).value(), compared);

    const Framed framed{{30, 20}, 500};
    EXPECT_EQ(decode_framed(encode_reply(Result<Framed>(framed)), 500).value(), framed);
    EXPECT_EQ(decode_framed(encode_reply(Result<Framed>(error)), 0).error(), error);

    for (const TextDensity& text : {TextDensity{}, TextDensity{2768, 11}}) {
        EXPECT_EQ(decode_text_density(encode_reply(Result<TextDensity>(text))).value(), text);
    }
    EXPECT_EQ(decode_text_density(encode_reply(Result<TextDensity>(error))).error(), error);
}

TEST(Jobs, ThumbnailsComeBackAsTheyWentAndFitTheirRoom) {  // U2, M11
    ThumbnailRequest request{.limits = {}, .room = {40, 30}};
    request.limits.max_pixels = 7;

    const auto job = decode_job(encode(Job{request}));

    ASSERT_TRUE(job.ok());
    const auto& back = std::get<ThumbnailRequest>(job.value());
    EXPECT_EQ(back.limits.max_pixels, 7u);
    EXPECT_EQ(back.room, request.room);

    const auto decoded = [&](PixelSize size, std::size_t written) {
        return decode_thumbnail(encode_reply(Result<Thumbnail>(Thumbnail{size})), request, written);
    };
    EXPECT_EQ(decoded({40, 20}, 2400).value(), Thumbnail{(PixelSize{40, 20})});
    EXPECT_FALSE(decoded({40, 20}, 2399).ok());
    EXPECT_FALSE(decoded({40, 20}, 2401).ok());
    EXPECT_FALSE(decoded({41, 20}, 2460).ok());
    EXPECT_FALSE(decoded({0, 20}, 0).ok());
}

TEST(Jobs, LyingRepliesAreDecodeFailures) {  // M11
    const auto whole = encode_reply(Result<PreparedPicture>(example()));

    EXPECT_EQ(
        decode_prepared(whole, 0, 999).error().code, ErrorCode::DecodeFailed
    );  // more bytes than written
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(decode_prepared(ByteView(whole).first(length), 0, 1000).ok()) << length;
    }
    auto longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_prepared(longer, 0, 1000).ok());
    auto unknown_type = whole;
    unknown_type[1] = std::byte{200};
    EXPECT_FALSE(decode_prepared(unknown_type, 0, 1000).ok());

    auto noisy = example();
    for (const auto* words : {"\x1b[2J", "\xff", "\xc2\x9b", "a\u202eb", "\U000E0041"}) {
        noisy.actions = {words};
        EXPECT_FALSE(decode_prepared(encode_reply(Result<PreparedPicture>(noisy)), 0, 1000).ok())
            << words;
    }
    for (const auto code :
         {ErrorCode::Cancelled, ErrorCode::StoreError, ErrorCode::ConfigInvalid}) {
        const auto said = encode_reply(Result<PreparedPicture>(Error{code, "so I say"}));
        EXPECT_EQ(decode_prepared(said, 0, 0).error().code, ErrorCode::DecodeFailed);
    }

    Compared outside;
    outside.second.size = {10, 10};
    outside.regions = {{5, 5, 6, 1}};
    EXPECT_FALSE(decode_compared(encode_reply(Result<Compared>(outside)), 0).ok());

    Compared elsewhere;
    elsewhere.second.size = {10, 10};
    elsewhere.regions = {{1, 2, 3, 4}};
    elsewhere.recoloured = {{{0, 0, 1, 1}, {}, {255, 255, 255}, 0.9}};
    EXPECT_FALSE(decode_compared(encode_reply(Result<Compared>(elsewhere)), 0).ok());

    Compared nonsense;
    nonsense.similarity = 2;
    EXPECT_FALSE(decode_compared(encode_reply(Result<Compared>(nonsense)), 0).ok());

    const auto framed = encode_reply(Result<Framed>(Framed{{30, 20}, 500}));
    EXPECT_FALSE(decode_framed(framed, 499).ok());
    for (std::size_t length = 0; length < framed.size(); ++length)
        EXPECT_FALSE(decode_framed(ByteView(framed).first(length), 500).ok()) << length;
    EXPECT_FALSE(decode_framed(encode_reply(Result<Framed>(Framed{{0, 20}, 1})), 500).ok());

    const auto text = encode_reply(Result<TextDensity>(TextDensity{2768, 11}));
    for (std::size_t length = 0; length < text.size(); ++length)
        EXPECT_FALSE(decode_text_density(ByteView(text).first(length)).ok()) << length;
    for (const TextDensity& lie :
         {TextDensity{0, 11}, TextDensity{9, 0}, TextDensity{9, kMaxLineHeight + 1}}) {
        EXPECT_FALSE(decode_text_density(encode_reply(Result<TextDensity>(lie))).ok());
    }
}

}  // namespace
}  // namespace fovea::media
