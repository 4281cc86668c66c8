// The picture that a worker's jobs are about, decoded when the first of them asks for it and kept
// for the next: pixels cost milliseconds to decode, and one picture is read in many jobs.
//
//     const Picture& picture = *TRY(kept.readable(job.source, input, TextTurn::None));
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/transform/upright.hpp"
#include "fovea/reading/reading.hpp"
#include "fovea/reading/worker/reading_jobs.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace fovea::reading {

class KeptPicture {
public:
    // What the source says is to be read, upright, transparent where it is; of a very large picture, fewer
    // pixels. Until the next call.
    Result<const media::Picture*> as_stored(const ReadingSource& source, ByteView input);

    // All of it laid on white, and turned so that writing with that turn runs from left to right; of a
    // very large picture, in gray.
    Result<const media::Picture*> readable(
        const ReadingSource& source, ByteView input, TextTurn turn
    );

    // Of the picture that was given last.
    const media::PictureFacts& facts() const { return facts_; }
    const media::PixelRect& area() const { return area_; }

private:
    Result<void> decode(const ReadingSource& source, ByteView input, media::Large form);
    bool is_kept(const ReadingSource& source, ByteView input, media::Large form) const;
    void turn_to(TextTurn turn);
    void give_back_memory() const;

    std::optional<std::uint64_t> key_;  // none: nothing is kept
    std::size_t input_bytes_ = 0;
    media::PictureFacts facts_;
    media::PixelRect area_;
    media::Picture picture_;
    media::Large form_ = media::Large::Whole;  // what picture_ is of, where it is very large
    bool on_white_ = false;                    // something transparent in picture_ is so no more
    TextTurn turn_ = TextTurn::None;           // what picture_ is turned for
};

}  // namespace fovea::reading
