// Whatever a client writes: no crash, in neither format; what a message is made of stays JSON of the
// forms that it promises; and a frame that carries it is one line of bounded length that reads back.
#include "fovea/protocol/claude/bounded_frame.hpp"
#include "fovea/protocol/claude/input_line.hpp"
#include "fovea/protocol/input_frame.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::protocol;
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    const auto strict = parse_input_frame(line);
    const auto tolerant = claude::parse_input_line(line);
    if (!tolerant.ok()) return 0;
    const auto* user = std::get_if<claude::UserLine>(&tolerant.value());
    if (user == nullptr) return 0;
    if (!user->content.is_string() && !user->content.is_array()) __builtin_trap();

    constexpr std::size_t kMost = 2000;
    const auto frame = claude::bounded_line({{"type", "user"}, {"content", user->content}}, kMost);
    // Names of fields are not cut: frames of ours have no others than their own.
    if (frame.find('\n') != std::string::npos) __builtin_trap();
    boost::system::error_code broken;
    boost::json::parse(frame, broken, {}, {.max_depth = 128});
    if (broken) __builtin_trap();
    return 0;
}
