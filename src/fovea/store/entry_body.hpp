// The body of an entry as JSON, for whoever reads thousands of them: it lives in memory that is given
// back all at once.
//
//     BodyMemory memory;
//     const json::value body = TRY(body_in(memory, entry));   // not to outlive it
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/entry.hpp"

#include <boost/json.hpp>

#include <array>

namespace fovea::store {

class BodyMemory {
public:
    boost::json::storage_ptr storage() { return &resource_; }

private:
    std::array<unsigned char, 4096> room_;  // enough for most
    boost::json::monotonic_resource resource_{room_.data(), room_.size()};
};

// As body_of() says.
Result<boost::json::object> body_in(BodyMemory& memory, const Entry& entry);

}  // namespace fovea::store
