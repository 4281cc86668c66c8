// The part of a URL that may be told to anyone: scheme, host and port. Paths and queries hold keys.
#pragma once

#include "fovea/base/result.hpp"

#include <compare>
#include <string>

namespace fovea::net {

struct Origin {
    std::string scheme;  // "http" or "https"
    std::string host;    // lower case, numbers as 127.0.0.1 or [::1]
    std::string port;

    std::string text() const { return scheme + "://" + host + ":" + port; }

    // NOLINTNEXTLINE(modernize-use-nullptr): sees a 0 inside of what the compiler makes of it
    auto operator<=>(const Origin&) const = default;
};

// As libcurl reads it, which is who connects. InvalidInput for anything but http and https; the
// sentence does not repeat the URL.
Result<Origin> origin_of(const std::string& url);

}  // namespace fovea::net
