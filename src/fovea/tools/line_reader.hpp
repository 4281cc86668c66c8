// The lines of an open file, one at a time, however large the file is.
//
//     LineReader lines(file, {.max_line = 1 << 20});
//     while (auto line = TRY(lines.next(stop))) use(line->text);
//
// "\n" and "\r\n" end a line and are not part of it. A line longer than `max_line` is cut there; how
// long it is, is told.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/ingest/workspace_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tools {

struct Line {
    std::string_view text;     // until the next call
    std::uint64_t number = 0;  // from 1
    std::uint64_t bytes = 0;   // of the whole line
};

class LineReader {
public:
    struct Limits {
        std::size_t max_line = 1 << 20;
    };

    // Borrows the file.
    explicit LineReader(ingest::WorkspaceFile& file) : LineReader(file, Limits{}) {}
    LineReader(ingest::WorkspaceFile& file, const Limits& limits);

    // Nothing at the end.
    Result<std::optional<Line>> next(const std::stop_token& stop);

    // Whether a zero byte was among what was read so far: text has none, and its lines are no lines.
    bool is_binary() const { return binary_; }

private:
    Result<bool> fill(const std::stop_token& stop);

    ingest::WorkspaceFile& file_;
    Limits limits_;
    std::vector<std::byte> buffer_;
    std::string_view rest_;  // of the buffer
    std::string line_;
    std::uint64_t number_ = 0;
    bool binary_ = false;
};

}  // namespace fovea::tools
