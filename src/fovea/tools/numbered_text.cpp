// The window is read raw first: base64 may go over many lines, and a picture in a line of 2 MB must be
// found whole before the line is cut.
#include "fovea/tools/numbered_text.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/tools/lift_base64.hpp"
#include "fovea/tools/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::tools {
namespace {

constexpr std::size_t kMaxRaw = 48u << 20;  // room for the largest picture in base64

struct RawWindow {
    std::string text;  // lines with "\n" between
    std::uint64_t lines = 0;
    std::uint64_t seen = 0;
    bool more = false;
    bool binary = false;
};

Result<RawWindow> read_raw(
    ingest::WorkspaceFile& file, const Window& window, const std::stop_token& stop
) {
    LineReader reader(file, {.max_line = kMaxRaw});
    RawWindow raw;
    while (const auto line = TRY(reader.next(stop))) {
        raw.binary = reader.is_binary();
        if (raw.binary) return raw;
        raw.seen = line->number;
        if (line->number < window.first) continue;
        const bool full =
            raw.lines == window.lines || raw.text.size() + line->text.size() > kMaxRaw;
        if (full && raw.lines > 0) {
            raw.more = true;
            return raw;
        }
        if (raw.lines > 0) raw.text += '\n';
        raw.text += line->text;
        ++raw.lines;
    }
    return raw;
}

// Writes lines until there is no room for more.
class Writer {
public:
    explicit Writer(const Window& window) : window_(window), number_(window.first) {}

    void add(std::string_view text) {
        for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
            line_ += text.substr(0, end);
            end_line();
            text.remove_prefix(end + 1);
        }
        line_ += text;
    }

    // In place of lines that are not shown.
    void add_words(std::string_view words, std::uint64_t hidden_line_ends) {
        line_ += words;
        skipped_ += hidden_line_ends;
    }

    void end_line() {
        if (full_) {
            line_.clear();
            return;
        }
        const auto shown = cut(to_utf8(line_));
        const auto text = window_.numbers == Numbers::Shown
                              ? fmt::format("{:6}\t{}\n", number_, shown)
                              : shown + "\n";
        if (lines_ > 0 && text_.size() + text.size() > window_.max_characters) {
            full_ = true;
            return;
        }
        text_ += text;
        lines_ += 1 + skipped_;
        number_ += 1 + skipped_;
        skipped_ = 0;
        line_.clear();
    }

    std::string take_text() { return std::move(text_); }
    std::uint64_t lines() const { return lines_; }
    bool is_full() const { return full_; }

private:
    std::string cut(std::string text) const {
        std::size_t characters = 0;
        std::size_t end = 0;
        while (end < text.size() && characters < window_.max_line_characters) {
            end += first_character(std::string_view(text).substr(end)).bytes;
            ++characters;
        }
        if (end == text.size()) return text;
        const auto hidden = text.size() - end;
        text.resize(end);
        return text + fmt::format(" [line cut: {} more bytes]", hidden);
    }

    const Window& window_;
    std::uint64_t number_;
    std::uint64_t lines_ = 0;
    std::uint64_t skipped_ = 0;
    std::string line_;
    std::string text_;
    bool full_ = false;
};

}  // namespace

Result<WindowText> read_window(
    ingest::WorkspaceFile& file,
    const Window& window,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    const auto raw = TRY(read_raw(file, window, stop));
    WindowText shown{.seen = raw.seen, .binary = raw.binary};
    if (raw.binary || raw.lines == 0) return shown;
    Writer writer(window);
    std::size_t done = 0;
    auto room = intake.max_images;
    const std::string_view text = raw.text;
    for (auto& run : lift_runs(text, intake, room, stop)) {
        writer.add(text.substr(done, run.begin - done));
        if (writer.is_full()) break;
        const auto hidden = text.substr(run.begin, run.end - run.begin);
        writer.add_words(run.words, static_cast<std::uint64_t>(std::ranges::count(hidden, '\n')));
        if (run.block) shown.blocks.push_back(std::move(*run.block));
        done = run.end;
    }
    writer.add(text.substr(done));
    writer.end_line();
    shown.text = writer.take_text();
    shown.lines = writer.lines();
    shown.more = raw.more || writer.is_full();
    return shown;
}

}  // namespace fovea::tools
