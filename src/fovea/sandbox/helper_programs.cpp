#include "fovea/sandbox/helper_programs.hpp"

#include "fovea/sandbox/arena.hpp"
#include "fovea/sandbox/cage.hpp"
#include "fovea/sandbox/helper_process.hpp"
#include "fovea/sandbox/system_error.hpp"

#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace fovea::sandbox {

namespace fs = std::filesystem;

namespace {

// Nothing of ours: a key in a variable stays here. UTC and C.UTF-8 so that the same file gives the
// same text on every machine.
const std::vector<std::string> kEnvironment = {
    "PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", "TZ=UTC"};

JobFailure cannot_start(const Error& error) {
    return {FailureCause::CannotStart, error.message};
}

}  // namespace

// Holds one of the places for running helpers.
class HelperPrograms::Turn {
public:
    explicit Turn(HelperPrograms& owner) : owner_(owner) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
        if (!held_) return;
        {
            const std::lock_guard lock(owner_.mutex_);
            ++owner_.free_;
        }
        owner_.returned_.notify_one();
    }

    // False when cancelled before one was free.
    bool take(const std::stop_token& stop) {
        std::unique_lock lock(owner_.mutex_);
        if (!owner_.returned_.wait(lock, stop, [&] { return owner_.free_ > 0; })) return false;
        --owner_.free_;
        held_ = true;
        return true;
    }

private:
    HelperPrograms& owner_;
    bool held_ = false;
};

Result<std::unique_ptr<HelperPrograms>> HelperPrograms::open(HelperSettings settings) {
    if (settings.at_once == 0) {
        return Error{ErrorCode::ConfigInvalid, "at least one helper must be allowed to run"};
    }
    if (::access(settings.cage.c_str(), X_OK) != 0) {
        return Error{
            ErrorCode::ConfigInvalid, "the launcher " + settings.cage.string() + " cannot be run"};
    }
    std::error_code failed;
    settings.cage = fs::absolute(settings.cage, failed);  // it starts in the root directory
    if (failed) return Error{ErrorCode::ConfigInvalid, "the launcher has no absolute path"};
    return std::unique_ptr<HelperPrograms>(new HelperPrograms(std::move(settings)));
}

HelperPrograms::HelperPrograms(HelperSettings settings)
    : settings_(std::move(settings)), free_(settings_.at_once) {}

std::optional<fs::path> HelperPrograms::find(std::string_view program) const {
    return find_in_folders(settings_.folders, program);
}

Result<HelperDone, JobFailure> HelperPrograms::run(
    const HelperCall& call, const std::stop_token& stop
) {
    const auto program = find(call.program);
    if (!program) {
        return JobFailure{
            FailureCause::NotInstalled,
            call.program + " is not installed: apt install " + call.package};
    }
    Turn turn(*this);
    if (!turn.take(stop) || stop.stop_requested()) {
        return JobFailure{FailureCause::Cancelled, "cancelled before " + call.program + " ran"};
    }

    Fd copy;
    if (call.file == nullptr) {
        auto made = make_sealed_copy(call.input);
        if (!made) return cannot_start(made.error());
        copy = std::move(made).value();
    }
    auto output = make_pipe();
    if (!output) return cannot_start(output.error());
    auto complaints = make_pipe();
    if (!complaints) return cannot_start(complaints.error());

    const CageRequest request{
        .parent = ::getpid(),
        .max_memory = call.limits.max_memory,
        .cpu_seconds =
            static_cast<std::uint64_t>(std::max<std::int64_t>(call.limits.cpu.count(), 1)),
        .program = program->string(),
        .arguments = call.arguments,
    };
    const WorkerProgram launcher{
        .path = settings_.cage, .arguments = to_arguments(request), .environment = kEnvironment};
    const GivenFile files[] = {
        {output.value().theirs, STDOUT_FILENO},
        {complaints.value().theirs, STDERR_FILENO},
        {call.file == nullptr ? copy : *call.file, kHelperInputFd},
    };
    auto process = spawner_.spawn(launcher, files);
    if (!process) return cannot_start(process.error());
    output.value().theirs.close();  // or their end would never be seen
    complaints.value().theirs.close();
    return attend(
        std::move(process).value(),
        {std::move(output.value().ours), std::move(complaints.value().ours)},
        call,
        stop
    );
}

std::optional<fs::path> find_in_folders(std::string_view folders, std::string_view program) {
    while (!folders.empty()) {
        const auto colon = std::min(folders.find(':'), folders.size());
        const auto file = fs::path(folders.substr(0, colon)) / program;
        folders.remove_prefix(std::min(colon + 1, folders.size()));
        std::error_code ignored;
        if (file.is_absolute() && fs::is_regular_file(file, ignored) &&
            ::access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    return std::nullopt;
}

}  // namespace fovea::sandbox
