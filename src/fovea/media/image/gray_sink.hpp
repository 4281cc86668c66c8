// Makes rows gray, on white where they are transparent, on their way to another sink: a third of the
// memory for whoever only reads what is written there.
//
//     PictureSink keep;
//     GraySink gray(keep);
//     TRY(decode(type, file, request, gray));
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/luma.hpp"
#include "fovea/media/image/row_sink.hpp"

namespace fovea::media {

// Takes Gray8, Rgb8, Rgba8 and Ycc8.
class GraySink : public RowSink {
public:
    explicit GraySink(RowSink& next) : next_(next) {}

    Result<void> begin(const Shape& shape) override {
        format_ = shape.format;
        row_ = Buffer(shape.size.width);
        return next_.begin(Shape::of(shape.size, PixelFormat::Gray8));
    }

    Result<void> rows(const RowBand& band) override {
        if (band.plane > 0) return {};
        if (format_ == PixelFormat::Gray8 || format_ == PixelFormat::Ycc8) return next_.rows(band);
        const auto step = bytes_per_pixel(format_);
        for (std::uint32_t i = 0; i < band.count; ++i) {
            const auto* from = band.data + i * band.stride;
            for (std::size_t x = 0; x < row_.size(); ++x, from += step) {
                row_.data()[x] = static_cast<std::uint8_t>(luma(from, format_));
            }
            TRY(next_.rows({0, band.first + i, 1, row_.data(), row_.size(), false}));
        }
        return {};
    }

    Result<void> end() override { return next_.end(); }

private:
    RowSink& next_;
    PixelFormat format_ = PixelFormat::Gray8;
    Buffer row_;
};

}  // namespace fovea::media
