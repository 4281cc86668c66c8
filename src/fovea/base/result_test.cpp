#include "fovea/base/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace fovea {
namespace {

const Error kTooBig{ErrorCode::LimitExceeded, "too big"};

Result<int> half(int number) {
    if (number > 100) return kTooBig;
    return number / 2;
}

Result<void> check(int number) {
    TRY(half(number));
    return {};
}

Result<std::string> quarter_as_text(int number) {
    const int once = TRY(half(number));
    const int twice = TRY(half(once));
    TRY(check(twice));
    return std::to_string(twice);
}

TEST(Result, TryGoesOnWithTheValue) {
    EXPECT_EQ(quarter_as_text(20).value(), "5");
}

TEST(Result, TryReturnsTheError) {
    EXPECT_EQ(quarter_as_text(300).error(), kTooBig);
    EXPECT_EQ(check(300).error(), kTooBig);
}

TEST(Result, HoldsWhatCannotBeCopied) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(7);

    const auto taken = std::move(result).value();

    EXPECT_EQ(*taken, 7);
}

}  // namespace
}  // namespace fovea
