// Every way in which an append and a removal can fall together (docs/adr/0016).
#include "fovea/store/removal.hpp"

#include "fovea/store/fsck.hpp"
#include "fovea/store/gc.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"
#include "fovea/store/test_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace fovea::store {
namespace {

using content::BlobRef;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

class RemovalTest : public StoreTest {
protected:
    Unneeded unneeded(const BlobRef& blob) { return {blob, blobs().info(blob).value().last_put}; }
    // True when the session took it.
    bool name(const BlobRef& blob) {
        const auto made = sessions().create({.entries = {picture(blob)}});
        if (made.ok()) return true;
        EXPECT_EQ(made.error().code, ErrorCode::StoreError);
        EXPECT_NE(made.error().message.find("which is not stored"), std::string::npos);
        return false;
    }
};

TEST_F(RemovalTest, RemovesWhatNobodyNamesAndNothingElse) {  // S6
    const auto named = put("named");
    const auto loose = put("loose");
    ASSERT_TRUE(name(named));

    const auto gone =
        remove_unneeded(sessions(), blobs(), {{unneeded(named), unneeded(loose)}}).value();

    EXPECT_THAT(gone, ElementsAre(loose));
    EXPECT_TRUE(blobs().has(named).value());
    EXPECT_FALSE(blobs().has(loose).value());
}

TEST_F(RemovalTest, NobodyNamesABlobThatIsBeingRemoved) {  // S1, S6
    const auto blob = put("picture");
    const auto removal = sessions().begin_removal({{unneeded(blob)}}).value();

    EXPECT_FALSE(name(blob));  // though it is still there

    ASSERT_TRUE(sessions().end_removal(removal).ok());
    EXPECT_TRUE(name(blob));
}

TEST_F(RemovalTest, ABlobThatWasPutAgainIsNamedAndStays) {  // S6
    const auto blob = put("picture");
    auto removal = sessions().begin_removal({{unneeded(blob)}}).value();
    clock_.forward(1ms);
    put("picture");

    EXPECT_TRUE(name(blob));

    EXPECT_THAT(carry_out(std::move(removal), sessions(), blobs()).value(), IsEmpty());
    EXPECT_TRUE(blobs().has(blob).value());
}

TEST_F(RemovalTest, OfTwoWhoRemoveTheSlowerOneTakesNothingThatCameBack) {  // S6
    const auto blob = put("picture");
    auto slow = sessions().begin_removal({{unneeded(blob)}}).value();
    EXPECT_THAT(
        remove_unneeded(sessions(), blobs(), {{unneeded(blob)}}).value(), ElementsAre(blob)
    );
    put("picture");  // by a clock that stands still: for the slower one it is the same put

    EXPECT_FALSE(name(blob));
    clock_.forward(1ms);
    put("picture");
    EXPECT_TRUE(name(blob));

    EXPECT_THAT(carry_out(std::move(slow), sessions(), blobs()).value(), IsEmpty());
    EXPECT_TRUE(blobs().has(blob).value());
}

TEST_F(RemovalTest, TheMarksOfWhoeverDiedLapse) {  // S6
    const auto blob = put("picture");
    sessions().begin_removal({{unneeded(blob)}}).value();
    clock_.forward(kMarksLapse - 1ms);
    EXPECT_FALSE(name(blob));

    clock_.forward(1ms);

    EXPECT_TRUE(name(blob));
}

TEST_F(RemovalTest, WhatWasLeftHalfRemovedIsFoundByTheNextCollection) {  // S6
    const auto blob = put("picture");
    sessions().begin_removal({{unneeded(blob)}}).value();
    clock_.forward(2h);

    const GcSettings settings{.now = clock_(), .grace = 1h};

    EXPECT_EQ(collect_garbage(store_, settings).value().blobs, 1u);
    put("picture");
    EXPECT_TRUE(name(blob));
}

TEST_F(RemovalTest, AClockThatWentBackDoesNotMakeAPutOlder) {  // S6
    const auto blob = put("picture");
    const auto before = blobs().info(blob).value();

    clock_.forward(-1h);
    put("picture");

    EXPECT_EQ(blobs().info(blob).value(), before);
}

// Calls a function between the look at a blob and the transaction that names it.
class BlobsWithAPause : public BlobStore {
public:
    explicit BlobsWithAPause(BlobStore& blobs) : blobs_(blobs) {}
    std::function<void()> after_look;

    Result<BlobInfo> info(const BlobRef& blob, const Call& call) override {
        auto found = blobs_.info(blob, call);
        if (const auto act = std::exchange(after_look, {})) act();
        return found;
    }
    Result<BlobRef> put(ByteView bytes, const Call& call) override {
        return blobs_.put(bytes, call);
    }
    Result<Bytes> read(const BlobRef& blob, Verify verify, const Call& call) override {
        return blobs_.read(blob, verify, call);
    }
    Result<std::unique_ptr<BlobWriter>> begin_put(const Call& call) override {
        return blobs_.begin_put(call);
    }
    Result<Bytes> read_part(
        const BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call
    ) override {
        return blobs_.read_part(blob, offset, most, call);
    }
    Result<BlobRef> find(std::string_view prefix, const Call& call) override {
        return blobs_.find(prefix, call);
    }
    Result<std::vector<BlobInfo>> list(const BlobPage& page, const Call& call) override {
        return blobs_.list(page, call);
    }
    Result<bool> remove(const BlobRef& blob, Time last_put, const Call& call) override {
        return blobs_.remove(blob, last_put, call);
    }

private:
    BlobStore& blobs_;
};

class InterleavedRemoval : public RemovalTest {
protected:
    void SetUp() override {
        RemovalTest::SetUp();
        blob_ = put("picture");
        paused_ = std::make_unique<BlobsWithAPause>(blobs());
        writer_ =
            SqliteSessions::open(folder_ / "data/fovea.db", *paused_, {.clock = clock_}).value();
    }
    // An append of another process, and what happens while it is between its look and its transaction.
    Result<std::string> append_while(std::function<void()> act) {
        paused_->after_look = std::move(act);
        return writer_->create({.entries = {picture(blob_)}});
    }
    void expect_whole() {
        const auto report = check_store(store_).value();
        EXPECT_THAT(report.problems, IsEmpty());
    }

    BlobRef blob_;
    std::unique_ptr<BlobsWithAPause> paused_;
    std::unique_ptr<SqliteSessions> writer_;
};

TEST_F(InterleavedRemoval, AWholeRemovalBetweenLookAndNamingIsNoticed) {  // S1
    const auto named = append_while([&] {
        EXPECT_THAT(
            remove_unneeded(sessions(), blobs(), {{unneeded(blob_)}}).value(), ElementsAre(blob_)
        );
    });

    EXPECT_FALSE(named.ok());
    expect_whole();
}

TEST_F(InterleavedRemoval, ARemovalThatBeginsBetweenLookAndNamingIsNoticed) {  // S1
    Removal removal;
    const auto named =
        append_while([&] { removal = sessions().begin_removal({{unneeded(blob_)}}).value(); });

    EXPECT_FALSE(named.ok());
    EXPECT_THAT(carry_out(std::move(removal), sessions(), blobs()).value(), ElementsAre(blob_));
    expect_whole();
}

TEST_F(InterleavedRemoval, ARemovalOfAnotherBlobOnlyCostsASecondLook) {  // S1
    const auto other = put("other");

    const auto named = append_while([&] {
        EXPECT_THAT(
            remove_unneeded(sessions(), blobs(), {{unneeded(other)}}).value(), ElementsAre(other)
        );
    });

    EXPECT_TRUE(named.ok());
    expect_whole();
}

TEST_F(InterleavedRemoval, ASessionThatIsDeletedBetweenLookAndNamingTakesItsBlobAlong) {  // S1, S6
    sessions().create({.id = "a", .entries = {picture(blob_)}}).value();

    const auto named = append_while([&] { EXPECT_TRUE(sessions().delete_session("a").ok()); });

    EXPECT_FALSE(named.ok());
    EXPECT_FALSE(blobs().has(blob_).value());
    expect_whole();
}

TEST_F(InterleavedRemoval, ARemovalAfterTheNamingTakesNothing) {  // S1
    ASSERT_TRUE(append_while({}).ok());

    EXPECT_THAT(remove_unneeded(sessions(), blobs(), {{unneeded(blob_)}}).value(), IsEmpty());
    expect_whole();
}

}  // namespace
}  // namespace fovea::store
