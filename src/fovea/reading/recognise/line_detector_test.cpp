#include "fovea/reading/recognise/line_detector.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/reading/recognise/test_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

TEST(LineDetector, FindsWhatTheReferenceOfTheTrainingHas) {
    TrainingReference reference("detector");
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

TEST(LineDetector, StopsBetweenTwoRows) {
    auto detector = LineDetector::open();
    ASSERT_TRUE(detector.ok());
    auto high = blank({200, 4000}, kWhite);
    media::test::write(high, 20, 40, "TEN TENTH", 2, kBlack);
    media::test::write(high, 20, 3900, "TEN TENTH", 2, kBlack);
    int rows = 0;  // of cells

    const auto all = detector.value().find(high);
    const auto first = detector.value().find(high, [&] { return rows++ > 100; });

    ASSERT_TRUE(all.ok() && first.ok());
    ASSERT_FALSE(first.value().empty());
    EXPECT_LT(first.value().size(), all.value().size());
    EXPECT_LT(first.value().back().axis.y, 2000);
}

}  // namespace
}  // namespace fovea::reading
