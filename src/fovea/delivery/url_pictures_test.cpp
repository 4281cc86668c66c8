#include "fovea/delivery/url_pictures.hpp"

#include "fovea/store/ledger.hpp"

#include <gtest/gtest.h>

namespace fovea::delivery {
namespace {

using content::BlobRef;
using content::ImageBlock;
using content::Message;
using content::Role;
using content::UrlRef;

constexpr const char* kUrl = "https://example.org/shot.png";

ImageBlock at(std::string url) {
    return {.source = UrlRef{std::move(url)}, .alt = "the login screen"};
}

ImageBlock file(std::string_view bytes) {
    return {
        .source = BlobRef{sha256(as_bytes(bytes))},
        .mime = "image/png",
        .size = {30, 20},
        .filename = "shot.png"};
}

class UrlPictures : public ::testing::Test {
protected:
    WithFiles run(const std::vector<Message>& messages) {
        auto with = with_files(
            messages,
            picturing_,
            [this](const std::string& url) {
                return url == kUrl ? seen_ : std::optional<BlobRef>();
            },
            [this](const std::string& url, const std::optional<BlobRef>& seen, const std::stop_token&)
                -> Result<ImageBlock> {
                if (seen) return ImageBlock{.source = *seen};
                asked_.push_back(url);
                if (error_) return *error_;
                return file("bytes");
            },
            {}
        );
        EXPECT_TRUE(with.ok());
        return std::move(with).value();
    }

    Picturing picturing_;
    std::optional<Error> error_;
    std::optional<BlobRef> seen_;
    std::vector<std::string> asked_;
};

TEST_F(UrlPictures, StandAsFilesWhereTheirAddressesStood) {  // X4
    const std::vector<Message> messages = {
        {Role::User,
         {at(kUrl), content::ToolResultBlock{"t", {at(kUrl)}, false}, content::TextBlock{"?"}}}};
    const auto kept = messages;

    const auto with = run(messages);

    auto expected = file("bytes");
    expected.alt = "the login screen";
    EXPECT_EQ(
        with.messages,
        (std::vector<Message>{
            {Role::User,
             {expected, content::ToolResultBlock{"t", {expected}, false}, content::TextBlock{"?"}}}}
        )
    );
    EXPECT_EQ(asked_, std::vector<std::string>{kUrl});  // once, though it is there twice
    EXPECT_EQ(messages, kept);
}

TEST_F(UrlPictures, AreCalledAsTheConversationCallsThem) {  // X4, S5
    const std::vector<Message> messages = {{Role::User, {at(kUrl)}}};
    const auto with = run(messages);
    const content::FileRef blob = file("bytes").source;
    Delivered delivered;
    delivered.receipt.push_back({.image = blob, .place = {.message = 0, .block = 0}});
    delivered.refused.push_back({blob, "too dark"});

    name_as_stored(delivered, messages, with);

    EXPECT_EQ(delivered.receipt[0].image, content::FileRef(UrlRef{kUrl}));
    EXPECT_EQ(delivered.refused[0].image, content::FileRef(UrlRef{kUrl}));
    EXPECT_EQ(with.stored(file("other").source), file("other").source);
}

TEST_F(UrlPictures, KeepTheNameOfAFileThatIsThereAsWell) {  // S5
    const auto with = run({{Role::User, {at(kUrl), file("bytes")}}});

    EXPECT_EQ(with.stored(file("bytes").source), file("bytes").source);
}

TEST_F(UrlPictures, AreEntriesOfTheSessionOnceTheyWereSeen) {  // X4, S2
    const auto blob = std::get<BlobRef>(file("bytes").source);
    const std::vector<Message> messages = {{Role::User, {at(kUrl)}}};
    const auto first = run(messages);
    EXPECT_EQ(first.fetched, (std::map<std::string, BlobRef>{{kUrl, blob}}));

    store::Ledger ledger;
    ledger.add(messages[0], 1);
    for (const auto& entry : seen_entries(first, {})) ASSERT_TRUE(ledger.add(entry).ok());

    EXPECT_EQ(ledger.find(UrlRef{kUrl})->file, blob);
    EXPECT_EQ(store::check_entry(seen_entries(first, {})[0]).value().others, std::vector{blob});
}

TEST_F(UrlPictures, AreNotFetchedAgainOnceTheyWereSeen) {  // X4
    seen_ = std::get<BlobRef>(file("as it was").source);

    const auto with = run({{Role::User, {at(kUrl)}}});

    EXPECT_TRUE(asked_.empty());
    EXPECT_TRUE(with.fetched.empty());
    EXPECT_EQ(std::get<ImageBlock>(with.messages[0].content[0]).source, content::FileRef(*seen_));
}

TEST_F(UrlPictures, StayAddressesWhenTheyCannotBeHad) {
    error_ = Error{ErrorCode::UrlBlocked, "no"};
    const std::vector<Message> messages = {
        {Role::User, {at(kUrl)}}, {Role::Assistant, {content::TextBlock{"ok"}}}};

    const auto with = run(messages);

    EXPECT_EQ(with.messages, messages);
    EXPECT_EQ(with.missing, (std::map<std::string, Error>{{kUrl, *error_}}));
    EXPECT_EQ(with.newest_missing, error_);
}

TEST_F(UrlPictures, AreNotFetchedWhenThePersonDroppedThem) {
    picturing_.standing_of = [](const auto&) { return context::Standing::Dropped; };

    run({{Role::User, {at(kUrl)}}});

    EXPECT_TRUE(asked_.empty());
}

TEST_F(UrlPictures, EndTheTurnWhenItIsCancelled) {
    const auto with = with_files(
        {{Role::User, {at(kUrl)}}},
        {},
        {},
        [](const auto&, const auto&, const auto&) -> Result<ImageBlock> {
            return Error{ErrorCode::Cancelled, "cancelled"};
        },
        {}
    );

    EXPECT_FALSE(with.ok());
}

}  // namespace
}  // namespace fovea::delivery
