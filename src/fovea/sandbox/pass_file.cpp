#include "fovea/sandbox/pass_file.hpp"

#include "fovea/sandbox/system_error.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fovea::sandbox {

namespace {

constexpr std::size_t kMaxBytes = 4 << 10;

union ControlBuffer {
    cmsghdr alignment;
    char bytes[CMSG_SPACE(sizeof(int))];
};

Fd file_of(msghdr& message) {
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof(int))) {
        return {};
    }
    int number = -1;
    std::memcpy(&number, CMSG_DATA(header), sizeof number);
    return Fd(number);
}

bool wait_until_readable(const Fd& socket, std::chrono::steady_clock::time_point deadline) {
    using std::chrono::milliseconds;
    for (;;) {
        const auto left =
            std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left <= milliseconds::zero()) return false;
        pollfd file{socket.number(), POLLIN, 0};
        const auto timeout = std::min<std::int64_t>(left.count(), 60'000);
        if (::poll(&file, 1, static_cast<int>(timeout)) > 0) return true;
    }
}

}  // namespace

Result<SocketPair> make_socket_pair() {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return system_error("cannot create a pair of sockets");
    }
    return SocketPair{Fd(ends[0]), Fd(ends[1])};
}

bool send_with_file(const Fd& socket, ByteView bytes, const Fd& file) {
    iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
    ControlBuffer control{};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (file) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        const int number = file.number();
        std::memcpy(CMSG_DATA(header), &number, sizeof number);
    }
    return ::sendmsg(socket.number(), &message, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

Result<BytesWithFile> receive_with_file(
    const Fd& socket, std::chrono::steady_clock::time_point deadline
) {
    if (!wait_until_readable(socket, deadline)) {
        return Error{ErrorCode::Internal, "the launcher did not answer in time (timeout)"};
    }
    BytesWithFile got;
    got.bytes.resize(kMaxBytes);
    iovec piece{got.bytes.data(), got.bytes.size()};
    ControlBuffer control{};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    const auto size = ::recvmsg(socket.number(), &message, MSG_CMSG_CLOEXEC);
    if (size <= 0) return Error{ErrorCode::Internal, "the launcher ended without an answer"};
    got.file = file_of(message);
    got.bytes.resize(static_cast<std::size_t>(size));
    return got;
}

}  // namespace fovea::sandbox
