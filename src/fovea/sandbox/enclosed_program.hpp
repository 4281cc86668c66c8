// A program in an enclosure (enclosure.hpp), seen from outside: its two pipes, the one socket that it
// can connect to, and its end.
//
//     auto browser = TRY(EnclosedProgram::start(spawner, {.cage = cage, .program = chromium, …}));
//     GateProxy proxy(take(browser.listener()), …);
//     write(browser.input().number(), …);
//     browser.kill();                                  // all of its processes
//
// Used by one thread; kill() by any.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/child_process.hpp"
#include "fovea/sandbox/enclosure.hpp"
#include "fovea/sandbox/spawner.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fovea::sandbox {

struct EnclosedSettings {
    std::filesystem::path cage;     // the launcher, absolute
    std::filesystem::path program;  // absolute
    std::filesystem::path folder;   // its own, which is there; it may get a copy to write into
    std::vector<std::string> arguments = {};    // with the words of EnclosureRequest
    std::vector<std::string> environment = {};  // the whole of it
    std::uint64_t max_memory = std::uint64_t{4} << 30;
    std::uint64_t max_disk = std::uint64_t{256} << 20;  // of its folder, which may be in memory
    std::chrono::seconds cpu{120};
    std::chrono::milliseconds start_timeout{30'000};
};

class EnclosedProgram {
public:
    // Returns when the enclosure stands, just before the program runs.
    static Result<EnclosedProgram> start(Spawner& spawner, const EnclosedSettings& settings);

    EnclosedProgram(EnclosedProgram&&) noexcept = default;
    EnclosedProgram& operator=(EnclosedProgram&&) noexcept = delete;
    ~EnclosedProgram();  // ends all of it

    const EnclosureLayers& layers() const { return layers_; }
    Fd take_listener() { return std::move(listener_); }  // once
    const Fd& input() const { return input_; }           // what the program reads at its file 3
    const Fd& output() const { return output_; }         // what it writes at 4; neither blocks

    // SIGKILL for the program and all that it started. From any thread, until reap().
    void kill() const;

    // The same, and tells how the program itself ended. Once.
    ProcessEnd reap();

private:
    EnclosedProgram(ChildProcess process, Fd input, Fd output);

    void let_it_end() const;

    ChildProcess process_;
    Fd input_;
    Fd output_;
    Fd listener_;
    EnclosureLayers layers_;
};

}  // namespace fovea::sandbox
