// Ctrl-C, a polite kill and a terminal that closes, as a stop token for the work in hand.
//
//     const Interrupt interrupt;
//     client.send(request, events, interrupt.token());
//
// The second Ctrl-C or kill ends the program at once, with 130. Under nohup a closed terminal is
// nothing. One at a time.
#pragma once

#include <stop_token>
#include <thread>

namespace fovea::cli {

class Interrupt {
public:
    // What a terminal that closes means.
    enum class Hangup : bool { Ends, IsNothing };

    explicit Interrupt(Hangup hangup = Hangup::Ends);
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    std::stop_token token() const { return source_.get_token(); }

    // The first signal that came; 0: none.
    int signal() const;

private:
    std::stop_source source_;
    std::jthread listener_;
    bool handles_hangup_ = false;
};

}  // namespace fovea::cli
