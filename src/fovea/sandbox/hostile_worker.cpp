// A worker for tests that does whatever a job asks, as far as it is let. The request is the name of
// a deed from the table below, the answer "done" or "refused"; most deeds do not live to answer.
#include "fovea/sandbox/hostile_lies.hpp"
#include "fovea/sandbox/packet_socket.hpp"
#include "fovea/sandbox/serve.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using fovea::Bytes;
using fovea::ByteView;
using fovea::sandbox::Answer;
using fovea::sandbox::kSocketFd;
using fovea::sandbox::tell_lie;

struct Job {
    ByteView input;
    std::span<std::byte> output;
};

std::string found_at_start;  // the descriptors this program was given, before it was locked down

Answer says(std::string_view text) {
    const auto bytes = fovea::as_bytes(text);
    return {.message = Bytes(bytes.begin(), bytes.end())};
}

Answer verdict(bool succeeded) {
    return says(succeeded ? "done" : "refused");
}

Answer echo(const Job& job) {
    std::ranges::copy(job.input, job.output.begin());
    auto answer = says("echo");
    answer.output_size = job.input.size();
    return answer;
}

Answer tell_environment(const Job&) {
    std::string all;
    for (char** entry = environ; *entry != nullptr; ++entry) all += std::string(*entry) + "\n";
    return says(all);
}

// Things a well-behaved library does in passing, which the filter must not mistake for an attack.
Answer use_the_c_library(const Job&) {
    std::cerr << "a warning\n";
    std::fprintf(stdout, "and another\n");
    std::fflush(stdout);
    std::vector<int> numbers(100'000);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<int>(i * 7919 % 10'007);
    std::qsort(numbers.data(), numbers.size(), sizeof(int), [](const void* a, const void* b) {
        return *static_cast<const int*>(a) - *static_cast<const int*>(b);
    });
    for (std::size_t size = 1; size < 100 << 20; size *= 3) {
        std::vector<char> grown(size);
        grown.resize(size * 2);
        if (grown.back() != 0) return verdict(false);
    }
    try {
        throw std::runtime_error(std::to_string(std::time(nullptr)));
    } catch (const std::runtime_error&) {
    }
    return verdict(std::is_sorted(numbers.begin(), numbers.end()));
}

Answer open_file(const Job&) {
    return verdict(::open("/etc/passwd", O_RDONLY) >= 0);
}

Answer create_file(const Job&) {
    return verdict(::open("/tmp/fovea-sandbox-escape", O_WRONLY | O_CREAT, 0600) >= 0);
}

Answer make_socket(const Job&) {
    return verdict(::socket(AF_INET, SOCK_STREAM, 0) >= 0);
}

Answer connect_out(const Job&) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(80);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
    return verdict(::connect(kSocketFd, generic, sizeof address) == 0);
}

Answer fork_child(const Job&) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    return verdict(child > 0);
}

Answer start_thread(const Job&) {
    try {
        std::thread([] {}).join();
    } catch (const std::system_error&) {
        return verdict(false);
    }
    return verdict(true);
}

Answer run_program(const Job&) {
    char program[] = "/bin/true";
    char* arguments[] = {program, nullptr};
    ::execve(program, arguments, environ);
    return verdict(false);
}

Answer trace_parent(const Job&) {
    return verdict(::ptrace(PTRACE_SEIZE, ::getppid(), nullptr, nullptr) == 0);
}

Answer kill_parent(const Job&) {
    return verdict(::kill(::getppid(), SIGKILL) == 0);
}

Answer kill_itself(const Job&) {
    return verdict(::syscall(SYS_tgkill, ::getpid(), ::gettid(), SIGKILL) == 0);
}

Answer map_code(const Job&) {
    void* const page =
        ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return verdict(page != MAP_FAILED);
}

Answer turn_data_into_code(const Job&) {
    void* const page =
        ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return verdict(page != MAP_FAILED && ::mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0);
}

Answer stat_file(const Job&) {
    struct stat found {};
    return verdict(::stat("/etc/passwd", &found) == 0);
}

// The same call under the number of another calling convention, which a careless filter misses.
Answer call_under_another_number(const Job&) {
#if defined(__x86_64__)
    constexpr long kX32 = 0x40000000;
    return verdict(::syscall(kX32 | SYS_getpid) > 0);
#else
    return verdict(::syscall(SYS_ptrace, 0, 0, 0, 0) == 0);
#endif
}

Answer close_socket(const Job&) {
    return verdict(::close(kSocketFd) == 0);
}

Answer raise_limits(const Job&) {
    const rlimit unlimited{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    return verdict(::setrlimit(RLIMIT_CPU, &unlimited) == 0);
}

Answer ignore_signals(const Job&) {
    return verdict(std::signal(SIGXCPU, SIG_IGN) != SIG_ERR);
}

Answer write_input(const Job& job) {
    const_cast<std::byte&>(job.input.front()) = std::byte{1};
    return verdict(true);
}

Answer unlock_input(const Job& job) {
    void* const start = const_cast<std::byte*>(job.input.data());
    return verdict(::mprotect(start, 4096, PROT_READ | PROT_WRITE) == 0);
}

Answer segfault(const Job&) {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;  // NOLINT(clang-analyzer-core.NullDereference): the point
    return verdict(true);
}

int sink_deeper(int depth) {
    volatile char block[4096];
    block[0] = static_cast<char>(depth);
    return depth < 0 ? block[0] : sink_deeper(depth + 1) + block[0];
}

Answer overflow_stack(const Job&) {
    return verdict(sink_deeper(0) != 0);
}

Answer abort_now(const Job&) {
    std::abort();
}

Answer throw_error(const Job&) {
    throw std::runtime_error("no one catches this");
}

Answer exit_quietly(const Job&) {
    std::_Exit(0);
}

// The first output byte tells the test that the job has begun.
Answer spin(const Job& job) {
    auto* const mark = reinterpret_cast<std::uint8_t*>(job.output.data());
    __atomic_store_n(mark, std::uint8_t{1}, __ATOMIC_RELEASE);
    for (;;) __atomic_fetch_add(mark + 1, std::uint8_t{1}, __ATOMIC_RELAXED);
}

// 30 ms of processor time, however slow or busy the machine is.
Answer work_a_little(const Job&) {
    const auto used = [] {
        timespec time{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return time.tv_sec * 1'000'000'000 + time.tv_nsec;
    };
    const auto end = used() + 30'000'000;
    while (used() < end) {
    }
    return verdict(true);
}

Answer spin_deaf(const Job& job) {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    return spin(job);
}

Answer sleep_long(const Job&) {
    const timespec hour{.tv_sec = 3600, .tv_nsec = 0};
    ::nanosleep(&hour, nullptr);
    return verdict(true);
}

Answer grow(const Job&) {
    std::vector<char> memory(std::size_t{4} << 30, 'x');
    return verdict(memory.back() == 'x');
}

Answer malloc_too_much(const Job&) {
    void* volatile memory = std::malloc(std::size_t{4} << 30);
    const bool succeeded = memory != nullptr;
    std::free(memory);
    return verdict(succeeded);
}

struct Deed {
    std::string_view name;
    std::function<Answer(const Job&)> perform;
};

const Deed kDeeds[] = {
    {"echo", echo},
    {"tell_environment", tell_environment},
    {"tell_descriptors", [](const Job&) { return says(found_at_start); }},
    {"use_the_c_library", use_the_c_library},
    {"open_file", open_file},
    {"create_file", create_file},
    {"make_socket", make_socket},
    {"connect_out", connect_out},
    {"fork_child", fork_child},
    {"start_thread", start_thread},
    {"run_program", run_program},
    {"trace_parent", trace_parent},
    {"kill_parent", kill_parent},
    {"kill_itself", kill_itself},
    {"map_code", map_code},
    {"turn_data_into_code", turn_data_into_code},
    {"stat_file", stat_file},
    {"call_under_another_number", call_under_another_number},
    {"close_socket", close_socket},
    {"raise_limits", raise_limits},
    {"ignore_signals", ignore_signals},
    {"write_input", write_input},
    {"unlock_input", unlock_input},
    {"segfault", segfault},
    {"overflow_stack", overflow_stack},
    {"abort", abort_now},
    {"throw", throw_error},
    {"exit_quietly", exit_quietly},
    {"spin", spin},
    {"work_a_little", work_a_little},
    {"spin_deaf", spin_deaf},
    {"sleep", sleep_long},
    {"grow", grow},
    {"malloc_too_much", malloc_too_much},
};

Answer handle(ByteView request, ByteView input, std::span<std::byte> output) {
    for (const Deed& deed : kDeeds) {
        if (deed.name == fovea::as_text(request)) return deed.perform({input, output});
    }
    if (tell_lie(fovea::as_text(request), output.size())) return says("again");
    return says("unknown deed");
}

std::string list_descriptors() {
    std::vector<int> numbers;
    DIR* const directory = ::opendir("/proc/self/fd");
    if (directory == nullptr) return "unknown";
    while (const dirent* entry = ::readdir(directory)) {
        const int number = std::atoi(entry->d_name);
        if (entry->d_name[0] != '.' && number != ::dirfd(directory)) numbers.push_back(number);
    }
    ::closedir(directory);
    std::sort(numbers.begin(), numbers.end());
    std::string text;
    for (const int number : numbers) text += std::to_string(number) + " ";
    return text;
}

}  // namespace

int main() {
    found_at_start = list_descriptors();
    fovea::sandbox::serve(handle);
}
