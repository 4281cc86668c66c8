// Whose message a text is that is not JSON, as far as it can be told. Does no I/O.
//
//     const BrokenMessage broken = look_at_broken(line);
//     if (broken.is_answer) fail_the_call(*broken.id);
//
// A server may write NaN, leave a raw newline in a text, or spread a message over several lines. The id
// is looked for among the members of the outermost object, and where brackets and quotes lead nowhere,
// at the end of the text. A line of a log that quotes a whole message is nobody's.
#pragma once

#include "fovea/mcp/message.hpp"

#include <optional>
#include <string_view>

namespace fovea::mcp {

struct BrokenMessage {
    std::optional<Id> id;
    bool is_answer = false;  // to the request of that id; else it may be a request

    bool operator==(const BrokenMessage&) const = default;
};

BrokenMessage look_at_broken(std::string_view text);

}  // namespace fovea::mcp
