#include "fovea/reading/worker/reading_crew.hpp"

#include "fovea/media/small_file.hpp"
#include "fovea/media/worker/job_error.hpp"
#include "fovea/media/worker/message_parts.hpp"

#include <system_error>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace fovea::reading {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// For decoding a picture and looking at it, however little time there is to read. The largest
// pictures that are allowed take one second.
constexpr milliseconds kLookTime{5'000};

// What all workers together may do for a small file, whatever time there is: one that takes longer was
// made to. The largest screens take half of it; of a page of 20,000 rows full of words, half is read.
constexpr Clock::duration kSmallFileWork = std::chrono::seconds(9);

// When the time is over, workers answer after the line that they are at, which takes up to 100 ms
// and more on a busy machine. One that does not is ended.
constexpr milliseconds kGrace{500};

// A screen with enough text for two has a larger file; so has a photograph, which is then decoded
// twice.
constexpr std::size_t kScreenBytes = 48 << 10;
constexpr std::uint64_t kScreenPixels = 300'000;

// What a further worker must have to read, to be worth its start: 150 ms.
constexpr std::size_t kColumnsPerMember = 5'000;

// The message, or what was too long for one. A copy: the worker can still write there.
Bytes reply_of(const sandbox::JobReply& reply) {
    if (!reply.message.empty()) return reply.message;
    return Bytes(reply.output.begin(), reply.output.end());
}

class Counted {
public:
    explicit Counted(std::atomic<unsigned>& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    std::atomic<unsigned>& count_;
};

}  // namespace

ReadingCrew::ReadingCrew(
    sandbox::Pool& pool,
    ReadingDemand& demand,
    ByteView file,
    const ReadingSource& source,
    milliseconds time,
    unsigned most_members,
    Elements elements
)
    : pool_(pool),
      demand_(demand),
      file_(file),
      source_(source),
      time_(std::clamp(time, milliseconds(0), milliseconds(std::chrono::hours(24)))),
      most_members_(most_members),
      elements_(elements) {}

Result<sandbox::Lease, sandbox::JobFailure> ReadingCrew::first_lease(const std::stop_token& stop) {
    const Counted waiting(demand_.waiting);
    return pool_.lease(stop);
}

Result<Reading> ReadingCrew::read(const std::stop_token& stop) {
    const Counted member(demand_.members);
    try {
        auto lease = first_lease(stop);
        if (!lease.ok()) return media::to_error(lease.error());
        auto reading = read_with(std::move(lease).value(), stop);
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
        if (!reading.ok() && reading.error().code == ErrorCode::Cancelled) {
            return Error{
                ErrorCode::DecodeFailed,
                "decoding the picture took longer than " +
                    std::to_string(std::max(time_, kLookTime).count()) + " ms"};
        }
        return reading;
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Internal, std::string("reading failed: ") + failure.what()};
    }
}

Result<Reading> ReadingCrew::read_with(sandbox::Lease first, const std::stop_token& stop) {
    const auto now = Clock::now();
    tasks_.emplace(
        now + time_,
        file_.size() < media::kSmallFile ? kSmallFileWork : Clock::duration::max(),
        elements_
    );
    look_stop_.emplace(now + std::max(time_, kLookTime), stop);
    text_stop_.emplace(now + time_ + kGrace, stop);
    const std::stop_callback give_up(stop, [this] { tasks_->give_up(); });
    const std::stop_callback no_leases(text_stop_->token(), [this] { lease_stop_.request_stop(); });

    bring_file(first);
    if (may_be_a_screen()) grow_to(2);
    work(std::move(first), Member::First);
    if (!tasks_->wants_workers()) lease_stop_.request_stop();
    join_helpers();
    return tasks_->result();
}

void ReadingCrew::bring_file(const sandbox::Lease& lease) const {
    std::ranges::copy(file_, lease.input().begin());
}

void ReadingCrew::work(std::optional<sandbox::Lease> lease, Member member) {
    for (;;) {
        if (!lease) {
            if (!tasks_->wants_workers()) return;
            auto next = pool_.lease(lease_stop_.get_token());
            if (!next.ok()) return;
            lease.emplace(std::move(next).value());
            bring_file(*lease);
        }
        const auto task = tasks_->take();
        if (!task) return;
        if (!run_task(*task, *lease)) lease.reset();
        if (member == Member::Helper && must_make_room()) return;
    }
}

void ReadingCrew::help() {
    ::pthread_setname_np(::pthread_self(), "fovea-reading");
    const Counted member(demand_.members);
    try {
        work(std::nullopt, Member::Helper);
    } catch (const std::exception&) {
        // Outside of a task: no worker could be had. The others go on.
    }
}

bool ReadingCrew::must_make_room() const {
    return demand_.waiting > 0 && demand_.members > pool_.settings().workers;
}

bool ReadingCrew::may_be_a_screen() const {
    if (source_.crop && source_.crop->size().pixels() < kScreenPixels) return false;
    return file_.size() >= kScreenBytes;
}

void ReadingCrew::grow_to(std::size_t members) {
    members = std::min<std::size_t>(members, most_members_);
    const std::lock_guard lock(mutex_);
    try {
        while (helpers_.size() + 1 < members) helpers_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
        // No thread to be had: those who are there read it all.
    }
}

void ReadingCrew::join_helpers() {
    for (;;) {
        std::vector<std::jthread> helpers;
        {
            const std::lock_guard lock(mutex_);
            helpers.swap(helpers_);
        }
        if (helpers.empty()) return;
    }
}

bool ReadingCrew::run_task(const ReadingTask& task, sandbox::Lease& lease) {
    try {
        return std::visit([&](const auto& known) { return run(known, lease); }, task);
    } catch (const std::exception& failure) {
        tasks_->fail(task, {ErrorCode::Internal, failure.what()});
        return false;
    }
}

template <class Task, class Decode>
bool ReadingCrew::run(
    const Task& task,
    const ReadingJob& job,
    const media::StopAt& stop,
    sandbox::Lease& lease,
    const Decode& decode
) {
    const auto began = Clock::now();
    const auto reply = lease.run(encode(job), file_.size(), stop.token());
    tasks_->spend(reply.ok() ? reply.value().cpu : Clock::now() - began);
    if (!reply.ok()) {
        tasks_->fail(task, media::to_error(reply.error()));
        return false;
    }
    auto result = decode(reply_of(reply.value()));
    if (result.ok()) {
        tasks_->finish(task, std::move(result).value());
        return true;
    }
    const bool lied = media::is_garbled(result.error());
    if (lied) lease.discard();
    tasks_->fail(task, result.error());
    return !lied;
}

bool ReadingCrew::run(const LookTask& task, sandbox::Lease& lease) {
    return run(task, LookJob{source_}, *look_stop_, lease, [&](ByteView reply) {
        return decode_looked(reply, source_);
    });
}

bool ReadingCrew::run(const BarcodesTask& task, sandbox::Lease& lease) {
    return run(task, BarcodesJob{source_}, *text_stop_, lease, [&](ByteView reply) {
        return decode_barcodes(reply, task.area);
    });
}

bool ReadingCrew::run(const FindLinesTask& task, sandbox::Lease& lease) {
    const auto sampling = task.again ? Sampling::None : Sampling::Some;
    const FindLinesJob job{source_, text_time_left(), sampling};
    const bool kept = run(task, job, *text_stop_, lease, [&](ByteView reply) {
        return decode_found_lines(reply, source_);
    });
    grow_to(1 + tasks_->columns_left() / kColumnsPerMember);
    return kept;
}

bool ReadingCrew::run(const ReadLinesTask& task, sandbox::Lease& lease) {
    const ReadLinesJob job{source_, text_time_left(), task.turn, task.lines, task.axes};
    return run(task, job, *text_stop_, lease, [&](ByteView reply) {
        return decode_read_lines(reply, task.lines.size(), task.area);
    });
}

bool ReadingCrew::run(const ElementsTask& task, sandbox::Lease& lease) {
    const FindElementsJob job{source_, text_time_left(), task.turn, task.line_height};
    return run(task, job, *text_stop_, lease, [&](ByteView reply) {
        return decode_found_elements(reply, task.area);
    });
}

milliseconds ReadingCrew::text_time_left() {
    return std::chrono::ceil<milliseconds>(tasks_->time_left());
}

}  // namespace fovea::reading
