// The launcher's end of an enclosed program: one that is not ours, needs files, processes and the
// network to work at all, and runs whatever strangers send it. A browser.
//
//     fovea-cage --enclose …      // becomes the program; see enclosed_program.hpp for the other end
//
// Where a cage takes everything away, an enclosure leaves a program one folder and one way out:
//
//  - it is nobody: root becomes an ordinary user first, and no privilege can be gained;
//  - a network of its own, in which there is nothing but the launcher's listening socket. Whoever holds
//    that socket outside is the only peer there is: no address, no name server, no port of this machine
//    can be reached, over no protocol;
//  - a file system of its own: the system's files, its folder in so much memory, and nothing else of the
//    machine, so none of the sockets that the user's programs listen on;
//  - processes of its own: the launcher is their first, and none outlives it, whatever group it moved to;
//  - Landlock: system files to read and run, its own folder to write, TCP to that one port;
//  - a filter: no UDP, no raw sockets, no tracing, no keys, no other doors into the kernel;
//  - limits on memory and processor time of each process and on their number, and the death of us is its
//    death.
//
// Layers that this machine does not give are left out, and told (EnclosureLayers). Without a network of
// its own the port and the filter hold; the program's settings have to do the rest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::sandbox {

// What became active.
struct EnclosureLayers {
    bool unprivileged = false;  // not root
    bool own_network = false;
    bool own_files = false;      // and processes: nothing of the machine but what it is shown
    bool few_processes = false;  // their number is limited
    bool filter = false;
    bool own_sandbox = false;  // the program can build a sandbox of its own inside
    int landlock_abi = 0;

    bool operator==(const EnclosureLayers&) const = default;
};

// One sentence for each layer that is missing; for the doctor.
std::vector<std::string> weaknesses(const EnclosureLayers& layers);

struct EnclosureRequest {
    std::int64_t parent = 0;       // whose death ends it
    std::uint64_t max_memory = 0;  // bytes of data, of each process
    std::uint64_t max_disk = 0;    // bytes that it writes into its folder
    std::uint64_t cpu_seconds = 0;
    std::string folder;   // its own; belongs to whoever it runs as
    std::string program;  // absolute path
    // kEnclosurePort in one is the port it can connect to; one that begins with kWithoutOwnSandbox is
    // given, without that, only to a program that cannot build a sandbox of its own.
    std::vector<std::string> arguments;
};

// Whom root becomes.
inline constexpr unsigned kEnclosedRoot = 65534;

inline constexpr std::string_view kEnclosurePort = "{port}";
inline constexpr std::string_view kWithoutOwnSandbox = "{without-own-sandbox}";
inline constexpr std::string_view kEncloseWord = "--enclose";

// Its files, beside the standard ones: two pipes for its caller, and where the launcher says hello.
inline constexpr int kEnclosedInputFd = 3;
inline constexpr int kEnclosedOutputFd = 4;
inline constexpr int kEnclosureHelloFd = 5;

// What the launcher says over that socket, with the listening socket; or why not, and none.
struct EnclosureHello {
    std::uint32_t magic = 0xF0EA0003;
    std::int32_t landlock_abi = 0;
    std::uint8_t unprivileged = 0;
    std::uint8_t own_network = 0;
    std::uint8_t own_files = 0;
    std::uint8_t few_processes = 0;
    std::uint8_t filter = 0;
    std::uint8_t own_sandbox = 0;
    std::uint8_t failed = 0;
    char reason[117] = {};
};

// As the launcher's arguments, and back again inside it.
std::vector<std::string> to_arguments(const EnclosureRequest& request);

// Returns only when the program could not be started.
int run_in_enclosure(int argc, char** argv);

}  // namespace fovea::sandbox
