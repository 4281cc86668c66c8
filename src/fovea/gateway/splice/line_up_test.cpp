#include "fovea/gateway/splice/line_up.hpp"

#include "fovea/gateway/inbound/test_inbound.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using content::ContentBlock;
using content::Message;
using content::Role;
using content::TextBlock;

const ContentBlock kA = image_of("a");
const ContentBlock kB = image_of("b");
const ContentBlock kSmall = image_of("small");

std::vector<Message> said(std::vector<ContentBlock> blocks) {
    return {{Role::User, std::move(blocks)}};
}

TEST(LineUp, EachFileGetsWhatStandsInItsPlace) {  // D4
    const auto found = line_up(
        {{kA, kB}},
        said({TextBlock{"one"}, kA, TextBlock{"two"}, kB}),
        said({TextBlock{"one"}, TextBlock{"[Image]"}, kSmall, TextBlock{"two"}, kB})
    );

    ASSERT_TRUE(found);
    EXPECT_EQ(found->pieces[0], (std::vector<ContentBlock>{TextBlock{"[Image]"}, kSmall}));
    EXPECT_EQ(found->pieces[1], std::vector<ContentBlock>{kB});
}

TEST(LineUp, FilesInARowAreToldApartByThoseThatStay) {
    const auto found = line_up(
        {{kA, kB}},
        said({kA, kB}),
        said({TextBlock{"[tile]"}, kSmall, TextBlock{"[tile]"}, kSmall, kB})
    );

    ASSERT_TRUE(found);
    EXPECT_EQ(found->pieces[0].size(), 4u);
    EXPECT_EQ(found->pieces[1], std::vector<ContentBlock>{kB});
}

TEST(LineUp, WhatCouldNotBeReadIsAPlaceToo) {
    const ContentBlock words = TextBlock{"[Image not shown: DECODE_FAILED]"};

    const auto found = line_up({{words, kB}}, said({words, kB}), said({words, kSmall}));

    ASSERT_TRUE(found);
    EXPECT_EQ(found->pieces[0], std::vector<ContentBlock>{words});
    EXPECT_EQ(found->pieces[1], std::vector<ContentBlock>{kSmall});
}

TEST(LineUp, PicturesOfToolsAreFoundInTheirResults) {
    const auto with = [](content::ToolOutput output) {
        return said({content::ToolResultBlock{"call", {std::move(output)}}});
    };

    const auto found =
        line_up({{kA}}, with(image_of("a")), with(content::TextBlock{"[Image, refused]"}));

    ASSERT_TRUE(found);
    EXPECT_EQ(found->pieces[0], std::vector<ContentBlock>{TextBlock{"[Image, refused]"}});
}

TEST(LineUp, MessagesAndWordsAtTheEndAreAdded) {
    auto after =
        said({TextBlock{"look"}, TextBlock{"[w]"}, TextBlock{"<vision_proxy_joint_description>"}});
    after.push_back({Role::Assistant, {TextBlock{"hm"}}});

    const auto found = line_up({{kA}}, said({TextBlock{"look"}, kA}), after);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->behind_last, "<vision_proxy_joint_description>");
    EXPECT_EQ(found->messages.size(), 1u);
}

TEST(LineUp, AnotherConversationIsNone) {
    EXPECT_FALSE(line_up({{kA}}, said({TextBlock{"one"}, kA}), said({TextBlock{"two"}, kA})));
    // A question about a picture alone is no conversation about it.
    EXPECT_FALSE(line_up({{kA}}, said({kA}), said({kA, TextBlock{"Answer with OK."}})));
    EXPECT_FALSE(line_up({{kA}}, said({kA}), {}));
    EXPECT_FALSE(line_up({{kA, kB}}, said({kA}), said({kA})));
}

}  // namespace
}  // namespace fovea::gateway
