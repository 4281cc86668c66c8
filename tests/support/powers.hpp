// What of root's powers a process has, for tests that it has none.
#pragma once

#include <sys/types.h>

#include <fstream>
#include <string>

namespace fovea::testing {

// Effective and permitted, in hex.
inline std::string powers_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/status");
    std::string effective;
    std::string permitted;
    std::string word;
    while (file >> word) {
        if (word == "CapPrm:") file >> permitted;
        if (word == "CapEff:") file >> effective;
    }
    return effective + " " + permitted;
}

inline constexpr const char* kNoPowers = "0000000000000000 0000000000000000";

}  // namespace fovea::testing
