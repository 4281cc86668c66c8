// Whatever the bytes are and however they are cut, the parser stays within its limits and finds the
// same events.
#include "fovea/net/codec/ndjson.hpp"
#include "fovea/net/codec/sse.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace {

// Everything the splitter gives for the stream in pieces of `size`; nothing when it refuses it.
template <class Splitter, class Item>
std::optional<std::vector<Item>> split(
    Splitter splitter, std::string_view stream, std::size_t size
) {
    std::vector<Item> items;
    for (std::size_t at = 0; at < stream.size(); at += size) {
        auto more = splitter.feed(stream.substr(at, size));
        if (!more.ok()) return std::nullopt;
        items.insert(items.end(), more.value().begin(), more.value().end());
    }
    auto last = splitter.finish();
    if (!last.ok()) return std::nullopt;
    if (last.value()) items.push_back(*last.value());
    return items;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::net;
    if (size == 0) return 0;
    const std::size_t piece = std::size_t{data[0]} + 1;
    const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
    const SseLimits limits{.max_line = 64, .max_event = 128};

    const auto whole = split<SseParser, SseEvent>(SseParser(limits), stream, size);
    const auto cut = split<SseParser, SseEvent>(SseParser(limits), stream, piece);
    if (whole != cut) __builtin_trap();
    for (const auto& event : whole.value_or(std::vector<SseEvent>())) {
        if (event.name.size() + event.data.size() + event.id.size() > 128) __builtin_trap();
    }

    const auto lines = split<NdjsonLines, std::string>(NdjsonLines(64), stream, size);
    if (lines != split<NdjsonLines, std::string>(NdjsonLines(64), stream, piece)) __builtin_trap();
    return 0;
}
