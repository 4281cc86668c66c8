#include "fovea/media/transform/plane_resizer.hpp"

#include <algorithm>
#include <cstring>

namespace fovea::media {
namespace {

// The rows that a group of outputs spans, at the most.
std::uint32_t widest_group(const FilterTable& table) {
    std::uint32_t widest = 1;
    for (std::uint32_t first = 0; first < table.out; first += kGroupRows) {
        const auto last = std::min(first + kGroupRows, table.out) - 1;
        widest = std::max(widest, table.end_of(last) - table.first[first]);
    }
    return widest;
}

// Rows a multiple of 4096 bytes apart would all fall into the same few cache lines.
std::size_t pitch_for(std::size_t row_bytes) {
    const auto pitch = (std::max(row_bytes, kShortestRow) + 63) / 64 * 64;
    return pitch % 4096 == 0 ? pitch + 64 : pitch;
}

}  // namespace

PlaneResizer::PlaneResizer(
    PixelSize in, PixelSize out, double scale_x, double scale_y, unsigned channels
)
    : in_(in), out_(out), channels_(channels), row_bytes_(std::size_t{in.width} * channels) {
    if (in == out && scale_x == 1 && scale_y == 1) return;

    vertical_ = lanczos3_table(in.height, out.height, scale_y, WindowStart::Any);
    horizontal_ = lanczos3_table(in.width, out.width, scale_x, WindowStart::Even);
    scratch_ = std::make_unique<ResizeScratch>(*horizontal_, channels);
    kept_.resize(widest_group(*vertical_));
    window_.resize(kept_.size() + 1);
    copy_pitch_ = pitch_for(row_bytes_);
    spare_row_ = Buffer(std::size_t{out.width} * channels);
    rows_needed_ = vertical_->end_of(group_end() - 1);
}

std::uint32_t PlaneResizer::group_end() const {
    return std::min(next_out_ + kGroupRows, out_.height);
}

void PlaneResizer::copy(const std::uint8_t* row, std::uint8_t* out, unsigned out_channels) const {
    if (out_channels == channels_) {
        std::memcpy(out, row, row_bytes_);
        return;
    }
    for (std::size_t x = 0; x < in_.width; ++x) {
        std::memcpy(out + x * out_channels, row + x * channels_, out_channels);
    }
}

void PlaneResizer::keep(const std::uint8_t* row, RowMemory memory) {
    const auto slot = next_in_ % kept_.size();
    if (memory == RowMemory::Stable && row_bytes_ >= kShortestRow) {
        kept_[slot] = row;
        return;
    }
    if (copies_.size() == 0) {
        copies_ = Buffer(copy_pitch_ * kept_.size());
        std::memset(copies_.data(), 0, row_bytes_ < kShortestRow ? copies_.size() : 0);
    }
    auto* copy = copies_.data() + slot * copy_pitch_;
    std::memcpy(copy, row, row_bytes_);
    kept_[slot] = copy;
}

void PlaneResizer::make_group(Picture& out, unsigned plane) {
    const auto end = group_end();
    const auto top = vertical_->first[next_out_];
    const auto bottom = vertical_->end_of(end - 1);
    for (auto y = top; y < bottom; ++y) window_[y - top] = kept_[y % kept_.size()];
    window_[bottom - top] = window_[bottom - top - 1];  // an odd window's last pair, weight zero

    RowGroup group;
    group.horizontal = horizontal_.get();
    group.channels = channels_;
    group.out_channels = bytes_per_pixel(out.format());
    for (std::uint32_t i = 0; i < kGroupRows; ++i) {
        const auto y = std::min(next_out_ + i, end - 1);
        group.rows[i] = window_.data() + (vertical_->first[y] - top);
        group.weights[i] = vertical_->weights_of(y);
        group.pairs[i] = vertical_->pairs[y];
        group.out[i] = next_out_ + i < end ? out.row(y, plane) : spare_row_.data();
    }
    resize_group(group, *scratch_);
    next_out_ = end;
}

void PlaneResizer::add_row(
    const std::uint8_t* row, RowMemory memory, Picture& out, unsigned plane
) {
    if (copies_only()) {
        copy(row, out.row(next_in_, plane), bytes_per_pixel(out.format()));
        next_out_ = ++next_in_;
        return;
    }
    if (next_out_ == out_.height) {  // rows below the last window
        ++next_in_;
        return;
    }
    keep(row, memory);
    ++next_in_;
    while (next_out_ < out_.height && next_in_ >= rows_needed_) {
        make_group(out, plane);
        if (next_out_ < out_.height) rows_needed_ = vertical_->end_of(group_end() - 1);
    }
}

}  // namespace fovea::media
