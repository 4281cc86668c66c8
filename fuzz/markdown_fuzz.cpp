// An answer is any text, in pieces of any size: what is alive stays small, and no link leads anywhere but to the web.
#include "fovea/tui/markdown/streaming_markdown.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

void check(const fovea::tui::StyledText& lines) {
    for (const auto& line : lines) {
        for (const auto& span : line.spans) {
            for (const char letter : span.link) {
                if (letter <= ' ' || letter > '~') __builtin_trap();
            }
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::tui;
    if (size < 2) return 0;
    const int columns = data[0] % 100 + 1;
    const std::size_t piece = data[1] % 40 + 1;
    std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
    StreamingMarkdown answer(columns);
    while (!text.empty()) {
        answer.feed(text.substr(0, piece));
        text.remove_prefix(std::min(piece, text.size()));
        check(answer.live());
        if (piece % 3 == 0) answer.freeze(1);
        check(answer.take_settled());
    }
    answer.set_columns(columns + 7);
    answer.finish();
    check(answer.take_settled());
    return 0;
}
