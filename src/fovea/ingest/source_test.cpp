#include "fovea/ingest/source.hpp"

#include "fovea/store/file_blobs.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace fovea::ingest {
namespace {

class ReadSource : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() / ("fovea-source-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Result<std::size_t> read(const std::filesystem::path& path) {
        return read_source(FileSource{path.string()}, room_);
    }

    std::filesystem::path folder_;
    std::array<std::byte, 16> room_{};
};

TEST_F(ReadSource, ReadsAFileThatJustFits) {
    std::ofstream(folder_ / "a.png") << "0123456789abcdef";

    EXPECT_EQ(read(folder_ / "a.png").value(), 16u);
    EXPECT_EQ(std::to_integer<char>(room_[15]), 'f');
}

TEST_F(ReadSource, RefusesALargerFileBeforeReadingIt) {  // ETH-19, DIG-7
    std::ofstream(folder_ / "a.png") << "0123456789abcdefg";

    EXPECT_EQ(read(folder_ / "a.png").error().code, ErrorCode::FileTooLarge);
    EXPECT_EQ(room_[0], std::byte{0});
}

TEST_F(ReadSource, SaysWhenThereIsNoSuchFile) {
    EXPECT_EQ(
        read(folder_ / "none.png").error(),
        (Error{ErrorCode::FileNotFound, "file not found: " + (folder_ / "none.png").string()})
    );
    EXPECT_EQ(read(folder_ / "none.png/below").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(read("").error().code, ErrorCode::FileNotFound);
}

TEST_F(ReadSource, TakesRegularFilesOnly) {  // V11
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);

    EXPECT_EQ(read(folder_).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(
        read(folder_ / "pipe").error().code, ErrorCode::InvalidInput
    );  // and does not wait for a writer
    EXPECT_EQ(read("/dev/zero").error().code, ErrorCode::InvalidInput);
}

TEST_F(ReadSource, UrlsAreRefusedWithAWayOut) {
    const auto refused = read_source(parse_source("https://example.org/a.png"), room_);

    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::UrlBlocked);
    EXPECT_NE(refused.error().message.find("download"), std::string::npos);
}

TEST_F(ReadSource, ADataUrlIsItsOwnBytes) {
    EXPECT_EQ(read_source(parse_source("data:text/plain;base64,aGVsbG8="), room_).value(), 5u);
    EXPECT_EQ(std::to_integer<char>(room_[0]), 'h');
    EXPECT_EQ(
        read_source(parse_source("data:;base64,aGVsbG8="), 4).error().code, ErrorCode::FileTooLarge
    );
}

TEST_F(ReadSource, AStoredPictureComesFromTheBlobs) {  // S1
    const auto blobs = store::FileBlobs::open(folder_ / "blobs").value();
    const auto hex = blobs->put(as_bytes("a picture")).value().sha256.hex();
    const OpenBlobs stored = [&] { return Result<store::BlobStore*>(blobs.get()); };

    EXPECT_EQ(read_source(parse_source("sha256:" + hex), room_, stored).value(), 9u);
    EXPECT_EQ(
        as_text(read_source(parse_source("SHA256:" + hex.substr(0, 8)), 9, stored).value()),
        "a picture"
    );
    EXPECT_EQ(
        read_source(parse_source("sha256:" + hex), 8, stored).error().code, ErrorCode::FileTooLarge
    );
    EXPECT_EQ(read_source(parse_source("sha256:" + hex), 9).error().code, ErrorCode::FileNotFound);
}

TEST_F(ReadSource, AFileCanBeHandedOnUnread) {  // V11
    std::ofstream(folder_ / "film.mp4") << "frames";
    ASSERT_EQ(::mkfifo((folder_ / "queue").c_str(), 0600), 0);
    const auto open = [&](const char* name) {
        return open_source(FileSource{(folder_ / name).string()});
    };

    EXPECT_TRUE(open("film.mp4").value()->file);
    EXPECT_EQ(open("none.mp4").error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(open("queue").error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(open("").error().code, ErrorCode::InvalidInput);  // the folder
    EXPECT_FALSE(open_source(StdinSource{}).value().has_value());
    EXPECT_FALSE(open_source(UrlSource{"https://a.test/film.mp4"}).value().has_value());
    EXPECT_EQ(open_source(StoredSource{"12345678"}).error().code, ErrorCode::FileNotFound);
}

TEST(ParseSource, TellsPathsFromTheRest) {
    EXPECT_TRUE(std::holds_alternative<StdinSource>(parse_source("-")));
    EXPECT_TRUE(std::holds_alternative<UrlSource>(parse_source("http://x/y")));
    EXPECT_TRUE(std::holds_alternative<FileSource>(parse_source("./-")));
    EXPECT_TRUE(std::holds_alternative<FileSource>(parse_source("https")));
}

TEST(PromisedMime, ComesFromTheExtensionInAnyCase) {  // M2
    EXPECT_EQ(promised_mime(FileSource{"a/b.JPG"}), "image/jpeg");
    EXPECT_EQ(promised_mime(FileSource{"noextension"}), "");
    EXPECT_EQ(promised_mime(StdinSource{}), "");
}

}  // namespace
}  // namespace fovea::ingest
