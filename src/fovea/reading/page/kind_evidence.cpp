#include "fovea/reading/page/kind_evidence.hpp"

#include "fovea/reading/page/letter_pitch.hpp"
#include "fovea/reading/page/text_signs.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {
namespace {

// A recogniser reads letters into leaves and stones too, but hardly ever with confidence.
constexpr double kTrusted = 0.6;

std::size_t letters_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return c != ' '; }));
}

bool is_letter_or_number(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c < 0;
}

void weigh_words(const Reading& reading, KindEvidence& evidence) {
    std::vector<bool> lines(reading.lines.size());
    double covered = 0;
    for (const auto& word : reading.words) {
        const auto telling = std::ranges::count_if(word.text, is_letter_or_number);
        if (word.confidence < kTrusted || telling == 0) continue;
        ++evidence.words;
        evidence.letters += word.text.size();
        covered += double(word.box.width) * double(word.box.height);
        if (word.line < lines.size()) lines[word.line] = true;
        if (word.text.ends_with('%') && number_of(word.text)) ++evidence.percents;
    }
    evidence.places = static_cast<std::size_t>(std::ranges::count(lines, true));
    evidence.text_share = covered / std::max(1.0, double(evidence.size.pixels()));
    evidence.axes = find_axes(reading.words);
}

void weigh_code(std::string_view line, KindEvidence& evidence) {
    ++evidence.code_lines;
    evidence.code_letters += letters_of(line);
    if (has_program_text(line)) ++evidence.program_lines;
    if (has_program_output(line)) ++evidence.output_lines;
    if (has_bare_prompt(line)) ++evidence.prompts;
}

// A paragraph is three lines or more, most of them with many words.
void weigh_text(const Block& block, KindEvidence& evidence) {
    constexpr std::size_t kManyWords = 6;
    const auto is_long = [](const PageLine& line) { return line.words.size() >= kManyWords; };
    const auto long_lines = static_cast<std::size_t>(std::ranges::count_if(block.lines, is_long));
    if (block.lines.size() < 3 || long_lines * 2 < block.lines.size()) return;
    evidence.prose_lines += block.lines.size();
    for (const auto& line : block.lines) evidence.prose_letters += letters_of(line.text);
}

std::string joined(const std::vector<PageLine>& cells) {
    std::string text;
    for (const auto& cell : cells) text += (text.empty() ? "" : " ") + cell.text;
    return text;
}

void weigh_page(const Page& page, KindEvidence& evidence) {
    for (const auto& block : page.blocks) {
        const bool monospaced = block.kind == BlockKind::Code || evidence.all_monospaced;
        for (const auto& line : block.lines) {
            if (has_prompt(line.text)) ++evidence.prompts;
            if (monospaced) weigh_code(line.text, evidence);
        }
        for (const auto& row : block.cells) {
            if (monospaced) weigh_code(joined(row), evidence);
        }
        if (block.kind == BlockKind::Text && !monospaced) weigh_text(block, evidence);
        if (block.kind == BlockKind::Table) evidence.table_rows += block.cells.size();
    }
}

}  // namespace

KindEvidence weigh_evidence(const Reading& reading, const Page& page) {
    KindEvidence evidence{.look = reading.look, .size = reading.area.size()};
    if (evidence.size.pixels() == 0) evidence.size = reading.facts.size;
    if (!reading.look.colours.empty()) {
        const auto& [colour, share] = reading.look.colours.front();
        evidence.ground_share = share;
        evidence.light_ground = std::min({colour.red, colour.green, colour.blue}) >= 200;
    }
    constexpr double kAllOfIt = 0.9;
    evidence.all_monospaced = share_of_one_pitch(reading.words) >= kAllOfIt;
    weigh_words(reading, evidence);
    weigh_page(page, evidence);
    return evidence;
}

}  // namespace fovea::reading
