#include "fovea/tui/graphics/iterm.hpp"

#include "fovea/tui/graphics/escapes.hpp"

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxSequence = 500'000;

}  // namespace

std::string iterm_picture(ByteView png, int columns, int rows, bool tmux_between) {
    const auto payload = base64_of(png);
    const auto how = "inline=1;size=" + std::to_string(png.size()) +
                     ";width=" + std::to_string(columns) + ";height=" + std::to_string(rows) +
                     ";preserveAspectRatio=1";
    const auto sent = [tmux_between](const std::string& what) {
        const auto sequence = "\x1b]1337;" + what + "\a";
        return tmux_between ? through_tmux(sequence) : sequence;
    };
    if (payload.size() < kMaxSequence) return sent("File=" + how + ":" + payload);
    auto out = sent("MultipartFile=" + how);
    for (std::size_t at = 0; at < payload.size(); at += kMaxSequence) {
        out += sent("FilePart=" + payload.substr(at, kMaxSequence));
    }
    return out += sent("FileEnd");
}

}  // namespace fovea::tui
