// The one place that builds concrete objects and hands them to each other.
#include "fovea/browser/browser.hpp"
#include "fovea/cli/command_line.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/host/other_variables.hpp"
#include "fovea/host/this_process.hpp"
#include "fovea/media/worker/find_program.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/reading/worker/reading_workers.hpp"
#include "fovea/sandbox/helper_programs.hpp"
#include "fovea/sandbox/private_process.hpp"
#include "fovea/store/result_cache.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>

namespace {

// The processors that this process may really use; a container or taskset can leave fewer than the
// machine has.
unsigned usable_processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return 2;
    return static_cast<unsigned>(std::clamp(CPU_COUNT(&set), 1, 16));
}

fovea::Result<std::unique_ptr<fovea::media::PictureWorkers>> open_workers(unsigned workers) {
    auto program = TRY(fovea::media::find_worker_program());
    return fovea::media::PictureWorkers::open({.program = std::move(program), .workers = workers});
}

fovea::Result<std::unique_ptr<fovea::reading::ReadingWorkers>> open_readers(
    const fovea::config::Settings& settings, unsigned workers
) {
    auto program = TRY(fovea::reading::find_reader_program());
    return fovea::reading::ReadingWorkers::open({
        .program = std::move(program),
        .tessdata_dir = settings.local.tessdata,
        .languages = settings.local.languages,
        .workers = workers,
    });
}

fovea::config::Sources config_sources() {
    auto sources = fovea::host::config_sources();
    sources.other_variables = fovea::host::other_variables();
    return sources;
}

// Found as a shell would find them, by $PATH.
fovea::Result<std::unique_ptr<fovea::sandbox::HelperPrograms>> open_helpers(unsigned at_once) {
    fovea::sandbox::HelperSettings settings{
        .cage = TRY(fovea::media::find_cage_program()), .at_once = at_once};
    if (const char* const path = std::getenv("PATH"); path != nullptr) settings.folders = path;
    return fovea::sandbox::HelperPrograms::open(std::move(settings));
}

fovea::Result<std::unique_ptr<fovea::browser::Browser>> open_browser(
    fovea::browser::BrowserSettings settings
) {
    settings.cage = TRY(fovea::media::find_cage_program());
    if (const char* const path = std::getenv("PATH"); path != nullptr) settings.folders = path;
    const char* const temporary = std::getenv("TMPDIR");
    if (temporary != nullptr && *temporary == '/') settings.temporary = temporary;
    return fovea::browser::Browser::open(std::move(settings));
}

// $XDG_CACHE_HOME/fovea/results; nothing is kept where there is no such folder to be had.
fovea::store::ResultCache::Settings result_cache(const fovea::config::Settings& settings) {
    const char* const cache_home = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    std::filesystem::path folder;
    if (cache_home != nullptr && *cache_home == '/') {
        folder = std::filesystem::path(cache_home) / "fovea/results";
    } else if (home != nullptr && *home == '/') {
        folder = std::filesystem::path(home) / ".cache/fovea/results";
    }
    return {
        .folder = std::move(folder),
        .max_entries = static_cast<std::size_t>(settings.cache.entries),
    };
}

// A program started with standard input, output or error closed would otherwise open its own sockets
// under their numbers, and print into them.
void open_standard_files() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) >= 0) continue;
        // Takes the lowest free number, which is this one. To read, so that lost output is noticed.
        if (::open("/dev/null", O_RDONLY) != fd) std::abort();
    }
}

}  // namespace

int main(int argc, char** argv) {
    fovea::sandbox::keep_process_private(::environ);
    open_standard_files();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
    try {
        return fovea::cli::run_command_line(
            argc,
            argv,
            {
                .config_sources = config_sources(),
                .threads = usable_processors(),
                .open_workers = open_workers,
                .open_readers = open_readers,
                .open_helpers = open_helpers,
                .open_browser = open_browser,
                .result_cache = result_cache,
            }
        );
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fovea: INTERNAL: %s\n", error.what());
        return fovea::cli::kRuntimeError;
    }
}
