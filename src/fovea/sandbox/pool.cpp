#include "fovea/sandbox/pool.hpp"

#include <system_error>
#include <unistd.h>

#include <string>
#include <utility>

namespace fovea::sandbox {

namespace {

Result<void> check(const PoolSettings& settings) {
    const auto refuse = [](std::string why) {
        return Error{ErrorCode::ConfigInvalid, std::move(why)};
    };
    if (settings.workers == 0) return refuse("a pool needs at least one worker");
    if (settings.jobs_per_worker == 0) return refuse("a worker must be allowed at least one job");
    if (settings.input_bytes == 0 || settings.output_bytes == 0) {
        return refuse("a worker needs an input and an output of at least one byte");
    }
    if (::access(settings.program.path.c_str(), X_OK) != 0) {
        return refuse("the worker program " + settings.program.path.string() + " cannot be run");
    }
    return {};
}

}  // namespace

Lease::Lease(Pool& pool, std::unique_ptr<WorkerProcess> worker)
    : pool_(&pool), worker_(std::move(worker)) {}

Lease::Lease(Lease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)), worker_(std::move(other.worker_)) {}

Lease::~Lease() {
    if (pool_ != nullptr) pool_->give_back(std::move(worker_));
}

Result<JobReply, JobFailure> Lease::run(
    ByteView request, std::size_t input_size, const std::stop_token& stop
) {
    return worker_->run(request, input_size, stop);
}

Result<std::unique_ptr<Pool>> Pool::open(PoolSettings settings) {
    TRY(check(settings));
    // Workers start in the root directory.
    std::error_code failed;
    settings.program.path = std::filesystem::absolute(settings.program.path, failed);
    if (failed) return Error{ErrorCode::ConfigInvalid, "the worker program has no absolute path"};
    return std::unique_ptr<Pool>(new Pool(std::move(settings)));
}

Pool::Pool(PoolSettings settings) : settings_(std::move(settings)), idle_(settings_.workers) {}

Result<Lease, JobFailure> Pool::lease(const std::stop_token& stop) {
    const auto cancelled = [] {
        return JobFailure{FailureCause::Cancelled, "cancelled before a worker was free"};
    };
    std::unique_lock lock(mutex_);
    if (!returned_.wait(lock, stop, [&] { return !idle_.empty(); })) return cancelled();
    Lease leased(*this, std::move(idle_.back()));  // from here on its end gives the place back
    idle_.pop_back();
    lock.unlock();
    if (stop.stop_requested()) return cancelled();

    if (!leased.worker_ || !leased.worker_->ready()) {
        leased.worker_.reset();  // killed from outside while it was idle, or it spoke out of turn
        leased.worker_ = TRY(WorkerProcess::start(spawner_, settings_, stop));
    }
    return leased;
}

Result<Layers, JobFailure> Pool::layers(const std::stop_token& stop) {
    const auto leased = TRY(lease(stop));
    return leased.layers();
}

void Pool::give_back(std::unique_ptr<WorkerProcess> worker) {
    if (worker && (worker->gone() || worker->jobs() >= settings_.jobs_per_worker)) worker.reset();
    {
        const std::lock_guard lock(mutex_);
        if (worker) {
            idle_.push_back(std::move(worker));
        } else {
            idle_.insert(idle_.begin(), nullptr);
        }
    }
    returned_.notify_one();
}

}  // namespace fovea::sandbox
