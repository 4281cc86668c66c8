#include "fovea/store/file_blobs.hpp"

#include "fovea/store/temporary_file.hpp"
#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace fovea::store {
namespace {

using content::BlobRef;
using namespace std::chrono_literals;

class FileBlobsTest : public testing::Test {
protected:
    std::unique_ptr<FileBlobs> open() {
        auto opened = FileBlobs::open(folder_ / "blobs", clock_);
        EXPECT_TRUE(opened.ok());
        return std::move(opened).value();
    }
    std::size_t files_in(const std::filesystem::path& folder) const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            count += entry.is_regular_file() && entry.path().filename() != "lock" ? 1 : 0;
        }
        return count;
    }

    TestFolder folder_;
    TestClock clock_;
};

BlobRef blob_of_text(std::string_view text) {
    return {sha256(as_bytes(text))};
}

unsigned mode_of(const std::filesystem::path& path) {
    struct stat facts {};
    EXPECT_EQ(::stat(path.c_str(), &facts), 0) << path;
    return facts.st_mode & 0777U;
}

TEST_F(FileBlobsTest, OpensTheFileItselfWhichOutlivesItsRemoval) {  // S1
    const auto blobs = open();
    const auto blob = blobs->put(as_bytes("a recording")).value();

    const auto file = blobs->open_blob(blob);
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_TRUE(blobs->remove(blob).value());

    char text[32] = {};
    EXPECT_EQ(::pread(file.value().number(), text, sizeof text, 0), 11);
    EXPECT_STREQ(text, "a recording");
    EXPECT_LT(::write(file.value().number(), "x", 1), 0);
    EXPECT_EQ(blobs->open_blob(blob).error().code, ErrorCode::FileNotFound);
}

TEST_F(FileBlobsTest, GivesBackWhatWasPutAlsoToAnotherProcess) {  // S1, DIG-2
    for (const auto& text : {std::string(), std::string("a picture"), std::string(1 << 20, 'x')}) {
        const auto blob = open()->put(as_bytes(text));

        ASSERT_TRUE(blob.ok()) << blob.error().message;
        EXPECT_EQ(blob.value(), blob_of_text(text));
        EXPECT_EQ(as_text(open()->read(blob.value(), Verify::Hash).value()), text);
        EXPECT_EQ(open()->size(blob.value()).value(), text.size());
        EXPECT_TRUE(open()->has(blob.value()).value());
    }
}

TEST_F(FileBlobsTest, NothingIsLeftOfAPutThatWasGivenUp) {  // S1
    auto blobs = open();
    {
        auto writer = blobs->begin_put().value();
        ASSERT_TRUE(writer->write(as_bytes("half a picture")).ok());
        EXPECT_EQ(files_in(folder_ / "blobs"), 1u);
    }

    EXPECT_EQ(files_in(folder_ / "blobs"), 0u);
}

TEST_F(FileBlobsTest, TheSameBytesAreKeptOnce) {  // S1, CAL-IMG-19
    auto blobs = open();

    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(blobs->put(as_bytes("same")).value(), blob_of_text("same"));

    EXPECT_EQ(files_in(folder_ / "blobs"), 1u);
}

TEST_F(FileBlobsTest, FilesAndFoldersAreForTheirOwnerAlone) {
    auto blobs = open();
    const auto blob = blobs->put(as_bytes("private")).value();

    EXPECT_EQ(mode_of(blobs->path_of(blob)), 0600u);
    EXPECT_EQ(mode_of(blobs->path_of(blob).parent_path()), 0700u);
    EXPECT_EQ(mode_of(folder_ / "blobs"), 0700u);
}

TEST_F(FileBlobsTest, WhatIsNotThereIsNotFound) {  // DIG-12
    auto blobs = open();

    EXPECT_EQ(blobs->read(blob_of_text("x")).error().code, ErrorCode::FileNotFound);
    EXPECT_EQ(blobs->size(blob_of_text("x")).error().code, ErrorCode::FileNotFound);
    EXPECT_FALSE(blobs->has(blob_of_text("x")).value());
    EXPECT_FALSE(blobs->remove(blob_of_text("x")).value());
}

TEST_F(FileBlobsTest, ChangedBytesAreFoundWhenAsked) {  // S1
    auto blobs = open();
    const auto blob = blobs->put(as_bytes("a picture")).value();
    std::ofstream(blobs->path_of(blob)) << "A picture";

    EXPECT_TRUE(blobs->read(blob).ok());
    EXPECT_EQ(blobs->read(blob, Verify::Hash).error().code, ErrorCode::StoreError);
}

TEST_F(FileBlobsTest, PuttingAgainHealsAFileThatWasCutShort) {
    auto blobs = open();
    const auto blob = blobs->put(as_bytes("a picture")).value();
    std::filesystem::resize_file(blobs->path_of(blob), 3);

    EXPECT_TRUE(blobs->put(as_bytes("a picture")).ok());

    EXPECT_TRUE(blobs->read(blob, Verify::Hash).ok());
}

TEST_F(FileBlobsTest, ALinkInPlaceOfABlobIsNotFollowed) {
    auto blobs = open();
    const auto blob = blobs->put(as_bytes("a picture")).value();
    std::filesystem::remove(blobs->path_of(blob));
    std::filesystem::create_symlink("/etc/passwd", blobs->path_of(blob));

    EXPECT_FALSE(blobs->read(blob).ok());
    EXPECT_FALSE(blobs->has(blob).value());
    EXPECT_TRUE(blobs->put(as_bytes("a picture")).ok());
    EXPECT_EQ(as_text(blobs->read(blob).value()), "a picture");
}

TEST_F(FileBlobsTest, AnUnambiguousPrefixOfEightDigitsIsEnough) {  // S1
    auto blobs = open();
    const auto blob = blobs->put(as_bytes("a picture")).value();
    const auto name = blob.sha256.hex();

    EXPECT_EQ(blobs->find(name.substr(0, 8)).value(), blob);
    EXPECT_EQ(blobs->find("sha256:" + name).value(), blob);
    std::string upper = name.substr(0, 20);
    for (char& c : upper) c = static_cast<char>(std::toupper(c));
    EXPECT_EQ(blobs->find(upper).value(), blob);
    EXPECT_EQ(blobs->find("00000000").error().code, ErrorCode::FileNotFound);
    for (const auto& bad :
         {name.substr(0, 7), name + "0", std::string("../../..x"), std::string()}) {
        EXPECT_EQ(blobs->find(bad).error().code, ErrorCode::InvalidInput) << bad;
    }

    auto twin = name;
    twin.back() = twin.back() == '0' ? '1' : '0';
    std::ofstream(blobs->path_of(blob).parent_path() / twin) << "x";
    EXPECT_EQ(blobs->find(name.substr(0, 8)).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(blobs->find(name).value(), blob);
}

TEST_F(FileBlobsTest, ListsBlobsInOrderWithSizeAndTime) {
    auto blobs = open();
    blobs->put(as_bytes("one")).value();
    clock_.forward(1s);
    blobs->put(as_bytes("three")).value();

    std::vector<BlobInfo> expected{
        {blob_of_text("one"), 3, clock_() - 1s}, {blob_of_text("three"), 5, clock_()}};
    std::ranges::sort(expected, {}, [](const BlobInfo& info) { return info.blob.sha256; });

    EXPECT_EQ(blobs->list().value(), expected);
}

TEST_F(FileBlobsTest, PuttingAgainKeepsABlobFromBeingRemovedAsOld) {  // CAL-IMG-26
    auto blobs = open();
    const auto first = clock_();
    const auto blob = blobs->put(as_bytes("a picture")).value();
    clock_.forward(1h);
    blobs->put(as_bytes("a picture")).value();

    EXPECT_FALSE(blobs->remove(blob, first).value());
    EXPECT_TRUE(blobs->has(blob).value());
    EXPECT_TRUE(blobs->remove(blob, clock_()).value());
    EXPECT_FALSE(blobs->has(blob).value());
}

TEST_F(FileBlobsTest, OnlyFilesWhoseWriterIsGoneAreAbandoned) {
    auto blobs = open();
    blobs->put(as_bytes("a picture")).value();
    const auto tmp = folder_ / "blobs/tmp";
    std::ofstream(tmp / "0123456789abcdef") << "half";
    auto writing = TemporaryFile::make(tmp);
    ASSERT_TRUE(writing.ok());
    std::ofstream(folder_ / "blobs/note.txt") << "not ours";

    const std::vector damage = {(folder_ / "blobs/note.txt").string() + " is not a blob"};
    EXPECT_EQ(blobs->find_damage().value(), damage);
    EXPECT_EQ(blobs->find_leftovers().value(), std::vector{(tmp / "0123456789abcdef").string()});
    ASSERT_TRUE(blobs->remove_leftovers().ok());
    EXPECT_TRUE(blobs->find_leftovers().value().empty());
    EXPECT_EQ(blobs->find_damage().value(), damage);
    EXPECT_TRUE(std::filesystem::exists(writing.value().path()));
}

TEST_F(FileBlobsTest, ADiskThatIsFullLeavesNothingBehind) {
    auto blobs = open();
    const auto child = ::fork();
    if (child == 0) {
        // A file-size limit answers as a full disk does: the write stops half-way.
        ::signal(SIGXFSZ, SIG_IGN);
        const ::rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto put = blobs->put(as_bytes(std::string(5000, 'x')));
        ::_exit(!put.ok() && put.error().code == ErrorCode::StoreError ? 0 : 1);
    }
    int status = 1;
    ::waitpid(child, &status, 0);

    EXPECT_EQ(status, 0);
    EXPECT_EQ(files_in(folder_ / "blobs"), 0u);
}

TEST_F(FileBlobsTest, ManyThreadsMayPutAndRemoveTheSameBlobs) {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([this] {
            auto blobs = open();
            for (int i = 0; i < 20; ++i) {
                const auto text = "picture " + std::to_string(i % 5);
                EXPECT_TRUE(blobs->put(as_bytes(text)).ok());
                EXPECT_TRUE(blobs->remove_leftovers().ok());
                EXPECT_TRUE(blobs->remove(blob_of_text(text), clock_() - 1h).ok());
            }
        });
    }
    threads.clear();

    auto blobs = open();
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(blobs->read(blob_of_text("picture " + std::to_string(i)), Verify::Hash).ok());
    }
    EXPECT_EQ(files_in(folder_ / "blobs"), 5u);
}

}  // namespace
}  // namespace fovea::store
