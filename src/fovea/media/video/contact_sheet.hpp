// Many small pictures on one, each with a label above it, where it hides nothing: a whole recording
// for a model that takes few pictures (M10).
//
// Runs only inside a worker. The files lie one right behind the other; labels are times, written
// with digits, colons, points and spaces. Cells are filled row by row, each as large as fits.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fovea::media {

inline constexpr std::uint32_t kMaxSheetCells = 100;

struct SheetCell {
    std::uint64_t bytes = 0;  // of the file
    std::string label;
};

struct SheetRequest {
    Limits limits;
    std::uint32_t columns = 0;  // 0: about as many as rows
    std::uint32_t max_edge = 1568;
    std::vector<SheetCell> cells;
};

struct ContactSheet {
    PixelSize size;
    ImageType type = ImageType::Png;
    std::size_t bytes = 0;  // written to `out`

    bool operator==(const ContactSheet&) const = default;
};

// InvalidInput for no pictures, LimitExceeded for too many.
Result<ContactSheet> contact_sheet(
    ByteView files, const SheetRequest& request, std::span<std::byte> out
);

// "0:07.5", "1:02:03.0": as players write it.
std::string time_label(std::uint64_t milliseconds);

}  // namespace fovea::media
