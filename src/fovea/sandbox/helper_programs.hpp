// Runs programs that are not ours (pdftoppm, ffmpeg, …) on untrusted bytes, in a cage: one input, its
// own output and nothing else. No files but system libraries and fonts, no network, no
// other processes, an environment of its own, so much memory and time.
//
//     const auto helpers = TRY(HelperPrograms::open({.cage = "/usr/libexec/fovea/fovea-cage"}));
//     const auto done = TRY(helpers->run({
//         .program = "pdfinfo", .package = "poppler-utils",
//         .arguments = {std::string(kHelperInput)}, .input = file}, stop));
//     if (done.exit_status == 0) read(done.output);
//
// The input is a file that the program opens by the path kHelperInput, as often as it likes: a sealed
// copy of bytes in memory, or a file that the caller has open (`file`), of which the cage lets the
// program read that one and nothing beside it. Output comes through a pipe, whole or piece by piece; nothing touches the disk. What a
// helper writes is as hostile as its input.
//
// Whatever a helper does costs the one call. It ends with this process, also in the middle of its
// work, and it cannot leave another one behind: the filter refuses to make any. Any number of
// threads may call; only so many helpers run at once, the others wait.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/job_failure.hpp"
#include "fovea/sandbox/spawner.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::sandbox {

inline constexpr std::string_view kHelperInput = "/proc/self/fd/3";

// Where Debian puts programs. Not $PATH: what runs must not depend on who calls.
inline constexpr std::string_view kHelperFolders = "/usr/local/bin:/usr/bin:/bin";

struct HelperSettings {
    std::filesystem::path cage;  // the launcher, a program whose main() calls run_in_cage()
    std::string folders = std::string(kHelperFolders);  // searched in turn, with : between
    unsigned at_once = 2;
};

struct HelperLimits {
    std::chrono::milliseconds wall{30'000};
    std::chrono::seconds cpu{20};                       // of all its threads
    std::uint64_t max_memory = std::uint64_t{1} << 30;  // address space
    std::size_t max_output = 64u << 20;                 // more is a failure
    std::size_t max_complaints = 64u << 10;             // of standard error; more is dropped
};

enum class Flow { Continue, Stop };

struct HelperCall {
    std::string program;  // a name, no path
    std::string package;  // that brings it, for whoever lacks it
    std::vector<std::string> arguments;
    ByteView input = {};       // borrowed for the call
    const Fd* file = nullptr;  // instead of `input`: a regular file, open for reading; borrowed
    HelperLimits limits = {};

    // Gets the output in pieces as it comes, instead of it being gathered. Stop ends the helper.
    std::function<Flow(ByteView)> on_output = {};

    // Of processor time: then the helper is ended, and what it had written is its answer. Less than limits.cpu.
    std::optional<std::chrono::milliseconds> enough_after = {};
};

struct HelperDone {
    std::optional<int> exit_status;  // none when on_output wanted no more, or after `enough_after`
    Bytes output;
    std::string complaints;          // standard error: hostile text
    std::chrono::nanoseconds cpu{};  // that it took
    bool is_late = false;  // ended after `enough_after`, or when limits.wall were over before that
};

class HelperPrograms {
public:
    static Result<std::unique_ptr<HelperPrograms>> open(HelperSettings settings);

    HelperPrograms(const HelperPrograms&) = delete;
    HelperPrograms& operator=(const HelperPrograms&) = delete;

    // A helper that exits by itself is done, with whatever status. NotInstalled names the package.
    Result<HelperDone, JobFailure> run(const HelperCall& call, const std::stop_token& stop);

    std::optional<std::filesystem::path> find(std::string_view program) const;

private:
    class Turn;
    explicit HelperPrograms(HelperSettings settings);

    const HelperSettings settings_;
    Spawner spawner_;  // helpers die when its thread ends

    std::mutex mutex_;  // guards free_
    std::condition_variable_any returned_;
    unsigned free_;
};

// The program in the first of the folders that has it; folders that are not absolute are left out.
std::optional<std::filesystem::path> find_in_folders(
    std::string_view folders, std::string_view program
);

}  // namespace fovea::sandbox
