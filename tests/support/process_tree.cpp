#include "support/process_tree.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace fovea::testing {
namespace {

struct Status {
    char state = 0;
    pid_t parent = 0;
};

// Of /proc/PID/stat: "7 (a name with ) in it) S 1 …".
std::optional<Status> status_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const auto name = line.rfind(')');
    if (name == std::string::npos) return std::nullopt;
    std::istringstream rest(line.substr(name + 1));
    Status status;
    rest >> status.state >> status.parent;
    return status;
}

}  // namespace

std::vector<pid_t> descendants_of(pid_t root) {
    std::vector<pid_t> found{root};
    for (std::size_t at = 0; at < found.size(); ++at) {
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const auto process = std::atoi(entry.path().filename().c_str());
            const auto status = process > 0 ? status_of(process) : std::nullopt;
            if (!status || status->parent != found[at]) continue;
            if (std::ranges::find(found, process) == found.end()) found.push_back(process);
        }
    }
    found.erase(found.begin());
    return found;
}

void wait_until_gone(const std::vector<pid_t>& processes) {
    for (const auto process : processes) {
        for (auto status = status_of(process); status && status->state != 'Z';
             status = status_of(process)) {
            ::sched_yield();
        }
    }
}

}  // namespace fovea::testing
