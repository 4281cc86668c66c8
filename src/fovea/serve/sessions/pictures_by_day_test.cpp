#include "fovea/serve/sessions/pictures_by_day.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/store/image_change.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace fovea::serve {
namespace {

using content::Message;
using content::Role;
using content::TextBlock;
using store::ImageAction;
using store::ImageState;

class PicturesOfDays : public testing::Test {
protected:
    static content::ImageBlock picture(std::string_view name) {
        return {.source = content::BlobRef{sha256(as_bytes(name))}, .mime = "image/png"};
    }
    void add(store::Entry entry) {
        entry.seq = entries_.size() + 1;
        entries_.push_back(std::move(entry));
    }
    void say(std::vector<content::ContentBlock> blocks, Role role = Role::User) {
        add(store::message_entry({role, std::move(blocks)}, now_));
    }
    void reaches(const content::ImageBlock& image, ImageState state) {
        add(store::change_entry(
            {.action = ImageAction::Deliver,
             .image = image.source,
             .state = state,
             .provider = "anthropic",
             .endpoint = "https://one m"},
            now_
        ));
    }
    PicturesByDay::Counts counts(std::uint64_t brought = 0) const {
        PicturesByDay pictures;
        EXPECT_TRUE(pictures.add_session(entries_, brought).ok());
        return pictures.counts();
    }

    store::Time now_ = store::Time(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1));
    std::vector<store::Entry> entries_;
};

TEST_F(PicturesOfDays, EachCountsForTheDayOfItsTurnAsWhatItWasThen) {  // DIG-26
    const auto cat = picture("cat");
    const auto dog = picture("dog");
    say({cat, TextBlock{"what?"}});
    reaches(cat, ImageState::Pixels);
    say({TextBlock{"A cat."}}, Role::Assistant);
    now_ += std::chrono::days(2);
    say({dog, TextBlock{"and this?"}});
    reaches(cat, ImageState::Low);  // it has aged
    reaches(dog, ImageState::Described);
    say({TextBlock{"A dog."}}, Role::Assistant);

    EXPECT_EQ(
        counts(),
        (PicturesByDay::Counts{{{"2026-03-01", "pixels"}, 1}, {{"2026-03-03", "described"}, 1}})
    );
}

TEST_F(PicturesOfDays, PicturesOfToolsCountAndOneThatIsShownTwiceInATurnCountsOnce) {  // DIG-26
    const auto cat = picture("cat");
    const auto shot = picture("shot");
    say({cat, cat, TextBlock{"look"}});
    say({content::ToolUseBlock{"t", "screenshot", "{}"}}, Role::Assistant);
    say({content::ToolResultBlock{"t", {shot}}});
    reaches(cat, ImageState::Pixels);
    reaches(shot, ImageState::Pixels);

    EXPECT_EQ(counts(), (PicturesByDay::Counts{{{"2026-03-01", "pixels"}, 2}}));
}

TEST_F(PicturesOfDays, OneThatReachedNoModelOrWasDroppedSaysSo) {  // S5
    const auto cat = picture("cat");
    say({cat, picture("dog"), TextBlock{"look"}});
    reaches(cat, ImageState::Pixels);
    add(store::change_entry({.action = ImageAction::Drop, .image = cat.source}, now_));

    EXPECT_EQ(
        counts(),
        (PicturesByDay::Counts{{{"2026-03-01", "dropped"}, 1}, {{"2026-03-01", "not_seen"}, 1}})
    );
}

TEST_F(PicturesOfDays, WhatABranchBroughtAlongWasCountedElsewhere) {  // D8
    const auto cat = picture("cat");
    say({cat, TextBlock{"what?"}});
    reaches(cat, ImageState::Pixels);
    const auto brought = entries_.size();
    say({picture("dog"), TextBlock{"and this?"}});

    EXPECT_EQ(counts(brought), (PicturesByDay::Counts{{{"2026-03-01", "not_seen"}, 1}}));
}

}  // namespace
}  // namespace fovea::serve
