// Whether what is accepted now can be kept: there is room on the disk, and the session store answers.
//
//     Health health(machine.sessions(), folder);
//     if (const auto trouble = health.trouble()) …       // "the disk is full"
//
// Looks at most once a second, however often it is asked: everybody may ask.
#pragma once

#include "fovea/store/sessions.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

namespace fovea::serve {

class Health {
public:
    static constexpr std::uint64_t kRoom = 4u << 20;  // a turn with its pictures, about

    // Borrows the store. `folder` is on the disk that everything is written to.
    Health(store::SessionStore& sessions, std::filesystem::path folder, std::uint64_t room = kRoom)
        : sessions_(sessions), folder_(std::move(folder)), room_(room) {}

    // For people, without anything that is nobody's business; none: all is well. May block.
    std::optional<std::string> trouble();

private:
    std::optional<std::string> look();

    store::SessionStore& sessions_;
    const std::filesystem::path folder_;
    const std::uint64_t room_;

    std::mutex mutex_;  // guards what follows
    std::chrono::steady_clock::time_point looked_at_ = {};
    std::optional<std::string> found_;
};

}  // namespace fovea::serve
