// What is left to do in reading one picture, and what was found so far. Knows nothing of processes:
// the members of a crew take tasks, do them in whatever way, and bring back what came of them.
//
//     look ──► barcodes
//     find lines ──► read lines, in batches ──► elements, where they are wanted
//
//     while (const auto task = tasks.take()) …            // any number of threads
//     const Reading reading = TRY(tasks.result());
//
// Only the look must succeed. Lines that could not be found are looked for again without reading
// any of them, and a batch that fails is read again line by line, so that a line that kills its
// reader takes no other with it. What fails once more, and what the time is too short for, makes
// the reading incomplete.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/reading/reading.hpp"
#include "fovea/reading/worker/reading_jobs.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

namespace fovea::reading {

struct LookTask {};
struct BarcodesTask {
    media::PixelRect area;
};
struct FindLinesTask {
    bool again = false;  // failed once already
};
struct ReadLinesTask {
    media::PixelRect area;
    TextTurn turn = TextTurn::None;
    std::vector<std::uint32_t> numbers;  // of the lines, in all that were found
    std::vector<media::TextLine> lines;
    std::vector<LineAxis> axes = {};  // of each
    bool again = false;               // failed once already
};
struct ElementsTask {
    media::PixelRect area;
    TextTurn turn = TextTurn::None;
    std::uint32_t line_height = 0;  // the median of the lines found
};
using ReadingTask =
    std::variant<LookTask, BarcodesTask, FindLinesTask, ReadLinesTask, ElementsTask>;

class ReadingTasks {
public:
    using Clock = std::chrono::steady_clock;

    // From `text_end` on, and when the members together have worked for so long, there are no tasks but
    // the look.
    explicit ReadingTasks(
        Clock::time_point text_end,
        Clock::duration work = Clock::duration::max(),
        Elements elements = Elements::Unasked
    )
        : text_end_(text_end), elements_wanted_(elements), work_left_(work) {}

    // Waits while what others do may bring more; none when nothing is left. Each task taken must be
    // finished or failed.
    std::optional<ReadingTask> take();

    // False when a member without a worker need not look for one.
    bool wants_workers();

    void finish(const LookTask& task, Looked looked);
    void finish(const BarcodesTask& task, FoundBarcodes found);
    void finish(const FindLinesTask& task, FoundLines found);
    void finish(const ReadLinesTask& task, ReadLines read);
    void finish(const ElementsTask& task, FoundElements found);
    void fail(const ReadingTask& task, const Error& error);

    // Nothing more is handed out: the caller has lost interest.
    void give_up();

    // A member has worked, on any task.
    void spend(Clock::duration work);

    // For whatever is read now.
    Clock::duration time_left();

    // How much is left to read, in the recogniser's columns: about 30 microseconds each.
    std::size_t columns_left();

    // Once, when all members are done.
    Result<Reading> result();

private:
    bool has_task(Clock::time_point now) const;
    bool is_over(Clock::time_point now) const;
    bool has_elements_task() const;
    ElementsTask elements_task() const;
    ReadingTask next_task();
    ReadLinesTask next_batch();
    void try_again(const ReadLinesTask& batch);
    void end_task();
    LineAxis axis_of(std::uint32_t line) const;
    std::size_t columns_of(std::uint32_t line) const;
    Missing missing() const;

    const Clock::time_point text_end_;
    const Elements elements_wanted_;

    std::mutex mutex_;  // guards all below
    Clock::duration work_left_;
    std::condition_variable changed_;
    unsigned running_ = 0;
    unsigned failures_ = 0;
    bool given_up_ = false;

    bool look_taken_ = false;
    std::optional<Looked> looked_;
    std::optional<Error> error_;  // why there is no look

    bool barcodes_taken_ = false;
    std::optional<FoundBarcodes> barcodes_;

    bool elements_taken_ = false;
    std::optional<FoundElements> elements_;

    bool find_taken_ = false;
    bool find_again_ = false;
    std::optional<FoundLines> found_;
    std::deque<std::uint32_t> unread_;           // numbers of lines
    std::size_t unread_columns_ = 0;             // of those
    std::vector<ReadLinesTask> again_;           // lines to be tried once more, each by itself
    std::vector<std::vector<Word>> line_words_;  // for each line
    std::size_t lines_read_ = 0;
    bool is_lost_ = false;  // something, to a worker that crashed on it
};

}  // namespace fovea::reading
