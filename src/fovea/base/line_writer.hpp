// Lines to a pipe, written by a thread of its own, so that who has something to say does not wait for
// a slow reader.
//
//     LineWriter writer(fd, 16 << 20, stop);
//     writer.send("{…}");            // from any thread; in the order of the calls
//     writer.flush(2s);              // until all is written
//
// Somebody who asks much before they read anything is still listened to: without this, they wait for
// us to read while we wait for them to. When more than `max_waiting` bytes wait, send() does too. What
// is left when `stop` is asked for, when nobody reads any more, or at the end, is dropped.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace fovea {

class LineWriter {
public:
    // Borrows the file.
    LineWriter(int fd, std::size_t max_waiting, std::stop_token stop);
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;
    ~LineWriter();

    // Without its newline.
    void send(std::string line);

    // False when something is left: nobody took anything for so long.
    bool flush(std::chrono::milliseconds patience);

    // The errno of a write that failed although somebody might still read; 0: none did.
    int failure() const { return failure_; }

    // Stops when nobody reads any more.
    std::stop_token gone() const { return gone_.get_token(); }

private:
    bool is_over() const { return stop_.stop_requested() || gone_.stop_requested(); }
    void write_all(const std::stop_token& ended);
    void write_line(const std::string& line, const std::stop_token& ended);

    std::atomic<int> failure_ = 0;
    int fd_;
    int wake_;  // an eventfd, readable once the thread has to leave
    std::size_t max_waiting_;
    std::stop_token stop_;
    std::stop_source gone_;

    std::mutex mutex_;  // guards what follows
    std::deque<std::string> lines_;
    std::size_t waiting_ = 0;    // bytes, of all lines that are not written yet
    std::uint64_t written_ = 0;  // bytes, ever
    std::condition_variable_any changed_;

    std::jthread thread_;
};

}  // namespace fovea
