// The pictures that a client names, and how it is told of them.
//
//     const content::ImageBlock image = TRY(find_picture("shots/login.png", call, eyes, stop));
//
// A name is a path inside the client's roots (also as file://…), an https URL, which passes the gate
// (Q2), a data: URI, or "sha256:<64 digits>" (also as fovea://image/sha256:…) of one that was seen
// before. The hash is asked for whole: it is what allows to see the picture. Whatever comes is
// checked and stored, so that a later call can name it by its hash.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/mcp/server/eyes.hpp"
#include "fovea/mcp/server/served_tool.hpp"

#include <boost/json/object.hpp>

#include <stop_token>
#include <string>
#include <string_view>

namespace fovea::mcp {

inline constexpr std::string_view kPictureUri = "fovea://image/";

Result<content::ImageBlock> find_picture(
    const std::string& name, const Call& call, const Eyes& eyes, const std::stop_token& stop
);

// By its hash alone.
Result<content::ImageBlock> find_stored(
    std::string_view name, const Eyes& eyes, const std::stop_token& stop
);

// "sha256:…".
std::string id_of(const content::ImageBlock& image);

// {"id", "uri", "mime", "width", "height", "filename"?, "crop"?: [x1, y1, x2, y2]}
boost::json::object picture_json(const content::ImageBlock& image);
boost::json::object picture_schema();

Link link_of(const content::ImageBlock& image);

}  // namespace fovea::mcp
