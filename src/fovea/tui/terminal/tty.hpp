// The terminal of this process while the program has it: raw, with its modes on. Given back as it was whatever ends the
// program: a return, an exception, a signal, a crash, Ctrl-Z.
//
//     const auto tty = TRY(Tty::open(STDIN_FILENO, STDOUT_FILENO));
//     pollfd fds[] = {{tty->input(), POLLIN}, {tty->signals(), POLLIN}, {tty->is_behind() ? tty->output() : -1, POLLOUT}};
//     …
//     const auto news = tty->take_signals();     // resized, continued, told to stop or to end
//     tty->write(bytes);                         // what the terminal does not take yet waits
//     if (fds[2].revents) tty->write_waiting();
//     tty->lend([&] { run the editor });
//
// A terminal that reads slowly holds nobody up: who draws waits while it is behind, and draws what is new by then.
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
    bool stops = false;      // SIGTSTP from elsewhere: stop() does it
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

    // In order, and at once as far as the terminal takes it. False when nobody reads any more.
    bool write(std::string_view bytes);
    // What waits, as far as it is taken by now. False as above.
    bool write_waiting();
    bool is_behind() const { return !waiting_.empty(); }
    int output() const { return own_output_ >= 0 ? own_output_ : output_; }

    // How many rows of ours are below the cursor: a crash leaves it behind them.
    void set_rows_below(int rows);

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
    void drain();
    void keep_for_handlers() const;

    int input_;
    int output_;
    int own_output_ = -1;  // the same terminal, never waited for; -1: it cannot be opened again
    std::string waiting_;  // written, not taken yet
    struct termios before_ {};
    std::string on_;
    std::string off_;
    bool is_ours_ = false;
};

}  // namespace fovea::tui
