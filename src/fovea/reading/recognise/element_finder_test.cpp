#include "fovea/reading/recognise/element_finder.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/reading/recognise/test_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

TEST(ElementFinder, FindsWhatTheReferenceOfTheTrainingHas) {
    TrainingReference reference("elements");
    const auto picture = reference.picture();
    reference.skip_values();
    auto finder = ElementFinder::open();
    ASSERT_TRUE(finder.ok()) << finder.error().message;

    const auto found = finder.value().find(picture);

    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found.value().list.size(), reference.next<std::uint32_t>());
    for (const auto& element : found.value().list) {
        EXPECT_EQ(static_cast<std::uint32_t>(element.kind), reference.next<std::uint32_t>());
        EXPECT_EQ(element.states, reference.next<std::uint32_t>());
        EXPECT_NEAR(element.box.x, reference.next<float>(), 0.6);
        EXPECT_NEAR(element.box.y, reference.next<float>(), 0.6);
        EXPECT_NEAR(element.box.x + element.box.width, reference.next<float>(), 0.6);
        EXPECT_NEAR(element.box.y + element.box.height, reference.next<float>(), 0.6);
        EXPECT_NEAR(element.score, reference.next<float>(), 1e-3);
    }
}

TEST(ElementFinder, SaysTheSameOfAHighPictureInStrips) {
    TrainingReference reference("elements");
    const auto once = reference.picture();
    const auto size = once.size();
    const auto times = 3000 / size.height + 1;
    media::Picture high(
        media::Shape::of({size.width, size.height * times}, media::PixelFormat::Rgb8)
    );
    for (std::uint32_t y = 0; y < high.size().height; ++y) {
        std::memcpy(high.row(y), once.row(y % size.height), std::size_t{3} * size.width);
    }
    auto finder = ElementFinder::open();
    ASSERT_TRUE(finder.ok());
    const auto single = finder.value().find(once);
    const auto all = finder.value().find(high);
    ASSERT_TRUE(single.ok() && all.ok());

    EXPECT_NEAR(double(all.value().list.size()), double(single.value().list.size()) * times, times);
}

TEST(ElementFinder, FindsNothingOnABlankPageAndTakesAnySize) {
    auto finder = ElementFinder::open();
    ASSERT_TRUE(finder.ok());
    for (const media::PixelSize size : {media::PixelSize{1, 1}, {7, 3}, {300, 200}, {65, 64}}) {
        const auto found = finder.value().find(media::test::blank(size, media::test::kWhite), 200);
        ASSERT_TRUE(found.ok()) << size.width;
        EXPECT_TRUE(found.value().list.empty()) << size.width;
    }
}

}  // namespace
}  // namespace fovea::reading
