// Reads one HTTP/1.1 response out of bytes as they come, without copying its body. Does no I/O.
//
//     ResponseReader reader(Method::Other);
//     auto used = TRY(reader.feed(bytes, {.head = …, .body = …}));   // all of them, unless it is done
//     if (reader.is_done()) …                                        // what is behind is not its own
//     reader.end();                                                  // the connection ended: was it whole?
//
// Informational responses (1xx) are passed over. What two readers could take for two different responses is refused: two
// lengths, an unknown transfer encoding, a length that is no number.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/http/message.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::net {

struct ResponseHead {
    int status = 0;
    HttpHeaders headers = {};                  // names in lower case, in the order they came
    std::optional<std::uint64_t> length = {};  // none: in chunks, or until the end
    bool keeps_open = false;                   // the connection may be used again
};

class ResponseReader {
public:
    struct To {
        std::function<void(ResponseHead)> head;
        std::function<void(std::string_view)> body;
    };
    enum class Method : std::uint8_t { Head, Other };

    explicit ResponseReader(Method method) : method_(method) {}

    // How many bytes were used; the error is a sentence.
    Result<std::size_t, std::string> feed(std::string_view bytes, const To& to);

    bool has_begun() const { return has_begun_; }
    bool is_done() const { return state_ == State::Done; }
    bool keeps_open() const { return keeps_open_; }

    // No more comes: false where something is missing.
    bool end();

private:
    enum class State : std::uint8_t {
        Head,
        Length,
        ChunkSize,
        Chunk,
        ChunkEnd,
        Trailer,
        UntilEnd,
        Done
    };

    Result<std::size_t, std::string> take_head(std::string_view bytes, const To& to);
    Result<void, std::string> read_head(std::string_view head, const To& to);
    Result<void, std::string> frame(const ResponseHead& head, bool is_chunked);
    std::size_t take_body(std::string_view bytes, const To& to, State next);
    // A line that ends with LF, without its end; none until it is whole.
    Result<std::optional<std::string>, std::string> take_line(
        std::string_view bytes, std::size_t& used
    );

    const Method method_;
    State state_ = State::Head;
    std::string pending_;     // of a head or a line
    std::uint64_t left_ = 0;  // of the body or the chunk
    std::size_t trailers_ = 0;
    bool has_begun_ = false;
    bool keeps_open_ = false;
};

}  // namespace fovea::net
