#include "fovea/providers/adapt.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ToolResultBlock;

ImageBlock picture(std::string alt = "", std::string filename = "") {
    return {
        .source = content::BlobRef{sha256(as_bytes("a"))},
        .mime = "image/png",
        .size = {640, 480},
        .filename = std::move(filename),
        .alt = std::move(alt)};
}

std::vector<Message> adapted(std::vector<Message> messages, const ModelTraits& traits) {
    return adapt({.messages = std::move(messages)}, traits, "anthropic").messages;
}

TEST(Adapt, PicturesAreTextForAModelThatCannotSee) {  // P2, DIG-11
    const auto messages = adapted(
        {{Role::User,
          {picture("a cat"), picture("", "shot.png"), picture(), TextBlock{"what is it?"}}},
         {Role::User, {ToolResultBlock{"t1", {picture("a plot")}, false}}}},
        {.vision = false}
    );

    EXPECT_EQ(
        messages,
        (std::vector<Message>{
            {Role::User,
             {TextBlock{"[Image: a cat, 640x480]"},
              TextBlock{"[Image: shot.png, 640x480]"},
              TextBlock{"[Image: no description, 640x480]"},
              TextBlock{"what is it?"}}},
            {Role::User, {ToolResultBlock{"t1", {TextBlock{"[Image: a plot, 640x480]"}}, false}}}})
    );
}

TEST(Adapt, ACropIsNamedByItsOwnSize) {  // P2
    auto image = picture("a button");
    image.crop = media::PixelRect{10, 20, 30, 40};

    EXPECT_EQ(placeholder(image), "[Image: a button, 30x40]");
}

TEST(Adapt, PicturesOfToolsFollowInAUserMessageWhereResultsAreTextOnly) {  // C3
    const auto messages = adapted(
        {{Role::User,
          {ToolResultBlock{"call_1", {TextBlock{"ok"}, picture("", "a.png")}, false},
           ToolResultBlock{"call_2", {picture()}, true}}}},
        {.tool_result_images = false}
    );

    EXPECT_EQ(
        messages,
        (std::vector<Message>{
            {Role::User,
             {ToolResultBlock{"call_1", {TextBlock{"ok"}}, false},
              ToolResultBlock{
                  "call_2", {TextBlock{"[1 image attached in the next user message]"}}, true}}},
            {Role::User,
             {TextBlock{"Image 1 (from tool call call_1, a.png):"},
              picture("", "a.png"),
              TextBlock{"Image 2 (from tool call call_2):"},
              picture()}}})
    );
}

TEST(Adapt, PicturesOfToolsStayWhereTheModelTakesThemThere) {  // C3
    const std::vector<Message> messages = {
        {Role::User, {ToolResultBlock{"t1", {TextBlock{"ok"}, picture()}, false}}}};

    EXPECT_EQ(adapted(messages, {.tool_result_images = true}), messages);
}

TEST(Adapt, UrlsAndDocumentsAreTextWhereTheyCannotGo) {
    ImageBlock by_url{.source = content::UrlRef{"https://example.org/a.png"}, .alt = "a map"};
    const content::DocumentBlock document{
        .source = content::BlobRef{}, .mime = "application/pdf", .filename = "spec.pdf"};

    const auto messages = adapted(
        {{Role::User, {by_url, document, content::VideoBlock{.filename = "clip.mp4"}}}},
        {.pdf = false, .url_images = false}
    );

    EXPECT_EQ(
        messages,
        (std::vector<Message>{
            {Role::User,
             {TextBlock{"[Image: a map]"},
              TextBlock{"[Document: spec.pdf]"},
              TextBlock{"[Video: clip.mp4]"}}}})
    );
}

TEST(Adapt, ThinkingGoesBackOnlyToTheKindThatThoughtIt) {
    const content::ThinkingBlock own{"hm", "sig", "anthropic"};
    const content::ThinkingBlock other{"hm", "sig", "gemini"};

    const auto messages = adapted({{Role::Assistant, {own, other, TextBlock{"yes"}}}}, {});

    EXPECT_EQ(messages, (std::vector<Message>{{Role::Assistant, {own, TextBlock{"yes"}}}}));
}

}  // namespace
}  // namespace fovea::providers
