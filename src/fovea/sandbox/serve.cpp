#include "fovea/sandbox/serve.hpp"

#include "fovea/sandbox/arena.hpp"
#include "fovea/sandbox/lockdown.hpp"
#include "fovea/sandbox/packet_socket.hpp"

#include <malloc.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <utility>

namespace fovea::sandbox {

namespace {

// The exit status of a worker that gave up, as the parent reports it.
enum Exit { ParentGone = 0, NotStartedByPool = 64, CannotMap, Unprotected, HandlerBroken };

std::optional<StartBody> await_start(PacketSocket& parent) {
    const auto packet = parent.receive();
    StartBody start{};
    if (!packet || packet.value().header.kind != PacketKind::Start) return std::nullopt;
    if (packet.value().body.size() != sizeof start) return std::nullopt;
    std::memcpy(&start, packet.value().body.data(), sizeof start);
    return start;
}

std::uint64_t address_space(const StartBody& start) {
    const std::uint64_t arenas = start.input_bytes + start.output_bytes;
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return start.max_memory > most - arenas ? most : start.max_memory + arenas;
}

// False when there is not enough protection to go on.
bool lock_down_and_report(PacketSocket& parent, const StartBody& start) {
    const KernelSupport support = kernel_support();
    const Layers layers = lock_down({
        .address_space = address_space(start),
        .parent = static_cast<pid_t>(start.parent_pid),
    });
    const HelloBody hello{.layers = layer_bits(layers), .landlock_abi = layers.landlock_abi};
    const bool protected_enough = enough(layers, support);
    const auto kind = protected_enough ? PacketKind::Hello : PacketKind::Refused;
    parent.send({.kind = kind}, bytes_of(hello));
    return protected_enough;
}

// The C library keeps what a job freed for the next one, which is fast; after a very large job it is more
// than a worker that waits should hold.
void give_back_much() {
    constexpr std::size_t kMuch = 64u << 20;
    if (::mallinfo2().fordblks > kMuch) ::malloc_trim(0);
}

int answer_jobs(
    PacketSocket& parent, const Handler& handle, ByteView input, std::span<std::byte> output
) {
    for (;;) {
        const auto packet = parent.receive();
        if (!packet || packet.value().header.kind != PacketKind::Job) return ParentGone;
        const PacketHeader job = packet.value().header;
        if (job.arena_bytes > input.size()) return ParentGone;

        Answer answer;
        try {
            answer = handle(packet.value().body, input.first(job.arena_bytes), output);
        } catch (const std::bad_alloc&) {
            // What the handler held may be leaked or half built: a fresh process takes over.
            parent.send({.kind = PacketKind::OutOfMemory, .job = job.job}, {});
            return ParentGone;
        }
        if (answer.message.size() > kMaxBody || answer.output_size > output.size()) {
            return HandlerBroken;
        }
        const PacketHeader done{
            .kind = PacketKind::Done, .job = job.job, .arena_bytes = answer.output_size};
        if (!parent.send(done, answer.message)) return ParentGone;
        give_back_much();
    }
}

}  // namespace

void serve(const Handler& handle) {
    PacketSocket parent{Fd(kSocketFd)};
    Fd input_fd(kInputFd);
    Fd output_fd(kOutputFd);

    const auto start = await_start(parent);
    if (!start) {
        std::fputs("This program is run by fovea and does nothing on its own.\n", stderr);
        std::_Exit(NotStartedByPool);
    }
    const auto input = Arena::map(input_fd, start->input_bytes, Access::Read);
    const auto output = Arena::map(output_fd, start->output_bytes, Access::ReadWrite);
    if (!input || !output) std::_Exit(CannotMap);
    input_fd.close();
    output_fd.close();

    if (!lock_down_and_report(parent, *start)) std::_Exit(Unprotected);
    std::_Exit(answer_jobs(parent, handle, input.value().bytes(), output.value().bytes()));
}

}  // namespace fovea::sandbox
