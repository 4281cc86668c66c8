#include "fovea/reading/answer/find_facts.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/find_lines.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxColours = 5;
constexpr std::size_t kMaxListed = 12;

Findings measured(std::string lead, std::string text) {
    Findings findings;
    findings.source = Source::Pixels;
    findings.list.push_back({std::move(lead), std::move(text), std::nullopt, 1});
    return findings;
}

std::string row_text(const std::vector<PageLine>& row) {
    std::string text;
    for (const auto& cell : row) {
        if (!cell.words.empty()) text += (text.empty() ? "" : ", ") + one_line(cell.text);
    }
    return text;
}

void count_tables(Findings& findings, const View& view) {
    for (const auto& block : view.sight.page.blocks) {
        if (block.kind != BlockKind::Table || block.cells.empty()) continue;
        const auto columns = count_text(block.cells[0].size(), "column", "columns");
        findings.list.push_back(
            {"table",
             count_text(block.cells.size(), "row", "rows") + ", " + columns,
             block.box,
             1,
             "the first row, counted too, is: " + shorten_characters(row_text(block.cells[0]), 200)}
        );
    }
}

// Numbers are set large as well, on cards and in charts.
bool is_wording(const std::string& text) {
    const auto letters = std::ranges::count_if(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               static_cast<unsigned char>(c) >= 0x80;
    });
    const auto digits = std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return letters >= 2 && letters >= digits;
}

}  // namespace

Findings find_size(const Question&, const View& view) {
    const auto& facts = view.sight.reading.facts;
    return measured("picture", size_text(facts.size) + " pixels (width x height)");
}

Findings find_kind(const Question& question, const View& view) {
    // "What kind of database is it?" asks for something that stands in the picture.
    constexpr std::string_view kWholes[] = {
        "kind", "file", "document", "page", "diagram", "chart", "graph"};
    const bool of_the_whole = std::ranges::all_of(question.terms, [&](const auto& term) {
        return std::ranges::find(kWholes, term) != std::end(kWholes);
    });
    if (!of_the_whole) return {};
    std::string text(name_of(view.sight.kind.kind));
    for (std::size_t i = 0; i < view.sight.kind.reasons.size(); ++i) {
        text += (i == 0 ? ": " : "; ") + view.sight.kind.reasons[i];
    }
    return measured("a guess", text);
}

Findings find_background(const Question&, const View& view) {
    const auto& colours = view.sight.reading.look.colours;
    if (colours.empty()) return {};
    return measured(
        "colour with the largest area",
        colour_text(colours[0].colour) + ", " + percent_text(colours[0].share) + " of the picture"
    );
}

Findings find_colours(const Question& question, const View& view) {
    Findings findings;
    for (const auto index : passages_named(question, view)) {
        const auto& passage = view.passages[index];
        if (!passage.ink || !passage.ground) continue;
        auto finding = finding_of(passage);
        finding.note =
            "letters " + colour_text(*passage.ink) + " on " + colour_text(*passage.ground);
        findings.list.push_back(std::move(finding));
        shared_terms(question, passage.terms, &findings.covered);
        if (findings.list.size() == kMaxListed) break;
    }
    if (!findings.list.empty()) return findings;

    std::string text;
    const auto& colours = view.sight.reading.look.colours;
    for (std::size_t i = 0; i < colours.size() && i < kMaxColours; ++i) {
        text += (i == 0 ? "" : ", ") + colour_text(colours[i].colour) + " " +
                percent_text(colours[i].share);
    }
    return text.empty() ? Findings{} : measured("main colours by area", text);
}

Findings find_barcodes(const Question&, const View& view) {
    const auto& reading = view.sight.reading;
    if (reading.barcodes.empty()) {
        return measured("barcodes", "none was found (QR codes and other kinds were looked for)");
    }
    Findings findings;
    findings.source = Source::Pixels;
    for (const auto& barcode : reading.barcodes) {
        findings.list.push_back({barcode.format, one_line(barcode.text), barcode.box, 1});
    }
    return findings;
}

Findings find_counts(const Question& question, const View& view) {
    Findings findings;
    if (question.asks("row") || question.asks("column") || question.asks("table")) {
        count_tables(findings, view);
        if (findings.list.empty()) return measured("tables", "none was found");
        return findings;
    }
    if (question.asks("barcode")) {
        return measured("barcodes found", std::to_string(view.sight.reading.barcodes.size()));
    }
    if (question.asks("word")) {
        return measured("words read", std::to_string(view.sight.reading.words.size()));
    }
    return measured("lines and cells read", std::to_string(view.passages.size()));
}

Findings find_page_number(const Question&, const View& view) {
    const auto height = view.sight.reading.facts.size.height;
    Findings findings;
    for (const auto& passage : view.passages) {
        const bool at_edge =
            passage.box.y + passage.box.height < height / 12 || passage.box.y > height - height / 8;
        const bool number =
            passage.text.size() <= 4 &&
            std::ranges::all_of(passage.text, [](char c) { return c >= '0' && c <= '9'; });
        if (at_edge && number)
            findings.list.push_back(finding_of(passage, "number at the edge of the page"));
    }
    if (findings.list.size() != 1) return {};
    findings.value = findings.list[0].text;
    return findings;
}

Findings find_title(const Question&, const View& view) {
    const Passage* largest = nullptr;
    for (const auto& passage : view.passages) {
        if (!is_wording(passage.text) || passage.confidence < kUncertainBelow) continue;
        // A tenth more height is what tells a heading from its neighbour; less is an accent.
        const bool larger = largest == nullptr ||
                            passage.letter_height * 10 > std::uint64_t{largest->letter_height} * 11;
        if (larger) largest = &passage;
    }
    Findings findings;
    if (largest != nullptr)
        findings.list.push_back(finding_of(*largest, "line in the largest letters"));
    return findings;
}

}  // namespace fovea::reading
