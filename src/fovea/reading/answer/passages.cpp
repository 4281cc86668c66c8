#include "fovea/reading/answer/passages.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/code_location.hpp"
#include "fovea/reading/answer/question_terms.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::size_t kProseLine = 45;

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
    passage.words = line.words;
    passage.kind = place.kind;
    passage.block = place.block;
    passage.row = place.row;
    passage.column = place.column;
    set_look(passage, line, reading);
    passages.push_back(std::move(passage));
}

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
        for (std::size_t i = 0; i < block.lines.size() && !prose; ++i) {
            add_passage(passages, block.lines[i], reading, {block.kind, b, i, 0});
        }
        for (std::size_t row = 0; row < block.cells.size(); ++row) {
            for (std::size_t column = 0; column < block.cells[row].size(); ++column) {
                add_passage(
                    passages, block.cells[row][column], reading, {block.kind, b, row, column}
                );
            }
        }
    }
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
