#include "fovea/serve/operations/health.hpp"

#include "fovea/base/fd.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <stdlib.h>  // mkostemp
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fovea::serve {
namespace {

constexpr std::chrono::seconds kOften{1};

// 0, or why a file of that size cannot be written. What the system says of free room is not asked: quotas
// and limits of the process are not in it.
int room_for(const std::filesystem::path& folder, std::uint64_t bytes) {
    auto name = (folder / ".room-XXXXXX").string();
    const Fd file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file) return errno;
    ::unlink(name.c_str());
    return ::posix_fallocate(file.number(), 0, static_cast<off_t>(bytes));
}

}  // namespace

std::optional<std::string> Health::trouble() {
    const std::scoped_lock lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (looked_at_ == decltype(looked_at_)() || now - looked_at_ >= kOften) {
        found_ = look();
        looked_at_ = std::chrono::steady_clock::now();
    }
    return found_;
}

std::optional<std::string> Health::look() {
    if (const int why = room_for(folder_, room_); why != 0) {
        const bool is_full = why == ENOSPC || why == EDQUOT || why == EFBIG;
        if (is_full) return "the disk is full";
        return std::string("nothing can be written: ") + std::strerror(why);
    }
    const auto answer = sessions_.list({.most = 1});
    if (answer.ok()) return std::nullopt;
    spdlog::error("the session store: {}", answer.error().message);
    return "the session store does not answer";
}

}  // namespace fovea::serve
