#include "fovea/sandbox/enclosure.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/sandbox/cage.hpp"
#include "fovea/sandbox/capabilities.hpp"
#include "fovea/sandbox/enclosure_filter.hpp"
#include "fovea/sandbox/first_process.hpp"
#include "fovea/sandbox/landlock.hpp"
#include "fovea/sandbox/limit_resource.hpp"
#include "fovea/sandbox/own_root.hpp"
#include "fovea/sandbox/own_spaces.hpp"
#include "fovea/sandbox/packet_socket.hpp"
#include "fovea/sandbox/pass_file.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"

#include <fcntl.h>
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>

namespace fovea::sandbox {

namespace {

constexpr int kFixedArguments = 7;  // the word, parent, memory, disk, seconds, folder, program
constexpr uid_t kNobody = kEnclosedRoot;

using Right = FileGrant::Right;

// The program and its libraries, fonts, certificates, and what it asks about the machine. No home, no
// /tmp but its own folder, nothing else of /etc.
constexpr FileGrant kSystemFiles[] = {
    {"/usr", Right::Run},
    {"/bin", Right::Run},
    {"/lib", Right::Run},
    {"/lib64", Right::Run},
    {"/opt", Right::Run},
    {"/etc/alternatives", Right::Read},
    {"/etc/ld.so.cache", Right::Read},
    {"/etc/fonts", Right::Read},
    {"/etc/ssl", Right::Read},
    {"/etc/ca-certificates", Right::Read},
    {"/etc/chromium", Right::Read},
    {"/etc/chromium.d", Right::Read},
    {"/etc/localtime", Right::Read},
    {"/etc/nsswitch.conf", Right::Read},
    {"/etc/passwd", Right::Read},
    {"/etc/mime.types", Right::Read},
    {"/var/cache/fontconfig", Right::Read},
    {"/proc", Right::Read},
    {"/sys/devices", Right::Read},
    {"/sys/fs/cgroup", Right::Read},
    {"/dev/null", Right::ReadAndWrite},
    {"/dev/zero", Right::ReadAndWrite},
    {"/dev/urandom", Right::Read},
    {"/dev/random", Right::Read},
};

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

std::optional<EnclosureRequest> read_request(int argc, char** argv) {
    if (argc < 1 + kFixedArguments || argv[1] != kEncloseWord) return std::nullopt;
    EnclosureRequest request;
    if (!read_number(argv[2], request.parent) || !read_number(argv[3], request.max_memory) ||
        !read_number(argv[4], request.max_disk) || !read_number(argv[5], request.cpu_seconds)) {
        return std::nullopt;
    }
    request.folder = argv[6];
    request.program = argv[7];
    request.arguments.assign(argv + 1 + kFixedArguments, argv + argc);
    return request;
}

int fail(const Fd& hello, const char* what, int number) {
    EnclosureHello said;
    said.failed = 1;
    auto text = std::string(what);
    if (number != 0) text += std::string(": ") + ::strerrordesc_np(number);
    std::memcpy(said.reason, text.data(), std::min(text.size(), sizeof said.reason - 1));
    send_with_file(hello, bytes_of(said), Fd());
    return kCageFailed;
}

// Root becomes nobody, to whom the folder then belongs. False where that cannot be: a container whose
// only user is root.
bool become_unprivileged(const std::string& folder) {
    if (::geteuid() != 0) return true;
    if (::chown(folder.c_str(), kNobody, kNobody) != 0 || ::setgroups(0, nullptr) != 0)
        return false;
    if (::setresgid(kNobody, kNobody, kNobody) != 0) return false;
    if (::setresuid(kNobody, kNobody, kNobody) != 0) return false;
    // Or what is in /proc/self would still be root's.
    return ::prctl(PR_SET_DUMPABLE, 1) == 0;
}

// Address space cannot be limited: script engines reserve terabytes of it and use little.
bool limit_resources(const EnclosureRequest& request) {
    bool all = limit_resource(RLIMIT_CPU, request.cpu_seconds, request.cpu_seconds + 1);
    if (!kSanitizerBuild) all &= limit_resource(RLIMIT_DATA, request.max_memory);
    all &= limit_resource(RLIMIT_FSIZE, request.max_disk);
    all &= limit_resource(RLIMIT_CORE, 0);
    all &= limit_resource(RLIMIT_NOFILE, 4096);
    return all;
}

// Counted for the enclosure alone, threads included; a page with frames has some 150.
constexpr rlim_t kMaxThreads = 600;

bool limit_processes(const OwnSpaces& spaces) {
    if (!spaces.files_and_processes || !counts_processes_by_namespace()) return false;
    return limit_resource(RLIMIT_NPROC, kMaxThreads);
}

struct Listener {
    Fd socket;
    std::uint16_t port = 0;
};

Listener listen_on_loopback() {
    Listener listener{Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    const int number = listener.socket.number();
    if (::bind(number, generic, size) != 0 || ::listen(number, 128) != 0 ||
        ::getsockname(number, generic, &size) != 0) {
        return {};
    }
    listener.port = ntohs(address.sin_port);
    return listener;
}

// The program and the system, for Landlock and for a file system of its own.
std::vector<FileGrant> files_of(const EnclosureRequest& request) {
    std::vector<FileGrant> grants(std::begin(kSystemFiles), std::end(kSystemFiles));
    grants.push_back({request.program.c_str(), Right::Run});
    return grants;
}

int restrict_files(const EnclosureRequest& request, std::uint16_t port, bool unprivileged) {
    auto grants = files_of(request);
    grants.push_back({request.folder.c_str(), Right::Own});
    // Maps of users, for a sandbox of its own. Root could set the whole system up there.
    if (unprivileged) grants.push_back({"/proc", Right::ReadAndWrite});
    return give_up_files_except(grants, port);
}

std::vector<std::string> final_arguments(
    const EnclosureRequest& request, std::uint16_t port, bool own_sandbox
) {
    std::vector<std::string> all = {request.program};
    for (auto argument : request.arguments) {
        if (argument.starts_with(kWithoutOwnSandbox)) {
            if (own_sandbox) continue;
            argument.erase(0, kWithoutOwnSandbox.size());
        }
        const auto place = argument.find(kEnclosurePort);
        if (place != std::string::npos) {
            argument.replace(place, kEnclosurePort.size(), std::to_string(port));
        }
        all.push_back(std::move(argument));
    }
    return all;
}

int become(const std::string& program, std::vector<std::string> arguments) {
    std::vector<char*> pointers;
    for (auto& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execve(program.c_str(), pointers.data(), environ);
    return kCageFailed;
}

}  // namespace

std::vector<std::string> weaknesses(const EnclosureLayers& layers) {
    std::vector<std::string> found;
    if (!layers.own_network) {
        found.emplace_back(
            layers.landlock_abi >= 4
                ? "no network of its own (user namespaces are off): the kernel keeps it to one "
                  "port "
                  "instead"
                : "no network of its own (user namespaces are off): only its settings keep it to "
                  "the gate"
        );
    }
    if (!layers.own_sandbox) {
        found.emplace_back(
            layers.unprivileged ? "runs without its own sandbox (user namespaces are off)"
                                : "runs as root and without its own sandbox"
        );
    }
    if (!layers.own_files) {
        found.emplace_back(
            "no file system and processes of its own (user namespaces are off, or too little may "
            "be "
            "done in them): what it writes is limited by file only, and a process that hides from "
            "its group outlives the picture"
        );
    } else if (!layers.few_processes) {
        found.emplace_back("the number of its processes is not limited (Linux before 5.14)");
    }
    if (layers.landlock_abi <= 0 && !layers.own_files) {
        found.emplace_back("no Landlock: it can read the user's files");
    }
    if (!layers.filter) found.emplace_back("no seccomp: its system calls are not filtered");
    return found;
}

std::vector<std::string> to_arguments(const EnclosureRequest& request) {
    std::vector<std::string> all = {
        std::string(kEncloseWord),
        std::to_string(request.parent),
        std::to_string(request.max_memory),
        std::to_string(request.max_disk),
        std::to_string(request.cpu_seconds),
        request.folder,
        request.program,
    };
    all.insert(all.end(), request.arguments.begin(), request.arguments.end());
    return all;
}

int run_in_enclosure(int argc, char** argv) {
    Fd hello_socket(kEnclosureHelloFd);
    ::fcntl(kEnclosureHelloFd, F_SETFD, FD_CLOEXEC);
    const auto request = read_request(argc, argv);
    if (!request) return fail(hello_socket, "fovea-cage is started only by fovea", EINVAL);

    EnclosureHello hello;
    const bool unprivileged = become_unprivileged(request->folder);
    hello.unprivileged = unprivileged ? 1 : 0;
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return fail(hello_socket, "privileges stay", errno);
    }
    ::setsid();  // one group to be ended as a whole
    ::umask(077);
    if (!limit_resources(*request)) return fail(hello_socket, "limits cannot be set", errno);

    const auto files = files_of(*request);
    const OwnRoot root{.shown = files, .folder = request->folder, .max_bytes = request->max_disk};
    const auto spaces = enter_own_spaces([&] { return enter_own_root(root); });
    hello.own_network = spaces.network ? 1 : 0;
    hello.own_files = spaces.files_and_processes ? 1 : 0;
    hello.few_processes = limit_processes(spaces) ? 1 : 0;
    // After the changes of user, which take it back.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        return fail(hello_socket, "cannot be tied to fovea", errno);
    }
    if (::getppid() != request->parent) return fail(hello_socket, "fovea has ended", ESRCH);
    auto listener = listen_on_loopback();
    if (listener.port == 0) return fail(hello_socket, "no socket for the browser", errno);
    if (spaces.files_and_processes) {
        if (!become_first_process()) return fail(hello_socket, "no first process", errno);
        if (!enter_own_root(root)) return fail(hello_socket, "no files of its own", errno);
    }
    if (!drop_capabilities()) return fail(hello_socket, "powers of root stay", errno);
    hello.filter = filter_enclosed_calls() ? 1 : 0;
    hello.landlock_abi = restrict_files(*request, listener.port, unprivileged);
    const bool own_sandbox = unprivileged && can_make_namespaces();
    hello.own_sandbox = own_sandbox ? 1 : 0;
    if (!send_with_file(hello_socket, bytes_of(hello), listener.socket)) return kCageFailed;
    hello_socket.close();
    listener.socket.close();

    const auto arguments = final_arguments(*request, listener.port, own_sandbox);
    const auto become_it = [&] { return become(request->program, arguments); };
    // The first process leaves as it is: nothing of this program's is to be tidied up inside.
    if (spaces.files_and_processes) ::_exit(run_and_reap(become_it));
    return become_it();
}

}  // namespace fovea::sandbox
