// A request as it came, and the answer to it. Values: no socket is in here.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::serve {

// In their order; names in lower case.
using Headers = std::vector<std::pair<std::string, std::string>>;

// The first of that name; none where there is none.
std::optional<std::string_view> find_header(const Headers& headers, std::string_view name);

struct Request {
    std::string method;                  // "GET"
    std::string target;                  // as it was sent
    std::vector<std::string> path = {};  // its parts, decoded
    std::multimap<std::string, std::string> query = {};
    Headers headers = {};
    std::string id = {};    // X-Request-Id
    std::string peer = {};  // address
    bool has_body = false;
    std::optional<std::uint64_t> length = {};  // none: chunked, or no body
    bool keep_alive = true;
    bool takes_chunks = true;  // HTTP/1.0 does not

    std::optional<std::string_view> header(std::string_view name) const {
        return find_header(headers, name);
    }
    // "application/json", without its parameters and in lower case; empty where none is said.
    std::string content_type() const;
    // Empty where there is none.
    std::string parameter(const std::string& name) const;
};

// Splits and decodes. InvalidInput for what is no path, also one with "." or ".." or an encoded "/" in it.
Result<void> read_target(Request& request);

class LongAnswer;

struct Response {
    int status = 200;
    Headers headers = {};
    std::string body = {};

    // Instead of the body: the same text for all who ask, however slowly they read.
    std::shared_ptr<const std::string> shared = {};

    // Instead of the body: read and written piece by piece. `read` may block.
    struct Pieces {
        std::uint64_t size = 0;
        std::function<Result<std::string>(std::uint64_t offset, std::size_t most)> read;
    };
    std::optional<Pieces> pieces = {};

    // Instead of an answer: who gives it later, or for long.
    std::shared_ptr<LongAnswer> later = {};

    static Response json(int status, const boost::json::value& value);
    static Response empty(int status) { return {.status = status}; }
};

// An error as RFC 9457 has it, with the code of the contract.
Response problem(int status, ErrorCode code, std::string_view detail);
Response problem(const Error& error);

// What HTTP says to a code.
int status_of(ErrorCode code);
std::string_view reason_of(int status);

}  // namespace fovea::serve
