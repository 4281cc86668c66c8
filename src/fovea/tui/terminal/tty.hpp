// The terminal of this process while the program has it: raw, with its modes on. Given back as it was whatever ends the
// program: a return, an exception, a signal, a crash, Ctrl-Z.
//
//     const auto tty = TRY(Tty::open(STDIN_FILENO, STDOUT_FILENO));
//     pollfd fds[] = {{tty->input(), POLLIN}, {tty->signals(), POLLIN}};
//     …
//     const auto news = tty->take_signals();     // resized, continued, told to end
//     tty->write(bytes);
//     tty->lend([&] { run the editor });
//
// One at a time in a process.
#pragma once

#include "fovea/base/result.hpp"

#include <termios.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fovea::tui {

struct TtySize {
    int columns = 80;
    int rows = 24;
    int width_px = 0;  // 0: not told
    int height_px = 0;

    bool operator==(const TtySize&) const = default;
};

struct SignalNews {
    bool resized = false;
    bool continued = false;  // it was stopped; the terminal is ours again, and may show anything
    int ends = 0;            // SIGTERM, SIGHUP or SIGINT
};

class Tty {
public:
    // InvalidInput where either is no terminal.
    static Result<std::unique_ptr<Tty>> open(int input, int output);
    ~Tty();
    Tty(const Tty&) = delete;
    Tty& operator=(const Tty&) = delete;

    int input() const { return input_; }
    int signals() const;
    SignalNews take_signals();
    TtySize size() const;

    // All of it, however slowly it is read. False when nobody reads any more.
    bool write(std::string_view bytes);

    // A mode of the terminal that is on while it is ours: how it is switched on, and off again.
    void add_mode(std::string on, std::string off);

    // Stops the program, as the shell's Ctrl-Z does; comes back when it goes on.
    void stop();

    // The terminal as others expect it, while the function runs.
    void lend(const std::function<void()>& use);

private:
    Tty(int input, int output) : input_(input), output_(output) {}
    void enter();
    void give_back();
    void keep_for_handlers() const;

    int input_;
    int output_;
    struct termios before_ {};
    std::string on_;
    std::string off_;
    bool is_ours_ = false;
};

}  // namespace fovea::tui
