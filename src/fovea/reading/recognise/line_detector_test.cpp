#include "fovea/reading/recognise/line_detector.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

// training/detector/export.py has the format.
class DetectorReference {
public:
    DetectorReference() {
        const auto path = test_paths::source_dir() + "/training/weights/detector.reference.bin";
        std::ifstream in(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
        rest_ = bytes_;
    }

    template <class Number>
    Number next() {
        Number number{};
        std::memcpy(&number, rest_.data(), sizeof number);
        rest_.remove_prefix(sizeof number);
        return number;
    }

    media::Picture picture() {
        const auto height = next<std::uint32_t>();
        const auto width = next<std::uint32_t>();
        media::Picture picture(media::Shape::of({width, height}, media::PixelFormat::Rgb8));
        for (std::uint32_t y = 0; y < height; ++y) {
            std::memcpy(picture.row(y), rest_.data(), std::size_t{3} * width);
            rest_.remove_prefix(std::size_t{3} * width);
        }
        return picture;
    }

    void skip_values() {
        std::size_t count = sizeof(float);
        for (int i = 0; i < 3; ++i) count *= next<std::uint32_t>();
        rest_.remove_prefix(count);
    }

private:
    std::string bytes_;
    std::string_view rest_;
};

TEST(LineDetector, FindsWhatTheReferenceOfTheTrainingHas) {
    DetectorReference reference;
    const auto picture = reference.picture();
    reference.skip_values();
    auto detector = LineDetector::open();
    ASSERT_TRUE(detector.ok()) << detector.error().message;

    const auto found = detector.value().find(picture);

    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found.value().size(), reference.next<std::uint32_t>());
    for (const auto& line : found.value()) {
        EXPECT_NEAR(line.axis.x, reference.next<float>(), 0.05);
        EXPECT_NEAR(line.axis.y, reference.next<float>(), 0.05);
        EXPECT_NEAR(line.axis.length, reference.next<float>(), 0.05);
        EXPECT_NEAR(line.axis.height, reference.next<float>(), 0.05);
        EXPECT_NEAR(line.axis.angle, reference.next<float>(), 1e-3);
        EXPECT_NEAR(line.score, reference.next<float>(), 1e-3);
        EXPECT_EQ(line.sure, reference.next<float>() == 1.0F);
    }
}

TEST(LineDetector, FindsNothingOnABlankPageAndTakesAnySize) {
    auto detector = LineDetector::open();
    ASSERT_TRUE(detector.ok());
    for (const media::PixelSize size : {media::PixelSize{1, 1}, {7, 3}, {300, 200}, {65, 64}}) {
        const auto found = detector.value().find(blank(size, kWhite));
        ASSERT_TRUE(found.ok()) << size.width;
        EXPECT_TRUE(found.value().empty()) << size.width;
    }
}

TEST(LineDetector, StopsBetweenTwoStrips) {
    auto detector = LineDetector::open();
    ASSERT_TRUE(detector.ok());
    auto high = blank({200, 4000}, kWhite);
    media::test::write(high, 20, 40, "TEN TENTH", 2, kBlack);
    media::test::write(high, 20, 3900, "TEN TENTH", 2, kBlack);
    int strips = 0;

    const auto all = detector.value().find(high);
    const auto first = detector.value().find(high, [&] { return strips++ > 0; });

    ASSERT_TRUE(all.ok() && first.ok());
    ASSERT_FALSE(first.value().empty());
    EXPECT_LT(first.value().size(), all.value().size());
    EXPECT_LT(first.value().back().axis.y, 2000);
}

}  // namespace
}  // namespace fovea::reading
