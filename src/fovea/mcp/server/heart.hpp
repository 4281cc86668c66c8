// Beats for everybody who listens, from one thread.
//
//     Heart heart(1s);
//     const Heart::Listener listener(heart, [&] { … });   // until it goes
//
// It beats only while somebody listens; the thread starts with the first who does. A listener is not
// called any more once its destructor has returned, and may not wait for long: the others do, too.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace fovea::mcp {

class Heart {
public:
    explicit Heart(std::chrono::milliseconds every) : every_(every) {}
    Heart(const Heart&) = delete;
    Heart& operator=(const Heart&) = delete;

    std::chrono::milliseconds every() const { return every_; }

    class Listener {
    public:
        Listener(Heart& heart, std::function<void()> on_beat);
        Listener(const Listener&) = delete;
        Listener& operator=(const Listener&) = delete;
        ~Listener();

    private:
        friend class Heart;

        Heart& heart_;
        std::function<void()> on_beat_;
    };

private:
    void run(const std::stop_token& stop);

    const std::chrono::milliseconds every_;
    std::mutex mutex_;  // guards what follows
    std::vector<Listener*> listeners_;
    Listener* hears_ = nullptr;  // is being called
    std::condition_variable_any changed_;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace fovea::mcp
