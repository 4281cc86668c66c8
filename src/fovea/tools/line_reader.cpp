#include "fovea/tools/line_reader.hpp"

#include <algorithm>

namespace fovea::tools {

LineReader::LineReader(ingest::WorkspaceFile& file, const Limits& limits)
    : file_(file), limits_(limits), buffer_(64 << 10) {
    file_.rewind();
}

Result<bool> LineReader::fill(const std::stop_token& stop) {
    if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    const auto count = TRY(file_.read(buffer_));
    rest_ = as_text({buffer_.data(), count});
    if (rest_.find('\0') != std::string_view::npos) binary_ = true;
    return count > 0;
}

Result<std::optional<Line>> LineReader::next(const std::stop_token& stop) {
    line_.clear();
    std::uint64_t bytes = 0;
    bool ended = false;
    while (!ended) {
        if (rest_.empty() && !TRY(fill(stop))) break;
        const auto end = rest_.find('\n');
        ended = end != std::string_view::npos || binary_;
        const auto part = rest_.substr(0, end);
        line_ += part.substr(0, limits_.max_line - std::min(line_.size(), limits_.max_line));
        bytes += part.size();
        rest_.remove_prefix(std::min(part.size() + 1, rest_.size()));
    }
    if (!ended && bytes == 0) return std::optional<Line>();
    if (line_.size() == bytes && line_.ends_with('\r')) {
        line_.pop_back();
        --bytes;
    }
    return std::optional(Line{.text = line_, .number = ++number_, .bytes = bytes});
}

}  // namespace fovea::tools
