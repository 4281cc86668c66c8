// A few bytes and an open file, from one process to another over a unix socket.
//
//     send_with_file(socket, bytes_of(hello), listener);       there
//     const auto got = receive_with_file(socket, deadline);    here
//
// One packet of a SOCK_SEQPACKET pair. What comes from a process that was taken over is hostile: the
// receiver checks every value, and of the file knows only that it is one.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <chrono>

namespace fovea::sandbox {

struct SocketPair {
    Fd ours;
    Fd theirs;
};
Result<SocketPair> make_socket_pair();

// `file` may be none.
bool send_with_file(const Fd& socket, ByteView bytes, const Fd& file);

struct BytesWithFile {
    Bytes bytes;  // at most 4 KiB
    Fd file;      // none where none came
};

// Internal when nothing whole came by the deadline, or the other end is gone.
Result<BytesWithFile> receive_with_file(
    const Fd& socket, std::chrono::steady_clock::time_point deadline
);

}  // namespace fovea::sandbox
