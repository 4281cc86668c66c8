#include "fovea/net/codec/ndjson.hpp"

namespace fovea::net {

Result<std::vector<std::string>> NdjsonLines::feed(std::string_view bytes) {
    std::vector<std::string> lines;
    while (!failed_ && !bytes.empty()) {
        const auto newline = bytes.find('\n');
        const auto piece = bytes.substr(0, newline);
        if (pending_.size() + piece.size() > max_line_) {
            failed_ = true;
            break;
        }
        pending_ += piece;
        if (newline == std::string_view::npos) break;
        bytes.remove_prefix(newline + 1);

        if (pending_.ends_with('\r')) pending_.pop_back();
        if (pending_.find_first_not_of(" \t\r") != std::string::npos) {
            lines.push_back(std::move(pending_));
        }
        pending_.clear();
    }
    if (failed_) {
        pending_ = {};
        return Error{
            ErrorCode::LimitExceeded,
            "the stream has a line of more than " + std::to_string(max_line_) + " bytes"};
    }
    return lines;
}

Result<std::optional<std::string>> NdjsonLines::finish() {
    auto lines = TRY(feed("\n"));
    if (lines.empty()) return std::optional<std::string>();
    return std::optional(std::move(lines.front()));
}

}  // namespace fovea::net
