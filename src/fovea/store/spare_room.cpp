#include "fovea/store/spare_room.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/store/temporary_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace fovea::store {
namespace {

// A small disk is not filled by what waits for its being full.
constexpr std::uint64_t kTimes = 4;

}  // namespace

void SpareRoom::keep() const {
    struct stat facts {};
    if (::lstat(file_.c_str(), &facts) == 0) return;
    std::error_code failed;
    const auto space = std::filesystem::space(file_.parent_path(), failed);
    if (failed || space.available < kTimes * bytes_) return;
    const Fd file(::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file) return;
    // Half of it is none.
    if (::posix_fallocate(file.number(), 0, static_cast<off_t>(bytes_)) != 0)
        ::unlink(file_.c_str());
}

bool SpareRoom::is_needed() const {
    return !check_writable(file_.parent_path()).ok();
}

bool SpareRoom::give() const {
    return is_needed() && ::unlink(file_.c_str()) == 0;
}

}  // namespace fovea::store
