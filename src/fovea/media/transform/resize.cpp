#include "fovea/media/transform/resize.hpp"

#include "fovea/media/transform/alpha_rows.hpp"

#include <cstring>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

std::string text_of(PixelSize size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

// A subsampling that says 0 would be divided by.
bool is_usable(Subsampling chroma) {
    return chroma.x >= 1 && chroma.x <= 4 && chroma.y >= 1 && chroma.y <= 4;
}

// Input pixels for each output pixel: by what the source really covers, where that makes sense,
// else by its size. Equal sizes are a copy, also where the extent is a fraction of a pixel off: a
// filter would only blur there.
double scale_between(double extent, std::uint32_t size, std::uint32_t target) {
    if (size == target) return 1;
    return (extent > size - 1.0 && extent <= size ? extent : size) / target;
}

}  // namespace

ResizeSink::ResizeSink(PixelSize target, Subsampling chroma) : target_(target), chroma_(chroma) {}

Result<void> ResizeSink::check(const Shape& shape) const {
    for (const auto& size : {shape.size, target_}) {
        if (size.width == 0 || size.height == 0) {
            return Error{
                ErrorCode::InvalidInput,
                "cannot resize " + text_of(shape.size) + " to " + text_of(target_)};
        }
        if (size.longest_edge() > kMaxResizeSide) {
            return Error{
                ErrorCode::FileTooLarge,
                "a side of " + std::to_string(size.longest_edge()) +
                    " pixels is over the limit of " + std::to_string(kMaxResizeSide) + ""};
        }
    }
    if (shape.format == PixelFormat::Cmyk8) {
        return Error{ErrorCode::InvalidInput, "CMYK has to be converted before it is resized"};
    }
    if (shape.format == PixelFormat::Ycc8 &&
        !(is_usable(shape.chroma) && is_usable(chroma_) && chroma_.x <= 2 && chroma_.y <= 2)) {
        return Error{ErrorCode::InvalidInput, "no such chroma subsampling"};
    }
    return {};
}

Result<void> ResizeSink::begin(const Shape& shape) {
    TRY(check(shape));
    source_ = shape;
    if (shape.format != PixelFormat::Ycc8) source_.chroma = {};
    // Opaque until the first pixel that is not.
    const auto format = shape.format == PixelFormat::Rgba8 ? PixelFormat::Rgb8 : shape.format;
    const auto out =
        Shape::of(target_, format, format == PixelFormat::Ycc8 ? chroma_ : Subsampling{});
    picture_ = Picture(out);

    const auto scale_x = scale_between(shape.extent_width, shape.size.width, target_.width);
    const auto scale_y = scale_between(shape.extent_height, shape.size.height, target_.height);
    planes_.clear();
    for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
        // A chroma sample stands for x * y pixels on both sides, and is centred on them.
        const auto in = plane == 0 ? Subsampling{} : source_.chroma;
        const auto to = plane == 0 ? Subsampling{} : out.chroma;
        planes_.emplace_back(
            source_.plane_size(plane),
            out.plane_size(plane),
            scale_x * to.x / in.x,
            scale_y * to.y / in.y,
            bytes_per_pixel(shape.format)
        );
    }
    return {};
}

Result<void> ResizeSink::rows(const RowBand& band) {
    if (band.plane >= planes_.size()) {
        return Error{ErrorCode::Internal, "rows of a plane that was not announced"};
    }
    auto& plane = planes_[band.plane];
    const auto height = source_.plane_size(band.plane).height;
    if (band.first != plane.next_row() || band.count > height - band.first) {
        return Error{
            ErrorCode::Internal,
            "row " + std::to_string(band.first) + " came when row " +
                std::to_string(plane.next_row()) + " of " + std::to_string(height) + " was due"};
    }
    const auto memory = band.stable ? RowMemory::Stable : RowMemory::Passing;
    for (std::uint32_t i = 0; i < band.count; ++i) {
        const auto* row = band.data + i * band.stride;
        if (source_.format == PixelFormat::Rgba8) {
            add_rgba_row(row, memory);
        } else {
            plane.add_row(row, memory, picture_, band.plane);
        }
    }
    return {};
}

void ResizeSink::add_rgba_row(const std::uint8_t* row, RowMemory memory) {
    auto& plane = planes_.front();
    const std::size_t width = source_.size.width;
    const auto opaque = is_opaque(row, width);
    if (!opaque && picture_.format() == PixelFormat::Rgb8) become_transparent();

    if (plane.copies_only()) {
        plane.add_row(row, memory, picture_, 0);
        return;
    }
    const auto done = plane.rows_done();
    if (!opaque) {
        if (premultiplied_.size() < 4 * width) premultiplied_ = Buffer(4 * width);
        premultiply(row, width, premultiplied_.data());
        row = premultiplied_.data();
        memory = RowMemory::Passing;
    }
    plane.add_row(row, memory, picture_, 0);
    if (picture_.format() == PixelFormat::Rgb8) return;
    for (auto y = done; y < plane.rows_done(); ++y) {
        unpremultiply(picture_.row(y), target_.width);
    }
}

// The rows that were made so far had nothing transparent in them, or they would wait for this one.
void ResizeSink::become_transparent() {
    Picture wider(Shape::of(target_, PixelFormat::Rgba8));
    for (std::uint32_t y = 0; y < planes_.front().rows_done(); ++y) {
        add_opaque_alpha(picture_.row(y), target_.width, wider.row(y));
    }
    picture_ = std::move(wider);
}

Result<void> ResizeSink::end() {
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
        if (planes_[plane].complete()) continue;
        return Error{
            ErrorCode::DecodeFailed,
            "the picture ends after row " + std::to_string(planes_[plane].next_row()) + " of " +
                std::to_string(source_.plane_size(static_cast<unsigned>(plane)).height)};
    }
    return {};
}

}  // namespace fovea::media
