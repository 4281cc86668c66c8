#include "fovea/delivery/session_view.hpp"

#include "fovea/store/compaction.hpp"
#include "fovea/store/image_change.hpp"

#include <gtest/gtest.h>

namespace fovea::delivery {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;

const ImageBlock kCat{.source = content::BlobRef{sha256(as_bytes("cat"))}, .filename = "cat.png"};

store::Entry numbered(store::Entry entry, std::uint64_t seq) {
    entry.seq = seq;
    return entry;
}

// A cat that is pinned, then everything before the last message as a summary, then the cat unpinned.
std::vector<store::Entry> compacted() {
    const store::ImageChange pin{.action = store::ImageAction::Pin, .image = kCat.source};
    const store::ImageChange unpin{.action = store::ImageAction::Unpin, .image = kCat.source};
    return {
        numbered(store::message_entry({Role::User, {kCat}}, store::Time()), 1),
        numbered(store::change_entry(pin, store::Time()), 2),
        numbered(store::message_entry({Role::Assistant, {TextBlock{"a cat"}}}, store::Time()), 3),
        numbered(store::message_entry({Role::User, {TextBlock{"and?"}}}, store::Time()), 4),
        numbered(
            store::compaction_entry({.summary = "cats", .through = 3, .kept = {}}, store::Time()), 5
        ),
        numbered(store::change_entry(unpin, store::Time()), 6)};
}

TEST(SessionView, APinnedPictureStandsBesideTheSummaryForAsLongAsItIsPinned) {  // X4
    const auto entries = compacted();
    auto view = view_of(std::span(entries).first(5)).value();
    const auto pinned = view.messages.front().content;

    ASSERT_TRUE(extend(view, std::span(entries).subspan(5)).ok());

    ASSERT_EQ(pinned.size(), 2u);
    EXPECT_EQ(std::get<ImageBlock>(pinned[1]).source, kCat.source);
    EXPECT_EQ(view.messages.front().content.size(), 1u);
    EXPECT_EQ(view.seqs, (std::vector<std::uint64_t>{0, 4}));
}

TEST(SessionView, GrownByOneEntryAtATimeItIsAsReadAtOnce) {  // S2
    const auto entries = compacted();
    SessionView grown;
    for (const auto& entry : entries) ASSERT_TRUE(extend(grown, {&entry, 1}).ok());

    const auto read = view_of(entries).value();

    EXPECT_EQ(grown.messages, read.messages);
    EXPECT_EQ(grown.seqs, read.seqs);
    EXPECT_EQ(grown.images(), read.images());
}

}  // namespace
}  // namespace fovea::delivery
