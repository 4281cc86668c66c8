#include "fovea/agent/session.hpp"

#include "fovea/store/image_change.hpp"
#include "fovea/store/test_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::agent {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class AgentSession : public store::StoreTest {
protected:
    Session begin() {
        auto session = Session::begin(sessions(), "test").value();
        EXPECT_TRUE(session.append({text("hello")}).ok());
        return session;
    }
    Session open() { return Session::open(sessions(), "test").value(); }
    store::Entry title(const std::string& words) const {
        return {
            .kind = store::EntryKind::Title,
            .time = clock_(),
            .body = "{\"title\":\"" + words + "\"}"};
    }
};

TEST_F(AgentSession, NothingIsMadeBeforeTheFirstEntry) {  // S2
    const auto session = Session::begin(sessions(), "test").value();

    EXPECT_FALSE(session.is_stored());
    EXPECT_FALSE(sessions().exists("test").value());
}

TEST_F(AgentSession, ANameThatIsTakenIsToldAtOnce) {  // S2
    begin();

    const auto again = Session::begin(sessions(), "test");

    EXPECT_EQ(again.error().code, ErrorCode::InvalidInput);
}

TEST_F(AgentSession, TwoWhoBeginTheSameOneAtOnceDoNotShareIt) {  // S2
    auto ours = Session::begin(sessions(), "test").value();
    auto theirs = Session::begin(sessions(), "test").value();

    EXPECT_TRUE(theirs.append({text("first")}).ok());
    const auto late = ours.append({text("second")});

    ASSERT_FALSE(late.ok());
    EXPECT_EQ(late.error().code, ErrorCode::InvalidInput);
    EXPECT_THAT(entries("test"), SizeIs(1));
}

TEST_F(AgentSession, WhatSomebodyElseChangedIsTakenOver) {  // S2
    const auto cat = put("cat");
    auto ours = begin();
    ASSERT_TRUE(ours.append({picture(cat)}).ok());
    auto theirs = open();
    ASSERT_TRUE(theirs.append({title("Cats")}).ok());
    ASSERT_TRUE(theirs
                    .append({store::change_entry(
                        {.action = store::ImageAction::Pin, .image = cat}, clock_()
                    )})
                    .ok());

    const auto appended = ours.append({text("and now?")});

    ASSERT_TRUE(appended.ok()) << appended.error().message;
    EXPECT_THAT(entries("test"), SizeIs(5));
    EXPECT_EQ(entries("test").back().seq, 5u);
    EXPECT_EQ(ours.view().seqs.back(), 5u);
    ASSERT_THAT(ours.view().images(), SizeIs(1));
    EXPECT_TRUE(ours.view().images()[0].pinned);
}

TEST_F(AgentSession, WordsOfSomebodyElseAreAConflictAndNothingIsStored) {  // S2
    auto ours = begin();
    ASSERT_TRUE(open().append({text("theirs")}).ok());

    const auto appended = ours.append({text("ours")});

    ASSERT_FALSE(appended.ok());
    EXPECT_EQ(appended.error().code, ErrorCode::StoreError);
    EXPECT_THAT(appended.error().message, HasSubstr("another process is writing to session test"));
    EXPECT_THAT(entries("test"), SizeIs(2));
    EXPECT_THAT(ours.view().messages, SizeIs(1));
}

TEST_F(AgentSession, OneThatWasDeletedAndMadeAnewIsAConflict) {  // S2
    auto ours = begin();
    ASSERT_TRUE(ours.append({text("more")}).ok());
    ASSERT_TRUE(sessions().delete_session("test").ok());
    begin();

    const auto appended = ours.append({text("even more")});

    ASSERT_FALSE(appended.ok());
    EXPECT_THAT(appended.error().message, HasSubstr("deleted and created again"));
    EXPECT_THAT(entries("test"), SizeIs(1));
}

TEST_F(AgentSession, WhatIsResumedShowsAllThatWasStored) {  // S2
    auto ours = begin();
    ASSERT_TRUE(ours.append({text("more")}).ok());

    const auto resumed = open();

    EXPECT_TRUE(resumed.is_stored());
    EXPECT_EQ(resumed.view().messages, ours.view().messages);
    EXPECT_EQ(resumed.view().seqs, ours.view().seqs);
}

}  // namespace
}  // namespace fovea::agent
