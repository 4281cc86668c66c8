#include "fovea/reading/worker/reading_tasks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

constexpr media::PixelRect kArea{0, 0, 1000, 1000};
const Error kDied{ErrorCode::DecodeFailed, "the decoder was stopped"};

ReadingTasks::Clock::time_point later() {
    return ReadingTasks::Clock::now() + std::chrono::hours(1);
}

Looked looked() {
    Looked made;
    made.facts.size = {1000, 1000};
    made.area = kArea;
    return made;
}

FoundLines lines(std::size_t count) {
    FoundLines found;
    found.area = kArea;
    for (std::uint32_t i = 0; i < count; ++i) {
        found.lines.push_back({.box = {0, i * 10, 50, 10}, .letter_height = 10});
    }
    return found;
}

// A word for each line of the batch, named after the line.
ReadLines read(const ReadLinesTask& task) {
    ReadLines made;
    for (const auto number : task.numbers) {
        made.words.push_back(
            {"w" + std::to_string(number), task.lines[made.lines].box, 1, made.lines}
        );
        ++made.lines;
    }
    return made;
}

template <class Task>
Task take(ReadingTasks& tasks) {
    const auto task = tasks.take();
    EXPECT_TRUE(task && std::holds_alternative<Task>(*task));
    return std::get<Task>(task.value_or(Task{}));
}

void do_look(ReadingTasks& tasks) {
    tasks.finish(take<LookTask>(tasks), looked());
}

void do_find(ReadingTasks& tasks, FoundLines found) {
    tasks.finish(take<FindLinesTask>(tasks), std::move(found));
}

// Whatever is left, with success.
void do_rest(ReadingTasks& tasks) {
    while (auto task = tasks.take()) {
        if (const auto* batch = std::get_if<ReadLinesTask>(&*task)) {
            tasks.finish(*batch, read(*batch));
        } else if (const auto* barcodes = std::get_if<BarcodesTask>(&*task)) {
            tasks.finish(*barcodes, FoundBarcodes{});
        }
    }
}

TEST(ReadingTasks, PutTheWordsTogetherInTheOrderOfTheirLines) {
    ReadingTasks tasks(later());
    do_look(tasks);
    do_find(tasks, lines(40));
    const auto first = take<ReadLinesTask>(tasks);
    const auto second = take<ReadLinesTask>(tasks);
    tasks.finish(second, read(second));
    tasks.finish(first, read(first));
    do_rest(tasks);

    const auto reading = tasks.result();

    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    ASSERT_EQ(reading.value().words.size(), 40u);
    for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_EQ(reading.value().words[i].text, "w" + std::to_string(i));
        EXPECT_EQ(reading.value().words[i].line, i);
    }
}

TEST(ReadingTasks, DropLinesWithoutWordsAndNumberTheRestAnew) {
    ReadingTasks tasks(later());
    do_look(tasks);
    do_find(tasks, lines(3));
    const auto batch = take<ReadLinesTask>(tasks);
    auto words = read(batch);
    words.words.erase(words.words.begin() + 1);
    tasks.finish(batch, words);
    do_rest(tasks);

    const auto reading = tasks.result();

    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    ASSERT_EQ(reading.value().lines.size(), 2u);
    EXPECT_EQ(reading.value().lines[1].box.y, 20u);
    EXPECT_EQ(reading.value().words[1].text, "w2");
    EXPECT_EQ(reading.value().words[1].line, 1u);
}

TEST(ReadingTasks, DoNotReadAgainWhatWasReadToFindTheTurn) {
    ReadingTasks tasks(later());
    do_look(tasks);
    auto found = lines(3);
    found.read = {1};
    found.words = {{"known", {0, 10, 50, 10}, 1, 1}};
    do_find(tasks, found);

    const auto batch = take<ReadLinesTask>(tasks);
    tasks.finish(batch, read(batch));
    do_rest(tasks);

    EXPECT_EQ(batch.numbers, (std::vector<std::uint32_t>{0, 2}));
    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().words[1].text, "known");
    EXPECT_TRUE(reading.value().complete());
}

TEST(ReadingTasks, LookForBarcodesWhileTheLinesAreBeingFound) {
    ReadingTasks tasks(later());
    do_look(tasks);
    take<FindLinesTask>(tasks);

    take<BarcodesTask>(tasks);
}

TEST(ReadingTasks, AreLookOnlyWhenTheTimeIsOver) {
    ReadingTasks tasks(ReadingTasks::Clock::now());
    EXPECT_TRUE(tasks.wants_workers());
    do_look(tasks);

    EXPECT_FALSE(tasks.take().has_value());
    EXPECT_FALSE(tasks.wants_workers());
    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_FALSE(reading.value().complete());
    EXPECT_EQ(reading.value().missing, Missing::OutOfTime);
    EXPECT_EQ(reading.value().facts.size, (media::PixelSize{1000, 1000}));
}

TEST(ReadingTasks, AreOverWhenTheMembersHaveWorkedEnough) {  // M11
    ReadingTasks tasks(later(), std::chrono::seconds(8));
    do_look(tasks);
    tasks.spend(std::chrono::seconds(5));
    EXPECT_LE(tasks.time_left(), std::chrono::seconds(3));
    do_find(tasks, lines(3));
    tasks.spend(std::chrono::seconds(3));

    EXPECT_FALSE(tasks.take().has_value());
    EXPECT_FALSE(tasks.wants_workers());
    EXPECT_EQ(tasks.time_left(), ReadingTasks::Clock::duration::zero());
    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().missing, Missing::OutOfTime);
}

TEST(ReadingTasks, EndWithTheErrorOfTheLook) {
    ReadingTasks tasks(later());
    tasks.fail(take<LookTask>(tasks), kDied);

    EXPECT_FALSE(tasks.take().has_value());
    EXPECT_EQ(tasks.result().error(), kDied);
}

TEST(ReadingTasks, TryAFailedBatchAgainLineByLineAndOnlyOnce) {
    ReadingTasks tasks(later());
    do_look(tasks);
    do_find(tasks, lines(5));
    tasks.fail(take<ReadLinesTask>(tasks), kDied);
    for (std::uint32_t i = 0; i < 5; ++i) {
        const auto line = take<ReadLinesTask>(tasks);
        EXPECT_EQ(line.numbers, std::vector{i});
        if (i == 3) {
            tasks.fail(line, kDied);
        } else {
            tasks.finish(line, read(line));
        }
    }
    do_rest(tasks);

    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().missing, Missing::ReaderCrashed);
    EXPECT_EQ(reading.value().words.size(), 4u);
}

TEST(ReadingTasks, AreCompleteWhenASecondWorkerReadsWhatTheFirstDiedOn) {
    ReadingTasks tasks(later());
    do_look(tasks);
    do_find(tasks, lines(5));
    tasks.fail(take<ReadLinesTask>(tasks), kDied);
    do_rest(tasks);

    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    EXPECT_EQ(reading.value().words.size(), 5u);
}

TEST(ReadingTasks, LookForTheLinesAgainWhereFindingThemFailed) {
    ReadingTasks tasks(later());
    do_look(tasks);
    EXPECT_FALSE(take<FindLinesTask>(tasks).again);
    tasks.fail(FindLinesTask{}, kDied);
    const auto again = take<FindLinesTask>(tasks);
    EXPECT_TRUE(again.again);
    tasks.finish(again, lines(2));
    do_rest(tasks);

    EXPECT_EQ(tasks.result().value().words.size(), 2u);
}

TEST(ReadingTasks, KeepWhatABatchReadBeforeTheTimeWasOver) {
    ReadingTasks tasks(later());
    do_look(tasks);
    do_find(tasks, lines(5));
    const auto batch = take<ReadLinesTask>(tasks);
    auto some = read(batch);
    some.lines = 2;
    some.words.resize(2);
    tasks.finish(batch, some);
    do_rest(tasks);

    EXPECT_FALSE(tasks.result().value().complete());
}

TEST(ReadingTasks, GoOnWithoutLinesOrBarcodes) {
    ReadingTasks tasks(later());
    do_look(tasks);
    tasks.fail(take<FindLinesTask>(tasks), kDied);
    tasks.fail(take<FindLinesTask>(tasks), kDied);
    tasks.fail(take<BarcodesTask>(tasks), kDied);

    EXPECT_FALSE(tasks.take().has_value());
    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_EQ(reading.value().missing, Missing::ReaderCrashed);
}

TEST(ReadingTasks, StopAfterManyFailures) {
    ReadingTasks tasks(later());
    do_look(tasks);
    do_find(tasks, lines(1000));
    std::size_t batches = 0;
    while (auto task = tasks.take()) {
        tasks.fail(*task, kDied);
        ++batches;
    }

    EXPECT_LE(batches, 20u);
    EXPECT_EQ(tasks.result().value().missing, Missing::ReaderCrashed);
}

TEST(ReadingTasks, SayNothingWhenTwoWorkersSawDifferentPictures) {  // M11
    ReadingTasks tasks(later());
    do_look(tasks);
    auto found = lines(1);
    found.area.width = 500;
    do_find(tasks, found);
    do_rest(tasks);

    EXPECT_EQ(tasks.result().error().code, ErrorCode::DecodeFailed);
}

TEST(ReadingTasks, HandNothingOutOnceGivenUp) {
    ReadingTasks tasks(later());
    do_look(tasks);
    tasks.give_up();

    EXPECT_FALSE(tasks.take().has_value());
    EXPECT_FALSE(tasks.wants_workers());
}

TEST(ReadingTasks, MeasureSidewaysLinesAlongTheirWriting) {
    ReadingTasks upright(later());
    do_look(upright);
    do_find(upright, lines(1));
    ReadingTasks sideways(later());
    do_look(sideways);
    auto turned = lines(1);
    turned.turn = TextTurn::Quarter;
    turned.lines[0].box = {0, 0, 10, 50};
    do_find(sideways, turned);

    EXPECT_EQ(upright.columns_left(), sideways.columns_left());
}

TEST(ReadingTasks, LookForElementsOnceTheLinesAreKnownWhereTheyAreWanted) {  // P5
    ReadingTasks tasks(later(), ReadingTasks::Clock::duration::max(), Elements::Wanted);
    do_look(tasks);
    do_find(tasks, lines(3));
    const auto batch = take<ReadLinesTask>(tasks);
    tasks.finish(batch, read(batch));

    const auto elements = take<ElementsTask>(tasks);
    tasks.finish(elements, FoundElements{{{ElementKind::Tab, {1, 2, 3, 4}, 0, 0.5}}});
    do_rest(tasks);

    EXPECT_EQ(elements.area, kArea);
    EXPECT_EQ(elements.line_height, 12u);
    const auto reading = tasks.result();
    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    ASSERT_TRUE(reading.value().elements.has_value());
    EXPECT_EQ(reading.value().elements->size(), 1u);
}

TEST(ReadingTasks, LookForNoElementsOnAPhotograph) {  // P5
    ReadingTasks tasks(later(), ReadingTasks::Clock::duration::max(), Elements::Wanted);
    auto photograph = looked();
    photograph.look.texture_share = 0.9;
    tasks.finish(take<LookTask>(tasks), photograph);
    do_find(tasks, lines(1));
    do_rest(tasks);

    const auto reading = tasks.result();

    ASSERT_TRUE(reading.ok());
    EXPECT_TRUE(reading.value().complete());
    EXPECT_EQ(reading.value().elements, std::vector<Element>());
}

TEST(ReadingTasks, SayWhenElementsAreMissing) {  // P5
    for (const bool crashed : {false, true}) {
        ReadingTasks tasks(later(), ReadingTasks::Clock::duration::max(), Elements::Wanted);
        do_look(tasks);
        do_find(tasks, lines(0));
        const auto task = take<ElementsTask>(tasks);
        if (crashed) {
            tasks.fail(task, kDied);
        } else {
            tasks.finish(task, FoundElements{{}, false});
        }
        do_rest(tasks);

        const auto reading = tasks.result();

        ASSERT_TRUE(reading.ok());
        EXPECT_FALSE(reading.value().complete());
        EXPECT_EQ(reading.value().elements.has_value(), !crashed);
    }
}

}  // namespace
}  // namespace fovea::reading
