// One reading: takes workers from the pool, gives each the file, and lets them do what
// ReadingTasks says is to be done.
//
// The caller's thread is the first member. A second one, on a thread of its own, begins at once
// when the file is large enough for a whole screen, and further ones when the lines are found and
// it is known that there is much to read: a worker that has to be started takes as long as some
// thirty words.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/worker/stop_at.hpp"
#include "fovea/reading/reading.hpp"
#include "fovea/reading/worker/reading_jobs.hpp"
#include "fovea/reading/worker/reading_tasks.hpp"
#include "fovea/sandbox/pool.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace fovea::reading {

// What all readings of one pool know of each other, so that one with a long picture does not keep
// the others from beginning.
struct ReadingDemand {
    std::atomic<unsigned> members{0};  // that have a worker or wait for one
    std::atomic<unsigned> waiting{0};  // readings without any worker yet
};

class ReadingCrew {
public:
    // Borrows all but the source for the time of read().
    ReadingCrew(
        sandbox::Pool& pool,
        ReadingDemand& demand,
        ByteView file,
        const ReadingSource& source,
        std::chrono::milliseconds time,
        unsigned most_members,
        Elements elements = Elements::Unasked
    );

    Result<Reading> read(const std::stop_token& stop);

private:
    enum class Member { First, Helper };

    Result<sandbox::Lease, sandbox::JobFailure> first_lease(const std::stop_token& stop);
    Result<Reading> read_with(sandbox::Lease first, const std::stop_token& stop);
    void work(std::optional<sandbox::Lease> lease, Member member);
    void help();
    void bring_file(const sandbox::Lease& lease) const;
    bool must_make_room() const;
    bool may_be_a_screen() const;
    void grow_to(std::size_t members);
    void join_helpers();

    // False when the worker is lost.
    bool run_task(const ReadingTask& task, sandbox::Lease& lease);
    template <class Task, class Decode>
    bool run(
        const Task& task,
        const ReadingJob& job,
        const media::StopAt& stop,
        sandbox::Lease& lease,
        const Decode& decode
    );
    bool run(const LookTask& task, sandbox::Lease& lease);
    bool run(const BarcodesTask& task, sandbox::Lease& lease);
    bool run(const FindLinesTask& task, sandbox::Lease& lease);
    bool run(const ReadLinesTask& task, sandbox::Lease& lease);
    bool run(const ElementsTask& task, sandbox::Lease& lease);
    std::chrono::milliseconds text_time_left();

    sandbox::Pool& pool_;
    ReadingDemand& demand_;
    const ByteView file_;
    const ReadingSource source_;
    const std::chrono::milliseconds time_;
    const unsigned most_members_;
    const Elements elements_;

    // Set up when the first worker is there: from then on the time counts.
    std::optional<ReadingTasks> tasks_;
    std::optional<media::StopAt> look_stop_;
    std::optional<media::StopAt> text_stop_;
    std::stop_source lease_stop_;  // no more workers are needed

    std::mutex mutex_;  // guards helpers_
    std::vector<std::jthread> helpers_;
};

}  // namespace fovea::reading
