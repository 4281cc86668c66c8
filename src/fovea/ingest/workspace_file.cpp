#include "fovea/ingest/workspace_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

namespace fovea::ingest {

Result<std::size_t> WorkspaceFile::read(std::span<std::byte> into) {
    std::size_t done = 0;
    while (done < into.size()) {
        const auto count = ::pread(
            file_.number(), into.data() + done, into.size() - done, static_cast<off_t>(at_)
        );
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Error{ErrorCode::FileNotFound, "the file cannot be read"};
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
        at_ += static_cast<std::uint64_t>(count);
    }
    return done;
}

Result<Bytes> WorkspaceFile::read_all(std::size_t max_bytes) {
    rewind();
    const auto room = std::min<std::uint64_t>(size_, max_bytes);
    Bytes bytes(static_cast<std::size_t>(room) + 1);  // one more tells whether it grew
    const auto done = TRY(read(bytes));
    if (done > max_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "the file is larger than " + std::to_string(max_bytes) + " bytes"};
    }
    if (done > size_) return Error{ErrorCode::FileTooLarge, "the file grew while it was read"};
    bytes.resize(done);
    return bytes;
}

}  // namespace fovea::ingest
