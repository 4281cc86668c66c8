// What systemd hands over: a socket that listens already (sd_listen_fds(3)), so that clients can come before the daemon does.
#pragma once

namespace fovea::serve {

// Its descriptor, closed for children from now on; -1: none was handed over.
int activated_listener();

}  // namespace fovea::serve
