#include "fovea/store/ledger.hpp"

#include "fovea/store/test_store.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::store {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;

const content::BlobRef kCat{sha256(as_bytes("cat"))};
const content::BlobRef kDog{sha256(as_bytes("dog"))};

// Entries with their numbers, as a store gives them.
class Story {
public:
    Story& says(Message message) { return add(message_entry(message, Time())); }
    Story& shows(const content::FileRef& image) {
        return says({Role::User, {TextBlock{"look"}, ImageBlock{.source = image, .size = {4, 3}}}});
    }
    Story& changes(const ImageChange& change) { return add(change_entry(change, Time())); }
    Story& asks(
        const std::string& endpoint,
        const std::string& provider = "mine",
        const std::string& model = "m"
    ) {
        boost::json::object body{{"provider", provider}, {"model", model}};
        if (!endpoint.empty()) body["endpoint"] = endpoint;
        return add({.kind = EntryKind::Usage, .body = boost::json::serialize(body)});
    }
    Story& add(Entry entry) {
        entry.seq = entries_.size() + 1;
        entries_.push_back(std::move(entry));
        return *this;
    }
    std::vector<LedgerImage> ledger() const { return ledger_of(entries_).value(); }

private:
    std::vector<Entry> entries_;
};

TEST(Ledger, APictureThatNoModelGotIsNotSeen) {  // S5
    const auto ledger = Story().shows(kCat).ledger();

    ASSERT_EQ(ledger.size(), 1u);
    EXPECT_EQ(ledger[0].image, content::FileRef{kCat});
    EXPECT_EQ(ledger[0].size, (media::PixelSize{4, 3}));
    EXPECT_EQ(ledger[0].state(), ImageState::NotSeen);
    EXPECT_EQ(ledger[0].age, 0u);
}

TEST(Ledger, TheLastDeliveryIsTheState) {  // S5
    const ImageChange full{
        .image = kCat, .state = ImageState::Pixels, .provider = "anthropic", .tokens = 1600};
    auto low = full;
    low.state = ImageState::Low;
    low.tokens = 340;

    const auto ledger = Story().shows(kCat).changes(full).shows(kDog).changes(low).ledger();

    EXPECT_EQ(ledger[0].state(), ImageState::Low);
    EXPECT_EQ(ledger[0].reached.tokens, 340u);
    EXPECT_EQ(ledger[0].reached.provider, "anthropic");
    EXPECT_EQ(ledger[1].state(), ImageState::NotSeen);
}

TEST(Ledger, AgeCountsTurnsAndToolResultsBeginNone) {  // X1
    const Message result{Role::User, {content::ToolResultBlock{"1", {ImageBlock{.source = kDog}}}}};
    const Message more{Role::User, {TextBlock{"and?"}}};

    const auto ledger = Story()
                            .shows(kCat)
                            .says({Role::Assistant, {content::ToolUseBlock{"1", "shot", "{}"}}})
                            .says(result)
                            .says(more)
                            .says(more)
                            .shows(kDog)
                            .ledger();

    ASSERT_EQ(ledger.size(), 2u);
    EXPECT_EQ(ledger[0].age, 3u);
    EXPECT_EQ(ledger[1].age, 0u);
    EXPECT_EQ(ledger[1].first_seq, 3u);
    EXPECT_EQ(ledger[1].last_seq, 6u);
}

TEST(Ledger, WhatWasFirstSeenBehindAnAddressStays) {  // X4, S2
    const content::UrlRef url{"https://example.org/a.png"};
    const auto fetched = [&](const content::BlobRef& file) {
        return ImageChange{.action = ImageAction::Fetch, .image = url, .file = file};
    };

    const auto ledger = Story()
                            .says({Role::User, {ImageBlock{.source = url}}})
                            .changes(fetched(kCat))
                            .changes(fetched(kDog))
                            .ledger();

    ASSERT_EQ(ledger.size(), 1u);
    EXPECT_EQ(ledger[0].file, kCat);
}

TEST(Ledger, QuarantineIsForOneEndpointAndRestoreEndsIt) {  // P4, S5
    const ImageChange refused{
        .action = ImageAction::Quarantine,
        .image = kCat,
        .provider = "openai_chat",
        .endpoint = "http://one m",
        .reason = "bad"};
    Story story;
    story.shows(kCat)
        .changes(
            {.image = kCat,
             .state = ImageState::Pixels,
             .provider = "openai_chat",
             .endpoint = "http://two m"}
        )
        .changes(refused)
        .changes(refused);

    EXPECT_EQ(story.ledger()[0].quarantined_by, std::vector<std::string>{"http://one m"});
    EXPECT_TRUE(story.ledger()[0].is_quarantined_by("http://one m"));
    EXPECT_EQ(story.ledger()[0].state(), ImageState::Pixels);
    story.changes({.action = ImageAction::Restore, .image = kCat});
    EXPECT_TRUE(story.ledger()[0].quarantined_by.empty());
}

TEST(Ledger, ARefusalFromBeforeEndpointsIsThatOfTheModelThatWasAskedThen) {  // P4, S5
    const ImageChange refused{
        .action = ImageAction::Quarantine, .image = kCat, .provider = "openai_chat"};

    const auto told = Story().shows(kCat).changes(refused).asks("", "mine", "llama").ledger();
    const auto untold = Story().shows(kCat).changes(refused).ledger();

    EXPECT_EQ(told[0].quarantined_by, std::vector<std::string>{"mine/llama"});
    EXPECT_EQ(untold[0].quarantined_by, std::vector<std::string>{"openai_chat"});
    EXPECT_EQ(untold[0].state(), ImageState::Quarantined);
}

TEST(Ledger, EachEndpointHasItsStateAndTheOneLastAskedIsShown) {  // S5
    const ImageChange small{
        .image = kCat, .state = ImageState::Low, .provider = "p", .endpoint = "one", .tokens = 340};
    ImageChange whole = small;
    whole.endpoint = "two";
    whole.state = ImageState::Pixels;
    Story story;
    story.shows(kCat).changes(small).asks("one").changes(whole).asks("two");
    const auto second = story.ledger()[0];

    const auto first_again = story.asks("one").ledger()[0];

    EXPECT_EQ(second.state(), ImageState::Pixels);
    EXPECT_EQ(first_again.state(), ImageState::Low);
    ASSERT_NE(first_again.reached_at("two"), nullptr);
    EXPECT_EQ(first_again.reached_at("two")->state, ImageState::Pixels);
    EXPECT_EQ(first_again.reached_at("three"), nullptr);
}

TEST(Ledger, DeliveriesThatWereRepeatedAtEveryCallAreReadAsOne) {  // S5
    const ImageChange low{.image = kCat, .state = ImageState::Low, .provider = "anthropic"};
    Story story;
    story.shows(kCat);
    for (int call = 0; call < 50; ++call) story.changes(low).asks("", "anthropic", "m");

    const auto ledger = story.ledger();

    EXPECT_EQ(ledger[0].by_endpoint.size(), 1u);
    EXPECT_EQ(ledger[0].state(), ImageState::Low);
}

TEST(Ledger, PinAndDropExcludeEachOther) {  // S5
    Story story;
    story.shows(kCat).changes({.action = ImageAction::Pin, .image = kCat});
    EXPECT_TRUE(story.ledger()[0].pinned);
    story.changes({.action = ImageAction::Drop, .image = kCat});
    EXPECT_FALSE(story.ledger()[0].pinned);
    EXPECT_TRUE(story.ledger()[0].dropped);
    story.changes({.action = ImageAction::Restore, .image = kCat});
    EXPECT_FALSE(story.ledger()[0].dropped);
    story.changes({.action = ImageAction::Pin, .image = kCat})
        .changes({.action = ImageAction::Unpin, .image = kCat});
    EXPECT_FALSE(story.ledger()[0].pinned);
}

TEST(Ledger, PicturesByUrlAreInItToo) {
    const content::UrlRef url{"https://example.com/a.png"};

    const auto ledger =
        Story().shows(url).changes({.action = ImageAction::Pin, .image = url}).ledger();

    EXPECT_EQ(ledger[0].image, content::FileRef{url});
    EXPECT_TRUE(ledger[0].pinned);
}

TEST(Ledger, ChangesThatMeanNothingCountForNothing) {
    const Entry newer{.kind = EntryKind::ImageState, .body = R"({"action":"hide","sha256":"x"})"};

    const auto ledger = Story()
                            .changes({.action = ImageAction::Pin, .image = kCat})
                            .shows(kCat)
                            .add(newer)
                            .ledger();

    EXPECT_FALSE(ledger[0].pinned);
}

TEST(ImageChange, IsReadBackEqual) {
    for (const ImageChange& change : {
             ImageChange{
                 .image = kCat,
    .state = ImageState::Described,
    .provider = "p",
    .endpoint = "http://a m",
    .tokens = 7},
             ImageChange{.action = ImageAction::Pin, .image = kCat},
             ImageChange{
                 .action = ImageAction::Quarantine,
     .image = content::UrlRef{"https://a/b"},
     .provider = "p",
     .reason = "400: \"bad\""},
         }) {
        EXPECT_EQ(change_of(change_entry(change, Time())).value(), change);
    }
}

class ImageChangeTest : public StoreTest {};

TEST_F(ImageChangeTest, IsAppendedOnlyForAPictureOfTheSession) {  // S5
    const auto cat = put("cat");
    sessions().create({.id = "a", .entries = {picture(cat)}}).value();
    const ImageChange pin{.action = ImageAction::Pin, .image = cat};

    EXPECT_TRUE(change_image(sessions(), "a", pin, clock_()).ok());
    EXPECT_TRUE(ledger_of(entries("a")).value()[0].pinned);
    EXPECT_EQ(
        change_image(sessions(), "a", {.image = kDog}, clock_()).error().code,
        ErrorCode::FileNotFound
    );
    EXPECT_EQ(
        change_image(sessions(), "a", {.action = ImageAction::Quarantine, .image = cat}, clock_())
            .error()
            .code,
        ErrorCode::InvalidInput
    );
    EXPECT_EQ(entries("a").size(), 2u);
}

TEST_F(ImageChangeTest, NoneOfThemChangesAMessage) {  // X4
    const auto cat = put("cat");
    sessions().create({.id = "a", .entries = {picture(cat)}}).value();
    const auto before = entries("a")[0];

    for (const auto action : {ImageAction::Drop, ImageAction::Restore, ImageAction::Pin}) {
        EXPECT_TRUE(change_image(sessions(), "a", {.action = action, .image = cat}, clock_()).ok());
    }

    EXPECT_EQ(entries("a")[0], before);
}

}  // namespace
}  // namespace fovea::store
