// A file inside the workspace, open: whatever happens to its name, what is read is what was opened.
//
//     auto file = TRY(workspace.open_file("notes.txt"));
//     while (const std::size_t count = TRY(file.read(buffer))) …
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace fovea::ingest {

class WorkspaceFile {
public:
    WorkspaceFile(Fd file, std::uint64_t size) : file_(std::move(file)), size_(size) {}

    std::uint64_t size() const { return size_; }  // when it was opened

    // The next bytes, as many as there are room for; 0 at the end.
    Result<std::size_t> read(std::span<std::byte> into);

    // All of it, from the beginning. FileTooLarge when there are more than `max_bytes`, or when it
    // grows meanwhile.
    Result<Bytes> read_all(std::size_t max_bytes);

    void rewind() { at_ = 0; }

    // The file itself, for whoever hands it on.
    Fd release() && { return std::move(file_); }

private:
    Fd file_;
    std::uint64_t size_;
    std::uint64_t at_ = 0;
};

}  // namespace fovea::ingest
