// Messages as JSON, both ways. The stored form names files by hash or URL and has no place for
// their bytes (S2): "data" is refused where a stored message is read.
//
//     {"role": "user", "content": [{"type": "text", "text": "what is this?"},
//                                  {"type": "image", "sha256": "…", "mime": "image/png",
//                                   "width": 1920, "height": 1080, "filename": "shot.png"}]}
//
// "content" may also be one string (C2). to_json() always writes the same bytes for equal messages.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>
#include <vector>

namespace fovea::content {

boost::json::value to_json(const ContentBlock& block);
boost::json::value to_json(const Message& message);

// InvalidInput, with the place ("content[2].type"), for anything that is not of the stored form.
Result<ContentBlock> block_from_json(const boost::json::value& value);
Result<Message> message_from_json(
    const boost::json::value& value, std::string_view place = {}  // before it: "messages[3]"
);
Result<std::vector<Message>> messages_from_text(std::string_view json);

}  // namespace fovea::content
