// What a call of a model is doing before its first word, for whoever waits for that.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace fovea::turn {

enum class Doing : std::uint8_t {
    Opening,     // documents, for a model that takes none
    Fetching,    // a picture from its address
    Describing,  // pictures, for a model that does not see
    Reading,     // files, by local/ocr
    Sending,     // the request; all of it is sent: waiting for the answer
};

struct CallProgress {
    Doing doing = Doing::Sending;
    std::uint64_t done = 0;   // of `total`: bytes while sending, files otherwise
    std::uint64_t total = 0;  // 0: unknown
    std::string model = {};   // that describes, reads or answers

    bool operator==(const CallProgress&) const = default;
};

using OnProgress = std::function<void(const CallProgress&)>;

}  // namespace fovea::turn
