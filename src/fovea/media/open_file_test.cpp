#include "fovea/media/open_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace fovea::media {
namespace {

class OpenFileTest : public ::testing::Test {
protected:
    void SetUp() override {
        path_ = std::filesystem::path(::testing::TempDir()) /
                ("fovea-open-file-" + std::to_string(::getpid()));
    }
    void TearDown() override { std::filesystem::remove(path_); }

    OpenFile opened(const std::string& text) {
        std::ofstream(path_) << text;
        return OpenFile::of(Fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC))).value();
    }
    // Also where the file system's clock stands still between two writes.
    void write_later(const std::string& text, std::ios::openmode mode) {
        std::ofstream(path_, mode) << text;
        struct timespec times[2] = {{0, UTIME_OMIT}, {1'000'000'000, 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path_.c_str(), times, 0), 0);
    }

    std::filesystem::path path_;
};

TEST_F(OpenFileTest, IsReadWholeAndNamedByItsBytes) {
    const std::string text(3'000'000, 'x');
    const auto file = opened(text);

    EXPECT_EQ(file.size(), text.size());
    EXPECT_EQ(file.head().size(), 4096u);
    EXPECT_EQ(file.digest().value(), sha256(as_bytes(text)));
    EXPECT_EQ(as_text(file.read_all(text.size()).value()), text);
    EXPECT_EQ(file.read_all(text.size() - 1).error().code, ErrorCode::FileTooLarge);
}

TEST_F(OpenFileTest, StaysTheSameWhateverHappensToItsName) {
    const auto file = opened("words");
    std::filesystem::remove(path_);
    std::ofstream(path_) << "other";

    EXPECT_EQ(as_text(file.read_all(100).value()), "words");
    EXPECT_TRUE(file.check_unchanged().ok());
}

TEST_F(OpenFileTest, TellsThatItWasChanged) {
    for (const auto* text : {"", "longer than before", "other"}) {
        const auto file = opened("words");
        write_later(text, std::ios::trunc);

        EXPECT_EQ(file.check_unchanged().error().code, ErrorCode::InvalidInput) << text;
        EXPECT_EQ(file.digest().error().code, ErrorCode::InvalidInput) << text;
        EXPECT_EQ(file.read_all(100).error().code, ErrorCode::InvalidInput) << text;
    }
}

TEST_F(OpenFileTest, AStoredOneMayBeTouched) {
    std::ofstream(path_) << "words";
    const auto file =
        OpenFile::of(Fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)), Content::IsFixed).value();
    write_later("words", std::ios::trunc);

    EXPECT_TRUE(file.check_unchanged().ok());
}

TEST_F(OpenFileTest, ACopyIsAFileToo) {
    const auto file = OpenFile::copy_of(as_bytes("words")).value();
    const auto empty = OpenFile::copy_of({}).value();

    EXPECT_EQ(as_text(file.head()), "words");
    EXPECT_EQ(file.digest().value(), sha256(as_bytes("words")));
    EXPECT_EQ(empty.size(), 0u);
    EXPECT_EQ(empty.digest().value(), sha256({}));
}

TEST_F(OpenFileTest, RefusesWhatIsNoFile) {
    const auto refused = [](const char* path) {
        return OpenFile::of(Fd(::open(path, O_RDONLY | O_CLOEXEC))).error().code;
    };

    EXPECT_EQ(refused("/"), ErrorCode::InvalidInput);
    EXPECT_EQ(refused("/dev/null"), ErrorCode::InvalidInput);
    EXPECT_EQ(refused("/dev/null/file"), ErrorCode::InvalidInput);
}

TEST_F(OpenFileTest, HashingCanBeCancelled) {
    const auto file = opened("words");
    std::stop_source stop;
    stop.request_stop();

    EXPECT_EQ(file.digest(stop.get_token()).error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::media
