// What becomes of a reading when its workers misbehave.
#include "fovea/reading/worker/reading_crew.hpp"

#include "fovea/reading/worker/faulty_reader.hpp"
#include "fovea/reading/worker/reading_workers.hpp"

#include <gtest/gtest.h>

#include <future>
#include <set>
#include <string>
#include <string_view>

#include "support/test_paths.hpp"

namespace fovea::reading {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::unique_ptr<ReadingWorkers> open_workers(unsigned workers) {
    return ReadingWorkers::open({.program = test_paths::program("fovea-faulty-reader"),
                                 .workers = workers})
        .value();
}

Result<Reading> read(std::string_view deed, unsigned workers, milliseconds time = seconds(60)) {
    return open_workers(workers)->read(as_bytes(deed), {.time = time});
}

std::set<std::string> texts(const Reading& reading) {
    std::set<std::string> all;
    for (const auto& word : reading.words) all.insert(word.text);
    return all;
}

class ReadingCrewTest : public ::testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Workers, ReadingCrewTest, ::testing::Values(1u, 2u, 3u));

TEST_P(ReadingCrewTest, ReadsAllOfAGoodPage) {
    const auto reading = read("good", GetParam());

    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    ASSERT_EQ(reading.value().words.size(), kFaultyLines);
    for (std::size_t i = 0; i < kFaultyLines; ++i) {
        EXPECT_EQ(reading.value().words[i].text, "w" + std::to_string(i));
        EXPECT_EQ(reading.value().words[i].line, i);
    }
}

TEST_P(ReadingCrewTest, PassesOnThatThereIsNoPicture) {
    const auto reading = read("no picture", GetParam());

    EXPECT_EQ(reading.error(), (Error{ErrorCode::DecodeFailed, "no picture"}));
}

TEST_P(ReadingCrewTest, TakesADeathInTheLookForABrokenPicture) {
    EXPECT_EQ(read("die in look", GetParam()).error().code, ErrorCode::DecodeFailed);
}

TEST_P(ReadingCrewTest, ReadsTheTextWhereBarcodesKill) {
    const auto reading = read("die in barcodes", GetParam());

    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().missing, Missing::ReaderCrashed);
    EXPECT_EQ(reading.value().words.size(), kFaultyLines);
}

TEST_P(ReadingCrewTest, KeepsTheLookWhenTheLinesCannotBeFound) {
    for (const auto* deed : {"die in find", "hang in find", "lie in find"}) {
        const auto reading = read(deed, GetParam(), milliseconds(300));

        if (!reading.ok()) {
            EXPECT_EQ(std::string(deed), "lie in find");
            continue;
        }
        EXPECT_FALSE(reading.value().complete());
        EXPECT_EQ(reading.value().facts.size, (media::PixelSize{1000, 1000}));
        EXPECT_TRUE(reading.value().words.empty());
    }
}

TEST_P(ReadingCrewTest, LosesOnlyTheLineThatKills) {
    const auto reading = read("die at line 33", GetParam());

    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().missing, Missing::ReaderCrashed);
    const auto words = texts(reading.value());
    EXPECT_FALSE(words.contains("w33"));
    EXPECT_EQ(words.size(), kFaultyLines - 1);
}

TEST_P(ReadingCrewTest, ReadsEveryLineWhereFindingTheTurnKills) {
    const auto reading = read("die in sample", GetParam());

    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    EXPECT_EQ(reading.value().words.size(), kFaultyLines);
}

TEST_P(ReadingCrewTest, EndsAWorkerThatHangsWhenTheTimeIsOver) {
    const auto reading = read("hang at line 33", GetParam(), seconds(1));

    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().missing, Missing::OutOfTime);
    EXPECT_TRUE(texts(reading.value()).contains("w0"));
    EXPECT_FALSE(texts(reading.value()).contains("w33"));
}

TEST_P(ReadingCrewTest, GivesUpOnAPageThatKillsEveryWorker) {
    const auto reading = read("die at every line", GetParam());

    ASSERT_TRUE(reading.ok());
    EXPECT_FALSE(reading.value().complete());
    EXPECT_TRUE(reading.value().words.empty());
}

TEST_P(ReadingCrewTest, BelievesNoWordOfALiar) {  // M11
    const auto reading = read("lie in words", GetParam());

    ASSERT_TRUE(reading.ok());
    EXPECT_FALSE(reading.value().complete());
    EXPECT_TRUE(reading.value().words.empty());
}

TEST_P(ReadingCrewTest, LeavesTheWorkersFitForTheNext) {
    const auto workers = open_workers(GetParam());
    for (const auto* deed : {"die in look", "hang in find", "die at line 3", "lie in words"}) {
        (void)workers->read(as_bytes(deed), {.time = milliseconds(200)}).ok();

        const auto reading = workers->read(as_bytes("good"), {});
        ASSERT_TRUE(reading.ok());
        EXPECT_TRUE(reading.value().complete());
    }
}

TEST(ReadingCrew, AsksALiarNoMore) {  // M11
    const auto workers = open_workers(1);
    const auto looks_of_its_worker = [&] {
        return workers->read(as_bytes("good"), {}).value().facts.frames;
    };
    EXPECT_EQ(looks_of_its_worker(), 1U);

    EXPECT_FALSE(workers->read(as_bytes("no picture"), {}).ok());
    EXPECT_EQ(looks_of_its_worker(), 3U);  // saying no is honest

    EXPECT_FALSE(workers->read(as_bytes("lie in look"), {}).ok());
    EXPECT_EQ(looks_of_its_worker(), 1U);
}

TEST_P(ReadingCrewTest, StopsWheneverItIsAsked) {
    const auto workers = open_workers(GetParam());
    for (const auto* deed : {"hang in look", "hang in find", "hang at line 0"}) {
        std::stop_source stop;
        auto reading = std::async(std::launch::async, [&] {
            return workers->read(as_bytes(deed), {}, stop.get_token());
        });
        stop.request_stop();

        EXPECT_EQ(reading.get().error().code, ErrorCode::Cancelled);
    }
}

TEST_P(ReadingCrewTest, LetsOthersBeginWhileOneReads) {
    const auto workers = open_workers(GetParam());
    const auto read_page = [&] { return workers->read(as_bytes("good"), {}); };
    std::vector<std::future<Result<Reading>>> readings;
    for (int i = 0; i < 6; ++i) readings.push_back(std::async(std::launch::async, read_page));

    for (auto& reading : readings) EXPECT_TRUE(reading.get().value().complete());
}

}  // namespace
}  // namespace fovea::reading
