#include "fovea/sandbox/arena.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>
#include <utility>

namespace fovea::sandbox {

namespace {

TEST(Arena, ShowsTheReaderWhatTheOwnerWrote) {
    auto shared = make_input_arena(10'000).value();
    const auto reader = Arena::map(shared.fd, 10'000, Access::Read).value();

    shared.memory.bytes()[9'999] = std::byte{42};

    EXPECT_EQ(reader.bytes()[9'999], std::byte{42});
}

TEST(Arena, NeverLetsAHolderOfTheDescriptorWriteTheInput) {  // M11
    const auto shared = make_input_arena(4096).value();
    const auto reader = Arena::map(shared.fd, 4096, Access::Read).value();

    EXPECT_FALSE(Arena::map(shared.fd, 4096, Access::ReadWrite).ok());
    EXPECT_EQ(::mprotect(reader.bytes().data(), 4096, PROT_READ | PROT_WRITE), -1);
    EXPECT_EQ(::write(shared.fd.number(), "x", 1), -1);
}

TEST(Arena, CannotBeCutShorterUnderTheParent) {  // M11
    const auto input = make_input_arena(8192).value();
    const auto output = make_output_arena(8192).value();

    EXPECT_EQ(::ftruncate(input.fd.number(), 0), -1);
    EXPECT_EQ(::ftruncate(output.fd.number(), 0), -1);
    EXPECT_EQ(::ftruncate(output.fd.number(), 1 << 20), -1);
    EXPECT_EQ(::fcntl(output.fd.number(), F_ADD_SEALS, F_SEAL_WRITE), -1);
}

TEST(Arena, LetsBothSidesWriteTheOutput) {
    const auto shared = make_output_arena(4096).value();
    const auto worker = Arena::map(shared.fd, 4096, Access::ReadWrite).value();

    worker.bytes()[0] = std::byte{7};

    EXPECT_EQ(shared.memory.bytes()[0], std::byte{7});
}

TEST(Arena, RefusesImpossibleSizes) {
    EXPECT_EQ(make_input_arena(0).error().code, ErrorCode::ConfigInvalid);
    EXPECT_EQ(make_output_arena(SIZE_MAX).error().code, ErrorCode::ConfigInvalid);
}

}  // namespace

}  // namespace fovea::sandbox
