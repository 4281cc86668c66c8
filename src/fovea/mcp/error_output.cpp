#include "fovea/mcp/error_output.hpp"

#include "fovea/mcp/words.hpp"

#include <utility>

namespace fovea::mcp {
namespace {

constexpr std::size_t kMaxLine = 4096;   // read of a line
constexpr std::size_t kMaxShown = 500;   // given of it
constexpr std::size_t kMaxLines = 1000;  // of one process
constexpr std::size_t kMinHidden = 8;    // a shorter value would be found in any word

std::string without(std::string text, const std::vector<std::string>& hidden) {
    for (const auto& value : hidden) {
        if (value.size() < kMinHidden) continue;
        for (auto at = text.find(value); at != std::string::npos; at = text.find(value, at)) {
            text.replace(at, value.size(), "***");
            at += 3;
        }
    }
    return text;
}

}  // namespace

std::string ErrorOutput::shown(const std::string& line) const {
    return clean_line(without(line, hidden_), kMaxShown);
}

void ErrorOutput::finish_line(std::vector<std::string>& lines) {
    auto line = std::exchange(pending_, {});
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    if (given_ < kMaxLines) lines.push_back(shown(line));
    if (given_ == kMaxLines) lines.emplace_back("(further output is not shown)");
    if (given_ <= kMaxLines) ++given_;
    last_ = std::move(line);
}

std::vector<std::string> ErrorOutput::feed(std::string_view bytes) {
    std::vector<std::string> lines;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto piece = bytes.substr(0, end);
        pending_ += piece.substr(0, kMaxLine - pending_.size());
        if (end == std::string_view::npos) break;
        finish_line(lines);
        bytes.remove_prefix(end + 1);
    }
    return lines;
}

}  // namespace fovea::mcp
