// The messages of JSON-RPC 2.0 as the Model Context Protocol uses it, and their text. Does no I/O.
//
//     const Message message = TRY(parse_message(line));
//     write_message(Response{request.id, boost::json::object{}});
//
// One message is one JSON object; arrays of them (batches) are no longer part of the protocol, and
// only taken from servers (read_messages). The
// text never holds a raw newline, so a message is a line. What comes is a stranger's: texts that were
// cut inside a character are mended (base/foreign_json.hpp); it is refused when it is longer than
// `kMaxMessage`, deeper than 128 levels, not JSON, or not a message.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::mcp {

// A picture of 32 MiB in base64, and words around it.
inline constexpr std::size_t kMaxMessage = 48u << 20;

using Id = std::variant<std::int64_t, std::string>;

// Ours are numbers; a server may give one back as text.
std::optional<std::int64_t> number_of(const Id& id);

struct RpcError {
    std::int64_t code = 0;
    std::string message;
    boost::json::object data = {};  // left out where it is empty

    bool operator==(const RpcError&) const = default;
};

inline constexpr std::int64_t kParseError = -32700;
inline constexpr std::int64_t kInvalidRequest = -32600;
inline constexpr std::int64_t kMethodNotFound = -32601;
inline constexpr std::int64_t kInvalidParams = -32602;
inline constexpr std::int64_t kInternalError = -32603;

struct Request {
    Id id;
    std::string method;
    boost::json::object params = {};
};

struct Notification {
    std::string method;
    boost::json::object params = {};
};

struct Response {
    std::optional<Id> id;  // none: to something that could not be read
    std::variant<boost::json::value, RpcError> outcome;
};

using Message = std::variant<Request, Notification, Response>;

Result<Message> parse_message(std::string_view text);

// Why a text is no message, as its sender is told.
struct BadMessage {
    std::optional<Id> id;    // as far as it could be read
    RpcError error;          // kParseError or kInvalidRequest
    bool is_answer = false;  // to the request of that id, and no other will come
};

// The same for whoever answers.
Result<Message, BadMessage> read_message(std::string_view text);

// The same of a server's: an array holds several, as revision 2025-03-26 had it.
std::vector<Result<Message, BadMessage>> read_messages(std::string_view text);
std::string write_message(const Message& message);

// "too large: 61.0 MiB (63963136 bytes), and at most 48.0 MiB are taken"
std::string too_large_words(std::uint64_t bytes, std::uint64_t most = kMaxMessage);

}  // namespace fovea::mcp
