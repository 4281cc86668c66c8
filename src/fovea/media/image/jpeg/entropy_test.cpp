#include "fovea/media/image/jpeg/entropy.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/library.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace fovea::media {
namespace {

Result<DecodeReport> checked(ByteView file, RowSink* thumbnail = nullptr) {
    const auto header = TRY(read_jpeg_header(file, {}));
    return check_jpeg_entropy(file, header, {}, thumbnail);
}

// YCbCr of full resolution in, whatever the settings say out.
Bytes encoded(PixelSize size, const std::function<void(jpeg_compress_struct&)>& set) {
    const auto picture = sample_picture(Shape::of(size, PixelFormat::Rgb8));
    Bytes out(size.pixels() * 8 + 8192);
    JpegCompressor jpeg;
    EXPECT_TRUE(jpeg.open(out).ok());
    auto& info = jpeg.info();
    const auto written = jpeg.run([&] {
        info.image_width = size.width;
        info.image_height = size.height;
        info.input_components = 3;
        info.in_color_space = JCS_RGB;
        jpeg_set_defaults(&info);
        set(info);
        jpeg_start_compress(&info, TRUE);
        while (info.next_scanline < info.image_height) {
            auto* row = const_cast<JSAMPROW>(picture.row(info.next_scanline));
            jpeg_write_scanlines(&info, &row, 1);
        }
        jpeg_finish_compress(&info);
    });
    EXPECT_TRUE(written.ok()) << written.error().message;
    out.resize(jpeg.written());
    return out;
}

// What libjpeg makes of the luma at 1/8 scale.
Picture thumbnail_by_libjpeg(ByteView file) {
    JpegDecompressor jpeg;
    EXPECT_TRUE(jpeg.open(file, {}).ok());
    auto& info = jpeg.info();
    info.scale_num = 1;
    info.scale_denom = 8;
    info.out_color_space = JCS_GRAYSCALE;
    EXPECT_TRUE(jpeg.run([&] { jpeg_start_decompress(&info); }).ok());
    auto shape = Shape::of({info.output_width, info.output_height}, PixelFormat::Gray8);
    shape.extent_width = info.image_width / 8.0;
    shape.extent_height = info.image_height / 8.0;
    Picture picture(shape);
    EXPECT_TRUE(jpeg.run([&] {
                        while (info.output_scanline < info.output_height) {
                            auto* row = picture.row(info.output_scanline);
                            jpeg_read_scanlines(&info, &row, 1);
                        }
                    }
    ).ok());
    return picture;
}

void set_sampling(jpeg_compress_struct& info, int index, int h, int v) {
    info.comp_info[index].h_samp_factor = h;
    info.comp_info[index].v_samp_factor = v;
}

// Y alone, then Cb and Cr together.
constexpr jpeg_scan_info kTwoScans[] = {
    {1, {0, 0, 0, 0}, 0, 63, 0, 0},
    {2, {1, 2, 0, 0}, 0, 63, 0, 0},
};

std::vector<Bytes> legal_files() {
    constexpr PixelSize kSize{83, 59};
    std::vector<Bytes> files;
    for (const int h : {1, 2, 3, 4}) {
        for (const int v : {1, 2}) {
            files.push_back(encoded(kSize, [&](auto& info) {
                set_sampling(info, 0, h, v);
                info.restart_interval = static_cast<unsigned>(h + v) % 3;
            }));
            files.push_back(encoded(kSize, [&](auto& info) {
                set_sampling(info, 0, h, v);
                info.scan_info = kTwoScans;
                info.num_scans = 2;
                info.restart_interval = 5;
            }));
        }
    }
    for (const int quality : {1, 30, 75, 100}) {
        files.push_back(encoded(kSize, [&](auto& info) {
            jpeg_set_quality(&info, quality, FALSE);
            info.optimize_coding = TRUE;
        }));
    }
    files.push_back(encoded(kSize, [&](auto& info) { jpeg_set_colorspace(&info, JCS_GRAYSCALE); }));
    files.push_back(encoded(kSize, [&](auto& info) {
        jpeg_set_colorspace(&info, JCS_GRAYSCALE);
        set_sampling(info, 0, 2, 2);
    }));
    files.push_back(encoded({1, 1}, [&](auto&) {}));
    return files;
}

TEST(CheckJpegEntropy, AcceptsEveryLegalLayoutAndMakesLibjpegsThumbnail) {  // M4, M8
    for (const auto& file : legal_files()) {
        PictureSink sink;

        const auto report = checked(joined({file, as_bytes("junk")}), &sink);

        ASSERT_TRUE(report.ok()) << report.error().message;
        EXPECT_EQ(report.value().end, file.size());
        EXPECT_TRUE(same_pixels(sink.take(), thumbnail_by_libjpeg(file)));
    }
}

TEST(CheckJpegEntropy, AcceptsOnlyWhatDecodesWhenFilesAreDamaged) {  // CAL-IMG-12
    int refused = 0;
    for (const auto& file : legal_files()) {
        for (std::size_t at = 2; at < file.size(); at += 11) {
            auto damaged = file;
            damaged[at] ^= static_cast<std::byte>(1u << (at % 8));
            if (checked(damaged).ok()) {
                WatchingSink sink;
                EXPECT_TRUE(decode_jpeg(damaged, {}, sink).ok()) << at;
            } else {
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, 100);
}

TEST(CheckJpegEntropy, FailsAtEveryTruncation) {  // CAL-IMG-12
    const auto file = encoded({40, 40}, [](auto& info) { info.restart_interval = 2; });
    for (std::size_t length = 0; length < file.size(); ++length) {
        const auto short_file = ByteView(file).first(length);

        EXPECT_FALSE(checked(short_file).ok()) << length;
    }
    for (std::size_t cut = 1; cut < 60; ++cut) {
        const auto data = ByteView(file).first(file.size() - 2 - cut);
        const auto report = checked(joined({data, bytes_of({0xFF, 0xD9})}));

        ASSERT_FALSE(report.ok()) << cut;
        EXPECT_EQ(report.error().code, ErrorCode::DecodeFailed);
    }
}

TEST(CheckJpegEntropy, LetsSixteenStrayBytesPassBehindAScan) {
    const auto file = sample_jpeg(Shape::of({64, 64}, PixelFormat::Gray8));
    const auto padded = [&](std::size_t count) {
        const auto data = ByteView(file).first(file.size() - 2);
        return joined({data, Bytes(count), bytes_of({0xFF, 0xD9})});
    };

    EXPECT_TRUE(checked(padded(1)).ok());
    EXPECT_TRUE(checked(padded(16)).ok());
    EXPECT_FALSE(checked(padded(17)).ok());
}

TEST(CheckJpegEntropy, WantsRestartMarkersInOrderAndNothingBeforeThem) {  // CAL-IMG-12
    const auto file = encoded({64, 16}, [](auto& info) { info.restart_interval = 1; });
    const auto marker = [&](int number) {
        const auto two = bytes_of({0xFF, 0xD0 + number});
        return std::search(file.begin(), file.end(), two.begin(), two.end()) - file.begin();
    };
    auto swapped = file;
    swapped[static_cast<std::size_t>(marker(1)) + 1] = std::byte{0xD2};
    auto stray = file;
    stray.insert(stray.begin() + marker(1), std::byte{0});
    auto missing = file;
    missing.erase(missing.begin() + marker(1), missing.begin() + marker(1) + 2);
    auto one_more = file;
    const auto last = bytes_of({0xFF, 0xD3});
    one_more.insert(one_more.end() - 2, last.begin(), last.end());

    EXPECT_TRUE(checked(file).ok());
    EXPECT_FALSE(checked(swapped).ok());
    EXPECT_FALSE(checked(stray).ok());
    EXPECT_FALSE(checked(missing).ok());
    EXPECT_TRUE(checked(one_more).ok());
}

// A gray picture of one block: a DC of no bits, then `codes`, in the standard tables.
Bytes one_block(std::string_view codes) {
    const auto dqt = jpeg_segment(0xDB, Bytes(65, std::byte{1}));
    const auto sof = jpeg_segment(0xC0, bytes_of({8, 0, 8, 0, 8, 1, 1, 0x11, 1}));
    const auto sos = jpeg_segment(0xDA, bytes_of({1, 1, 0, 0, 63, 0}));
    std::string bits = "00" + std::string(codes);
    while (bits.size() % 8 != 0) bits += '1';
    Bytes data;
    for (std::size_t i = 0; i < bits.size(); i += 8) {
        data.push_back(static_cast<std::byte>(std::stoi(bits.substr(i, 8), nullptr, 2)));
        if (data.back() == std::byte{0xFF}) data.push_back(std::byte{0});
    }
    return joined({bytes_of({0xFF, 0xD8}), dqt, sof, sos, data, bytes_of({0xFF, 0xD9})});
}

TEST(CheckJpegEntropy, RefusesCodesThatCannotBe) {  // CAL-IMG-12
    constexpr std::string_view kEnd = "1010";
    constexpr std::string_view kSixteenZeros = "11111111001";
    constexpr std::string_view kFifteenZerosAndOne =
        "1111111111110101"
        "1";
    const auto block = [](std::initializer_list<std::string_view> codes) {
        std::string all;
        for (const auto code : codes) all += code;
        return one_block(all);
    };

    EXPECT_TRUE(checked(block({kEnd})).ok());
    EXPECT_TRUE(checked(block({kSixteenZeros, kSixteenZeros, kSixteenZeros, kEnd})).ok());
    // 3 * 16 + 15 coefficients: the block is full, and has no end symbol.
    EXPECT_TRUE(checked(block(
                            {kSixteenZeros,
                             kSixteenZeros,
                             kSixteenZeros,
                             "1111111111101111"
                             "1"}
                        ))
                    .ok());
    EXPECT_FALSE(
        checked(block({kSixteenZeros, kSixteenZeros, kSixteenZeros, kFifteenZerosAndOne})).ok()
    );
    EXPECT_FALSE(checked(block({kSixteenZeros, kSixteenZeros, kSixteenZeros, kSixteenZeros})).ok());
    EXPECT_FALSE(checked(block({"1111111111111111"})).ok());
}

TEST(CheckJpegEntropy, RefusesAComponentWithoutDataAndAScanTooMany) {  // CAL-IMG-12
    const auto file = encoded({40, 40}, [&](auto& info) {
        info.scan_info = kTwoScans;
        info.num_scans = 2;
    });
    const auto sos = bytes_of({0xFF, 0xDA});
    const auto first = std::search(file.begin(), file.end(), sos.begin(), sos.end());
    const auto second = std::search(first + 2, file.end(), sos.begin(), sos.end());
    const auto whole = sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8));
    const auto scan = std::search(whole.begin(), whole.end(), sos.begin(), sos.end());

    const auto luma_only = joined({Bytes(file.begin(), second), bytes_of({0xFF, 0xD9})});
    const auto twice = joined({Bytes(whole.begin(), whole.end() - 2), Bytes(scan, whole.end())});

    EXPECT_TRUE(checked(file).ok());
    EXPECT_FALSE(checked(luma_only).ok());
    EXPECT_FALSE(checked(twice).ok());
}

TEST(CheckJpegEntropy, CountsOnTheStandardTablesWhereTheFileHasNone) {
    const auto file = sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8));
    Bytes bare;
    JpegMarkers markers(file);
    std::size_t from = 0;
    for (;;) {
        const auto segment = markers.next();
        ASSERT_TRUE(segment.ok());
        const auto kept = ByteView(file).subspan(from, segment.value().end - from);
        from = segment.value().end;
        if (segment.value().marker != jpeg_marker::kDht) {
            bare.insert(bare.end(), kept.begin(), kept.end());
        }
        if (segment.value().marker == jpeg_marker::kEoi) break;
    }

    ASSERT_LT(bare.size(), file.size());
    EXPECT_TRUE(checked(bare).ok());
}

TEST(CheckJpegEntropy, LeavesProgressiveFilesAndOtherColoursThumbnailsToLibjpeg) {
    const auto progressive =
        sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8), {.progressive = true});
    const auto rgb = encoded({40, 40}, [](auto& info) { jpeg_set_colorspace(&info, JCS_RGB); });
    WatchingSink sink;

    EXPECT_EQ(checked(progressive).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(checked(rgb, &sink).error().code, ErrorCode::InvalidInput);
    EXPECT_TRUE(checked(rgb).ok());
}

}  // namespace
}  // namespace fovea::media
