// Turns a JPEG by moving and mirroring its DCT blocks, so that no pixel is decoded and none is
// lost.
//
// Mirroring a block in space negates every second of its frequencies along that axis; swapping the
// axes transposes the block (and the quantisation table with it).
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/library.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace fovea::media {
namespace {

// An orientation taken apart: first mirror the stored picture's axes, then swap them.
struct Turn {
    bool mirror_x = false;
    bool mirror_y = false;
    bool swap = false;
};

Turn turn_for(Orientation orientation) {
    switch (orientation) {
        case Orientation::Upright: return {};
        case Orientation::MirrorHorizontal: return {.mirror_x = true};
        case Orientation::Rotate180: return {.mirror_x = true, .mirror_y = true};
        case Orientation::MirrorVertical: return {.mirror_y = true};
        case Orientation::Transpose: return {.swap = true};
        case Orientation::Rotate90: return {.mirror_y = true, .swap = true};
        case Orientation::Transverse: return {.mirror_x = true, .mirror_y = true, .swap = true};
        case Orientation::Rotate270: return {.mirror_x = true, .swap = true};
    }
    return {};
}

Error cannot_turn() {
    return {ErrorCode::InvalidInput, "JPEG cannot be turned without decoding it"};
}

bool fits_whole_blocks(PixelSize size, Subsampling chroma, const Turn& turn) {
    const bool x_fits = !turn.mirror_x || size.width % (8u * chroma.x) == 0;
    const bool y_fits = !turn.mirror_y || size.height % (8u * chroma.y) == 0;
    return x_fits && y_fits;
}

bool can_turn(ColourModel colour, PixelSize size, Subsampling chroma, const Turn& turn) {
    const bool plain = colour == ColourModel::Gray || colour == ColourModel::Ycc;
    return plain && fits_whole_blocks(size, chroma, turn);
}

// Eight coefficients. A vector type of the compiler, which g++ and clang spell alike: 16 bytes are
// in every x86-64 and arm64, so nothing is gained by choosing code at run time.
using BlockRow [[gnu::vector_size(16)]] = JCOEF;

constexpr BlockRow kEverySecond = {0, -1, 0, -1, 0, -1, 0, -1};

// Interleaving the upper with the lower half three times is a transposition of 8 x 8.
void transpose(BlockRow (&rows)[DCTSIZE]) {
    for (int round = 0; round < 3; ++round) {
        BlockRow mixed[DCTSIZE];
        for (std::size_t i = 0; i < DCTSIZE / 2; ++i) {
            const auto a = rows[i];
            const auto b = rows[i + 4];
            mixed[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
            mixed[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
        }
        std::memcpy(rows, mixed, sizeof mixed);
    }
}

// What baseline can write: 10 bits and a sign, and the differences of the first coefficient one bit
// more. libjpeg does not check, and writes a broken file for a hostile one.
bool is_writable(const BlockRow (&rows)[DCTSIZE]) {
    constexpr JCOEF kMost = 1023;
    const auto mean = rows[0][0];
    auto others = rows[0];
    others[0] = 0;
    auto outside = (others > kMost) | (others < -kMost);
    for (int y = 1; y < DCTSIZE; ++y) outside |= (rows[y] > kMost) | (rows[y] < -kMost);
    std::uint64_t halves[2];
    std::memcpy(halves, &outside, sizeof halves);
    return (halves[0] | halves[1]) == 0 && mean <= kMost && mean >= -kMost - 1;
}

// False when the block cannot be written.
bool turn_block(const JCOEF* from, const Turn& turn, JCOEF* to) {
    BlockRow rows[DCTSIZE];
    std::memcpy(rows, from, sizeof rows);
    if (!is_writable(rows)) return false;
    for (int y = 0; y < DCTSIZE; ++y) {
        // x ^ -1 - -1 is -x.
        if (turn.mirror_x) rows[y] = (rows[y] ^ kEverySecond) - kEverySecond;
        if (turn.mirror_y && y % 2 == 1) rows[y] = -rows[y];
    }
    if (turn.swap) transpose(rows);
    std::memcpy(to, rows, sizeof rows);
    return true;
}

// One component: where its blocks are and where they go.
struct Plane {
    jvirt_barray_ptr target = nullptr;
    std::vector<JBLOCKROW> rows;  // of the stored picture
    JDIMENSION width = 0;         // of the stored picture, in blocks
    JDIMENSION target_width = 0;
    JDIMENSION target_height = 0;
    JDIMENSION target_group = 1;  // libjpeg reads this many rows at once
};

JDIMENSION rounded_up(JDIMENSION value, JDIMENSION unit) {
    return (value + unit - 1) / unit * unit;
}

using Planes = std::array<Plane, 3>;

// The memory for the turned blocks has to be asked for before libjpeg reads the stored ones.
Result<void> request_targets(JpegDecompressor& jpeg, const Turn& turn, Planes& planes) {
    auto& info = jpeg.info();
    for (std::size_t i = 0; i < static_cast<std::size_t>(info.num_components); ++i) {
        const auto& component = info.comp_info[i];
        auto& plane = planes[i];
        auto across = static_cast<JDIMENSION>(component.h_samp_factor);
        auto down = static_cast<JDIMENSION>(component.v_samp_factor);
        plane.width = component.width_in_blocks;
        plane.target_width = component.width_in_blocks;
        plane.target_height = component.height_in_blocks;
        if (turn.swap) {
            std::swap(across, down);
            std::swap(plane.target_width, plane.target_height);
        }
        plane.target_group = down;
        TRY(jpeg.run([&] {
            plane.target = info.mem->request_virt_barray(
                reinterpret_cast<j_common_ptr>(&info),
                JPOOL_IMAGE,
                FALSE,
                rounded_up(plane.target_width, across),
                rounded_up(plane.target_height, down),
                down
            );
        }));
    }
    return {};
}

Result<void> read_blocks(JpegDecompressor& jpeg, Planes& planes) {
    auto& info = jpeg.info();
    jvirt_barray_ptr* arrays = nullptr;
    TRY(jpeg.run([&] { arrays = jpeg_read_coefficients(&info); }));
    TRY(jpeg.check_components());
    for (std::size_t i = 0; i < static_cast<std::size_t>(info.num_components); ++i) {
        const auto& component = info.comp_info[i];
        auto& rows = planes[i].rows;
        rows.resize(component.height_in_blocks);
        // The arrays are whole in memory (libjpeg has no other place to put them), so the rows stay
        // where they are.
        TRY(jpeg.run([&] {
            for (JDIMENSION y = 0; y < component.height_in_blocks; ++y) {
                rows[y] = info.mem->access_virt_barray(
                    reinterpret_cast<j_common_ptr>(&info), arrays[i], y, 1, FALSE
                )[0];
            }
        }));
    }
    return {};
}

bool turn_row(const Plane& plane, const Turn& turn, JDIMENSION y, JBLOCKROW to) {
    const auto last_x = plane.width - 1;
    const auto last_y = static_cast<JDIMENSION>(plane.rows.size()) - 1;
    for (JDIMENSION x = 0; x < plane.target_width; ++x) {
        auto from_x = turn.swap ? y : x;
        auto from_y = turn.swap ? x : y;
        if (turn.mirror_x) from_x = last_x - from_x;
        if (turn.mirror_y) from_y = last_y - from_y;
        if (!turn_block(plane.rows[from_y][from_x], turn, to[x])) return false;
    }
    return true;
}

Result<void> turn_plane(JpegDecompressor& jpeg, const Turn& turn, Plane& plane) {
    auto& info = jpeg.info();
    for (JDIMENSION first = 0; first < plane.target_height; first += plane.target_group) {
        JBLOCKARRAY group = nullptr;
        TRY(jpeg.run([&] {
            group = info.mem->access_virt_barray(
                reinterpret_cast<j_common_ptr>(&info), plane.target, first, plane.target_group, TRUE
            );
        }));
        for (JDIMENSION i = 0; i < plane.target_group && first + i < plane.target_height; ++i) {
            if (!turn_row(plane, turn, first + i, group[i])) return cannot_turn();
        }
    }
    return {};
}

// The mean of a block is its first coefficient: a picture of them is the picture at 1/8.
Result<void> push_thumbnail(JpegDecompressor& jpeg, const Plane& plane, RowSink& sink) {
    const auto& info = jpeg.info();
    const auto& luma = info.comp_info[0];
    const auto step = static_cast<int>(luma.quant_table->quantval[0]);
    const auto height = static_cast<std::uint32_t>(plane.rows.size());
    auto shape = Shape::of({plane.width, height}, PixelFormat::Gray8);
    shape.extent_width =
        double(info.image_width) * luma.h_samp_factor / (info.max_h_samp_factor * DCTSIZE);
    shape.extent_height =
        double(info.image_height) * luma.v_samp_factor / (info.max_v_samp_factor * DCTSIZE);
    TRY(sink.begin(shape));
    Buffer row(plane.width);
    for (std::uint32_t y = 0; y < height; ++y) {
        for (JDIMENSION x = 0; x < plane.width; ++x) {
            const auto mean = ((plane.rows[y][x][0] * step + 4) >> 3) + 128;
            row.data()[x] = static_cast<std::uint8_t>(std::clamp(mean, 0, 255));
        }
        TRY(sink.rows({
            .plane = 0,
            .first = y,
            .count = 1,
            .data = row.data(),
            .stride = plane.width,
            .stable = false,
        }));
    }
    return sink.end();
}

void swap_axes(jpeg_compress_struct& info) {
    std::swap(info.image_width, info.image_height);
    for (int i = 0; i < info.num_components; ++i) {
        std::swap(info.comp_info[i].h_samp_factor, info.comp_info[i].v_samp_factor);
    }
    for (auto* table : info.quant_tbl_ptrs) {
        if (table == nullptr) continue;
        for (int y = 0; y < DCTSIZE; ++y) {
            for (int x = 0; x < y; ++x) {
                std::swap(table->quantval[y * DCTSIZE + x], table->quantval[x * DCTSIZE + y]);
            }
        }
    }
}

Result<std::size_t> write_blocks(
    JpegDecompressor& jpeg, const Turn& turn, const Planes& planes, std::span<std::byte> out
) {
    JpegCompressor target;
    TRY(target.open(out));
    std::array<jvirt_barray_ptr, 3> arrays{};
    for (std::size_t i = 0; i < arrays.size(); ++i) arrays[i] = planes[i].target;

    const auto written = target.run([&] {
        jpeg_copy_critical_parameters(&jpeg.info(), &target.info());
        if (turn.swap) swap_axes(target.info());
        jpeg_write_coefficients(&target.info(), arrays.data());
        jpeg_finish_compress(&target.info());
    });
    if (written.ok()) return target.written();
    if (written.error().code == ErrorCode::LimitExceeded) return written.error();
    // A table changed between two scans, a coefficient that baseline cannot hold: good JPEG, but
    // not to be written this way.
    return Error{ErrorCode::InvalidInput, "JPEG cannot be turned without decoding it"};
}

}  // namespace

bool can_orient_losslessly(const ImageInfo& info) {
    return info.type == ImageType::Jpeg &&
           can_turn(info.colour, info.size, info.chroma, turn_for(info.orientation));
}

Result<std::size_t> orient_jpeg_losslessly(
    ByteView file,
    Orientation orientation,
    const Limits& limits,
    std::span<std::byte> out,
    RowSink* thumbnail
) {
    JpegDecompressor jpeg;
    TRY(jpeg.open(file, limits));
    const auto turn = turn_for(orientation);
    const auto& header = jpeg.header();
    if (!can_turn(header.colour, header.size, header.chroma(), turn)) {
        return cannot_turn();
    }
    Planes planes;
    TRY(request_targets(jpeg, turn, planes));
    TRY(read_blocks(jpeg, planes));
    if (thumbnail != nullptr) TRY(push_thumbnail(jpeg, planes[0], *thumbnail));
    for (std::size_t i = 0; i < header.component_count; ++i) {
        TRY(turn_plane(jpeg, turn, planes[i]));
    }
    return write_blocks(jpeg, turn, planes, out);
}

}  // namespace fovea::media
