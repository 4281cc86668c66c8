#include "fovea/net/gate/resolve.hpp"

#include <ifaddrs.h>
#include <netdb.h>
#include <sys/socket.h>
#include <system_error>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace fovea::net {
namespace {

constexpr std::size_t kMostThreads = 64;   // names of strangers may hang in many at once
constexpr std::chrono::seconds kIdle{10};  // then a thread ends

std::vector<IpAddress> ask_system(const std::string& host) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    if (getaddrinfo(host.c_str(), nullptr, &hints, &list) != 0) return {};
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(list, freeaddrinfo);
    std::vector<IpAddress> found;
    for (const auto* each = list; each != nullptr; each = each->ai_next) {
        const auto address = address_of(each->ai_addr);
        if (address && std::ranges::find(found, *address) == found.end()) found.push_back(*address);
    }
    return found;
}

// Threads that ask the system, at most so many: those that it keeps are not replaced by others. Never
// destroyed, since they may outlive main().
class Askers {
public:
    // Shared by who asks and the thread that does, which may outlive the question.
    struct Question {
        std::string host;
        std::optional<std::vector<IpAddress>> answer;  // under the mutex
    };

    static Askers& all() {
        static Askers& askers = *new Askers;
        return askers;
    }

    std::vector<IpAddress> ask(
        const std::string& host,
        std::chrono::steady_clock::time_point deadline,
        const std::stop_token& stop
    ) {
        std::unique_lock lock(mutex_);
        const auto question = std::make_shared<Question>(Question{host, std::nullopt});
        waiting_.push_back(question);
        asked_.notify_one();
        if (waiting_.size() > idle_ && !start_thread()) return {};
        answered_.wait_until(lock, stop, deadline, [&] { return question->answer.has_value(); });
        return question->answer.value_or(std::vector<IpAddress>{});
    }

    std::size_t threads() {
        const std::scoped_lock lock(mutex_);
        return threads_;
    }

private:
    // With the lock. False where there is none to be had.
    bool start_thread() {
        if (threads_ >= kMostThreads) return true;  // one of them comes back
        try {
            std::thread([this] { work(); }).detach();
        } catch (const std::system_error&) {
            if (threads_ == 0) waiting_.clear();
            return threads_ > 0;
        }
        ++threads_;
        return true;
    }

    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            ++idle_;
            const bool any = asked_.wait_for(lock, kIdle, [this] { return !waiting_.empty(); });
            --idle_;
            if (!any) break;
            const auto question = std::move(waiting_.front());
            waiting_.pop_front();
            if (question.use_count() == 1) continue;  // nobody waits for it any more
            lock.unlock();
            auto found = ask_system(question->host);
            lock.lock();
            question->answer = std::move(found);
            answered_.notify_all();
        }
        --threads_;
    }

    std::mutex mutex_;  // guards all below
    std::condition_variable_any asked_;
    std::condition_variable_any answered_;
    std::deque<std::shared_ptr<Question>> waiting_;
    std::size_t threads_ = 0;
    std::size_t idle_ = 0;
};

}  // namespace

std::vector<IpAddress> resolve_name(
    const std::string& host,
    std::chrono::steady_clock::time_point deadline,
    const std::stop_token& stop
) {
    return Askers::all().ask(host, deadline, stop);
}

std::size_t resolving_threads() {
    return Askers::all().threads();
}

std::vector<IpAddress> own_addresses() {
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0) return {};
    const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, freeifaddrs);
    std::vector<IpAddress> found;
    for (const auto* each = list; each != nullptr; each = each->ifa_next) {
        if (const auto address = address_of(each->ifa_addr)) found.push_back(*address);
    }
    return found;
}

}  // namespace fovea::net
