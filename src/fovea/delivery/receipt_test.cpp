#include "fovea/delivery/receipt.hpp"

#include "fovea/context/pictures.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace fovea::delivery {
namespace {

using content::BlobRef;
using content::ImageBlock;
using content::Message;
using content::Role;
using store::ImageState;

ImageBlock picture(const std::string& name) {
    return {.source = BlobRef{sha256(as_bytes(name))}, .size = {40, 30}, .filename = name};
}

Message said(const std::vector<std::string>& names) {
    Message message{.role = Role::User};
    for (const auto& name : names) message.content.emplace_back(picture(name));
    return message;
}

// What a call made of the pictures of a conversation, one state for each.
std::vector<context::Delivery> call(
    const std::vector<Message>& messages, const std::vector<ImageState>& states
) {
    std::vector<context::Delivery> receipt;
    for (const auto& seen : context::pictures_in(messages)) {
        receipt.push_back(
            {.image = seen.image->source,
             .place = seen.place,
             .state = states.at(receipt.size()),
             .sent = {},
             .actions = {},
             .reason = {}}
        );
    }
    return receipt;
}

using Told = std::vector<std::pair<std::string, ImageState>>;

Told told(const std::vector<ReceiptRow>& rows) {
    Told all;
    for (const auto& row : rows) all.emplace_back(row.filename, row.delivery.state);
    return all;
}

TEST(ReceiptRows, KnowWhichPictureIsMeantWithoutTheMessages) {  // S5
    std::vector<ReceiptRow> rows;
    {
        const std::vector<Message> messages = {said({"a"}), said({"b"})};
        rows = receipt_rows(call(messages, {ImageState::Low, ImageState::Pixels}), messages);
    }

    EXPECT_EQ(told(rows), (Told{{"a", ImageState::Low}, {"b", ImageState::Pixels}}));
    EXPECT_EQ(rows[1].original, (media::PixelSize{40, 30}));
}

TEST(RunReceipt, HasTheBestThatAPictureReachedAModelAs) {  // S5
    const std::vector<Message> first = {said({"a"})};
    const std::vector<Message> second = {said({"a"}), said({"b", "a"})};
    RunReceipt receipt;

    receipt.add(call(first, {ImageState::Pixels}), first);
    receipt.add(call(second, {ImageState::Text, ImageState::Described, ImageState::Low}), second);

    EXPECT_EQ(
        told(receipt.rows(second, "")),
        (Told{{"a", ImageState::Pixels}, {"b", ImageState::Described}, {"a", ImageState::Low}})
    );
}

TEST(RunReceipt, KeepsWhatASummaryTookThePlaceOf) {  // S5, X4
    const std::vector<Message> before = {said({"a"}), said({"b"})};
    const std::vector<Message> after = {said({}), said({"b"})};
    RunReceipt receipt;

    receipt.add(call(before, {ImageState::Pixels, ImageState::Pixels}), before);
    receipt.add(call(after, {ImageState::Pixels}), after);

    EXPECT_EQ(
        told(receipt.rows(after, "")), (Told{{"a", ImageState::Pixels}, {"b", ImageState::Pixels}})
    );
}

TEST(RunReceipt, TellsWhatStoodThereBeforeFromWhatIsNew) {  // S5
    const std::vector<Message> before = {said({"a"}), said({"b"})};
    const std::vector<Message> now = {said({"a"}), said({"b"}), said({"b", "c"})};
    RunReceipt receipt;
    receipt.begin(now, before.size());
    receipt.add(
        call(now, {ImageState::Text, ImageState::Low, ImageState::Pixels, ImageState::Pixels}), now
    );

    const auto rows = receipt.rows(now, "");

    ASSERT_EQ(rows.size(), 4U);
    EXPECT_TRUE(rows[0].earlier);
    EXPECT_TRUE(rows[1].earlier);
    EXPECT_FALSE(rows[2].earlier);  // the same picture, given again
    EXPECT_FALSE(rows[3].earlier);
}

TEST(RunReceipt, SaysOfEarlierPicturesNoMoreThanWhatThisRunDid) {  // S5
    const std::vector<Message> now = {said({"a"}), said({"b"})};
    RunReceipt receipt;
    receipt.begin(now, 1);

    const auto rows = receipt.rows(now, "the key is refused");

    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].delivery.reason, "no model has answered in this turn: the key is refused");
    EXPECT_EQ(
        rows[1].delivery.reason, "no model has answered since it was added: the key is refused"
    );
}

TEST(RunReceipt, SaysWhichPicturesNobodyAnsweredWith) {  // S5, H4
    const std::vector<Message> sent = {said({"a"})};
    const std::vector<Message> now = {said({"a"}), said({"a", "b"})};
    RunReceipt receipt;
    receipt.add(call(sent, {ImageState::Pixels}), sent);

    const auto rows = receipt.rows(now, "the turn limit (1) was reached");

    EXPECT_EQ(
        told(rows),
        (Told{{"a", ImageState::Pixels}, {"a", ImageState::NotSeen}, {"b", ImageState::NotSeen}})
    );
    EXPECT_EQ(rows[0].delivery.reason, "");
    EXPECT_EQ(
        rows[2].delivery.reason,
        "no model has answered since it was added: the turn limit (1) was reached"
    );
    EXPECT_EQ(RunReceipt().rows({}, "x"), std::vector<ReceiptRow>{});
}

}  // namespace
}  // namespace fovea::delivery
