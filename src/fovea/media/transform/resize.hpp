// Resizes a picture while it is being decoded: Lanczos3, the vertical pass first, in the
// gamma-encoded values that the file holds (docs/adr/0005-resize-in-gamma-space.md).
//
//     ResizeSink sink(PixelSize{1568, 882});
//     TRY(decode_png(file, request, sink));
//     Picture picture = sink.take();
//
// Takes Gray8, Rgb8, Rgba8 and Ycc8 and gives the same format, with one exception: Rgba8 without
// any transparent pixel becomes Rgb8. Transparent pictures are filtered with their colours
// multiplied by alpha. Chroma planes go straight to the wanted subsampling, at the places where
// they belong; the extents of the Shape give the exact scale.
//
// A target of the picture's own size gives an exact copy. Enlarging works, though nothing here
// wants it. The result depends on neither the processor nor on how the rows are cut into bands.
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/row_sink.hpp"
#include "fovea/media/transform/plane_resizer.hpp"

#include <cstdint>
#include <vector>

namespace fovea::media {

// The longest side of a picture that can be resized, or be made. The weights take about twelve
// bytes for each pixel of a side, and no format but PNG can even say more than 65535.
constexpr std::uint32_t kMaxResizeSide = 1u << 20;

class ResizeSink : public RowSink {
public:
    // `chroma` is the subsampling of a Ycc8 result; each way 1 or 2.
    explicit ResizeSink(PixelSize target, Subsampling chroma = {2, 2});

    // FileTooLarge for sides over kMaxResizeSide; InvalidInput for an empty size, for Cmyk8, and
    // for a subsampling that cannot be.
    Result<void> begin(const Shape& shape) override;
    Result<void> rows(const RowBand& band) override;

    // DecodeFailed when rows are missing.
    Result<void> end() override;

    // The picture, once, after end().
    Picture take() { return std::move(picture_); }

private:
    Result<void> check(const Shape& shape) const;
    void add_rgba_row(const std::uint8_t* row, RowMemory memory);
    void become_transparent();

    PixelSize target_;
    Subsampling chroma_;
    Shape source_;
    std::vector<PlaneResizer> planes_;
    Picture picture_;
    Buffer premultiplied_;  // one row
};

}  // namespace fovea::media
