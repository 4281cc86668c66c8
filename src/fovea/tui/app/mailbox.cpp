#include "fovea/tui/app/mailbox.hpp"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <utility>

namespace fovea::tui {

Mailbox::Mailbox() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Mailbox::post(std::function<void()> letter) {
    {
        const std::scoped_lock lock(mutex_);
        letters_.push_back(std::move(letter));
    }
    wake();
}

void Mailbox::wake() {
    const std::uint64_t one = 1;
    static_cast<void>(::write(event_.number(), &one, sizeof one) == sizeof one);
}

void Mailbox::open() {
    std::uint64_t count = 0;
    static_cast<void>(::read(event_.number(), &count, sizeof count) == sizeof count);
    std::deque<std::function<void()>> letters;
    {
        const std::scoped_lock lock(mutex_);
        letters.swap(letters_);
    }
    for (const auto& letter : letters) letter();
}

Errands::Errands(Mailbox& mailbox)
    : mailbox_(mailbox), thread_([this](const std::stop_token& ends) { work(ends); }) {
    ::pthread_setname_np(thread_.native_handle(), "fovea-errands");
}

Errands::~Errands() {
    thread_.request_stop();
    stop_current();
}

void Errands::run(Work work) {
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(std::move(work));
    }
    changed_.notify_all();
}

void Errands::stop_current() {
    const std::scoped_lock lock(mutex_);
    current_.request_stop();
}

void Errands::hurry() {
    std::unique_lock lock(mutex_);
    hurries_ = true;
    current_.request_stop();
    changed_.wait(lock, [this] { return waiting_.empty() && !is_working_; });
    hurries_ = false;
}

void Errands::work(const std::stop_token& ends) {
    for (;;) {
        Work next;
        std::stop_token stop;
        {
            std::unique_lock lock(mutex_);
            is_working_ = false;
            changed_.notify_all();
            changed_.wait(lock, ends, [this] { return !waiting_.empty(); });
            if (ends.stop_requested()) return;
            next = std::move(waiting_.front());
            waiting_.pop_front();
            current_ = {};
            stop = current_.get_token();
            if (hurries_) current_.request_stop();
            is_working_ = true;
        }
        try {
            if (auto then = next(stop)) mailbox_.post(std::move(then));
        } catch (const std::exception&) {  // the top of a thread: it costs this errand alone
            continue;
        }
    }
}

}  // namespace fovea::tui
