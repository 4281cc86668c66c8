// The end of a chain of sinks: keeps the rows as a Picture.
#pragma once

#include "fovea/media/image/row_sink.hpp"

#include <cstring>
#include <utility>

namespace fovea::media {

class PictureSink : public RowSink {
public:
    Picture take() { return std::move(picture_); }

    Result<void> begin(const Shape& shape) override {
        picture_ = Picture(shape);
        return {};
    }

    Result<void> rows(const RowBand& band) override {
        for (std::uint32_t i = 0; i < band.count; ++i) {
            std::memcpy(
                picture_.row(band.first + i, band.plane),
                band.data + i * band.stride,
                picture_.stride(band.plane)
            );
        }
        return {};
    }

    Result<void> end() override { return {}; }

private:
    Picture picture_;
};

}  // namespace fovea::media
