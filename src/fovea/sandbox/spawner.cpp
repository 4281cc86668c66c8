#include "fovea/sandbox/spawner.hpp"

#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fovea::sandbox {

namespace {

class FileActions {
public:
    FileActions() { ::posix_spawn_file_actions_init(&actions_); }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    const posix_spawn_file_actions_t* get() const { return &actions_; }
    void open_null(int target, int flags) {
        check(::posix_spawn_file_actions_addopen(&actions_, target, "/dev/null", flags, 0));
    }
    void give(const Fd& source, int target) {
        check(::posix_spawn_file_actions_adddup2(&actions_, source.number(), target));
    }
    void close_from(int first) {
        check(::posix_spawn_file_actions_addclosefrom_np(&actions_, first));
    }
    void change_directory(const char* path) {
        check(::posix_spawn_file_actions_addchdir_np(&actions_, path));
    }
    int error() const { return error_; }  // the first one

private:
    void check(int result) {
        if (error_ == 0) error_ = result;
    }

    posix_spawn_file_actions_t actions_{};
    int error_ = 0;
};

// Signals as a fresh program expects them, whatever the parent ignores, handles or blocks.
class CleanSignals {
public:
    CleanSignals() {
        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~CleanSignals() { ::posix_spawnattr_destroy(&attributes_); }
    CleanSignals(const CleanSignals&) = delete;
    CleanSignals& operator=(const CleanSignals&) = delete;

    const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

// The strings must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
    std::vector<char*> pointers;
    pointers.reserve(strings.size() + 1);
    for (std::string& text : strings) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

int highest_number(std::span<const GivenFile> files) {
    int highest = STDERR_FILENO;
    for (const GivenFile& given : files) highest = std::max(highest, given.number);
    return highest;
}

// posix_spawn and not fork: what runs between fork and exec in a process with threads must not
// allocate, and the C library's version does not copy our page tables.
Result<ChildProcess> start_program(const WorkerProgram& program, std::span<const GivenFile> files) {
    FileActions actions;
    actions.open_null(STDIN_FILENO, O_RDONLY);
    actions.open_null(STDOUT_FILENO, O_WRONLY);
    if (program.stderr_to == WorkerProgram::Stderr::Drop)
        actions.open_null(STDERR_FILENO, O_WRONLY);
    const int highest = highest_number(files);
    std::vector<Fd> lifted;  // above the numbers wanted, so that placing one overwrites no other
    for (const GivenFile& given : files) {
        lifted.emplace_back(::fcntl(given.file.number(), F_DUPFD_CLOEXEC, highest + 1));
        if (!lifted.back()) return system_error("cannot duplicate a file descriptor");
        actions.give(lifted.back(), given.number);
    }
    actions.close_from(highest + 1);
    actions.change_directory("/");
    if (actions.error() != 0) {
        return system_error("cannot prepare " + program.path.string(), actions.error());
    }

    std::vector<std::string> arguments{program.path.string()};
    arguments.insert(arguments.end(), program.arguments.begin(), program.arguments.end());
    std::vector<std::string> environment = program.environment;
    const CleanSignals signals;
    pid_t pid = -1;
    const int failed = ::posix_spawn(
        &pid,
        program.path.c_str(),
        actions.get(),
        signals.get(),
        pointers_to(arguments).data(),
        pointers_to(environment).data()
    );
    if (failed != 0) return system_error("cannot run " + program.path.string(), failed);
    return ChildProcess::adopt(pid);
}

}  // namespace

Spawner::Spawner() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

Result<ChildProcess> Spawner::spawn(
    const WorkerProgram& program, std::span<const GivenFile> files
) {
    Task task([&] { return start_program(program, files); });
    auto started = task.get_future();
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
    return started.get();
}

void Spawner::run(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "fovea-spawner");
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals are for the threads that wait for them

    for (;;) {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [&] { return !tasks_.empty(); })) return;
        Task task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        task();
    }
}

}  // namespace fovea::sandbox
