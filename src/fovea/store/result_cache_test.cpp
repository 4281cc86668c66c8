#include "fovea/store/result_cache.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

class ResultCacheTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-cache-" + std::to_string(::getpid()) + "-" + test->name());
        std::filesystem::remove_all(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    ResultCache cache(std::size_t entries = 10) const {
        return ResultCache({.folder = folder_ / "results", .max_entries = entries});
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder_ / "results")) {
            found.push_back(entry.path());
        }
        return found;
    }

    std::filesystem::path folder_;
};

TEST_F(ResultCacheTest, GivesBackWhatWasPutAlsoToAnotherProcess) {
    const std::string value("two\nlines\0and a zero", 20);

    cache().put("a key", value);

    EXPECT_EQ(cache().get("a key"), value);
    EXPECT_EQ(cache().get("another key"), std::nullopt);
}

TEST_F(ResultCacheTest, KeysOfSeveralLinesAreKeysLikeOthers) {
    cache().put("question:\nwhat?", "this");

    EXPECT_EQ(cache().get("question:\nwhat?"), "this");
    EXPECT_EQ(cache().get("question:"), std::nullopt);
}

TEST_F(ResultCacheTest, FilesAreForTheirOwnerAlone) {
    cache().put("key", "private");

    struct stat facts {};
    ASSERT_EQ(::stat(files().at(0).c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0600U);
    ASSERT_EQ(::stat((folder_ / "results").c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

TEST_F(ResultCacheTest, AFileThatWasCutShortOrChangedIsNotThere) {
    cache().put("key", "a value of some length");
    const auto file = files().at(0);
    const auto size = std::filesystem::file_size(file);

    for (const auto left : {std::uintmax_t{0}, std::uintmax_t{20}, size - 1}) {
        std::filesystem::resize_file(file, left);
        EXPECT_EQ(cache().get("key"), std::nullopt) << left;
        cache().put("key", "a value of some length");
    }
    std::fstream(file, std::ios::in | std::ios::out).seekp(-1, std::ios::end) << "X";

    EXPECT_EQ(cache().get("key"), std::nullopt);
}

TEST_F(ResultCacheTest, AFileOfSomebodyWithoutTheKeyIsNotThere) {  // Q5
    cache().put("key", "ours");
    const auto file = files().at(0);
    fs::rename(folder_ / "results.key", folder_ / "aside");
    cache().put("key", "theirs");  // signed with another key, under another name
    for (const auto& other : files()) {
        if (other != file) fs::rename(other, file);
    }
    fs::rename(folder_ / "aside", folder_ / "results.key");

    EXPECT_EQ(cache().get("key"), std::nullopt);
}

TEST_F(ResultCacheTest, WhatOthersMayWriteIsNotBelieved) {  // Q5
    const auto put = [&] { cache().put("key", "value"); };
    const auto allow = [](const fs::path& file, fs::perms who) {
        fs::permissions(file, who, fs::perm_options::add);
    };
    put();
    const auto file = files().at(0);
    allow(file, fs::perms::group_write);
    EXPECT_EQ(cache().get("key"), std::nullopt) << "a file";
    put();
    EXPECT_EQ(cache().get("key"), "value");

    allow(folder_ / "results.key", fs::perms::others_write);
    EXPECT_EQ(cache().get("key"), std::nullopt) << "the key";
    put();
    EXPECT_EQ(cache().get("key"), "value");

    allow(folder_ / "results", fs::perms::others_write);
    EXPECT_EQ(cache().get("key"), std::nullopt) << "the folder";
}

TEST_F(ResultCacheTest, LinksAreNotFollowed) {  // Q5
    cache().put("key", "value");
    const auto file = files().at(0);
    fs::rename(file, folder_ / "elsewhere");
    fs::create_symlink(folder_ / "elsewhere", file);
    EXPECT_EQ(cache().get("key"), std::nullopt) << "a file";
    cache().put("key", "new");  // in the link's place
    EXPECT_EQ(cache().get("key"), "new");

    fs::rename(folder_ / "results", folder_ / "moved");
    fs::create_directory_symlink(folder_ / "moved", folder_ / "results");
    EXPECT_EQ(cache().get("key"), std::nullopt) << "the folder";
}

TEST_F(ResultCacheTest, FoldersAreForTheirOwnerAloneWhateverTheUmask) {  // Q5
    const auto before = ::umask(0);
    cache().put("key", "value");
    const auto reserved = cache().reserve("key", {});
    ::umask(before);

    for (const auto& made : {folder_, folder_ / "results", folder_ / "results.locks"}) {
        EXPECT_EQ(fs::status(made).permissions(), fs::perms::owner_all) << made;
    }
}

TEST_F(ResultCacheTest, NoMoreBytesAreKeptThanItsSettingsSay) {
    const ResultCache small(
        {.folder = folder_ / "results",
         .max_entries = 20,
         .max_bytes = 3'000,
         .max_value_bytes = 1'000}
    );
    small.put("large", std::string(1'001, 'x'));
    EXPECT_EQ(small.get("large"), std::nullopt);

    for (int i = 0; i < 10; ++i) small.put(std::to_string(i), std::string(900, 'x'));
    std::uintmax_t bytes = 0;
    for (const auto& file : files()) bytes += fs::file_size(file);
    EXPECT_LE(bytes, 3'000U);
    EXPECT_EQ(small.get("9"), std::string(900, 'x'));
}

TEST_F(ResultCacheTest, TheLeastRecentlyUsedGoFirst) {
    using namespace std::chrono_literals;
    cache(3).put("a", "1");
    cache(3).put("b", "2");
    cache(3).put("c", "3");
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const auto& file : files()) std::filesystem::last_write_time(file, now - 1h);
    EXPECT_EQ(cache(3).get("a"), "1");  // used just now
    EXPECT_EQ(cache(3).get("c"), "3");

    cache(3).put("d", "4");

    EXPECT_EQ(cache(3).get("b"), std::nullopt);
    EXPECT_EQ(cache(3).get("a"), "1");
    EXPECT_EQ(cache(3).get("d"), "4");
}

TEST_F(ResultCacheTest, KeepsNothingWhenSwitchedOff) {
    cache(0).put("key", "value");
    ResultCache({.folder = {}}).put("key", "value");

    EXPECT_FALSE(std::filesystem::exists(folder_ / "results"));
    EXPECT_EQ(cache(0).get("key"), std::nullopt);
}

TEST_F(ResultCacheTest, AFolderThatCannotBeMadeCostsNothingElse) {
    std::ofstream(folder_) << "a file, not a folder";

    cache().put("key", "value");

    EXPECT_EQ(cache().get("key"), std::nullopt);
    std::filesystem::remove(folder_);
}

TEST(ResultCacheReservation, OneMakesItAndTheOthersFindIt) {  // V6
    const TestFolder folder;
    const ResultCache cache({.folder = folder / "results", .max_entries = 10});
    std::atomic<int> made = 0;
    {
        std::vector<std::jthread> crew;
        for (int i = 0; i < 8; ++i) {
            crew.emplace_back([&] {
                const auto reserved = cache.reserve("key", {});
                ASSERT_TRUE(reserved);
                if (cache.get("key")) return;
                ++made;
                cache.put("key", "value");
            });
        }
    }

    EXPECT_EQ(made, 1);
}

TEST(ResultCacheReservation, WaitingEndsWhenItIsStopped) {  // V6
    const TestFolder folder;
    const ResultCache cache({.folder = folder / "results", .max_entries = 10});
    const auto held = cache.reserve("key", {});
    std::stop_source stop;
    stop.request_stop();

    EXPECT_FALSE(cache.reserve("key", stop.get_token()));
    EXPECT_TRUE(ResultCache({.folder = {}, .max_entries = 0}).reserve("key", {}));
}

}  // namespace
}  // namespace fovea::store
