// Reads one HTTP/1.1 request out of bytes as they come. Does no I/O.
//
//     RequestReader reader;
//     pending.erase(0, TRY(reader.take(pending)));       // again when more has come
//     if (reader.has_head()) decide(reader.request());   // before any of the body is taken
//     reader.take_body(pending, piece);
//
// Strict where a lenient reader would let two servers see two requests in one: both lengths, folded lines, a
// space before the colon, bare line ends and unknown transfer encodings are refused (RFC 9112).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/serve/http/message.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace fovea::serve {

struct BadRequest {
    int status = 400;
    std::string detail;

    bool operator==(const BadRequest&) const = default;
};

class RequestReader {
public:
    RequestReader();
    ~RequestReader();

    // How many bytes were used: none until the whole head is there.
    Result<std::size_t, BadRequest> take_head(std::string_view bytes);
    bool has_head() const { return has_head_; }
    // Its peer and id are not known here.
    const Request& request() const { return request_; }

    // A chunk that is announced beyond that is refused with 413 before any of it comes.
    void limit_body(std::uint64_t most);

    // How many bytes were used; what they hold of the body is appended.
    Result<std::size_t, BadRequest> take_body(std::string_view bytes, std::string& body);
    bool is_done() const;

private:
    struct Parser;

    std::unique_ptr<Parser> parser_;
    Request request_;
    std::size_t looked_at_ = 0;
    std::uint64_t taken_ = 0;  // of a body whose length was told
    bool has_head_ = false;
};

}  // namespace fovea::serve
