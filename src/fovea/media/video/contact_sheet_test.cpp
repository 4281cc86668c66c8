#include "fovea/media/video/contact_sheet.hpp"

#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>

namespace fovea::media {
namespace {

Bytes grey_png(PixelSize size, std::uint8_t value) {
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    std::memset(picture.row(0), value, picture.stride() * size.height);
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

struct Sheet {
    Bytes files;
    SheetRequest request;

    void add(const Bytes& file, const std::string& label) {
        files.insert(files.end(), file.begin(), file.end());
        request.cells.push_back({file.size(), label});
    }
    Result<Picture> draw() {
        Bytes out(4u << 20);
        const auto sheet = TRY(contact_sheet(files, request, out));
        auto upright = TRY(decode_upright(ByteView(out).first(sheet.bytes), {}));
        return std::move(upright.picture);
    }
};

TEST(ContactSheet, PutsPicturesInRowsWithTheirLabels) {  // M10
    Sheet sheet;
    for (int i = 0; i < 4; ++i)
        sheet.add(grey_png({160, 90}, static_cast<std::uint8_t>(60 * i)), "0:00.0");

    const auto drawn = sheet.draw();

    ASSERT_TRUE(drawn.ok()) << drawn.error().message;
    EXPECT_EQ(drawn.value().size(), (PixelSize{324, 206}));
    EXPECT_EQ(drawn.value().row(71)[3 * 80], 0);
    EXPECT_EQ(drawn.value().row(71)[3 * 244], 60);
    EXPECT_EQ(drawn.value().row(176)[3 * 80], 120);
    EXPECT_EQ(drawn.value().row(176)[3 * 244], 180);
    EXPECT_EQ(drawn.value().row(2)[3 * (164 + 4)], 255);  // the label's first 0
    EXPECT_EQ(drawn.value().row(1)[3 * (164 + 1)], 0);    // and what it stands on
}

TEST(ContactSheet, KeepsToItsSizeWhateverComes) {
    Sheet sheet;
    sheet.request.max_edge = 400;
    sheet.request.columns = 3;
    for (const PixelSize size : {PixelSize{1000, 500}, {10, 900}, {1, 1}, {900, 10}, {40, 40}}) {
        sheet.add(grey_png(size, 200), "1:02:03.4");
    }

    const auto drawn = sheet.draw();

    ASSERT_TRUE(drawn.ok()) << drawn.error().message;
    EXPECT_LE(drawn.value().size().longest_edge(), 400U);
}

TEST(ContactSheet, RefusesNoneTooManyAndBrokenOnes) {
    Sheet empty;
    Sheet many;
    const auto one = grey_png({2, 2}, 9);
    for (std::uint32_t i = 0; i <= kMaxSheetCells; ++i) many.add(one, "");
    Sheet broken;
    broken.add(Bytes(20), "");
    Sheet lying;
    lying.add(one, "");
    lying.request.cells.front().bytes = 1u << 30;

    EXPECT_EQ(empty.draw().error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(many.draw().error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(broken.draw().error().code, ErrorCode::UnsupportedFileType);
    EXPECT_EQ(lying.draw().error().code, ErrorCode::Internal);
}

TEST(TimeLabel, ReadsAsPlayersWriteIt) {
    EXPECT_EQ(time_label(0), "0:00.0");
    EXPECT_EQ(time_label(7'560), "0:07.6");
    EXPECT_EQ(time_label(3'723'000), "1:02:03.0");
}

}  // namespace
}  // namespace fovea::media
