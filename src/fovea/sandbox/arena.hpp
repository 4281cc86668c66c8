// Memory that the parent and one worker both see: a memfd of fixed size, mapped once in each and
// reused for every job of that worker's life. It is sparse, so 64 MiB cost only the pages that were
// touched; and those are touched once, because a fresh page costs more than copying into it.
//
//     auto shared = TRY(make_input_arena(64 << 20));     parent; shared.fd goes to the worker
//     auto input = TRY(Arena::map(fd, size, Access::Read));     worker
//
// The worker can only ever map an input arena for reading. An output arena is written by untrusted
// code at any moment, also while the parent reads it: copy out first, then look at the copy.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <span>

namespace fovea::sandbox {

enum class Access { Read, ReadWrite };

class Arena {
public:
    static Result<Arena> map(const Fd& memory, std::size_t size, Access access);

    Arena() = default;
    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&& other) noexcept;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena();

    std::span<std::byte> bytes() const { return bytes_; }

private:
    explicit Arena(std::span<std::byte> bytes) : bytes_(bytes) {}

    std::span<std::byte> bytes_;
};

struct SharedArena {
    Fd fd;
    Arena memory;
};

// The parent writes, whoever holds only the descriptor reads.
Result<SharedArena> make_input_arena(std::size_t size);

// Both write.
Result<SharedArena> make_output_arena(std::size_t size);

// A file in memory that holds these bytes and that nobody can change any more, us included.
Result<Fd> make_sealed_copy(ByteView bytes);

}  // namespace fovea::sandbox
