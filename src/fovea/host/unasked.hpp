// What a command would have to ask others for, and may not: fovea render opens no connection, and
// says what it therefore does not know.
//
//     Unasked unasked;
//     … .look = vision.recall(unasked) …
//     if (!unasked.what().empty()) return not_known(unasked.what());
#pragma once

#include "fovea/base/error.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace fovea::host {

class Unasked {
public:
    // "what is behind https://example.org/a.png". Several threads may add; each is kept once.
    void add(std::string what);

    std::vector<std::string> what() const;

private:
    mutable std::mutex mutex_;  // guards what_
    std::vector<std::string> what_;
};

// All of it in one sentence; NoCandidate, as nobody may be asked.
Error not_known(const std::vector<std::string>& what);

}  // namespace fovea::host
