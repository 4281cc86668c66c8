// What libcurl's error codes mean to us.
#pragma once

#include "fovea/net/http/message.hpp"

#include <string>

namespace fovea::net {

// `code` is a CURLcode other than CURLE_OK; `detail` is libcurl's own sentence, empty for the code's.
HttpFailure failure_of(
    int code,
    const std::string& detail,
    const std::string& place,
    const HttpRequest& request,
    bool before_first_byte
);

// `detail` fit for a message: without control characters, and empty when it repeats a header's value
// or what stands behind the host in the URL.
std::string without_secrets(const std::string& detail, const HttpRequest& request);

}  // namespace fovea::net
