// Lines that a person types where the terminal is dumb, and Ctrl-C: what runs is told to stop, and nothing else ends.
//
//     PlainInput input;
//     const auto typed = input.next("> ");
//     const auto turn = input.while_runs([&] { talk.send(host::Interrupt{}); });   // called at Ctrl-C, by another thread
//
// One at a time: it has the signal.
#pragma once

#include "fovea/base/fd.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace fovea::tui {

class PlainInput {
public:
    PlainInput();
    ~PlainInput();
    PlainInput(const PlainInput&) = delete;
    PlainInput& operator=(const PlainInput&) = delete;

    enum class Came { Line, Interrupt, End };
    struct Typed {
        Came came = Came::End;
        std::string line = {};
    };
    // Also by the thread of a turn, which asks something, while the others wait for that.
    Typed next(const std::string& prompt);

    // As long as it lives.
    std::unique_ptr<std::jthread> while_runs(std::function<void()> on_interrupt);

private:
    Fd interrupts_;  // an eventfd, written by the handler
    Fd in_turn_;     // the same for who asks in the middle of a turn
    Fd turn_ends_;
    std::atomic<bool> is_turn_ = false;
    std::string read_;  // beyond the last line
};

}  // namespace fovea::tui
