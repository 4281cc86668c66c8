#include "fovea/host/unasked.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Unasked, KeepsEachOnceInTheirOrder) {
    Unasked unasked;
    for (const char* what : {"what b says", "what a says", "what b says"}) unasked.add(what);

    EXPECT_THAT(unasked.what(), ElementsAre("what b says", "what a says"));
}

TEST(Unasked, IsOneSentenceThatNamesSomeAndCountsTheOthers) {
    const auto error = not_known({"a", "b", "c", "d", "e", "f", "g"});

    EXPECT_EQ(error.code, ErrorCode::NoCandidate);
    EXPECT_THAT(
        error.message, HasSubstr("this would have to be fetched first: a; b; c; d; e; and 2 more. ")
    );
}

}  // namespace
}  // namespace fovea::host
