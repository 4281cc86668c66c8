#include "fovea/media/image/crop_sink.hpp"
#include "fovea/media/image/decode_region.hpp"
#include "fovea/media/image/png/convert.hpp"
#include "fovea/media/image/png/inflate.hpp"
#include "fovea/media/image/png/layout.hpp"
#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/png/unfilter.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace fovea::media {

namespace {

// Rows are undone and handed on in bands that are still in the second-level cache when the sink
// reads them, in fours because filters are undone four rows at a time.
std::uint32_t rows_per_band(std::size_t row_bytes) {
    constexpr auto kBandBytes = std::size_t{128} << 10;
    const auto rows = std::clamp<std::size_t>(kBandBytes / row_bytes, 1, 64);
    return static_cast<std::uint32_t>(rows >= 4 ? rows / 4 * 4 : rows);
}

// Gives every row of a pass in turn, filters undone, to `take_band(first_row, band)`.
template <class TakeBand>
Result<void> read_pass(
    const PngHeader& header,
    const PngPass& pass,
    std::uint32_t last_row,
    PngRows& rows,
    TakeBand take_band
) {
    const auto row_bytes = header.row_bytes(pass.size.width) + 1;
    const auto per_band = rows_per_band(row_bytes);
    for (std::uint32_t y = 0; y < last_row;) {
        const auto count = std::min(per_band, last_row - y);
        const PngRowBand band{TRY(rows.next(row_bytes, count)), row_bytes, count};
        const auto above = y == 0 ? RowAbove::None : RowAbove::Present;
        TRY(unfilter_png(band, header.filter_bytes(), above));
        TRY(take_band(y, band));
        y += count;
    }
    return {};
}

// From top to bottom, up to `last_row`: what lies below has not been asked for.
Result<void> send_rows(
    const PngLayout& layout,
    PngConverter& converter,
    std::uint32_t last_row,
    PngRows& rows,
    RowSink& sink
) {
    const auto width = layout.header.size.width;
    const auto out_stride = std::size_t{width} * bytes_per_pixel(converter.format());
    Buffer converted;
    const auto send = [&](std::uint32_t first, const PngRowBand& band) -> Result<void> {
        if (converter.passes_through()) {
            return sink.rows({0, first, band.count, band.rows + 1, band.row_bytes, rows.stable()});
        }
        if (converted.size() == 0) converted = Buffer(out_stride * band.count);
        for (std::uint32_t i = 0; i < band.count; ++i) {
            const auto* row = band.rows + i * band.row_bytes + 1;
            TRY(converter.convert(row, width, converted.data() + i * out_stride));
        }
        return sink.rows({0, first, band.count, converted.data(), out_stride, false});
    };

    const auto pass = png_passes(layout.header).front();
    TRY(read_pass(layout.header, pass, last_row, rows, send));
    if (last_row == layout.header.size.height) TRY(rows.finish());
    return sink.end();
}

// Puts one row of an Adam7 pass where its pixels belong.
void scatter(
    const std::uint8_t* row,
    const PngPass& pass,
    std::uint32_t y,
    std::uint32_t picture_width,
    unsigned pixel_bytes,
    std::uint8_t* picture
) {
    const auto line = (pass.y0 + std::size_t{y} * pass.dy) * picture_width + pass.x0;
    auto* to = picture + line * pixel_bytes;
    if (pass.dx == 1) {
        std::memcpy(to, row, std::size_t{pass.size.width} * pixel_bytes);
        return;
    }
    const auto step = std::size_t{pass.dx} * pixel_bytes;
    for (std::uint32_t x = 0; x < pass.size.width; ++x, to += step, row += pixel_bytes) {
        for (unsigned i = 0; i < pixel_bytes; ++i) to[i] = row[i];
    }
}

// The last pass touches every second row, so nothing can be sent before everything is there.
Result<void> send_interlaced(
    const PngLayout& layout, PngConverter& converter, PngRows& rows, RowSink& sink
) {
    const auto [width, height] = layout.header.size;
    const auto pixel_bytes = bytes_per_pixel(converter.format());
    const auto stride = std::size_t{width} * pixel_bytes;
    Buffer picture(stride * height);
    Buffer line(stride);
    for (const auto& pass : png_passes(layout.header)) {
        const auto place = [&](std::uint32_t first, const PngRowBand& band) -> Result<void> {
            for (std::uint32_t i = 0; i < band.count; ++i) {
                const auto* row = band.rows + i * band.row_bytes + 1;
                if (!converter.passes_through()) {
                    TRY(converter.convert(row, pass.size.width, line.data()));
                    row = line.data();
                }
                scatter(
                    row, pass, first + i, layout.header.size.width, pixel_bytes, picture.data()
                );
            }
            return {};
        };
        TRY(read_pass(layout.header, pass, pass.size.height, rows, place));
    }
    TRY(rows.finish());
    TRY(sink.rows({0, 0, height, picture.data(), stride, true}));
    return sink.end();
}

class NoSink final : public RowSink {
public:
    Result<void> begin(const Shape&) override { return {}; }
    Result<void> rows(const RowBand&) override { return {}; }
    Result<void> end() override { return {}; }
};

Result<void> check_all_filters(const PngHeader& header, PngRows& rows) {
    for (const auto& pass : png_passes(header)) {
        const auto row_bytes = header.row_bytes(pass.size.width) + 1;
        const auto per_band = rows_per_band(row_bytes);
        for (std::uint32_t y = 0; y < pass.size.height;) {
            const auto count = std::min(per_band, pass.size.height - y);
            const PngRowBand band{TRY(rows.next(row_bytes, count)), row_bytes, count};
            TRY(check_png_filters(band));
            y += count;
        }
    }
    return rows.finish();
}

}  // namespace

Result<DecodeReport> decode_png(ByteView file, const DecodeRequest& request, RowSink& sink) {
    const auto header = TRY(read_png_header(file));
    TRY(check_png_pixels(header, request.limits));
    const auto region = TRY(decode_region(header.size, request.region));
    if (request.frame != 0) {
        return Error{
            ErrorCode::InvalidInput,
            "a PNG has one frame; there is no frame " + std::to_string(request.frame)};
    }

    const auto layout = TRY(read_png_layout(file));
    const auto rows = TRY(open_png_rows(layout));
    PngConverter converter(layout);
    CropSink crop(region, sink);
    RowSink& target = request.region ? static_cast<RowSink&>(crop) : sink;
    TRY(target.begin(Shape::of(header.size, converter.format())));
    if (header.interlaced) {
        TRY(send_interlaced(layout, converter, *rows, target));
    } else {
        TRY(send_rows(layout, converter, region.y + region.height, *rows, target));
    }
    return DecodeReport{layout.end};
}

Result<DecodeReport> validate_png(ByteView file, const Limits& limits) {
    const auto header = TRY(read_png_header(file));
    TRY(check_png_pixels(header, limits));
    const auto layout = TRY(read_png_layout(file));

    // Whether the palette has every colour is known only once the filters are undone.
    if (PngConverter(layout).may_refuse()) {
        NoSink nothing;
        DecodeRequest request;
        request.limits = limits;
        return decode_png(file, request, nothing);
    }
    const auto rows = TRY(open_png_rows(layout));
    TRY(check_all_filters(header, *rows));
    return DecodeReport{layout.end};
}

}  // namespace fovea::media
