// Whose process is at the other end of a connection on this machine.
#pragma once

#include "fovea/base/fd.hpp"

#include <sys/types.h>

#include <optional>

namespace fovea::net {

// Of an IPv4 connection over loopback; nothing where that cannot be found out.
std::optional<uid_t> peer_user(const Fd& socket);

}  // namespace fovea::net
