#include "fovea/reading/worker/reading_tasks.hpp"

#include "fovea/media/worker/message_parts.hpp"
#include "fovea/reading/page/chance_words.hpp"
#include "fovea/reading/page/cut_words.hpp"
#include "fovea/reading/page/elements.hpp"
#include "fovea/reading/page/lone_marks.hpp"
#include "fovea/reading/page/other_letters.hpp"
#include "fovea/reading/page/settle_letters.hpp"

#include <algorithm>
#include <utility>

namespace fovea::reading {
namespace {

// Of a batch, in columns: 30 to 80 milliseconds. Long enough for messages not to matter, short
// enough for little to be lost with its worker and for all members to be done at about the same
// time.
constexpr std::size_t kLeastBatch = 1'000;
constexpr std::size_t kMostBatch = 2'500;

// A picture that kills its workers again and again is left as it is. Each takes 150 ms to start.
constexpr unsigned kMaxFailures = 12;

// Rows of the picture of a line that the recogniser gets.
constexpr std::size_t kLineRows = 32;

// Across the writing; the one in the middle when sorted. Boxes are tight, those of most lines without room for
// descenders: a quarter is added, which makes them the heights that the network for controls was taught with.
std::uint32_t line_height_of(const FoundLines& found) {
    const bool on_side = found.turn == TextTurn::Quarter || found.turn == TextTurn::ThreeQuarters;
    std::vector<std::uint32_t> heights;
    for (const auto& line : found.lines) {
        heights.push_back(on_side ? line.box.width : line.box.height);
    }
    if (heights.empty()) return 0;
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
    std::ranges::nth_element(heights, middle);
    return *middle * 5 / 4;
}

}  // namespace

bool ReadingTasks::is_over(Clock::time_point now) const {
    return now >= text_end_ || work_left_ <= Clock::duration::zero();
}

void ReadingTasks::spend(Clock::duration work) {
    const std::lock_guard lock(mutex_);
    work_left_ -= work;
    changed_.notify_all();
}

ReadingTasks::Clock::duration ReadingTasks::time_left() {
    const std::lock_guard lock(mutex_);
    const auto left = std::min(text_end_ - Clock::now(), work_left_);
    return std::max(left, Clock::duration::zero());
}

bool ReadingTasks::has_task(Clock::time_point now) const {
    if (given_up_ || error_) return false;
    if (!look_taken_) return true;
    if (is_over(now) || failures_ >= kMaxFailures) return false;
    if (!find_taken_ || find_again_ || (looked_ && !barcodes_taken_)) return true;
    return !again_.empty() || !unread_.empty() || has_elements_task();
}

bool ReadingTasks::has_elements_task() const {
    return elements_wanted_ == Elements::Wanted && !elements_taken_ && looked_ && found_ &&
           may_show_elements(looked_->look);
}

ElementsTask ReadingTasks::elements_task() const {
    return {.area = found_->area, .turn = found_->turn, .line_height = line_height_of(*found_)};
}

ReadingTask ReadingTasks::next_task() {
    if (!std::exchange(look_taken_, true)) return LookTask{};
    if (!std::exchange(find_taken_, true)) return FindLinesTask{};
    if (std::exchange(find_again_, false)) return FindLinesTask{.again = true};
    if (!again_.empty()) {
        auto task = std::move(again_.back());
        again_.pop_back();
        return task;
    }
    if (!unread_.empty()) return next_batch();
    if (has_elements_task()) {
        elements_taken_ = true;
        return elements_task();
    }
    // Last where one member does all; where there are two, while the other finds the lines.
    barcodes_taken_ = true;
    return BarcodesTask{looked_->area};
}

ReadLinesTask ReadingTasks::next_batch() {
    ReadLinesTask task{.area = found_->area, .turn = found_->turn};
    const auto enough = std::clamp(unread_columns_ / 6, kLeastBatch, kMostBatch);
    std::size_t columns = 0;
    while (!unread_.empty() && columns < enough && task.lines.size() < kMaxBatchLines) {
        const auto number = unread_.front();
        unread_.pop_front();
        columns += columns_of(number);
        task.numbers.push_back(number);
        task.lines.push_back(found_->lines[number]);
        task.axes.push_back(axis_of(number));
    }
    unread_columns_ -= columns;
    return task;
}

std::optional<ReadingTask> ReadingTasks::take() {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (has_task(Clock::now())) {
            ++running_;
            return next_task();
        }
        if (given_up_ || error_ || running_ == 0) return std::nullopt;
        changed_.wait(lock);
    }
}

bool ReadingTasks::wants_workers() {
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (has_task(now)) return true;
    return running_ > 0 && !given_up_ && !error_ && !is_over(now);
}

void ReadingTasks::end_task() {
    --running_;
    changed_.notify_all();
}

void ReadingTasks::finish(const LookTask&, Looked looked) {
    const std::lock_guard lock(mutex_);
    looked_ = std::move(looked);
    end_task();
}

void ReadingTasks::finish(const BarcodesTask&, FoundBarcodes found) {
    const std::lock_guard lock(mutex_);
    barcodes_ = std::move(found);
    end_task();
}

void ReadingTasks::finish(const FindLinesTask&, FoundLines found) {
    const std::lock_guard lock(mutex_);
    found_ = std::move(found);
    line_words_.resize(found_->lines.size());
    for (auto& word : found_->words) line_words_[word.line].push_back(std::move(word));
    lines_read_ = found_->read.size();
    for (std::uint32_t i = 0; i < found_->lines.size(); ++i) {
        if (std::ranges::binary_search(found_->read, i)) continue;
        unread_.push_back(i);
        unread_columns_ += columns_of(i);
    }
    end_task();
}

void ReadingTasks::finish(const ReadLinesTask& task, ReadLines read) {
    const std::lock_guard lock(mutex_);
    for (auto& word : read.words) {
        const auto number = task.numbers[word.line];
        word.line = number;
        line_words_[number].push_back(std::move(word));
    }
    lines_read_ += read.lines;
    end_task();
}

void ReadingTasks::finish(const ElementsTask&, FoundElements found) {
    const std::lock_guard lock(mutex_);
    elements_ = std::move(found);
    end_task();
}

void ReadingTasks::fail(const ReadingTask& task, const Error& error) {
    const std::lock_guard lock(mutex_);
    ++failures_;
    const auto* find = std::get_if<FindLinesTask>(&task);
    const auto* batch = std::get_if<ReadLinesTask>(&task);
    if (std::holds_alternative<LookTask>(task)) {
        error_ = error;
    } else if (error.code == ErrorCode::Cancelled) {
        // The time is over, and its worker did not answer by itself.
    } else if (find != nullptr && !find->again) {
        find_again_ = true;
    } else if (batch != nullptr && !batch->again) {
        try_again(*batch);
    } else {
        is_lost_ = true;
    }
    end_task();
}

void ReadingTasks::try_again(const ReadLinesTask& batch) {
    for (auto i = batch.lines.size(); i-- > 0;) {  // the first is taken first
        again_.push_back(
            {.area = batch.area,
             .turn = batch.turn,
             .numbers = {batch.numbers[i]},
             .lines = {batch.lines[i]},
             .axes = {batch.axes[i]},
             .again = true}
        );
    }
}

void ReadingTasks::give_up() {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
    changed_.notify_all();
}

LineAxis ReadingTasks::axis_of(std::uint32_t line) const {
    return line < found_->axes.size() ? found_->axes[line] : LineAxis{};
}

std::size_t ReadingTasks::columns_of(std::uint32_t line) const {
    if (const auto axis = axis_of(line); axis.height > 0) {
        return 20 + static_cast<std::size_t>(axis.length * kLineRows / axis.height);
    }
    auto [x, y, along, across] = found_->lines[line].box;
    if (found_->turn == TextTurn::Quarter || found_->turn == TextTurn::ThreeQuarters) {
        std::swap(along, across);
    }
    return 20 + std::size_t{along} * kLineRows / across;
}

std::size_t ReadingTasks::columns_left() {
    const std::lock_guard lock(mutex_);
    return unread_columns_;
}

Missing ReadingTasks::missing() const {
    const bool elements_missing =
        elements_taken_ ? !elements_ || !elements_->all : has_elements_task();
    if (barcodes_ && found_ && lines_read_ == found_->lines.size() && !elements_missing) {
        return found_->all ? Missing::Nothing : Missing::TooManyLines;
    }
    // Where there is time left, it was not the time that was missing, but workers.
    const bool in_time = !is_over(Clock::now());
    return is_lost_ || in_time ? Missing::ReaderCrashed : Missing::OutOfTime;
}

Result<Reading> ReadingTasks::result() {
    const std::lock_guard lock(mutex_);
    if (error_) return *error_;
    if (!looked_) return Error{ErrorCode::Internal, "no worker looked at the picture"};
    // Two workers saw the same bytes; one of them lies.
    if (found_ && found_->area != looked_->area) return media::garbled();

    Reading reading{.facts = looked_->facts, .area = looked_->area, .look = looked_->look};
    if (barcodes_) reading.barcodes = std::move(barcodes_->barcodes);
    reading.missing = missing();
    if (elements_) {
        reading.elements = std::move(elements_->elements);
    } else if (elements_wanted_ == Elements::Wanted && !may_show_elements(looked_->look)) {
        reading.elements.emplace();
    }
    if (!found_) return reading;
    reading.turn = found_->turn;
    // What was found but is no writing, and what was not read, is left out.
    for (std::size_t i = 0; i < line_words_.size(); ++i) {
        if (line_words_[i].empty()) continue;
        for (auto& word : line_words_[i]) {
            word.line = reading.lines.size();
            reading.words.push_back(std::move(word));
        }
        reading.lines.push_back(found_->lines[i]);
    }
    std::vector<media::TextLine> refused;
    for (std::size_t i = 0; i < line_words_.size(); ++i) {
        if (line_words_[i].empty()) refused.push_back(found_->lines[i]);
    }
    if (reading.complete() && shows_other_letters(reading, refused)) {
        reading.missing = Missing::OtherLetters;
    }
    drop_chance_words(reading, lines_read_);
    settle_marks(reading);
    settle_letters(reading);
    mark_cut_words(reading);
    return reading;
}

}  // namespace fovea::reading
