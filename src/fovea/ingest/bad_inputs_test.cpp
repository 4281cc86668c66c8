#include "fovea/ingest/bad_inputs.hpp"

#include <gtest/gtest.h>

namespace fovea::ingest {
namespace {

TEST(BadInputs, AreAllNamed) {
    BadInputs bad;
    EXPECT_FALSE(bad.any());

    bad.add("a.png", {ErrorCode::FileNotFound, "no file a.png"});
    EXPECT_EQ(bad.error(), (Error{ErrorCode::FileNotFound, "no file a.png"}));

    bad.add("b.png", {ErrorCode::DecodeFailed, "the picture is cut off"});
    EXPECT_TRUE(bad.any());
    EXPECT_EQ(
        bad.error(),
        (Error{
            ErrorCode::FileNotFound,
            "2 inputs cannot be used: no file a.png; b.png: the picture is cut off"})
    );
}

TEST(BadInputs, SayThatTheyWereCancelledAndNothingElse) {
    BadInputs bad;
    bad.add("a.png", {ErrorCode::FileNotFound, "no file a.png"});
    bad.add("b.png", {ErrorCode::Cancelled, "cancelled"});

    EXPECT_EQ(bad.error(), (Error{ErrorCode::Cancelled, "cancelled"}));
}

}  // namespace
}  // namespace fovea::ingest
