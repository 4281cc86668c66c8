#include "fovea/reading/answer/kept_reading.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace fovea::reading {
namespace {

Reading some_reading() {
    Reading reading;
    reading.facts.size = {800, 600};
    reading.area = {100, 50, 400, 300};
    reading.turn = TextTurn::Half;
    reading.lines = {{.box = {110, 60, 200, 20}, .letter_height = 12}};
    reading.words = {{"two", {110, 60, 90, 20}, 0.9, 0}, {"words", {210, 60, 100, 20}, 0.5, 0}};
    reading.barcodes = {{"QRCode", "https://example.org", {300, 200, 80, 80}}};
    reading.look.colours = {{{255, 255, 255}, 0.75}};
    reading.look.flat_share = 0.5;
    return reading;
}

content::ImageBlock some_image() {
    return {
        .source = content::BlobRef{sha256(as_bytes("a"))},
        .size = {800, 600},
        .crop = media::PixelRect{100, 50, 400, 300}};
}

class KeptReading : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-reading-" + std::to_string(::getpid()) +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    store::ResultCache cache() const { return store::ResultCache({.folder = folder_}); }

    std::filesystem::path folder_;
};

TEST_F(KeptReading, ComesBackAsItWas) {
    const auto key = reading_key(some_image(), "1 eng");

    keep_reading(cache(), key, some_reading());

    EXPECT_EQ(kept_reading(cache(), key, some_image(), {}), some_reading());
}

TEST_F(KeptReading, RemembersElementsAndThatNobodyLookedForThem) {
    const auto key = reading_key(some_image(), "1 eng");
    for (const auto& elements :
         {std::optional<std::vector<Element>>(),
          std::optional(std::vector<Element>()),
          std::optional(std::vector<Element>{{ElementKind::Tab, {110, 60, 20, 10}, 4, 0.5}})}) {
        auto reading = some_reading();
        reading.elements = elements;

        keep_reading(cache(), key, reading);

        EXPECT_EQ(kept_reading(cache(), key, some_image(), {}), reading);
    }
}

TEST_F(KeptReading, IsKeptByPicturePartAndRevision) {
    auto whole = some_image();
    whole.crop.reset();
    auto other = some_image();
    other.source = content::BlobRef{sha256(as_bytes("b"))};

    EXPECT_NE(reading_key(some_image(), "1 eng"), reading_key(some_image(), "1 deu"));
    EXPECT_NE(reading_key(some_image(), "1 eng"), reading_key(whole, "1 eng"));
    EXPECT_NE(reading_key(some_image(), "1 eng"), reading_key(other, "1 eng"));
}

TEST_F(KeptReading, WhatMakesNoSenseIsNotThere) {
    const auto key = reading_key(some_image(), "1 eng");
    auto outside = some_reading();
    outside.words[0].box.x = 5000;
    keep_reading(cache(), key, outside);
    EXPECT_EQ(kept_reading(cache(), key, some_image(), {}), std::nullopt);

    cache().put(key, "nonsense");
    EXPECT_EQ(kept_reading(cache(), key, some_image(), {}), std::nullopt);

    cache().put(key, "");
    EXPECT_EQ(kept_reading(cache(), key, some_image(), {}), std::nullopt);
}

}  // namespace
}  // namespace fovea::reading
