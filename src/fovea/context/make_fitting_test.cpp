#include "fovea/context/make_fitting.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/context/test_messages.hpp"
#include "fovea/context/test_variants.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::context {
namespace {

class MakeFitting : public testing::Test {
protected:
    // Each is a file of its own.
    void want(media::PixelSize size, std::uint64_t bytes, double bytes_per_pixel, Rank rank) {
        const auto image = picture(static_cast<char>('A' + wanted_.size()), size);
        files_.add(image, bytes, bytes_per_pixel);
        Wanted wanted;
        wanted.candidate = {.size = size, .bytes = bytes, .mime = "image/png", .rank = rank};
        wanted.candidate.may_tile = rank == Rank::Asked;
        wanted.original = *content::blob_of(image.source);
        wanted_.push_back(wanted);
        images_.push_back(image);
    }

    Result<std::vector<Fit>> make(const RequestLimits& limits, std::uint64_t used = 0) {
        return make_fitting(wanted_, limits, used, files_, stop_.get_token());
    }

    std::vector<Fit> made(const RequestLimits& limits, std::uint64_t used = 0) {
        auto fits = make(limits, used);
        EXPECT_TRUE(fits.ok()) << fits.error().message;
        return fits.ok() ? std::move(fits).value() : std::vector<Fit>(wanted_.size());
    }

    static std::uint64_t encoded(const std::vector<Fit>& fits) {
        std::uint64_t bytes = 0;
        for (const auto& fit : fits) {
            if (fit.variant) bytes += base64_size(fit.variant->bytes);
            for (const auto& tile : fit.tiles) bytes += base64_size(tile.bytes);
        }
        return bytes;
    }

    TestVariants files_;
    std::vector<Wanted> wanted_;
    std::vector<content::ImageBlock> images_;
    std::stop_source stop_;
};

TEST_F(MakeFitting, LeavesWhatFitsAsItIs) {  // M5
    want({1000, 800}, 400'000, 1, Rank::Asked);

    const auto fits = made({});

    EXPECT_EQ(fits[0].variant->blob, *wanted_[0].original);
    EXPECT_EQ(fits[0].fitted.reason, "");
}

TEST_F(MakeFitting, SharesBytesByWhatWasMeasuredNotByWhatWasFeared) {  // M5
    // Nobody can know that these 30 come out at a quarter of a byte a pixel.
    for (int i = 0; i < 30; ++i) want({4000, 3000}, 9'000'000, 0.25, Rank::Past);

    const auto fits = made({.max_request_bytes = 20'000'000});

    for (const auto& fit : fits) {
        EXPECT_EQ(fit.variant->size, (media::PixelSize{1568, 1176}));
        EXPECT_EQ(fit.variant->bytes, 460'992u);
        EXPECT_EQ(fit.fitted.reason, "");
    }
}

TEST_F(MakeFitting, SqueezesWhatIsReallyTooMuch) {  // M5
    for (int i = 0; i < 20; ++i) want({1500, 1500}, 2'000'000, 2, Rank::Past);
    want({100, 100}, 5'000, 2, Rank::Asked);

    const auto fits = made({.max_request_bytes = 20'000'000}, 500'000);

    EXPECT_LE(encoded(fits), 20'000'000u - 500'000 - kBytesAroundRequest);
    EXPECT_EQ(fits[0].fitted.reason, "smaller, so that the whole request fits");
    EXPECT_EQ(fits[20].variant->blob, *wanted_[20].original);
}

TEST_F(MakeFitting, GivesTheRoomOfABrokenPictureToTheOthers) {  // DIG-12
    for (int i = 0; i < 3; ++i) want({100, 100}, 5'000, 1, i < 2 ? Rank::Past : Rank::Asked);
    files_.fail(images_[1], ErrorCode::DecodeFailed);

    const auto fits = made({.max_images = 2});

    EXPECT_TRUE(fits[0].variant);
    EXPECT_FALSE(fits[1].variant);
    EXPECT_EQ(fits[1].fitted.reason, "it could not be read");
    EXPECT_TRUE(fits[2].variant);
}

TEST_F(MakeFitting, SendsTheOneGoodPictureAmongManyBrokenOnes) {  // DIG-12
    for (int i = 0; i < 40; ++i) want({100, 100}, 5'000, 1, Rank::Past);
    for (std::size_t i = 1; i < 40; ++i) files_.fail(images_[i], ErrorCode::DecodeFailed);

    const auto fits = made({.max_images = 1});

    EXPECT_TRUE(fits[0].variant);
    EXPECT_FALSE(fits[39].variant);
}

TEST_F(MakeFitting, FillsTheRoomThatItFeared) {  // M5
    // Feared to need 48 KiB each, of which 60 fit; in truth 18 kB each.
    for (int i = 0; i < 180; ++i) want({4000, 3000}, 9'000'000, 0.01, Rank::Past);

    const auto fits = made({.max_request_bytes = 4'000'000});

    const auto sent =
        std::ranges::count_if(fits, [](const Fit& fit) { return fit.variant.has_value(); });
    EXPECT_GT(sent, 140);
    EXPECT_LE(encoded(fits), 4'000'000u);
}

TEST_F(MakeFitting, HandsOnWhatIsNotThePicturesFault) {
    want({4000, 100}, 5'000, 1, Rank::Asked);
    for (const auto code : {ErrorCode::StoreError, ErrorCode::Internal, ErrorCode::Cancelled}) {
        files_.fail(images_[0], code);
        const auto fits = make({});
        ASSERT_FALSE(fits.ok());
        EXPECT_EQ(fits.error().code, code);
    }
}

TEST_F(MakeFitting, StopsWhenAsked) {
    want({4000, 100}, 5'000, 1, Rank::Asked);
    stop_.request_stop();

    const auto fits = make({});

    ASSERT_FALSE(fits.ok());
    EXPECT_EQ(fits.error().code, ErrorCode::Cancelled);
}

TEST_F(MakeFitting, CutsTilesFromTheOriginalInsideItsCrop) {  // M7
    want({800, 12000}, 2'000'000, 0.3, Rank::Asked);
    wanted_[0].crop = media::PixelRect{10, 500, 780, 9000};
    wanted_[0].candidate.size = {780, 9000};
    wanted_[0].candidate.is_cropped = true;

    const auto fits = made({});

    ASSERT_GE(fits[0].tiles.size(), 6u);
    EXPECT_EQ(fits[0].tiles.size(), fits[0].fitted.tiles.size());
    EXPECT_EQ(fits[0].tiles[0].size, fits[0].fitted.tiles[0].size());
    EXPECT_EQ(fits[0].variant->size, (media::PixelSize{136, 1568}));
}

TEST_F(MakeFitting, GoesWithoutTilesWhereTheyTurnOutTooLarge) {  // M7
    want({800, 12000}, 100'000, 3, Rank::Asked);  // a small file that tiles make large

    const auto fits = made({.max_request_bytes = 3'000'000});

    EXPECT_TRUE(fits[0].tiles.empty());
    EXPECT_TRUE(fits[0].variant);
}

}  // namespace
}  // namespace fovea::context
