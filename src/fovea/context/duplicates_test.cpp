#include "fovea/context/duplicates.hpp"

#include "fovea/context/test_messages.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

using content::Message;
using Refers = std::vector<std::optional<std::size_t>>;
constexpr auto kItself = std::nullopt;

Refers duplicates_in(const std::vector<Message>& messages, const AgeingSettings& settings = {}) {
    const auto pictures = pictures_in(messages);
    return find_duplicates(pictures, age_pictures({}, pictures, settings));
}

content::ImageBlock cropped(content::ImageBlock image, media::PixelRect rect) {
    image.crop = rect;
    return image;
}

TEST(Duplicates, ReferToTheFirst) {  // X3
    EXPECT_EQ(
        duplicates_in({user({picture('a'), picture('b'), picture('a')}), tool_shows(picture('a'))}),
        (Refers{kItself, kItself, 0, 0})
    );
}

TEST(Duplicates, AreNotDifferentPartsOfOnePicture) {  // X3
    const media::PixelRect left{0, 0, 400, 600};
    EXPECT_EQ(
        duplicates_in({user(
            {picture('a'),
             cropped(picture('a'), left),
             cropped(picture('a'), {400, 0, 400, 600}),
             cropped(picture('a'), left),
             cropped(picture('a'), {0, 0, 800, 600})}
        )}),
        (Refers{kItself, kItself, kItself, 1, 0})
    );
}

TEST(Duplicates, ReferToTheBestForm) {  // X3
    // Small two turns ago, whole now: the pixels go once, and whole.
    EXPECT_EQ(
        duplicates_in({user({picture('a')}), says("and"), user({picture('a')})}),
        (Refers{1, kItself})
    );
}

TEST(Duplicates, LeaveAgedPicturesTheirWords) {  // X1
    EXPECT_EQ(
        duplicates_in({user({picture('a')}), says("1"), says("2"), says("3"), user({picture('a')})}
        ),
        (Refers{kItself, kItself})
    );
}

TEST(Duplicates, AreFoundAmongAddressesToo) {  // X3
    const content::ImageBlock one{.source = content::UrlRef{"https://example.com/1.png"}};
    const content::ImageBlock two{.source = content::UrlRef{"https://example.com/2.png"}};

    EXPECT_EQ(duplicates_in({user({one, two, one})}), (Refers{kItself, kItself, 0}));
}

}  // namespace
}  // namespace fovea::context
