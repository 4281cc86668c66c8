#include "fovea/base/keyed_digest.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(KeyedDigest, IsThatOfRfc4231) {
    DigestKey key{};  // case 1: a key of 20 bytes, which zeros fill up
    for (std::size_t i = 0; i < 20; ++i) key[i] = std::byte{0x0B};

    EXPECT_EQ(
        keyed_digest(key, as_bytes("Hi There")).hex(),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    );
}

}  // namespace
}  // namespace fovea
