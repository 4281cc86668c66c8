#include "fovea/host/held_session.hpp"

#include "fovea/store/test_store.hpp"

#include <gtest/gtest.h>

namespace fovea::host {
namespace {

class HeldSessions : public store::StoreTest {
protected:
    Result<HeldSession> hold(const SessionWish& wish) {
        return hold_session(sessions(), wish, {.longest = std::chrono::milliseconds(0)}, {});
    }
};

TEST_F(HeldSessions, AStoredOneIsGoneOnWithByItsNameOrAsTheLast) {  // H2
    sessions().create({.id = "holiday"}).value();

    const auto named = hold({.resume = "holid" + std::string("ay")}).value().session.id();
    const auto last = hold({.most_recent = true});

    EXPECT_EQ(named, "holiday");
    EXPECT_EQ(last.value().session.id(), "holiday");
    EXPECT_EQ(last.value().begins, agent::Begins::Resumed);
}

TEST_F(HeldSessions, ANewOneIsStoredWithItsFirstEntryAlone) {
    const auto held = hold({.id = "mine"});

    EXPECT_EQ(held.value().begins, agent::Begins::New);
    EXPECT_FALSE(sessions().exists("mine").value());
}

TEST_F(HeldSessions, WhatIsNotThereAndWhatIsThereAlreadyIsTold) {
    EXPECT_EQ(hold({.most_recent = true}).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(hold({.resume = "nothing"}).error().code, ErrorCode::FileNotFound);
    sessions().create({.id = "mine"}).value();
    EXPECT_EQ(hold({.id = "mine"}).error().code, ErrorCode::InvalidInput);
}

TEST_F(HeldSessions, OneThatAnotherRunHasIsWaitedFor) {
    const auto first = hold({.id = "mine"});

    const auto second = hold({.id = "mine"});

    EXPECT_TRUE(first.ok());
    EXPECT_EQ(second.error().code, ErrorCode::StoreError);
}

}  // namespace
}  // namespace fovea::host
