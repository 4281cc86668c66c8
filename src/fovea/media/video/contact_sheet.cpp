#include "fovea/media/video/contact_sheet.hpp"

#include "fovea/media/compare/overlay.hpp"
#include "fovea/media/transform/ladder.hpp"
#include "fovea/media/transform/resize.hpp"
#include "fovea/media/transform/upright.hpp"
#include "fovea/media/video/label.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fovea::media {
namespace {

constexpr std::uint32_t kGap = 4;          // between cells
constexpr std::uint8_t kBackground = 48;   // dark, so that white pages end somewhere
constexpr std::uint32_t kSmallCell = 300;  // pixels wide; below it labels are written small

struct Grid {
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    PixelSize cell;             // of a picture
    std::uint32_t bar = 0;      // above each, for its label
    std::uint32_t letters = 1;  // scale of the label

    PixelSize size() const {
        return {columns * (cell.width + kGap) - kGap, rows * (bar + cell.height + kGap) - kGap};
    }
};

// The largest cells of the first picture's shape with which the sheet fits.
Grid grid_for(const SheetRequest& request, PixelSize first) {
    const auto count = static_cast<std::uint32_t>(request.cells.size());
    Grid grid;
    const auto square = static_cast<std::uint32_t>(std::ceil(std::sqrt(double(count))));
    grid.columns = std::clamp(request.columns == 0 ? square : request.columns, 1U, count);
    grid.rows = (count + grid.columns - 1) / grid.columns;
    const double edge = std::clamp(request.max_edge, 64U, 8192U);
    const double width = (edge + kGap) / grid.columns - kGap;
    grid.letters = std::min(width, double(first.width)) < kSmallCell ? 1 : 2;
    grid.bar = kLabelHeight * grid.letters;
    const double height = std::max((edge + kGap) / grid.rows - kGap - grid.bar, 1.0);
    const double scale = std::min({width / first.width, height / first.height, 1.0});
    grid.cell.width = static_cast<std::uint32_t>(std::max(scale * first.width, 1.0));
    grid.cell.height = static_cast<std::uint32_t>(std::max(scale * first.height, 1.0));
    return grid;
}

// Scaled down into the cell and without transparency.
Result<Picture> small_picture(const Picture& picture, PixelSize cell) {
    const auto size = picture.size();
    const double scale =
        std::min({double(cell.width) / size.width, double(cell.height) / size.height, 1.0});
    const PixelSize target{
        std::max(static_cast<std::uint32_t>(size.width * scale), 1U),
        std::max(static_cast<std::uint32_t>(size.height * scale), 1U)};
    ResizeSink sink(target);
    TRY(sink.begin(picture.shape()));
    TRY(sink.rows({0, 0, size.height, picture.row(0), picture.stride(), true}));
    TRY(sink.end());
    return draw_frames(sink.take(), {});
}

void paste(const Picture& small, Picture& sheet, std::uint32_t left, std::uint32_t top) {
    for (std::uint32_t y = 0; y < small.size().height; ++y) {
        std::memcpy(sheet.row(top + y) + std::size_t{left} * 3, small.row(y), small.stride());
    }
}

Result<Picture> draw_sheet(ByteView files, const SheetRequest& request) {
    Grid grid;
    Picture sheet;
    for (std::uint32_t i = 0; i < request.cells.size(); ++i) {
        const auto& cell = request.cells[i];
        if (cell.bytes > files.size()) {
            return Error{ErrorCode::Internal, "the files of a sheet are shorter than was said"};
        }
        const auto file = files.first(static_cast<std::size_t>(cell.bytes));
        files = files.subspan(file.size());
        const auto upright = TRY(decode_upright(file, request.limits));
        if (i == 0) {
            grid = grid_for(request, upright.picture.size());
            sheet = Picture(Shape::of(grid.size(), PixelFormat::Rgb8));
            std::memset(sheet.row(0), kBackground, sheet.stride() * sheet.size().height);
        }
        const auto left = i % grid.columns * (grid.cell.width + kGap);
        const auto top = i / grid.columns * (grid.bar + grid.cell.height + kGap);
        draw_label(sheet, left, top, cell.label, grid.letters);
        paste(TRY(small_picture(upright.picture, grid.cell)), sheet, left, top + grid.bar);
    }
    return sheet;
}

std::string two_digits(std::uint64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

Result<ContactSheet> contact_sheet(
    ByteView files, const SheetRequest& request, std::span<std::byte> out
) {
    if (request.cells.empty()) return Error{ErrorCode::InvalidInput, "a sheet needs a picture"};
    if (request.cells.size() > kMaxSheetCells) {
        return Error{
            ErrorCode::LimitExceeded,
            "a sheet holds " + std::to_string(kMaxSheetCells) + " pictures, not " +
                std::to_string(request.cells.size())};
    }
    const auto sheet = TRY(draw_sheet(files, request));
    for (const auto& encoding : encodings_for(sheet, SourceLoss::Lossless)) {
        const bool png = encoding.kind == Encoding::Kind::Png;
        const auto written =
            png ? encode_png(sheet, encoding.png, out) : encode_jpeg(sheet, encoding.jpeg, out);
        if (written.ok()) {
            return ContactSheet{
                sheet.size(), png ? ImageType::Png : ImageType::Jpeg, written.value()};
        }
        if (written.error().code != ErrorCode::LimitExceeded) return written.error();
    }
    return Error{ErrorCode::FileTooLarge, "the sheet is too large"};
}

std::string time_label(std::uint64_t milliseconds) {
    const auto tenths = (milliseconds + 50) / 100;  // rounded, as everywhere else
    const auto seconds = tenths / 10;
    const auto minutes = seconds / 60;
    const auto tenth = "." + std::to_string(tenths % 10);
    const auto tail = ":" + two_digits(seconds % 60) + tenth;
    if (minutes < 60) return std::to_string(minutes) + tail;
    return std::to_string(minutes / 60) + ":" + two_digits(minutes % 60) + tail;
}

}  // namespace fovea::media
