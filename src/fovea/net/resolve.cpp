#include "fovea/net/resolve.hpp"

#include <ifaddrs.h>
#include <netdb.h>
#include <sys/socket.h>
#include <system_error>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace fovea::net {

namespace {

// Shared by who asks and the thread that was sent, which may outlive the question.
struct Question {
    std::mutex mutex;
    std::condition_variable_any answered;
    std::optional<std::vector<IpAddress>> answer;  // under mutex
};

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

}  // namespace

std::vector<IpAddress> resolve_name(
    const std::string& host,
    std::chrono::steady_clock::time_point deadline,
    const std::stop_token& stop
) {
    const auto question = std::make_shared<Question>();
    try {
        std::thread([question, host] {
            auto found = ask_system(host);
            const std::scoped_lock lock(question->mutex);
            question->answer = std::move(found);
            question->answered.notify_all();
        }).detach();
    } catch (const std::system_error&) {
        return {};  // no more threads to be had
    }
    std::unique_lock lock(question->mutex);
    question->answered.wait_until(lock, stop, deadline, [&] {
        return question->answer.has_value();
    });
    return question->answer.value_or(std::vector<IpAddress>{});
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
