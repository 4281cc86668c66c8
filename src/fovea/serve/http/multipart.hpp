// Splits multipart/form-data (RFC 7578) into its parts while it comes. Does no I/O: the caller feeds pieces of
// any size, and is told of each part.
//
//     MultipartParser parser(boundary, {.begin = …, .data = …, .end = …});
//     TRY(parser.feed(piece));
//     TRY(parser.finish());                       // InvalidInput when the last boundary never came
//
// Holds the head of one part, or as much as may be the beginning of a boundary; never a part.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

struct PartHead {
    std::string name;                          // of the field
    std::optional<std::string> filename = {};  // its last component: a hint, never a path
    std::string content_type = {};             // a hint, too
};

struct PartEvents {
    std::function<Result<void>(const PartHead& head)> begin;
    std::function<Result<void>(std::string_view bytes)> data;
    std::function<Result<void>()> end;
};

// Of a Content-Type header: "multipart/form-data; boundary=…". InvalidInput where there is none.
Result<std::string> boundary_of(std::string_view content_type);

class MultipartParser {
public:
    MultipartParser(std::string boundary, PartEvents events);

    Result<void> feed(std::string_view bytes);
    Result<void> finish() const;

private:
    enum class State : std::uint8_t { Preamble, AfterBoundary, Head, Body, Epilogue };

    // Each: whether there is enough to go on with.
    Result<bool> step();
    Result<bool> skip_preamble();
    Result<bool> look_behind_boundary();
    Result<bool> read_head();
    Result<bool> read_body();
    std::size_t find_delimiter() const;  // npos where it is not
    std::size_t unsure() const;

    const std::string delimiter_;  // "\r\n--boundary"
    PartEvents events_;
    State state_ = State::Preamble;
    std::string pending_ = "\r\n";  // as if a line ended before the first boundary
    std::string_view rest_ = {};    // of what is being fed
    std::size_t parts_ = 0;
    bool is_fresh_ = false;  // nothing of the body was looked at: a line's end stands before it
};

}  // namespace fovea::serve
