#include "fovea/serve/operations/store_size.hpp"

#include "fovea/base/bytes.hpp"
#include "fovea/store/memory_blobs.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace fovea::serve {
namespace {

// As somebody who asks again and again.
std::uint64_t counted(StoreSize& size) {
    for (;;) {
        if (const auto bytes = size.bytes()) return *bytes;
        std::this_thread::yield();
    }
}

TEST(TheStoresSize, IsCountedOnceInAWhile) {  // D6
    WorkPool pool({.threads = 1});
    store::MemoryBlobs blobs;
    ASSERT_TRUE(blobs.put(as_bytes("four")).ok());
    ASSERT_TRUE(blobs.put(as_bytes("and six")).ok());
    StoreSize size(blobs, pool);

    EXPECT_EQ(counted(size), 11u);
    ASSERT_TRUE(blobs.put(as_bytes("more")).ok());
    EXPECT_EQ(size.bytes(), 11u);
    StoreSize anew(blobs, pool);
    EXPECT_EQ(counted(anew), 15u);
}

}  // namespace
}  // namespace fovea::serve
