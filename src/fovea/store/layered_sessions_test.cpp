#include "fovea/store/layered_sessions.hpp"

#include "fovea/store/test_store.hpp"

#include <gtest/gtest.h>

namespace fovea::store {
namespace {

// What another run kept, and a store over it.
class LayeredSessionsTest : public StoreTest {
protected:
    void SetUp() override {
        StoreTest::SetUp();
        const auto blob = put("a picture");
        sessions().create({.id = "old", .entries = {text("first"), picture(blob)}}).value();
        over_ = open_store_over({folder_ / "scratch"}, DataFolder{folder_ / "data"}).value();
    }

    Store over_;
};

TEST_F(LayeredSessionsTest, ASessionBelowIsGoneOnWithAndStaysAsItWas) {  // S2
    auto& layered = *over_.sessions;
    const auto before = entries("old");

    EXPECT_TRUE(layered.exists("old").value());
    EXPECT_EQ(layered.read("old").value(), before);
    EXPECT_EQ(layered.append("old", {{text("more")}}).value(), 3u);

    EXPECT_EQ(layered.read("old").value().size(), 3u);
    EXPECT_EQ(layered.info("old").value().entries, 3u);
    EXPECT_EQ(layered.blobs_of("old").value().size(), 1u);
    EXPECT_EQ(entries("old"), before);
    ASSERT_EQ(layered.list().value().size(), 1u);
    EXPECT_EQ(layered.list().value()[0].entries, 3u);
}

TEST_F(LayeredSessionsTest, NewOnesAreAboveAlone) {  // S2
    auto& layered = *over_.sessions;

    layered.create({.id = "new", .entries = {text("hi")}}).value();

    EXPECT_EQ(layered.list().value().size(), 2u);
    EXPECT_FALSE(sessions().exists("new").value());
    EXPECT_EQ(layered.create({.id = "old"}).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(layered.read("none").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(layered.delete_session("old").error().code, ErrorCode::FileNotFound);
}

}  // namespace
}  // namespace fovea::store
