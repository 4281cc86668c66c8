// Long answers for who has a slow line: gzip, where the client takes it and it is worth it.
//
// What a session said compresses to a tenth. Short answers, and what is compressed already, stay as they are.
#pragma once

#include "fovea/serve/http/message.hpp"

#include <string_view>

namespace fovea::serve {

// "gzip, br;q=0.5": whether such a header takes that coding.
bool accepts_coding(std::string_view header, std::string_view coding);

void compress_json(Response& response, const Request& request);

}  // namespace fovea::serve
