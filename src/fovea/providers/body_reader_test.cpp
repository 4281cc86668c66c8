#include "fovea/providers/body_reader.hpp"

#include "fovea/base/base64.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fovea::providers {
namespace {

class Files : public BlobSource {
public:
    content::BlobRef add(std::string text) {
        const content::BlobRef blob{sha256(as_bytes(text))};
        files_[blob.sha256] = std::move(text);
        return blob;
    }
    void change(const content::BlobRef& blob, std::string text) {
        files_[blob.sha256] = std::move(text);
    }
    Result<std::uint64_t> size(const content::BlobRef& blob) override {
        return std::uint64_t{files_.at(blob.sha256).size()};
    }
    Result<Bytes> read(const content::BlobRef& blob) override {
        const auto found = files_.find(blob.sha256);
        if (found == files_.end()) return Error{ErrorCode::FileNotFound, "gone"};
        const auto bytes = as_bytes(found->second);
        return Bytes(bytes.begin(), bytes.end());
    }

private:
    std::map<Sha256, std::string> files_;
};

std::string base64(std::string_view text) {
    std::string out(base64_size(text.size()), ' ');
    EXPECT_TRUE(encode_base64(as_bytes(text), out).ok());
    return out;
}

std::string read_in_pieces(BodyReader& reader, std::size_t piece) {
    std::string all;
    std::string block(piece, ' ');
    while (true) {
        const auto got = reader.read(block);
        EXPECT_TRUE(got.ok());
        if (!got.ok() || got.value() == 0) return all;
        all += block.substr(0, got.value());
    }
}

TEST(BodyReader, SendsTheSameBytesInPiecesOfAnySize) {  // C1, P6
    Files files;
    Body body;
    std::string expected;
    body.text("{\"a\":\"");
    expected += "{\"a\":\"";
    for (const std::size_t size : {0U, 1U, 2U, 3U, 4U, 5U, 100U, 301U}) {
        const std::string text(size, static_cast<char>('a' + size % 26));
        body.base64(files.add(text), size);
        body.text("|");
        expected += base64(text) + "|";
    }
    BodyReader reader(body, files);

    EXPECT_EQ(reader.size(), expected.size());
    for (std::size_t piece = 1; piece < 40; ++piece) {
        EXPECT_EQ(read_in_pieces(reader, piece), expected) << piece;
        EXPECT_TRUE(reader.rewind());
    }
    EXPECT_EQ(read_in_pieces(reader, 100'000), expected);
}

TEST(BodyReader, StartsAnewFromTheMiddleOfAFile) {  // P4
    Files files;
    Body body;
    body.text("x");
    body.base64(files.add("some longer file"), 16);
    BodyReader reader(body, files);
    std::string some(7, ' ');
    ASSERT_TRUE(reader.read(some).ok());

    EXPECT_TRUE(reader.rewind());

    EXPECT_EQ(read_in_pieces(reader, 5), "x" + base64("some longer file"));
}

TEST(BodyReader, AFileThatIsGoneOrChangedIsAnErrorAndNotAShortBody) {
    Files files;
    Body body;
    const auto file = files.add("some file");
    body.base64(file, 9);
    std::string block(100, ' ');

    files.change(file, "another size");
    EXPECT_EQ(BodyReader(body, files).read(block).error().code, ErrorCode::StoreError);

    Files none;
    EXPECT_EQ(BodyReader(body, none).read(block).error().code, ErrorCode::FileNotFound);
}

}  // namespace
}  // namespace fovea::providers
