// A file that is open: known by its first bytes, and handed on to whoever reads it instead of being
// read into memory. Recordings are, which may be larger than memory.
//
//     const OpenFile file = TRY(OpenFile::of(std::move(descriptor)));
//     const auto name = TRY(file.digest(stop));
//     helpers.run({.program = "ffprobe", …, .file = &file.descriptor()}, stop);
//     TRY(file.check_unchanged());
//
// Whatever happens to its name, what is read is what was opened. Nobody can keep others from writing
// to it meanwhile; check_unchanged() tells, and what was learnt of the file until then is worthless.
// Several threads may read one.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <stop_token>
#include <utility>

namespace fovea::media {

// Whether anybody may write to a file. A stored one is never written again, though its time changes.
enum class Content { MayChange, IsFixed };

class OpenFile {
public:
    // Takes a regular file that is open for reading. InvalidInput for anything else.
    static Result<OpenFile> of(Fd file, Content content = Content::MayChange);

    // A copy in memory that nobody can change, for bytes that lie in no file.
    static Result<OpenFile> copy_of(ByteView bytes);

    std::uint64_t size() const { return size_; }  // when it was opened
    ByteView head() const { return head_; }       // as much as sniff() looks at
    const Fd& descriptor() const { return file_; }

    // Of all of its bytes, read piece by piece. InvalidInput when it changes meanwhile.
    Result<Sha256> digest(const std::stop_token& stop = {}) const;

    // FileTooLarge for more than `max_bytes`, InvalidInput when it changes meanwhile.
    Result<Bytes> read_all(std::size_t max_bytes) const;

    // InvalidInput when its size is another than when it was opened, or the time of its last change.
    Result<void> check_unchanged() const;

private:
    OpenFile(Fd file, Content content) : file_(std::move(file)), content_(content) {}

    Fd file_;
    Content content_;
    std::uint64_t size_ = 0;
    std::timespec changed_{};
    Bytes head_;
};

}  // namespace fovea::media
