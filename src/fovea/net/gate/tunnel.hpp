// Carries bytes both ways between two sockets that do not block.
//
//     run_tunnel(client, server, wake, [&](Direction way, std::string_view piece) { return count(piece); });
//
// Returns when both sides have ended, one of them broke, `wake` is readable, or `may_pass` says no of a
// piece, which is then not carried. Holds 64 KiB a direction: a side that does not read is not read for.
#pragma once

#include <functional>
#include <string_view>

namespace fovea::net {

enum class Direction { Out, Back };  // from the client to the server, and back

using MayPass = std::function<bool(Direction way, std::string_view piece)>;

void run_tunnel(int client, int server, int wake, const MayPass& may_pass);

}  // namespace fovea::net
