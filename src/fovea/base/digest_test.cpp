#include "fovea/base/digest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <unordered_set>
#include <utility>

namespace fovea {
namespace {

// FIPS 180-4, example values.
constexpr auto kOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr auto kOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr auto kOfAMillionA = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Digest, KnowsThePublishedValues) {
    EXPECT_EQ(sha256({}).hex(), kOfNothing);
    EXPECT_EQ(sha256(as_bytes("abc")).hex(), kOfAbc);
    EXPECT_EQ(sha256(as_bytes(std::string(1'000'000, 'a'))).hex(), kOfAMillionA);
}

TEST(Digest, DoesNotDependOnHowTheBytesAreCut) {
    const std::string text(1000, 'x');

    for (const std::size_t cut : {0u, 1u, 63u, 64u, 65u, 999u, 1000u}) {
        Sha256Hasher hasher;
        hasher.update(as_bytes(text.substr(0, cut)));
        hasher.update(as_bytes(text.substr(cut)));
        EXPECT_EQ(hasher.finish(), sha256(as_bytes(text))) << cut;
    }
}

TEST(Digest, StartsAnewAfterEachFinish) {
    Sha256Hasher hasher;
    hasher.update(as_bytes("something else"));
    hasher.finish();

    hasher.update(as_bytes("abc"));

    EXPECT_EQ(hasher.finish().hex(), kOfAbc);
}

TEST(Digest, MovesWithWhatItHasSeen) {
    Sha256Hasher first;
    first.update(as_bytes("ab"));

    Sha256Hasher second = std::move(first);
    second.update(as_bytes("c"));

    EXPECT_EQ(second.finish().hex(), kOfAbc);
}

TEST(Digest, ReadsItsOwnHexInEitherCase) {
    const auto digest = sha256(as_bytes("abc"));

    EXPECT_EQ(Sha256::from_hex(kOfAbc).value(), digest);
    EXPECT_EQ(
        Sha256::from_hex("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD")
            .value(),
        digest
    );
}

TEST(Digest, RefusesHexOfAnotherLengthOrWithOtherCharacters) {
    const std::string good = kOfAbc;

    EXPECT_FALSE(Sha256::from_hex("").ok());
    EXPECT_FALSE(Sha256::from_hex(good.substr(1)).ok());
    EXPECT_FALSE(Sha256::from_hex(good + "0").ok());
    EXPECT_FALSE(Sha256::from_hex("g" + good.substr(1)).ok());
    EXPECT_FALSE(Sha256::from_hex(" " + good.substr(1)).ok());
}

TEST(Digest, OrdersAsItsHexDoesAndServesAsAKey) {
    const auto a = sha256(as_bytes("a"));
    const auto b = sha256(as_bytes("b"));

    EXPECT_EQ(a < b, a.hex() < b.hex());
    EXPECT_EQ((std::unordered_set<Sha256>{a, b, a}.size()), 2u);
}

}  // namespace
}  // namespace fovea
