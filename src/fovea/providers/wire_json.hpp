// Reads what a server sent as JSON and never trusts it: a field that is missing, null or of another
// type counts as not there, so readers need no checks of their own.
//
//     const auto body = TRY(parse_wire_json(text));            // or a WireFailure, Garbled
//     reply.usage.input_tokens = count_at(field_at(body, "usage"), "prompt_tokens");
//     for (const auto& item : items_at(body, "content")) use(text_at(item, "type"));
//
// Whoever calls includes <boost/json.hpp>.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::providers {

// Garbled when it is no JSON, or nested beyond all reason. Texts that were cut inside a character are
// mended (base/foreign_json.hpp).
Result<boost::json::value, WireFailure> parse_wire_json(std::string_view text);

// An answer that cannot be understood.
WireFailure garbled(std::string message);

// The field of an object; JSON null when there is none, or when `value` is no object.
const boost::json::value& field_at(const boost::json::value& value, std::string_view name);

bool has_field(const boost::json::value& value, std::string_view name);  // and it is not null

std::string text_at(const boost::json::value& value, std::string_view name);     // or ""
bool flag_at(const boost::json::value& value, std::string_view name);            // or false
std::uint64_t count_at(const boost::json::value& value, std::string_view name);  // or 0

// The members of an array; none when it is no array.
const boost::json::array& items_at(const boost::json::value& value, std::string_view name);

// The arguments of a tool call as the text of a JSON object: from text ("" means none, {}), or from
// the object itself (null means none). Garbled for anything else.
Result<std::string, WireFailure> tool_input(std::string_view text);
Result<std::string, WireFailure> tool_input(const boost::json::value& value);

// The same of a call that the model made in full: arguments that are none of it become an object that
// says so (unreadable_input.hpp), for the model to be told.
std::string readable_input(std::string_view text);
std::string readable_input(const boost::json::value& value);

// An id for a tool call that came without one. Equal only for equal seeds, so the seed holds what
// differs from reply to reply: the reply's id or time, and the number of the call.
std::string made_call_id(std::string_view seed);

// A server's own words, fit for an error message: one line of valid UTF-8, not longer than a
// paragraph, with nothing in it that looks like a key.
std::string plain_words(std::string_view text);

// What the body of a refusal says, as plain words: error.message, error, message or detail of the
// JSON, the title of a web page, or the text itself; "HTTP 502" when it says nothing.
std::string failure_words(int status, std::string_view body);

}  // namespace fovea::providers
