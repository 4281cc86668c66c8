// Answers that no model's server gave: the web page of a host that has none, a portal that wants
// somebody to sign in, a router's "not found". Asking again does not help, and what helps is the
// address that was asked.
//
//     if (is_web_page(body)) return not_an_answer(200, url, body);
//     question_address(failure, url, headers, body);   // for what the dialect made of a refusal
#pragma once

#include "fovea/providers/dialect.hpp"

#include <string_view>

namespace fovea::providers {

// By its first bytes: nothing that a model's server sends begins with "<", while some gateways say
// text/html of JSON.
bool is_web_page(std::string_view body);

// False for text that can be no stream of events and no JSON: "OK", "It works!". True as long as
// nothing came.
bool may_be_answer(std::string_view body);

// Garbled, with the page's title or the text's first words, the URL, and the question whether
// base_url is right.
WireFailure not_an_answer(int status, std::string_view url, std::string_view body);

// Turns a refusal that is about the place and not about the request (a redirect, a page) into such a
// failure. Others stay as they are.
void question_address(
    WireFailure& failure, std::string_view url, const Headers& headers, std::string_view body
);

}  // namespace fovea::providers
