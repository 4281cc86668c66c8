// A question with yes or no as its answer, as the protocol puts it to the person in front of a client
// (elicitation, since 2025-06-18).
//
//     if (can_elicit(client_capabilities)) … elicitation(question) …
//     said_of(answer);      // Yes only where the person both sent the form and ticked "agree"
//
// The legacy era asks in a request of its own, while the call goes on; the modern one answers the call
// with what it still needs, and the client calls again with the answers beside.
#pragma once

#include "fovea/mcp/server/person_questions.hpp"

#include <boost/json/object.hpp>

#include <string>

namespace fovea::mcp {

// Forms; a client that only opens web pages cannot be asked like this.
bool can_elicit(const boost::json::object& client_capabilities);

// The params of elicitation/create.
boost::json::object elicitation(const std::string& question);

// Of the result of elicitation/create.
Said said_of(const boost::json::object& result);

// The modern era: the result that asks for an answer, and that answer in the params of the next call.
// An answer belongs to the words of its question and counts for no other.
boost::json::object input_required(const std::string& question);
Said said_in(const boost::json::object& params, const std::string& question);

}  // namespace fovea::mcp
