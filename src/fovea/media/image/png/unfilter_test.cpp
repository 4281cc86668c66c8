#include "fovea/media/image/png/unfilter.hpp"

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace fovea::media {
namespace {

using Rows = std::vector<Bytes>;

Rows random_rows(std::size_t count, std::size_t size, std::uint32_t seed) {
    std::mt19937 random(seed);
    Rows rows(count, Bytes(size));
    for (auto& row : rows) {
        for (auto& byte : row) byte = static_cast<std::byte>(random());
    }
    return rows;
}

// Filters the rows by the book, undoes that in bands of `band_rows`, and gives back what came out.
Rows there_and_back(
    const Rows& rows,
    const std::vector<unsigned>& filters,
    unsigned pixel_bytes,
    std::size_t band_rows
) {
    const auto row_bytes = rows[0].size() + 1;
    Buffer memory(row_bytes * rows.size());
    for (std::size_t y = 0; y < rows.size(); ++y) {
        const auto above = y == 0 ? Bytes() : rows[y - 1];
        const auto row = filtered(filters[y], rows[y], above, pixel_bytes);
        std::memcpy(memory.data() + y * row_bytes, row.data(), row_bytes);
    }
    for (std::size_t y = 0; y < rows.size(); y += band_rows) {
        const auto count = static_cast<std::uint32_t>(std::min(band_rows, rows.size() - y));
        const PngRowBand band{memory.data() + y * row_bytes, row_bytes, count};
        const auto above = y == 0 ? RowAbove::None : RowAbove::Present;
        EXPECT_TRUE(unfilter_png(band, pixel_bytes, above).ok());
    }
    Rows result(rows.size(), Bytes(rows[0].size()));
    for (std::size_t y = 0; y < rows.size(); ++y) {
        std::memcpy(result[y].data(), memory.data() + y * row_bytes + 1, rows[y].size());
    }
    return result;
}

TEST(PngUnfilter, UndoesEachFilterForEveryPixelSizeAndWidth) {  // M4
    for (const unsigned pixel_bytes : {1u, 2u, 3u, 4u, 6u, 8u}) {
        for (const std::size_t width : {1u, 2u, 5u, 7u, 8u, 11u, 16u, 23u, 64u}) {
            for (unsigned filter = 0; filter < 5; ++filter) {
                const auto rows = random_rows(9, width * pixel_bytes, filter);

                const auto undone = there_and_back(rows, std::vector(9, filter), pixel_bytes, 9);

                EXPECT_EQ(undone, rows) << pixel_bytes << " " << width << " " << filter;
            }
        }
    }
}

TEST(PngUnfilter, UndoesRowsWhoseFiltersChangeInBandsOfAnySize) {  // M4
    std::mt19937 random(7);
    for (const unsigned pixel_bytes : {1u, 3u, 4u, 8u}) {
        for (const std::size_t band_rows : {1u, 3u, 4u, 8u, 40u}) {
            const auto rows = random_rows(40, std::size_t{37} * pixel_bytes, pixel_bytes);
            std::vector<unsigned> filters;
            for (std::size_t y = 0; y < rows.size(); ++y) {
                // Mostly the two that depend on the pixel to the left and on the row above.
                const auto filter = random() % 3 == 0 ? random() % 5 : 3 + random() % 2;
                filters.push_back(static_cast<unsigned>(filter));
            }

            const auto undone = there_and_back(rows, filters, pixel_bytes, band_rows);

            EXPECT_EQ(undone, rows) << pixel_bytes << " " << band_rows;
        }
    }
}

TEST(PngUnfilter, ChoosesPaethsNeighbourAsTheSpecificationDoes) {  // M4
    // Every combination of the three neighbours on a grid that has all ties and both ends.
    const std::vector<int> values = {
        0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 191, 192, 253, 254, 255};
    Rows rows(8);
    for (const int a : values) {
        for (const int b : values) {
            for (const int c : values) {
                // One pixel of three equal samples has c above it, the next b above and a to the
                // left.
                for (int i = 0; i < 6; ++i) {
                    rows[0].push_back(static_cast<std::byte>(i < 3 ? c : b));
                    for (std::size_t y = 1; y < 8; ++y) {
                        rows[y].push_back(static_cast<std::byte>(i < 3 ? a : a + b + c + int(y)));
                    }
                }
            }
        }
    }

    EXPECT_EQ(there_and_back(rows, {0, 4, 4, 4, 4, 4, 4, 4}, 3, 8), rows);
    EXPECT_EQ(there_and_back(rows, {0, 4, 0, 4, 1, 4, 2, 4}, 3, 8), rows);
}

TEST(PngUnfilter, RefusesAFilterThatDoesNotExist) {  // CAL-IMG-12
    Buffer memory(20);
    std::memset(memory.data(), 0, 20);
    memory.data()[10] = 5;
    const PngRowBand band{memory.data(), 10, 2};

    EXPECT_FALSE(check_png_filters(band).ok());
    EXPECT_EQ(unfilter_png(band, 3, RowAbove::None).error().code, ErrorCode::DecodeFailed);
}

}  // namespace
}  // namespace fovea::media
