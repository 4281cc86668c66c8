#include "fovea/gateway/scan/picture_glance.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace fovea::gateway {
namespace {

using namespace std::string_literals;

class Text final : public Base64Text {
public:
    explicit Text(std::string_view file) : text_(base64_size(file.size()), '\0') {
        encode_base64(as_bytes(file), text_).value();
    }
    std::uint64_t size() const override { return text_.size(); }
    char at(std::uint64_t place) const override { return text_.at(place); }

private:
    std::string text_;
};

std::string big(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
    return bytes;
}

std::string chunk(const std::string& name, const std::string& data) {
    return big(static_cast<std::uint32_t>(data.size())) + name + data + "CRC.";
}

std::string png(const std::string& more = {}) {
    return "\x89PNG\r\n\x1a\n"s + chunk("IHDR", big(640) + big(480) + "\x08\x02\0\0\0"s) + more +
           chunk("IDAT", "pixels") + chunk("IEND", "");
}

std::string jpeg(const std::string& more = {}) {
    return "\xff\xd8"s + more + "\xff\xc0\0\x11\x08\x01\xe0\x02\x80\x03"s + std::string(9, '\1') +
           "\xff\xda\0\x0c"s + std::string(40, 'x') + "\xff\xd9"s;
}

TEST(PictureGlance, SeesHowLargePlainPicturesAre) {  // D4, M5
    EXPECT_EQ(glance_at(Text(png())), (Glance{"image/png", {640, 480}, png().size()}));
    EXPECT_EQ(glance_at(Text(jpeg())), (Glance{"image/jpeg", {640, 480}, jpeg().size()}));
}

TEST(PictureGlance, LetsNothingThroughThatWouldBeCutOut) {  // M5
    EXPECT_FALSE(glance_at(Text(png(chunk("eXIf", "where I live")))));
    EXPECT_FALSE(glance_at(Text(png(chunk("tEXt", "who I am")))));
    EXPECT_FALSE(glance_at(Text(png(chunk("iCCP", "colours")))));
    EXPECT_FALSE(glance_at(Text(png() + "behind it")));
    EXPECT_FALSE(
        glance_at(Text(jpeg("\xff\xe1\0\x08"
                            "Exif\0\0"s)))
    );
    EXPECT_FALSE(
        glance_at(Text(jpeg("\xff\xfe\0\x04"
                            "hi"s)))
    );
}

TEST(PictureGlance, LetsNothingThroughThatIsCutOff) {  // M4
    const auto whole_png = png();
    const auto whole_jpeg = jpeg();
    for (std::size_t size = 0; size < whole_png.size(); ++size) {
        EXPECT_FALSE(glance_at(Text(whole_png.substr(0, size)))) << size;
    }
    for (std::size_t size = 0; size < whole_jpeg.size(); ++size) {
        EXPECT_FALSE(glance_at(Text(whole_jpeg.substr(0, size)))) << size;
    }
}

TEST(PictureGlance, KnowsTheSimpleFormsOfWebPAlone) {
    const auto riff = [](const std::string& body) {
        const auto size = body.size() + 4;
        return "RIFF"s + static_cast<char>(size) + "\0\0\0WEBP"s + body;
    };
    const auto lossless = riff("VP8L\x0c\0\0\0\x2f\x7f\xc2\x77\0abcdefg"s);
    const auto seen = glance_at(Text(lossless));
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->mime, "image/webp");
    EXPECT_EQ(seen->size.width, (0x77c27fu & 0x3fff) + 1);
    EXPECT_FALSE(glance_at(Text(riff("VP8X\x0c\0\0\0\x2f\x7f\xc2\x77\0abcdefg"s))));
}

}  // namespace
}  // namespace fovea::gateway
