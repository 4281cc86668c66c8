#include "fovea/reading/answer/passages.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/code_location.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/terms.hpp"
#include "fovea/reading/answer/value_pieces.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::size_t kProseLine = 30;

// Of a sentence; "Dr." is none.
bool is_end(std::string_view text) {
    const auto word = text.substr(text.find_last_of(' ') + 1);
    return word.ends_with('!') || word.ends_with('?') || (word.ends_with('.') && word.size() > 3);
}

void set_look(Passage& passage, const PageLine& line, const Reading& reading) {
    passage.letter_height = line.box.height;
    for (const auto word : line.words) {
        if (word >= reading.words.size()) continue;
        const auto index = reading.words[word].line;
        if (index >= reading.lines.size()) continue;
        passage.letter_height = reading.lines[index].letter_height;
        passage.ink = reading.lines[index].ink;
        passage.ground = reading.lines[index].ground;
        return;
    }
}

struct Place {
    BlockKind kind = BlockKind::Text;
    std::size_t block = 0;
    std::size_t row = 0;
    std::size_t column = 0;
};

void add_passage(
    std::vector<Passage>& passages, const PageLine& line, const Reading& reading, const Place& place
) {
    Passage passage;
    passage.text = one_line(line.text);
    if (passage.text.empty()) return;
    passage.box = line.box;
    passage.confidence = line.confidence;
    passage.terms = terms_of(passage.text);
    passage.figure = is_figure(passage.text);
    passage.words = line.words;
    passage.kind = place.kind;
    passage.block = place.block;
    passage.row = place.row;
    passage.column = place.column;
    set_look(passage, line, reading);
    passages.push_back(std::move(passage));
}

bool looks_alike(const Passage& a, const Passage& b) {
    const auto near = [](const std::optional<media::Colour>& x,
                         const std::optional<media::Colour>& y) {
        return x && y && distance(*x, *y) < 60;
    };
    const auto [lower, taller] = std::minmax(a.letter_height, b.letter_height);
    return near(a.ink, b.ink) && near(a.ground, b.ground) &&
           std::uint64_t{taller} * 100 <= std::uint64_t{lower} * 130;
}

PageLine line_of(const Reading& reading, std::span<const std::size_t> words, double confidence) {
    PageLine line{.confidence = confidence};
    for (const auto word : words) {
        line.text += (line.text.empty() ? "" : " ") + reading.words[word].text;
        line.box = around(line.box, reading.words[word].box);
        line.words.push_back(word);
    }
    return line;
}

// "Invoice date: 3 May"
bool is_pair(std::string_view text) {
    const auto colon = text.find(": ");
    return colon != std::string_view::npos && colon > 0;
}

// A cell of several lines is one where they look alike; a name over a description are two things.
void add_cell(
    std::vector<Passage>& passages, const PageLine& cell, const Reading& reading, const Place& place
) {
    std::vector<Passage> lines;
    const std::span words(cell.words);
    const bool known =
        std::ranges::all_of(words, [&](std::size_t word) { return word < reading.words.size(); });
    for (std::size_t begin = 0; known && begin < words.size();) {
        auto end = begin + 1;
        const auto& first = reading.words[words[begin]].box;
        while (end < words.size() && side_by_side(first, reading.words[words[end]].box)) ++end;
        const auto line = line_of(reading, words.subspan(begin, end - begin), cell.confidence);
        add_passage(lines, line, reading, place);
        begin = end;
    }
    bool differ = false;
    for (std::size_t i = 1; i < lines.size(); ++i)
        differ = differ || !looks_alike(lines[i - 1], lines[i]) ||
                 (lines[i - 1].figure && lines[i].figure) ||
                 (is_pair(lines[i - 1].text) && is_pair(lines[i].text));
    if (!differ) return add_passage(passages, cell, reading, place);
    for (auto& line : lines) passages.push_back(std::move(line));
}

// ---- columns of code ------------------------------------------------------------------------------------------------

// What programs print in columns: lines with gaps where all of them have a blank.
class PrintedColumns {
public:
    explicit PrintedColumns(const Block& block) {
        const auto& lines = block.lines;
        // Traces and messages of compilers are no tables.
        const bool places = std::ranges::any_of(lines, [](const PageLine& line) {
            return find_location(line.text) || is_source_path(one_line(line.text));
        });
        if (block.kind != BlockKind::Code || places) return;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const bool goes_on = has_gap(lines[i].text);
            if (goes_on) group_.push_back(&lines[i]);
            if (goes_on && i + 1 < lines.size()) continue;
            take_group();
            group_.clear();
        }
    }

    // Where the parts of the line begin, in characters; empty where it has but one.
    std::vector<std::size_t> parts(const PageLine& line) const {
        const auto found = starts_.find(&line);
        return found == starts_.end() ? std::vector<std::size_t>() : found->second;
    }

private:
    static bool has_gap(std::string_view text) {
        const auto begin = text.find_first_not_of(' ');
        return begin != std::string_view::npos && text.find("  ", begin) != std::string_view::npos;
    }

    // Lines in front of a table may have gaps, too: from where on it has the most columns.
    void take_group() {
        std::vector<std::size_t> best;
        std::size_t from = 0;
        const auto all = group_;
        for (std::size_t first = 0; first + 1 < all.size() && first < 4; ++first) {
            group_.assign(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
            auto starts = find_starts();
            if (starts.size() <= best.size()) continue;
            best = std::move(starts);
            from = first;
        }
        for (auto i = from; i < all.size(); ++i) starts_[all[i]] = best;
    }

    std::vector<std::size_t> find_starts() const {
        std::size_t width = 0;
        for (const auto* line : group_) width = std::max(width, line->text.size());
        const auto blank = [&](const PageLine& line, std::size_t at) {
            return at >= line.text.size() || line.text[at] == ' ';
        };
        std::vector<std::size_t> starts;
        for (std::size_t at = 2; at < width; ++at) {
            const bool opens = std::ranges::any_of(group_, [&](const PageLine* line) {
                return !blank(*line, at) && blank(*line, at - 1);
            });
            const bool between = std::ranges::all_of(group_, [&](const PageLine* line) {
                return blank(*line, at - 1);
            });
            const auto used = std::ranges::count_if(group_, [&](const PageLine* line) {
                return line->text.find_first_not_of(' ', at) != std::string::npos;
            });
            const bool wide = std::ranges::any_of(group_, [&](const PageLine* line) {
                const bool inside =
                    line->text.find_first_not_of(' ') < at && at < line->text.size();
                return inside && blank(*line, at - 1) && (blank(*line, at - 2) || blank(*line, at));
            });
            if (opens && between && (wide || group_.size() > 4) && used > 1) starts.push_back(at);
        }
        return starts;
    }

    std::vector<const PageLine*> group_;
    std::map<const PageLine*, std::vector<std::size_t>> starts_;
};

void add_printed(
    std::vector<Passage>& passages,
    const PageLine& line,
    const Reading& reading,
    Place place,
    const std::vector<std::size_t>& starts
) {
    std::vector<std::vector<std::size_t>> parts(1);
    std::size_t at = 0;
    std::size_t part = 0;
    for (const auto word : line.words) {
        if (word >= reading.words.size()) return add_passage(passages, line, reading, place);
        const auto found = line.text.find(reading.words[word].text, at);
        if (found == std::string::npos) return add_passage(passages, line, reading, place);
        at = found + reading.words[word].text.size();
        bool next = false;
        for (; part < starts.size() && starts[part] <= found; ++part) next = true;
        // "timeout   = 30" is one thing.
        const bool sign = reading.words[word].text.find_first_of("=:") == 0;
        if (next && !parts.back().empty() && !sign) parts.emplace_back();
        parts.back().push_back(word);
    }
    for (const auto& words : parts) {
        add_passage(passages, line_of(reading, words, line.confidence), reading, place);
        ++place.column;
    }
}

// ---- running text ---------------------------------------------------------------------------------------------------

// Running text: lines that go on in the next one, with a full stop somewhere.
bool is_prose(const Block& block) {
    if (block.kind != BlockKind::Text || block.lines.size() < 2) return false;
    std::size_t goes_on = 0;
    bool stops = false;
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
        const auto& text = block.lines[i].text;
        if (find_location(text)) return false;
        stops = stops || text.find(". ") != std::string::npos || text.ends_with('.');
        const bool is_long = text.size() >= kProseLine;
        if (!is_long || i + 1 == block.lines.size()) continue;
        const char next = block.lines[i + 1].text.empty() ? ' ' : block.lines[i + 1].text[0];
        if (!is_end(text) && ((next >= 'a' && next <= 'z') || is_digit(next))) ++goes_on;
    }
    return stops && goes_on * 2 >= block.lines.size() - 1;
}

// Its sentences, whatever lines they stand in.
void add_sentences(
    std::vector<Passage>& passages, const Block& block, const Reading& reading, const Place& place
) {
    PageLine sentence;
    const auto finish = [&] { add_passage(passages, std::exchange(sentence, {}), reading, place); };
    for (const auto& line : block.lines) {
        for (const auto word : line.words) {
            if (word >= reading.words.size()) continue;
            const auto& text = reading.words[word].text;
            const bool starts = !sentence.text.empty() && is_end(sentence.text) && !text.empty() &&
                                !(text[0] >= 'a' && text[0] <= 'z');
            if (starts) finish();
            sentence.confidence = sentence.text.empty()
                                      ? line.confidence
                                      : std::min(sentence.confidence, line.confidence);
            sentence.text += (sentence.text.empty() ? "" : " ") + text;
            sentence.box = around(sentence.box, reading.words[word].box);
            sentence.words.push_back(word);
        }
    }
    finish();
}

// Those that hold several passages and not all; the largest come first.
void set_panels(std::vector<Passage>& passages, const std::vector<media::PixelRect>& panels) {
    for (const auto& panel : panels) {
        std::vector<Passage*> inside;
        for (auto& passage : passages) {
            const auto middle = passage.box.y + passage.box.height / 2;
            if (left_edge(passage.box) >= left_edge(panel) &&
                right_edge(passage.box) <= right_edge(panel) && middle > panel.y &&
                middle < panel.y + panel.height)
                inside.push_back(&passage);
        }
        if (inside.size() < 2 || inside.size() == passages.size()) continue;
        for (auto* passage : inside) passage->panels.push_back(panel);
    }
}

bool has_letter(const Passage& passage) {
    return std::ranges::any_of(passage.text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               static_cast<unsigned char>(c) >= 0x80;
    });
}

std::string table_place(const Block& table, const media::PixelRect& box) {
    for (const auto& row : table.cells) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            const auto& cell = row[column];
            if (cell.words.empty() || !touches(cell.box, box)) continue;
            std::string place;
            const auto head = one_line(row[0].text);
            if (column > 0 && !head.empty()) place = "row " + in_quotes(head);
            const auto& first_row = table.cells[0];
            if (&row != &first_row && column < first_row.size() &&
                !first_row[column].text.empty()) {
                if (!place.empty()) place += ", ";
                place += "column " + in_quotes(one_line(first_row[column].text));
            }
            return place;
        }
    }
    return "";
}

}  // namespace

std::vector<Passage> passages_of(const Page& page, const Reading& reading) {
    std::vector<Passage> passages;
    for (std::size_t b = 0; b < page.blocks.size(); ++b) {
        const auto& block = page.blocks[b];
        const bool prose = is_prose(block);
        if (prose) add_sentences(passages, block, reading, {block.kind, b, 0, 0});
        const PrintedColumns columns(block);
        for (std::size_t i = 0; i < block.lines.size() && !prose; ++i) {
            const auto starts = columns.parts(block.lines[i]);
            add_printed(passages, block.lines[i], reading, {block.kind, b, i, 0}, starts);
        }
        for (std::size_t row = 0; row < block.cells.size(); ++row) {
            for (std::size_t column = 0; column < block.cells[row].size(); ++column) {
                add_cell(passages, block.cells[row][column], reading, {block.kind, b, row, column});
            }
        }
    }
    set_panels(passages, reading.look.panels);
    return passages;
}

std::string place_of(
    const Page& page, const std::vector<Passage>& passages, const media::PixelRect& box
) {
    for (const auto& block : page.blocks) {
        if (block.kind != BlockKind::Table || !touches(block.box, box)) continue;
        auto place = table_place(block, box);
        if (!place.empty()) return place;
    }
    const Passage* beside = nullptr;
    const Passage* over = nullptr;
    for (const auto& other : passages) {
        if (touches(other.box, box) || !has_letter(other)) continue;
        const auto gap = left_edge(box) - right_edge(other.box);
        const bool near_left = gap >= 0 && gap <= 3 * std::int64_t{box.height};
        if (near_left && side_by_side(other.box, box)) {
            if (beside == nullptr || right_edge(other.box) > right_edge(beside->box))
                beside = &other;
        }
        const auto drop = top_edge(box) - bottom_edge(other.box);
        const bool near_top = drop >= -2 && drop <= 2 * std::int64_t{box.height};
        if (near_top && shared_width(other.box, box) > 0) {
            if (over == nullptr || bottom_edge(other.box) > bottom_edge(over->box)) over = &other;
        }
    }
    const Passage* label = beside != nullptr ? beside : over;
    return label == nullptr ? "" : "near " + in_quotes(shorten_characters(label->text, 60));
}

}  // namespace fovea::reading
