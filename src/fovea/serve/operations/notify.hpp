// Tells systemd how the daemon is ($NOTIFY_SOCKET, sd_notify(3)); nothing where nobody wants to know.
#pragma once

#include <string_view>

namespace fovea::serve {

void notify_service_manager(std::string_view state);  // "READY=1"

}  // namespace fovea::serve
