#include "fovea/router/needs.hpp"

#include <gtest/gtest.h>

namespace fovea::router {
namespace {

using namespace content;

ImageBlock picture() {
    return {.source = UrlRef{"https://example.com/a.png"}};
}

Needs needs(ContentBlock block, Tools tools = Tools::None) {
    return needs_of({{Role::User, {TextBlock{"look"}, std::move(block)}}}, tools);
}

TEST(Needs, AreReadFromTheContent) {  // CAL-IMG-20
    EXPECT_EQ(needs(TextBlock{"[Image: a cat]"}), Needs{});
    EXPECT_EQ(needs(picture()), (Needs{.vision = true}));
    EXPECT_EQ(needs(DocumentBlock{.mime = "application/pdf"}), (Needs{.pdf = true}));
    EXPECT_EQ(needs(DocumentBlock{.mime = "text/plain"}), Needs{});
    EXPECT_EQ(needs(VideoBlock{.mime = "video/mp4"}), (Needs{.video = true}));
    EXPECT_EQ(needs(TextBlock{}, Tools::Offered), (Needs{.tools = true}));
}

TEST(Needs, SeePicturesInsideToolResults) {  // R1
    EXPECT_EQ(
        needs(ToolResultBlock{"t1", {TextBlock{"shot"}, picture()}}), (Needs{.vision = true})
    );
    EXPECT_EQ(
        needs(ToolResultBlock{"t1", {DocumentBlock{.mime = "application/pdf"}}}),
        (Needs{.pdf = true})
    );
}

TEST(Needs, OfNothingAreNone) {
    EXPECT_EQ(needs_of({}, Tools::None), Needs{});
}

}  // namespace
}  // namespace fovea::router
