// Resizes one plane while its rows arrive. Keeps no more rows than the next eight output rows need:
// pointers to them where the memory stays, copies where it does not.
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/transform/filter_table.hpp"
#include "fovea/media/transform/resize_kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fovea::media {

enum class RowMemory : std::uint8_t { Passing, Stable };

class PlaneResizer {
public:
    // Sizes in samples, at least 1 x 1. A scale is input samples for each output sample; it may
    // differ from the ratio of the sizes where those are rounded.
    PlaneResizer(PixelSize in, PixelSize out, double scale_x, double scale_y, unsigned channels);

    // The target is the plane's own size: rows go through untouched.
    bool copies_only() const { return !vertical_; }

    std::uint32_t next_row() const { return next_in_; }
    bool complete() const { return next_in_ == in_.height; }

    // Takes row next_row() and writes every output row that can now be made into `plane` of `out`.
    // `out` may have three channels where the source has four: the fourth is left out then.
    void add_row(const std::uint8_t* row, RowMemory memory, Picture& out, unsigned plane);

    // Output rows written so far.
    std::uint32_t rows_done() const { return next_out_; }

private:
    void copy(const std::uint8_t* row, std::uint8_t* out, unsigned out_channels) const;
    void keep(const std::uint8_t* row, RowMemory memory);
    void make_group(Picture& out, unsigned plane);
    std::uint32_t group_end() const;

    PixelSize in_;
    PixelSize out_;
    unsigned channels_;
    std::size_t row_bytes_;

    std::shared_ptr<const FilterTable> vertical_;  // none when the plane is only copied
    std::shared_ptr<const FilterTable> horizontal_;
    std::unique_ptr<ResizeScratch> scratch_;

    std::vector<const std::uint8_t*> kept_;    // source row y is kept_[y % kept_.size()]
    std::vector<const std::uint8_t*> window_;  // the rows of one group, in order
    Buffer copies_;                            // made when the first passing row comes
    std::size_t copy_pitch_ = 0;
    Buffer spare_row_;  // where the last group's missing rows go

    std::uint32_t next_in_ = 0;
    std::uint32_t next_out_ = 0;
    std::uint32_t rows_needed_ = 0;  // before the next group can be made
};

}  // namespace fovea::media
