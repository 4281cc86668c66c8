#include "fovea/sandbox/arena.hpp"

#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace fovea::sandbox {

namespace {

// Newer than the C library's headers: Linux 6.3, where every memfd should say that it holds no
// program.
constexpr unsigned kNoExecSeal = 0x0008;

Result<Fd> make_memory(const char* name, std::size_t size) {
    if (size == 0 || size > static_cast<std::size_t>(std::numeric_limits<off_t>::max())) {
        return Error{
            ErrorCode::ConfigInvalid,
            "an arena of " + std::to_string(size) + " bytes is impossible"};
    }
    Fd memory(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | kNoExecSeal));
    if (!memory) memory = Fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory) return system_error("cannot create shared memory");
    if (::ftruncate(memory.number(), static_cast<off_t>(size)) != 0) {
        return system_error("cannot size shared memory to " + std::to_string(size) + " bytes");
    }
    return memory;
}

// SHRINK matters most: cutting the file under a mapping makes the other side die of SIGBUS.
Result<void> seal(const Fd& memory, int more_seals) {
    const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | more_seals;
    if (::fcntl(memory.number(), F_ADD_SEALS, seals) != 0) {
        return system_error("cannot seal shared memory");
    }
    return {};
}

Result<SharedArena> make_arena(const char* name, std::size_t size, int more_seals) {
    auto memory = TRY(make_memory(name, size));
    auto mapped = TRY(Arena::map(memory, size, Access::ReadWrite));
    TRY(seal(memory, more_seals));
    return SharedArena{std::move(memory), std::move(mapped)};
}

}  // namespace

Result<Arena> Arena::map(const Fd& memory, std::size_t size, Access access) {
    const int protection = access == Access::Read ? PROT_READ : PROT_READ | PROT_WRITE;
    void* const start = ::mmap(nullptr, size, protection, MAP_SHARED, memory.number(), 0);
    if (start == MAP_FAILED) {
        return system_error("cannot map " + std::to_string(size) + " bytes of shared memory");
    }
    // Advice: works only where the system lets shared memory have huge pages.
    ::madvise(start, size, MADV_HUGEPAGE);
    return Arena(std::span(static_cast<std::byte*>(start), size));
}

Arena::Arena(Arena&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

Arena& Arena::operator=(Arena&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
}

Arena::~Arena() {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

Result<SharedArena> make_input_arena(std::size_t size) {
    // FUTURE_WRITE leaves our own mapping writable and refuses every later one, mprotect included.
    return make_arena("fovea-input", size, F_SEAL_FUTURE_WRITE);
}

Result<SharedArena> make_output_arena(std::size_t size) {
    return make_arena("fovea-output", size, 0);
}

Result<Fd> make_sealed_copy(ByteView bytes) {
    // Nothing can be mapped of an empty file, and a program that reads it only has to see its end.
    auto memory = TRY(make_memory("fovea-file", std::max<std::size_t>(bytes.size(), 1)));
    if (bytes.empty()) {
        if (::ftruncate(memory.number(), 0) != 0) return system_error("cannot empty a file");
    }
    for (std::size_t done = 0; done < bytes.size();) {
        const auto wrote = ::write(memory.number(), bytes.data() + done, bytes.size() - done);
        if (wrote <= 0) return system_error("cannot copy a file into memory");
        done += static_cast<std::size_t>(wrote);
    }
    TRY(seal(memory, F_SEAL_WRITE));
    return memory;
}

}  // namespace fovea::sandbox
