#include "fovea/sandbox/cage.hpp"

#include "fovea/sandbox/capabilities.hpp"
#include "fovea/sandbox/helper_filter.hpp"
#include "fovea/sandbox/landlock.hpp"
#include "fovea/sandbox/limit_resource.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"

#include <linux/capability.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string_view>

namespace fovea::sandbox {

namespace {

constexpr const char* kInputPath = "/proc/self/fd/3";  // kHelperInputFd
constexpr int kFixedArguments = 4;                     // parent, memory, seconds, program

using Right = FileGrant::Right;

// The loader and libraries, fonts and their settings, tables of encodings. No home, no /tmp, no
// /proc beyond what is the process's own.
constexpr FileGrant kSystemFiles[] = {
    {"/usr", Right::Read},
    {"/usr/lib", Right::Run},
    {"/usr/lib64", Right::Run},
    {"/lib", Right::Run},
    {"/lib64", Right::Run},
    {"/etc/ld.so.cache", Right::Read},
    {"/etc/fonts", Right::Read},
    {"/var/cache/fontconfig", Right::Read},
    {"/dev/null", Right::ReadAndWrite},
    {"/dev/urandom", Right::Read},
};

int fail(const char* what, int number) {
    std::fprintf(stderr, "%s: %s\n", what, number == 0 ? "refused" : ::strerrordesc_np(number));
    return kCageFailed;
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

std::optional<CageRequest> read_request(int argc, char** argv) {
    if (argc < 1 + kFixedArguments) return std::nullopt;
    CageRequest request;
    if (!read_number(argv[1], request.parent) || !read_number(argv[2], request.max_memory) ||
        !read_number(argv[3], request.cpu_seconds)) {
        return std::nullopt;
    }
    request.program = argv[4];
    return request;
}

// Processes are not limited by number: that limit counts all of the user's, threads included, and
// would fail on a busy machine. The filter allows threads alone, and who started it counts those.
bool limit_resources(const CageRequest& request) {
    bool all = limit_resource(RLIMIT_CPU, request.cpu_seconds, request.cpu_seconds + 1);
    if (!kSanitizerBuild) all &= limit_resource(RLIMIT_AS, request.max_memory);
    all &= limit_resource(RLIMIT_FSIZE, 0);
    all &= limit_resource(RLIMIT_CORE, 0);
    all &= limit_resource(RLIMIT_NOFILE, 256);
    all &= limit_resource(RLIMIT_STACK, 8 << 20);
    return all;
}

// Root may read everybody's files, but one who lost that power only its own and those open to all: a
// recording of another user is read with this power alone.
std::optional<int> power_to_read_input() {
    struct stat input {};
    if (::geteuid() != 0 || ::fstat(kHelperInputFd, &input) != 0) return std::nullopt;
    if (input.st_uid == 0 || (input.st_mode & S_IROTH) != 0) return std::nullopt;
    return CAP_DAC_READ_SEARCH;
}

}  // namespace

std::vector<std::string> to_arguments(const CageRequest& request) {
    std::vector<std::string> all = {
        std::to_string(request.parent),
        std::to_string(request.max_memory),
        std::to_string(request.cpu_seconds),
        request.program,
    };
    all.insert(all.end(), request.arguments.begin(), request.arguments.end());
    return all;
}

int run_in_cage(int argc, char** argv) {
    const auto request = read_request(argc, argv);
    if (!request) return fail("fovea-cage is started only by fovea", EINVAL);

    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return fail("cannot be tied to fovea", errno);
    if (::getppid() != request->parent) return fail("fovea has ended", ESRCH);
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail("privileges stay", errno);
    if (!drop_capabilities(power_to_read_input())) return fail("powers of root stay", errno);
    ::setsid();  // signals from a terminal are for fovea
    ::umask(077);
    if (!limit_resources(*request)) return fail("limits cannot be set", errno);

    std::vector<FileGrant> grants(std::begin(kSystemFiles), std::end(kSystemFiles));
    grants.push_back({request->program.c_str(), Right::Run});
    // A file of the person's, opened for this helper. One in memory needs no grant and takes none.
    grants.push_back({kInputPath, Right::Read});
    if (give_up_files_except(grants) <= 0) {
        return fail("this kernel has no Landlock, without which helpers are not run", 0);
    }
    if (!filter_helper_calls()) {
        return fail("this kernel has no seccomp, without which helpers are not run", 0);
    }
    ::execve(request->program.c_str(), argv + kFixedArguments, environ);
    return fail(request->program.c_str(), errno);
}

}  // namespace fovea::sandbox
