// Whatever bytes a terminal sends and however they are cut, the same inputs come out, within the limits, and nothing is
// left that would swallow what is typed later.
#include "fovea/tui/terminal/input.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace fovea::tui;

constexpr InputLimits kLimits{.paste = 64, .reply = 128};

std::vector<Input> inputs_of(std::string_view bytes, std::size_t piece) {
    InputParser parser(kLimits);
    std::vector<Input> all;
    const auto add = [&](std::vector<Input> found) {
        for (auto& each : found) all.push_back(std::move(each));
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        add(parser.feed(bytes.substr(at, piece)));
    add(parser.flush(std::chrono::seconds(2)));
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t piece = std::size_t{data[0]} + 1;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

    const auto whole = inputs_of(bytes, size);
    if (whole != inputs_of(bytes, piece)) __builtin_trap();
    for (const auto& input : whole) {
        if (const auto* paste = std::get_if<Pasted>(&input)) {
            if (paste->text.size() > kLimits.paste + 8) __builtin_trap();
        } else if (const auto* reply = std::get_if<Reply>(&input)) {
            if (reply->sequence.size() > 256 + 8) __builtin_trap();
        } else if (std::get<Key>(input).text.size() > 4) {
            __builtin_trap();
        }
    }
    return 0;
}
