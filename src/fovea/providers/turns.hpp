// A conversation as strict APIs want it, out of whatever a session holds: turns of the user and the
// model take it in turn, and each call of a tool is answered right behind it.
//
// - neighbours of one role are one message; what the system says stands apart (system_text);
// - texts without a letter are left out;
// - a user message starts with the results of the calls before it, in the order of the calls. A
//   call whose result was lost gets one that says so, since one such gap makes every provider refuse
//   the conversation for ever; a result without its call, or a second one, is left out.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/providers/provider.hpp"

#include <string>
#include <vector>

namespace fovea::providers {

std::vector<content::Message> ordered_turns(std::vector<content::Message> messages);

// The model says a word between the results of its calls and what the user adds to them, their pictures
// among it. Mistral's servers refuse a user's message right behind a tool's (seen 2026-10).
std::vector<content::Message> with_reply_to_tools(std::vector<content::Message> turns);

// The request's own system text, and below it what the messages of the system say.
std::string system_text(const Request& request);

}  // namespace fovea::providers
