// Whatever the bytes are and however they are cut, the parser finds the same parts, and no more bytes in them
// than came.
#include "fovea/serve/http/multipart.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

struct Parts {
    bool is_whole = false;
    std::string text;
    std::size_t bytes = 0;
};

Parts parse(std::string_view body, std::size_t piece) {
    using fovea::Result;
    Parts parts;
    fovea::serve::MultipartParser parser(
        "XYZ",
        {.begin = [&](const fovea::serve::PartHead& head) -> Result<void> {
             parts.text +=
                 "[" + head.name + "|" + head.filename.value_or("") + "|" + head.content_type + "]";
             return {};
         },
         .data = [&](std::string_view data) -> Result<void> {
             parts.text += data;
             parts.bytes += data.size();
             return {};
         },
         .end = [&]() -> Result<void> {
             parts.text += "$";
             return {};
         }}
    );
    for (std::size_t at = 0; at < body.size(); at += piece) {
        if (!parser.feed(body.substr(at, piece)).ok()) return parts;
    }
    parts.is_whole = parser.finish().ok();
    return parts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto whole = parse(body, std::max<std::size_t>(body.size(), 1));
    const auto cut = parse(body, std::size_t{data[0]} + 1);
    if (whole.is_whole != cut.is_whole || whole.bytes > body.size()) std::abort();
    if (whole.is_whole && whole.text != cut.text) std::abort();
    static_cast<void>(fovea::serve::boundary_of(body));
    return 0;
}
