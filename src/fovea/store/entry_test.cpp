#include "fovea/store/entry.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fovea::store {
namespace {

const content::BlobRef kPicture{sha256(as_bytes("picture"))};
const content::BlobRef kPaper{sha256(as_bytes("paper"))};

Entry entry(EntryKind kind, std::string body) {
    return {.kind = kind, .time = Time(std::chrono::hours(1)), .body = std::move(body)};
}

TEST(Entry, AMessageNamesTheBlobsOfItsBlocksAndOfItsToolResults) {  // S2, CAL-IMG-23
    const content::Message message{
        content::Role::User,
        {content::TextBlock{"look\nhere"},
         content::ImageBlock{.source = content::UrlRef{"https://a/b.png"}},
         content::DocumentBlock{.source = kPaper},
         content::ToolResultBlock{"1", {content::ImageBlock{.source = kPicture}}}}};

    const auto checked = check_entry(message_entry(message, Time()));

    ASSERT_TRUE(checked.ok()) << checked.error().message;
    EXPECT_EQ(checked.value().pictures, std::vector{kPicture});
    EXPECT_EQ(checked.value().others, std::vector{kPaper});
    EXPECT_EQ(checked.value().title, "look");
    EXPECT_EQ(message_of(message_entry(message, Time())).value(), message);
}

TEST(Entry, WhatStandsOverAPictureIsNoTitle) {
    const content::ImageBlock frame{.source = kPicture};
    const content::TextBlock heading{"clip.mp4, a recording of 0:04, as 1 frames, at 0:00:"};
    const auto title = [](std::vector<content::ContentBlock> blocks) {
        return check_entry(message_entry({content::Role::User, std::move(blocks)}, Time()))
            .value()
            .title;
    };

    EXPECT_EQ(title({heading, frame, content::TextBlock{"what happens?"}}), "what happens?");
    EXPECT_EQ(title({heading, frame}), heading.text);
    EXPECT_EQ(title({content::TextBlock{"look"}, frame}), "look");
}

TEST(Entry, AHashThatAModelWroteIsOnlyAWord) {
    const content::Message message{
        content::Role::Assistant,
        {content::ToolUseBlock{"1", "tool", R"({"sha256":")" + kPicture.sha256.hex() + "\"}"}}};

    const auto checked = check_entry(message_entry(message, Time()));

    EXPECT_TRUE(checked.value().pictures.empty());
    EXPECT_TRUE(checked.value().others.empty());
}

TEST(Entry, OtherEntriesNameBlobsInAList) {
    const auto body = R"({"sha256":"x", "blobs": [")" + kPaper.sha256.hex() + "\"]}";

    EXPECT_EQ(check_entry(entry(EntryKind::Usage, body)).value().others, std::vector{kPaper});
    EXPECT_FALSE(check_entry(entry(EntryKind::Usage, R"({"blobs":["ab"]})")).ok());
    EXPECT_FALSE(check_entry(entry(EntryKind::Usage, R"({"blobs":7})")).ok());
}

TEST(Entry, WhatCouldNotBeReadBackIsRefused) {  // S2
    for (const std::string body :
         {"",
          "[]",
          "{",
          "{\"a\":\"\xff\"}",
          R"({"role":"user","content":[{"type":"image","data":"AAAA"}]})"}) {
        EXPECT_FALSE(check_entry(entry(EntryKind::Message, body)).ok()) << body;
    }
    auto early = entry(EntryKind::Usage, "{}");
    early.time = Time(std::chrono::hours(-1));
    EXPECT_FALSE(check_entry(early).ok());
}

TEST(Entry, BodiesAreStoredWithoutSpacesAndStayTheSame) {
    const auto once = check_entry(entry(EntryKind::Usage, R"({ "b" : 1.50, "a" : [ ] })"));

    const auto twice = check_entry(entry(EntryKind::Usage, once.value().body));

    EXPECT_EQ(once.value().body, R"({"b":1.5E0,"a":[]})");
    EXPECT_EQ(twice.value().body, once.value().body);
}

TEST(Entry, TitlesAreCutAtACharacter) {
    std::string words;
    for (int i = 0; i < 60; ++i) words += "é";

    const auto body = boost::json::serialize(boost::json::object{{"title", " \n" + words}});
    const auto checked = check_entry(entry(EntryKind::Title, body));

    EXPECT_EQ(checked.value().title, words.substr(0, 80) + "…");
}

TEST(Entry, TitlesHaveNothingThatNobodySeesOrThatTurnsTheirDirection) {
    const auto body =
        boost::json::serialize(boost::json::object{{"title", "R\u00ebname \u202Eevil\x1b[31m"}});

    const auto checked = check_entry(entry(EntryKind::Title, body));

    ASSERT_TRUE(checked.ok()) << checked.error().message;
    EXPECT_EQ(checked.value().title, "R\u00ebname evil [31m");
}

TEST(Entry, EveryKindHasAName) {
    for (const auto kind :
         {EntryKind::Message,
          EntryKind::Description,
          EntryKind::Telemetry,
          EntryKind::Consent,
          EntryKind::Usage,
          EntryKind::ImageState,
          EntryKind::Title}) {
        EXPECT_EQ(entry_kind_from_name(name_of(kind)).value(), kind);
    }
    EXPECT_FALSE(entry_kind_from_name("song").ok());
}

}  // namespace
}  // namespace fovea::store
