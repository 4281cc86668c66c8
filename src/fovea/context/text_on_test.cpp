#include "fovea/context/text_on.hpp"

#include "fovea/context/test_messages.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fovea::context {
namespace {

using media::TextDensity;

class TextOnPictures : public ::testing::Test {
protected:
    // A worker that knows one answer, and what it was asked.
    TextOn text_on() {
        return remembered_text(
            *blobs_,
            known_,
            {.max_pixels = 7},
            [this](const store::PutFile& put, const media::TextRequest& request, const std::stop_token&) {
                Bytes room(64);
                asked_.emplace_back(as_text(ByteView(room).first(put(room).value())));
                EXPECT_EQ(request.limits.max_pixels, 7u);
                areas_.push_back(request.area);
                return answer_;
            }
        );
    }

    content::ImageBlock stored(std::string_view bytes) {
        content::ImageBlock image;
        image.source = blobs_->put(as_bytes(bytes)).value();
        image.size = {2560, 1440};
        return image;
    }

    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_ = store::FileBlobs::open(folder_ / "blobs").value();
    store::ResultCache known_{{.folder = folder_ / "known"}};
    Result<TextDensity> answer_ = TextDensity{2768, 11};
    std::vector<std::string> asked_;
    std::vector<std::optional<media::PixelRect>> areas_;
};

TEST_F(TextOnPictures, IsMeasuredOnceAndThenRemembered) {  // M7
    const auto image = stored("a sheet");

    EXPECT_EQ(text_on()(image, {}), (TextDensity{2768, 11}));
    EXPECT_EQ(text_on()(image, {}), (TextDensity{2768, 11}));

    EXPECT_EQ(asked_, (std::vector<std::string>{"a sheet"}));
}

TEST_F(TextOnPictures, EachPartOfAPictureIsMeasuredForItself) {  // M7
    auto image = stored("a sheet");
    const media::PixelRect part{10, 20, 300, 400};

    text_on()(image, {});
    image.crop = part;
    text_on()(image, {});
    text_on()(image, {});

    EXPECT_EQ(areas_, (std::vector<std::optional<media::PixelRect>>{std::nullopt, part}));
}

TEST_F(TextOnPictures, AFailureIsNoAnswerAndIsTriedAgain) {  // M7, M11
    const auto image = stored("broken");
    answer_ = Error{ErrorCode::DecodeFailed, "cut in half"};
    EXPECT_EQ(text_on()(image, {}), std::nullopt);

    answer_ = TextDensity{};
    EXPECT_EQ(text_on()(image, {}), TextDensity{});
    EXPECT_EQ(text_on()(image, {}), TextDensity{});
    EXPECT_EQ(asked_.size(), 2u);
}

TEST_F(TextOnPictures, WhatIsNotThereOrCancelledIsNotMeasured) {  // M7
    auto gone = stored("gone");
    std::filesystem::remove_all(folder_ / "blobs");
    content::ImageBlock address;
    address.source = content::UrlRef{"https://example.org/sheet.png"};
    std::stop_source stop;
    stop.request_stop();

    EXPECT_EQ(text_on()(gone, {}), std::nullopt);
    EXPECT_EQ(text_on()(address, {}), std::nullopt);
    EXPECT_EQ(text_on()(gone, stop.get_token()), std::nullopt);

    EXPECT_TRUE(asked_.empty());
}

TEST_F(TextOnPictures, WhatWasKeptAndMakesNoSenseIsMeasuredAgain) {  // M7
    const auto image = stored("a sheet");
    const auto key = "text 1 " + content::blob_of(image.source)->sha256.hex();
    for (const std::string_view kept : {"", "2768", "2768 ", "2768 eleven", "-1 11", "2768 11 "}) {
        known_.put(key, kept);
        EXPECT_EQ(text_on()(image, {}), (TextDensity{2768, 11})) << kept;
    }

    EXPECT_EQ(asked_.size(), 6u);
}

}  // namespace
}  // namespace fovea::context
