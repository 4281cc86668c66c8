#include "fovea/mcp/message_lines.hpp"

#include <algorithm>
#include <utility>

namespace fovea::mcp {
namespace {

constexpr std::size_t kKeptEnd = 4096;  // of each end of a line that is too long

}  // namespace

void MessageLines::add(std::string_view piece) {
    const bool was_too_long = bytes_ > max_line_;
    bytes_ += piece.size();
    if (!was_too_long) {
        pending_ += piece;
        if (bytes_ <= max_line_) return;
        piece = {};
        end_ = pending_.substr(std::min(kKeptEnd, pending_.size()));
        pending_ = pending_.substr(0, kKeptEnd);
    }
    end_ += piece;
    if (end_.size() > 2 * kKeptEnd) end_ = end_.substr(end_.size() - kKeptEnd);
}

std::vector<Line> MessageLines::feed(std::string_view bytes) {
    std::vector<Line> lines;
    while (!bytes.empty()) {
        const auto newline = bytes.find('\n');
        add(bytes.substr(0, newline));
        if (newline == std::string_view::npos) break;
        bytes.remove_prefix(newline + 1);

        auto line = std::exchange(pending_, {});
        const auto size = std::exchange(bytes_, 0);
        if (size > max_line_) {
            lines.emplace_back(LongLine{size, line + std::exchange(end_, {})});
            continue;
        }
        if (line.ends_with('\r')) line.pop_back();
        if (line.find_first_not_of(" \t\r") != std::string::npos)
            lines.emplace_back(std::move(line));
    }
    return lines;
}

}  // namespace fovea::mcp
