// One HTTP request to a server of the test's own, answered in full.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::testing {

struct Answer {
    int status = 0;  // 0: no whole response came; `body` has what did
    std::vector<std::pair<std::string, std::string>> headers = {};  // names in lower case
    std::string body = {};
};

Answer ask_http(std::string method, std::string url, std::string_view body = {});

}  // namespace fovea::testing
