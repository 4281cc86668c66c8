// Lets only a part of the picture through to the next sink. For formats of one plane; a decoder
// that can leave the rest undecoded is asked for a region instead.
#pragma once

#include "fovea/media/image/row_sink.hpp"

#include <algorithm>

namespace fovea::media {

class CropSink : public RowSink {
public:
    CropSink(const PixelRect& rect, RowSink& next) : rect_(rect), next_(next) {}

    Result<void> begin(const Shape& shape) override {
        const bool inside = std::uint64_t{rect_.x} + rect_.width <= shape.size.width &&
                            std::uint64_t{rect_.y} + rect_.height <= shape.size.height;
        if (plane_count(shape.format) != 1 || !inside) {
            return Error{ErrorCode::Internal, "a crop reaches outside the decoded picture"};
        }
        pixel_bytes_ = bytes_per_pixel(shape.format);
        return next_.begin(Shape::of(rect_.size(), shape.format));
    }

    Result<void> rows(const RowBand& band) override {
        const auto from = std::max(band.first, rect_.y);
        const auto to = std::min(band.first + band.count, rect_.y + rect_.height);
        if (from >= to) return {};
        return next_.rows({
            .plane = 0,
            .first = from - rect_.y,
            .count = to - from,
            .data =
                band.data + (from - band.first) * band.stride + std::size_t{rect_.x} * pixel_bytes_,
            .stride = band.stride,
            .stable = band.stable,
        });
    }

    Result<void> end() override { return next_.end(); }

private:
    PixelRect rect_;
    RowSink& next_;
    unsigned pixel_bytes_ = 0;
};

}  // namespace fovea::media
