#include "fovea/reading/recognise/element_finder.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::reading {
namespace {

// training/elements/export.py has the format.
class Reference {
public:
    Reference() {
        const auto path = test_paths::source_dir() + "/training/weights/elements.reference.bin";
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

TEST(ElementFinder, FindsWhatTheReferenceOfTheTrainingHas) {
    Reference reference;
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
    Reference reference;
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
