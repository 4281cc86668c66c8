// What other threads have for the one that owns the terminal: functions that it runs when it comes to them.
//
//     mailbox.post([this] { … });               // from any thread; never waits
//     poll({mailbox.fd(), POLLIN}); mailbox.open();
//
// Errands are the way back: work that takes a while, done one after the other on a thread of its own.
#pragma once

#include "fovea/base/fd.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace fovea::tui {

class Mailbox {
public:
    Mailbox();

    int fd() const { return event_.number(); }
    void post(std::function<void()> letter);
    void wake();  // without a letter

    // Runs what is there. On the owner's thread.
    void open();

private:
    Fd event_;
    std::mutex mutex_;  // guards letters_
    std::deque<std::function<void()>> letters_;
};

class Errands {
public:
    // What is to be done in the end is run by the mailbox's owner.
    using Work = std::function<std::function<void()>(const std::stop_token& stop)>;

    explicit Errands(Mailbox& mailbox);
    ~Errands();

    void run(Work work);
    // What is done at the moment is told to stop.
    void stop_current();
    // So is all that waits; comes back once it is done.
    void hurry();

private:
    void work(const std::stop_token& ends);

    Mailbox& mailbox_;
    mutable std::mutex mutex_;  // guards all below
    std::condition_variable_any changed_;
    std::deque<Work> waiting_;
    std::stop_source current_;
    bool is_working_ = false;
    bool hurries_ = false;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace fovea::tui
