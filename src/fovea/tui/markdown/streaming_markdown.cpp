#include "fovea/tui/markdown/streaming_markdown.hpp"

#include "fovea/base/shorten.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fovea::tui {
namespace {

// Letters that are seen; to find the same place in lines of another width.
std::size_t letters_in(const StyledLine& line) {
    std::size_t count = 0;
    for (const auto& span : line.spans) {
        count += static_cast<std::size_t>(std::ranges::count_if(span.text, [](char c) {
            return c != ' ';
        }));
    }
    return count;
}

}  // namespace

void StreamingMarkdown::settle_line(std::string_view text) {
    StyledText lines;
    lines_.line(text, lines);
    for (auto& line : unfrozen(std::move(lines), frozen_)) settled_.push_back(std::move(line));
    // The block became shorter than it had looked.
    if (!lines_.is_open()) frozen_ = 0;
}

void StreamingMarkdown::feed(std::string_view text) {
    live_.reset();
    while (!text.empty()) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            partial_ += text;
            break;
        }
        partial_ += text.substr(0, end);
        settle_line(std::exchange(partial_, {}));
        text.remove_prefix(end + 1);
    }
    // A line without end is broken, at a blank where there is one.
    while (partial_.size() > kMaxOpen) {
        const auto blank = partial_.rfind(' ', kMaxOpen);
        const auto piece =
            blank == std::string::npos || blank == 0 ? beginning(partial_, kMaxOpen).size() : blank;
        settle_line(partial_.substr(0, piece));
        partial_.erase(0, piece);
    }
}

void StreamingMarkdown::finish() {
    live_.reset();
    if (!partial_.empty()) settle_line(std::exchange(partial_, {}));
    StyledText lines;
    lines_.end(lines);
    for (auto& line : unfrozen(std::move(lines), frozen_)) settled_.push_back(std::move(line));
    frozen_ = 0;
}

StyledText StreamingMarkdown::take_settled() {
    return std::exchange(settled_, {});
}

StyledText StreamingMarkdown::unfrozen(StyledText lines, std::size_t& frozen) const {
    const auto gone = std::min(frozen, lines.size());
    frozen -= gone;
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(gone));
    return lines;
}

StyledText StreamingMarkdown::laid_out() const {
    StyledText lines;
    auto copy = lines_;
    if (!partial_.empty()) copy.line(partial_, lines);
    copy.end(lines);
    return lines;
}

const StyledText& StreamingMarkdown::live() {
    if (!live_) {
        auto frozen = frozen_;
        live_ = unfrozen(laid_out(), frozen);
    }
    return *live_;
}

void StreamingMarkdown::freeze(std::size_t count) {
    frozen_ += std::min(count, live().size());
    live_.reset();
}

void StreamingMarkdown::set_columns(int columns) {
    if (columns == columns_) return;
    std::size_t shown = 0;
    if (frozen_ > 0) {
        const auto before = laid_out();
        for (std::size_t i = 0; i < std::min(frozen_, before.size()); ++i)
            shown += letters_in(before[i]);
    }
    columns_ = columns;
    lines_.set_columns(columns);
    live_.reset();
    if (frozen_ == 0) return;
    // As many lines as hold no more than what was shown: rather a few words twice than one of them never.
    frozen_ = 0;
    for (const auto& line : laid_out()) {
        const auto letters = letters_in(line);
        if (letters > shown) break;
        shown -= letters;
        ++frozen_;
    }
}

StyledText markdown_text(std::string_view text, int columns) {
    StreamingMarkdown answer(columns);
    answer.feed(text);
    answer.finish();
    return answer.take_settled();
}

}  // namespace fovea::tui
