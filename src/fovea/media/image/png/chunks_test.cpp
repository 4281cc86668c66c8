#include "fovea/media/image/png/chunks.hpp"

#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes file_with(const Bytes& chunks) {
    Bytes file;
    append(file, png_signature());
    append(file, chunks);
    return file;
}

PngChunk chunk_in(const Bytes& bytes) {
    auto chunks = PngChunks::open(bytes);
    return std::move(chunks).value().next().value();
}

TEST(PngChunks, GivesEachChunkWithItsDataAndCrc) {  // M4
    Bytes body = png_chunk("IHDR", bytes_of({1, 2, 3}));
    append(body, png_chunk("IEND", {}));
    const auto file = file_with(body);

    auto chunks = PngChunks::open(file);
    ASSERT_TRUE(chunks.ok());
    const auto first = chunks.value().next();
    const auto second = chunks.value().next();

    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_EQ(first.value().type, kPngIhdr);
    EXPECT_EQ(first.value().data.size(), 3u);
    EXPECT_TRUE(first.value().crc_matches());
    EXPECT_EQ(second.value().name(), "IEND");
    EXPECT_EQ(chunks.value().position(), file.size());
}

TEST(PngChunks, RefusesAFileWithoutTheSignature) {  // M2
    EXPECT_FALSE(PngChunks::open({}).ok());
    EXPECT_FALSE(PngChunks::open(text_bytes("<html>not a picture</html>")).ok());
}

TEST(PngChunks, RefusesAChunkThatReachesPastTheEnd) {  // CAL-IMG-12
    const auto whole = file_with(png_chunk("IDAT", Bytes(40)));
    for (std::size_t size = kPngSignatureBytes; size < whole.size(); ++size) {
        auto chunks = PngChunks::open(ByteView(whole).first(size));
        ASSERT_TRUE(chunks.ok());

        EXPECT_FALSE(chunks.value().next().ok()) << size;
    }
}

TEST(PngChunks, RefusesALengthThatWouldOverflow) {
    const auto file = file_with(bytes_of({0xff, 0xff, 0xff, 0xff, 'I', 'D', 'A', 'T', 0, 0, 0, 0}));
    auto chunks = PngChunks::open(file);

    EXPECT_FALSE(chunks.value().next().ok());
}

TEST(PngChunks, RefusesATypeThatIsNotFourLetters) {
    const auto file = file_with(png_chunk("ID T", {}));
    auto chunks = PngChunks::open(file);

    EXPECT_FALSE(chunks.value().next().ok());
}

TEST(PngChunks, SeesAChangedByteInTypeDataOrCrc) {  // CAL-IMG-12
    const auto whole = file_with(png_chunk("gAMA", Bytes(4)));
    for (auto i = kPngSignatureBytes + 8; i < whole.size(); ++i) {
        auto changed = whole;
        changed[i] ^= std::byte{1};

        EXPECT_FALSE(chunk_in(changed).crc_matches()) << i;
    }
}

TEST(PngKeep, KeepsWhatIsNeededToShowThePicture) {  // M5
    PngKeep keep;
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("IHDR", Bytes(13))))));
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("gAMA", Bytes(4))))));
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("tRNS", Bytes(6))))));
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("IDAT", Bytes(6))))));
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("IEND", {})))));
}

TEST(PngKeep, CutsTextExifProfilesAndUnknownChunks) {  // M5
    PngKeep keep;
    for (const auto* type : {"tEXt", "zTXt", "iTXt", "eXIf", "tIME", "iCCP", "acTL", "zzZz"}) {
        EXPECT_FALSE(keep.keeps(chunk_in(file_with(png_chunk(type, Bytes(4)))))) << type;
    }
}

TEST(PngKeep, CutsKeptKindsThatCouldCarrySomethingElse) {
    PngKeep keep;
    EXPECT_FALSE(keep.keeps(chunk_in(file_with(png_chunk("pHYs", Bytes(900))))));
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("bKGD", Bytes(6))))));
    EXPECT_FALSE(keep.keeps(chunk_in(file_with(png_chunk("bKGD", Bytes(6))))));
    EXPECT_TRUE(keep.keeps(chunk_in(file_with(png_chunk("IDAT", {})))));
    EXPECT_FALSE(keep.keeps(chunk_in(file_with(png_chunk("gAMA", Bytes(4))))));
}

}  // namespace
}  // namespace fovea::media
