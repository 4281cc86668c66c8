#include "fovea/providers/body_reader.hpp"

#include "fovea/base/base64.hpp"

#include <algorithm>

namespace fovea::providers {

Result<std::size_t> BodyReader::read_file(std::span<char> into) {
    const auto& piece = body_.pieces()[piece_];
    if (!has_file_) {
        file_ = TRY(blobs_.read(*piece.file));
        if (file_.size() != piece.file_bytes) {
            return Error{
                ErrorCode::StoreError,
                "the file " + piece.file->sha256.hex() + " has changed while it was sent"};
        }
        has_file_ = true;
        file_done_ = 0;
    }
    std::size_t written = 0;
    const auto left = file_.size() - file_done_;
    const auto whole = std::min(left, into.size() / 4 * 3);
    if (whole > 0) {
        written = TRY(encode_base64(ByteView(file_).subspan(file_done_, whole), into));
        file_done_ += whole;
    } else if (left > 0) {
        const auto few = std::min<std::size_t>(left, 3);
        TRY(encode_base64(ByteView(file_).subspan(file_done_, few), waiting_));
        file_done_ += few;
        waiting_first_ = 0;
        waiting_end_ = waiting_.size();
    }
    if (file_done_ == file_.size()) {
        // Freed before the next is read: one file in memory, and the next one gets warm pages.
        file_ = Bytes();
        has_file_ = false;
        ++piece_;
        text_done_ = 0;
    }
    return written;
}

Result<std::size_t> BodyReader::read(std::span<char> into) {
    std::size_t done = 0;
    while (done < into.size()) {
        const auto rest = into.subspan(done);
        if (waiting_first_ < waiting_end_) {
            const auto count = std::min(rest.size(), waiting_end_ - waiting_first_);
            std::copy_n(waiting_.data() + waiting_first_, count, rest.data());
            waiting_first_ += count;
            done += count;
            continue;
        }
        if (piece_ == body_.pieces().size()) break;
        const auto& piece = body_.pieces()[piece_];
        if (text_done_ < piece.text.size()) {
            const auto count = std::min(rest.size(), piece.text.size() - text_done_);
            std::copy_n(piece.text.data() + text_done_, count, rest.data());
            text_done_ += count;
            done += count;
        } else if (piece.file) {
            done += TRY(read_file(rest));
        } else {
            ++piece_;
            text_done_ = 0;
        }
    }
    return done;
}

bool BodyReader::rewind() {
    piece_ = 0;
    text_done_ = 0;
    file_ = Bytes();
    has_file_ = false;
    waiting_first_ = waiting_end_;
    return true;
}

}  // namespace fovea::providers
