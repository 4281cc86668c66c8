// The programs that read clipboards, run with limits, without a shell and without our variables: what they get
// of the environment is what finds the display.
#pragma once

#include "fovea/agent/run_program.hpp"
#include "fovea/tui/clipboard/clipboard.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

// What a program gave; nothing where it failed, which is how most of them say "nothing of that kind".
struct ProgramOutput {
    std::optional<std::string> out;
    bool timed_out = false;
};

class ClipboardPrograms {
public:
    // Borrows both.
    ClipboardPrograms(const ClipboardSettings& settings, const std::stop_token& stop)
        : settings_(settings), stop_(stop) {}

    bool has(std::string_view program) const;
    bool is_set(const char* variable) const;

    // Cancelled; FileTooLarge for more than `max_bytes`.
    Result<ProgramOutput> run(
        std::string_view program,
        std::vector<std::string> arguments,
        std::size_t max_bytes,
        std::chrono::milliseconds patience
    ) const;

private:
    std::vector<std::string> environment() const;

    const ClipboardSettings& settings_;
    const std::stop_token& stop_;
};

}  // namespace fovea::tui
