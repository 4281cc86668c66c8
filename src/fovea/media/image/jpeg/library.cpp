#include "fovea/media/image/jpeg/library.hpp"

#include <jerror.h>

#include <string>

namespace fovea::media {
namespace {

// Some cameras pad a scan to a round size. More than this is left over only where the decoder lost
// its way in a damaged scan and ran out of blocks before it ran out of data.
constexpr int kMaxStrayBytes = 16;

bool is_harmless(j_common_ptr info) {
    const auto& error = *info->err;
    switch (error.msg_code) {
        case JWRN_ADOBE_XFORM:
        case JWRN_JFIF_MAJOR:
            return true;  // a number that libjpeg does not know; the data are whole
        case JWRN_EXTRANEOUS_DATA: {
            const auto stray = error.msg_parm.i[0];
            const auto marker = error.msg_parm.i[1];
            const auto& decompressor = *reinterpret_cast<j_decompress_ptr>(info);
            if (decompressor.input_scan_number == 0) return true;
            // Before a restart marker there is no reason for padding: the interval is damaged.
            const bool restart = marker >= jpeg_marker::kRst0 && marker <= jpeg_marker::kRst7;
            return !restart && stray <= kMaxStrayBytes;
        }
        default: return false;
    }
}

void on_error(j_common_ptr info) {
    JpegErrors::leave(info, ErrorCode::DecodeFailed);
}

// Level -1 is a warning about corrupt data, higher ones are traces.
void on_message(j_common_ptr info, int level) {
    if (level < 0 && !is_harmless(info)) JpegErrors::leave(info, ErrorCode::DecodeFailed);
}

void print_nothing(j_common_ptr) {}

void begin_source(j_decompress_ptr) {}
void end_source(j_decompress_ptr) {}

boolean no_more_input(j_decompress_ptr info) {
    info->err->msg_code = JERR_INPUT_EOF;
    JpegErrors::leave(reinterpret_cast<j_common_ptr>(info), ErrorCode::DecodeFailed);
}

void skip_input(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    const auto bytes = static_cast<std::size_t>(count);
    if (bytes > info->src->bytes_in_buffer) no_more_input(info);
    info->src->next_input_byte += bytes;
    info->src->bytes_in_buffer -= bytes;
}

void begin_target(j_compress_ptr) {}
void end_target(j_compress_ptr) {}

boolean target_is_full(j_compress_ptr info) {
    info->err->msg_code = JERR_BUFFER_SIZE;
    JpegErrors::leave(reinterpret_cast<j_common_ptr>(info), ErrorCode::LimitExceeded);
}

// The coefficients of the whole picture, twice over (before and after a turn), 2 bytes each. The
// blocks at the edges are whole ones, up to 4 x 4 of them.
long memory_limit(const JpegHeader& header) {
    constexpr std::uint64_t kEdge = 32;
    constexpr std::uint64_t kFixed = 16u << 20;
    const auto padded = (header.size.width + kEdge) * (header.size.height + kEdge);
    return static_cast<long>(padded * header.component_count * 4 + kFixed);
}

}  // namespace

JpegErrors::JpegErrors() : trap_{} {
    jpeg_std_error(&trap_.manager);
    trap_.manager.error_exit = on_error;
    trap_.manager.emit_message = on_message;
    trap_.manager.output_message = print_nothing;
}

void JpegErrors::leave(j_common_ptr info, ErrorCode code) {
    auto& trap = *reinterpret_cast<Trap*>(info->err);
    trap.code = code;
    trap.manager.format_message(info, trap.message.data());
    std::longjmp(trap.back, 1);
}

Error JpegErrors::error() const {
    if (trap_.code == ErrorCode::LimitExceeded) {
        return {ErrorCode::LimitExceeded, "the encoded JPEG does not fit"};
    }
    return {trap_.code, std::string("JPEG cannot be decoded: ") + trap_.message.data()};
}

Result<void> JpegDecompressor::open(ByteView file, const Limits& limits) {
    header_ = TRY(read_jpeg_header(file, limits));
    // libjpeg sees nothing behind the end marker: how strictly it reads the last bytes of a scan
    // depends on how many follow.
    end_ = TRY(find_jpeg_end(file, limits));

    info_.err = errors_.manager();
    TRY(run([&] { jpeg_create_decompress(&info_); }));
    info_.mem->max_memory_to_use = memory_limit(header_);
    source_ = {
        .next_input_byte = octets(file),
        .bytes_in_buffer = end_,
        .init_source = begin_source,
        .fill_input_buffer = no_more_input,
        .skip_input_data = skip_input,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = end_source,
    };
    info_.src = &source_;
    return run([&] { jpeg_read_header(&info_, TRUE); });
}

Result<void> JpegDecompressor::check_components() const {
    for (int i = 0; i < info_.num_components; ++i) {
        if (info_.comp_info[i].quant_table == nullptr) {
            return Error{
                ErrorCode::DecodeFailed,
                "JPEG has no data for colour component " + std::to_string(i + 1)};
        }
    }
    return {};
}

Result<void> JpegDecompressor::finish() {
    return run([&] { jpeg_finish_decompress(&info_); });
}

Result<void> JpegCompressor::open(std::span<std::byte> out) {
    if (out.empty()) return Error{ErrorCode::LimitExceeded, "the encoded JPEG does not fit"};
    info_.err = errors_.manager();
    TRY(run([&] { jpeg_create_compress(&info_); }));
    target_ = {
        .next_output_byte = reinterpret_cast<JOCTET*>(out.data()),
        .free_in_buffer = out.size(),
        .init_destination = begin_target,
        .empty_output_buffer = target_is_full,
        .term_destination = end_target,
    };
    info_.dest = &target_;
    size_ = out.size();
    return {};
}

}  // namespace fovea::media
