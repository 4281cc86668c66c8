// An error of OpenAI, or of a server that speaks like it, as it came: read, and not yet understood.
#pragma once

#include <boost/json/fwd.hpp>

#include <string>
#include <string_view>

namespace fovea::providers {

struct OpenAiRefusal {
    int status = 0;       // the code in the error, where the answer itself began well
    std::string message;  // without pictures: some servers repeat the one they refuse
    std::string words;    // message, type and code in lower case: what rules look at
    std::string code;
    std::string param;
    bool moderated = false;  // OpenRouter: refused for what it says
};

OpenAiRefusal read_refusal(int status, const boost::json::value& error);

// Of any body: an object with or without "error", a text, a page of a proxy, nothing.
OpenAiRefusal read_refusal_body(int status, std::string_view body);

// The field "error", or null when there is none to speak of.
const boost::json::value* openai_error_in(const boost::json::value& body);

}  // namespace fovea::providers
