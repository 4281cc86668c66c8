// The words parent and worker exchange, one SOCK_SEQPACKET datagram each: a fixed header and up to
// 64 KiB of body. Bulk data does not come this way (see Arena).
//
//     parent -> worker, once: Start (StartBody)    worker -> parent: Hello or Refused (HelloBody)
//     then for each job: Job (the request)         Done (the message) or OutOfMemory
//
// Both ends come from one build and run on one machine, so the fields travel as they lie in memory;
// the magic number notices a worker program of another build. What a worker sends after its first
// job is hostile: receive() promises only that header and body are whole, the caller checks every
// value.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace fovea::sandbox {

inline constexpr std::size_t kMaxBody = 64 << 10;

// Where a worker finds what it was given.
inline constexpr int kSocketFd = 3;
inline constexpr int kInputFd = 4;
inline constexpr int kOutputFd = 5;

enum class PacketKind : std::uint32_t { Start = 1, Hello, Refused, Job, Done, OutOfMemory };

struct PacketHeader {
    static constexpr std::uint32_t kMagic = 0xF0EA0001;

    std::uint32_t magic = kMagic;
    PacketKind kind;
    std::uint64_t job = 0;          // Job and its answer: counts up from 1
    std::uint64_t arena_bytes = 0;  // Job: of the input; Done: of the output
};

struct StartBody {
    std::uint64_t input_bytes;
    std::uint64_t output_bytes;
    std::uint64_t max_memory;
    std::int64_t parent_pid;
};

struct HelloBody {
    std::uint32_t layers;  // see layer_bits
    std::int32_t landlock_abi;
};

struct Packet {
    PacketHeader header;
    ByteView body;  // until the next receive()
};

enum class ReceiveError {
    Closed,   // the other end is gone
    Garbled,  // too short, too long, or not ours
    Nothing,  // no packet is waiting (only on a socket that does not block)
};

class PacketSocket {
public:
    PacketSocket() = default;
    explicit PacketSocket(Fd socket);

    // False when the other end is gone or, on a socket that does not block, does not read. The body
    // must not be longer than kMaxBody.
    bool send(const PacketHeader& header, ByteView body);

    Result<Packet, ReceiveError> receive();

    const Fd& fd() const { return socket_; }

private:
    Fd socket_;
    std::unique_ptr<std::byte[]> outgoing_;
    std::unique_ptr<std::byte[]> incoming_;
};

// A body of fixed layout, as bytes and back.
template <class Body>
ByteView bytes_of(const Body& body) {
    return std::as_bytes(std::span(&body, 1));
}

}  // namespace fovea::sandbox
