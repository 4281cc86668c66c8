#include "fovea/media/pdf/bbox_layout.hpp"

#include "fovea/base/text_direction.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using namespace std::string_view_literals;

constexpr double kMaxPlace = 1e7;  // points

// The number of an attribute, 0 where there is none that makes sense.
double attribute(std::string_view tag, std::string_view name) {
    const auto key = " " + std::string(name) + "=\"";
    const auto at = tag.find(key);
    if (at == tag.npos) return 0;
    tag.remove_prefix(at + key.size());
    double value = 0;
    const auto read = std::from_chars(tag.data(), tag.data() + tag.size(), value);
    if (read.ec != std::errc() || !std::isfinite(value) || std::abs(value) > kMaxPlace) return 0;
    return value;
}

std::string unescaped(std::string_view text) {
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&amp;", '&'},
        {"&lt;", '<'},
        {"&gt;", '>'},
        {"&quot;", '"'},
        {"&apos;", '\''},
        {"&#39;", '\''},
    };
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const auto* const found = std::ranges::find_if(kEntities, [&](const auto& entity) {
            return text.starts_with(entity.first);
        });
        if (found != std::end(kEntities)) {
            plain += found->second;
            text.remove_prefix(found->first.size());
            continue;
        }
        // A word of a document may hold anything; no terminal and no log should see it. That there was
        // something shows whether the letters mean what they say (pages_to_see.hpp).
        const auto c = static_cast<unsigned char>(text.front());
        if (c >= 0x20 && c != 0x7F) {
            plain += text.front();
        } else if (c != '\n') {
            plain += kReplacementCharacter;
        }
        text.remove_prefix(1);
    }
    return to_utf8(plain);
}

// Poppler gives words and letters as they stand on the page, from left to right.
void put_in_reading_order(PdfLine& line) {
    std::vector<std::string_view> texts;
    for (const PdfWord& word : line.words) texts.emplace_back(word.text);
    if (std::ranges::none_of(texts, runs_right_to_left)) return;
    std::vector<PdfWord> ordered;
    for (const auto index : order_of_words(texts)) {
        ordered.push_back({in_letter_order(texts[index]), line.words[index].box});
    }
    line.words = std::move(ordered);
}

PdfBox box_of(std::string_view tag) {
    const double left = attribute(tag, "xMin");
    const double top = attribute(tag, "yMin");
    const double right = attribute(tag, "xMax");
    const double bottom = attribute(tag, "yMax");
    return {left, top, std::max(right - left, 0.0), std::max(bottom - top, 0.0)};
}

class Reader {
public:
    explicit Reader(std::uint32_t first_page) : next_page_(first_page) {}

    // One tag without its brackets, and what follows it up to the next tag.
    void take(std::string_view tag, std::string_view text) {
        if (tag.starts_with("page "sv)) {
            pages_.push_back(
                {.page = next_page_++,
                 .width = attribute(tag, "width"),
                 .height = attribute(tag, "height")}
            );
            block_ = 0;
        } else if (tag.starts_with("block "sv)) {
            ++block_;
        } else if (pages_.empty()) {
            return;
        } else if (tag.starts_with("line "sv)) {
            pages_.back().lines.push_back({.block = block_});
        } else if (tag.starts_with("word "sv) && !pages_.back().lines.empty()) {
            auto word = unescaped(text);
            if (word.empty()) return;
            pages_.back().lines.back().words.push_back({std::move(word), box_of(tag)});
        }
    }

    std::vector<PdfPageText> finish() {
        for (auto& page : pages_) {
            std::erase_if(page.lines, [](const PdfLine& line) { return line.words.empty(); });
            for (auto& line : page.lines) put_in_reading_order(line);
        }
        return std::move(pages_);
    }

private:
    std::uint32_t next_page_;
    std::uint32_t block_ = 0;
    std::vector<PdfPageText> pages_;
};

}  // namespace

std::vector<PdfPageText> read_bbox_layout(std::string_view written, std::uint32_t first_page) {
    Reader reader(first_page);
    // Words are escaped, so a bracket is always poppler's.
    for (auto open = written.find('<'); open != written.npos;) {
        const auto close = written.find('>', open);
        if (close == written.npos) break;
        const auto next = written.find('<', close);
        const auto tag = written.substr(open + 1, close - open - 1);
        const auto end = std::min(next, written.size());
        reader.take(tag, written.substr(close + 1, end - close - 1));
        open = next;
    }
    return reader.finish();
}

}  // namespace fovea::media
