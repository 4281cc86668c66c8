// The origin of a server whose address somebody wrote down: a provider's base_url, an MCP server's url.
//
//     const Origin origin = TRY(server_origin("http://localhost:11434/v1"));
//     is_loopback_host(origin.host);   // whether what is sent there stays on this machine
//
// The host is the one that libcurl connects to, and it stands in the URL as it is written: whoever reads
// the URL, with whichever parser, reads the same host. What two readers could take for two hosts is
// refused: "http://https://localhost" (a host called https), "http://localhost\@evil.example",
// "http://2130706433", letters beyond ASCII, escapes, a port that is empty.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/http/origin.hpp"

#include <string>

namespace fovea::net {

// InvalidInput with what is wrong, to stand behind a setting's name: "has its scheme twice …". It does not
// repeat the user's name and password.
Result<Origin> server_origin(const std::string& url);

}  // namespace fovea::net
