// libjpeg for C++: errors as values, files read from and written to memory. Only the jpeg_*.cpp
// files include this.
//
//     JpegDecompressor jpeg;
//     TRY(jpeg.open(file, limits));
//     TRY(jpeg.run([&] { jpeg_start_decompress(&jpeg.info()); }));
//
// libjpeg reports errors by a callback that must not return, so run() sets a jump point, and the
// callback jumps back to it. Hence the one rule: **inside a run() no object with a destructor may
// be made**. Its lambda only calls libjpeg and touches plain values made outside.
#pragma once

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <span>

// clang-format off: jpeglib.h needs <cstdio> before it.
#include <jpeglib.h>
// clang-format on

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/jpeg/header.hpp"
#include "fovea/media/image/limits.hpp"

namespace fovea::media {

// Turns libjpeg's errors, and its warnings about corrupt data, into a Result.
class JpegErrors {
public:
    JpegErrors();
    JpegErrors(const JpegErrors&) = delete;
    JpegErrors& operator=(const JpegErrors&) = delete;

    jpeg_error_mgr* manager() { return &trap_.manager; }

    template <class Call>
    Result<void> run(Call call) {
        if (!returns_normally(call)) return error();
        return {};
    }

    // Called from libjpeg's callbacks: leaves the run() in progress with this code. The message is
    // libjpeg's own for what is set in the manager.
    [[noreturn]] static void leave(j_common_ptr info, ErrorCode code);

private:
    // The manager first: libjpeg hands a pointer to it back to the callbacks.
    struct Trap {
        jpeg_error_mgr manager;
        std::jmp_buf back;
        ErrorCode code;
        std::array<char, JMSG_LENGTH_MAX> message;
    };

    // Not inline, so that no variable of the caller lives in a register that the jump restores.
    template <class Call>
    [[gnu::noinline]] bool returns_normally(Call& call) {
        if (setjmp(trap_.back) != 0) return false;
        call();
        return true;
    }

    Error error() const;

    Trap trap_;
};

// A file being decompressed.
class JpegDecompressor {
public:
    JpegDecompressor() = default;
    ~JpegDecompressor() { jpeg_destroy_decompress(&info_); }
    JpegDecompressor(const JpegDecompressor&) = delete;
    JpegDecompressor& operator=(const JpegDecompressor&) = delete;

    // Checks the header against the limits first, then lets libjpeg read it. `file` must live on.
    Result<void> open(ByteView file, const Limits& limits);

    template <class Call>
    Result<void> run(Call call) {
        return errors_.run(call);
    }

    jpeg_decompress_struct& info() { return info_; }
    const JpegHeader& header() const { return header_; }

    // Once the scans are read: a component without any would come out as flat grey.
    Result<void> check_components() const;

    // Reads on to the end marker.
    Result<void> finish();

    // Where the picture ends in the file.
    std::size_t end() const { return end_; }

private:
    JpegErrors errors_;
    JpegHeader header_;
    jpeg_decompress_struct info_{};
    jpeg_source_mgr source_{};
    std::size_t end_ = 0;
};

// A file being compressed into the caller's memory; a full `out` is LimitExceeded. `out` must have
// room for one byte more than is written: libjpeg asks for more as soon as it has used the last
// one.
class JpegCompressor {
public:
    JpegCompressor() = default;
    ~JpegCompressor() { jpeg_destroy_compress(&info_); }
    JpegCompressor(const JpegCompressor&) = delete;
    JpegCompressor& operator=(const JpegCompressor&) = delete;

    Result<void> open(std::span<std::byte> out);

    template <class Call>
    Result<void> run(Call call) {
        return errors_.run(call);
    }

    jpeg_compress_struct& info() { return info_; }
    std::size_t written() const { return size_ - target_.free_in_buffer; }

private:
    JpegErrors errors_;
    jpeg_compress_struct info_{};
    jpeg_destination_mgr target_{};
    std::size_t size_ = 0;
};

}  // namespace fovea::media
