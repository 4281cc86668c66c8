// What Chromium's words for a page that did not come mean to us.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/net/gate/gate_proxy.hpp"

#include <span>
#include <string>
#include <string_view>

namespace fovea::browser {

struct NavigationFailure {
    ErrorCode code;
    std::string what;  // for the log where the code is UrlBlocked, else for whoever asked
};

// `text` is "net::ERR_…"; `wishes` what the browser had asked its proxy for until then.
NavigationFailure navigation_failure(std::string_view text, std::span<const net::GateWish> wishes);

}  // namespace fovea::browser
