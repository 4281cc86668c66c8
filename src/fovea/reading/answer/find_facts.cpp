#include "fovea/reading/answer/find_facts.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/block_text.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/relations.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <charconv>
#include <map>
#include <set>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxColours = 5;
constexpr std::size_t kMaxListed = 8;
constexpr std::size_t kMaxWholeBytes = 256 * 1024;

// They say what kind of thing is asked for; a picture's text seldom names it so.
constexpr std::string_view kThings =
    "button link url field icon label text menu click box tab input colour ink background where "
    "word "
    "located press tap checkbox option";
constexpr std::string_view kWholes = "kind file document page diagram chart graph";
constexpr std::string_view kOrdinals =
    "first second third fourth fifth sixth seventh eighth ninth tenth";

Findings measured(std::string lead, std::string text) {
    Findings findings;
    findings.source = Source::Pixels;
    findings.list.push_back({std::move(lead), std::move(text), std::nullopt, 1});
    return findings;
}

std::string row_text(const std::vector<PageLine>& row, std::string_view between) {
    std::string text;
    for (const auto& cell : row) {
        if (!cell.words.empty())
            text += (text.empty() ? "" : std::string(between)) + one_line(cell.text);
    }
    return text;
}

// Numbers are set large as well, on cards and in charts.
bool is_wording(std::string_view text) {
    const auto letters = std::ranges::count_if(text, [](char c) {
        return (lower(c) >= 'a' && lower(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    });
    const auto digits = std::ranges::count_if(text, is_digit);
    return letters >= 2 && letters >= digits;
}

std::vector<std::string> names_in(const Question& question) {
    auto names = question.terms;
    static const TermSet things(kThings);
    std::erase_if(names, [](const std::string& term) { return things.contains(term); });
    return names;
}

// The passage stands in the question word for word: "where is the Sign in button".
bool is_quoted(const Question& question, const Passage& passage) {
    const auto& asked = question.asked;
    const auto& terms = passage.terms;
    return !terms.empty() &&
           std::search(asked.begin(), asked.end(), terms.begin(), terms.end()) != asked.end();
}

// What the question names, best first; what matches only half as well as the best is something else.
std::vector<const Passage*> passages_named(const Question& question, const View& view) {
    const auto names = names_in(question);
    std::vector<std::pair<double, const Passage*>> matches;
    for (const auto& passage : view.passages) {
        const auto shared = std::ranges::count_if(names, [&](const auto& name) {
            return std::ranges::find(passage.terms, name) != passage.terms.end();
        });
        if (shared == 0) continue;
        const auto sizes = static_cast<double>(names.size() + passage.terms.size());
        matches.emplace_back(
            2 * static_cast<double>(shared) / sizes + (is_quoted(question, passage) ? 1 : 0),
            &passage
        );
    }
    std::ranges::stable_sort(matches, [](auto& a, auto& b) { return a.first > b.first; });
    std::vector<const Passage*> named;
    for (const auto& [score, passage] : matches) {
        if (named.size() < kMaxListed && score * 2 > matches[0].first) named.push_back(passage);
    }
    return named;
}

void cover(Findings& findings, const Question& question, const Passage& passage) {
    for (auto& term : shared_terms(question, passage.terms)) {
        findings.covered.push_back(std::move(term));
    }
}

// Lines as a person counts them: a row of a table is one.
std::vector<Finding> lines_of(const View& view, const std::string& margin) {
    std::vector<Finding> lines;
    for (const auto& block : view.sight.page.blocks) {
        for (const auto& line : block.lines) {
            const auto text = one_line(line.text);
            if (text.empty()) continue;
            const bool numbered = block.kind == BlockKind::Code && !margin.empty() &&
                                  (text + " ").starts_with(margin + " ");
            lines.push_back({numbered ? margin : "", text, line.box, line.confidence});
        }
        for (const auto& row : block.cells) {
            Finding whole{"", row_text(row, " | "), {}, 1};
            media::PixelRect box;
            for (const auto& cell : row) box = around(box, cell.box);
            whole.box = box;
            if (!whole.text.empty()) lines.push_back(std::move(whole));
        }
    }
    return lines;
}

// "3", "3rd", "third"; 0 for other words.
std::size_t number_of(std::string_view word) {
    const auto ordinals = words_between_spaces(kOrdinals);
    const auto named = std::ranges::find(ordinals, word);
    if (named != ordinals.end()) return static_cast<std::size_t>(named - ordinals.begin()) + 1;
    std::size_t number = 0;
    const auto* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    return rest.empty() || is_word_of("st nd rd th", rest) ? number : 0;
}

}  // namespace

Findings find_size(const Question&, const View& view) {
    return measured(
        "picture", size_text(view.sight.reading.facts.size) + " pixels (width x height)"
    );
}

Findings find_kind(const Question& question, const View& view) {
    // "What kind of database is it?" asks for something that stands in the picture.
    static const TermSet wholes(kWholes);
    for (const auto& term : question.terms) {
        if (!wholes.contains(term)) return {};
    }
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
    for (const auto* passage : passages_named(question, view)) {
        if (!passage->ink || !passage->ground) continue;
        findings.list.push_back(finding_of(*passage));
        findings.list.back().note =
            "letters " + colour_text(*passage->ink) + " on " + colour_text(*passage->ground);
        cover(findings, question, *passage);
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
    auto findings =
        measured("barcodes", "none was found (QR codes and other kinds were looked for)");
    const auto& barcodes = view.sight.reading.barcodes;
    if (!barcodes.empty()) findings.list.clear();
    for (const auto& barcode : barcodes) {
        findings.list.push_back({barcode.format, one_line(barcode.text), barcode.box, 1});
    }
    return findings;
}

Findings find_counts(const Question& question, const View& view) {
    const auto& reading = view.sight.reading;
    if (question.asks("barcode"))
        return measured("barcodes found", std::to_string(reading.barcodes.size()));
    if (question.asks("word")) return measured("words read", std::to_string(reading.words.size()));
    if (question.asks("line"))
        return measured("lines and cells read", std::to_string(view.passages.size()));
    Findings findings;
    for (const auto& block : view.sight.page.blocks) {
        if (block.kind != BlockKind::Table || block.cells.empty()) continue;
        const auto columns = count_text(block.cells[0].size(), "column", "columns");
        findings.list.push_back(
            {"table",
             count_text(block.cells.size(), "row", "rows") + ", " + columns,
             block.box,
             1,
             "the first row, counted too, is: " +
                 shorten_characters(row_text(block.cells[0], ", "), 200)}
        );
    }
    return findings.list.empty() ? measured("tables", "none was found") : findings;
}

Findings find_page_number(const Question&, const View& view) {
    const auto height = view.sight.reading.facts.size.height;
    Findings findings;
    for (const auto& passage : view.passages) {
        const bool at_edge =
            passage.box.y + passage.box.height < height / 12 || passage.box.y > height - height / 8;
        if (at_edge && passage.text.size() <= 4 && std::ranges::all_of(passage.text, is_digit))
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

// The one row of a list whose ground differs from that of most others.
Findings find_marked(const Question& question, const View& view) {
    const auto relations = relations_of(view.passages);
    std::map<std::size_t, std::set<const Passage*>> lists;  // by column
    for (const auto& name : relations.name) {
        if (name && view.passages[*name].ground)
            lists[relations.column[*name]].insert(&view.passages[*name]);
    }
    for (const auto& head : relations.head) {
        if (head) lists[relations.column[*head]].erase(&view.passages[*head]);
    }
    Findings findings;
    for (const auto& [column, rows] : lists) {
        for (const auto* row : rows) {
            const auto unlike = std::ranges::count_if(rows, [&](const Passage* other) {
                return distance(*other->ground, *row->ground) > 30;
            });
            if (rows.size() >= 3 && static_cast<std::size_t>(unlike) * 2 > rows.size())
                findings.list.push_back(finding_of(*row, "row on another ground"));
        }
    }
    if (findings.list.size() != 1) return {};
    findings.value = findings.list[0].text;
    findings.covered = question.terms;
    return findings;
}

Findings find_numbered_line(const Question& question, const View& view) {
    // The word must stand beside "line": "line 3", "line number 3", "the third line".
    std::string said;
    for (std::size_t i = 0; i < question.asked.size() && said.empty(); ++i) {
        for (const auto beside : {i + 1, i - 1, i + 2}) {
            if (question.asked[i] != term_of("line") || beside >= question.words.size()) continue;
            const auto& word = question.words[beside];
            if (number_of(word) == 0 && word != "last") continue;
            said = word;
            break;
        }
    }
    if (said.empty()) return {};
    auto number = number_of(said);
    auto lines = lines_of(view, number == 0 ? "" : std::to_string(number));
    if (number == 0) number = lines.size();
    auto line = std::ranges::find_if(lines, [](const Finding& each) { return !each.lead.empty(); });
    const bool has_margin = line != lines.end();
    if (!has_margin && number > lines.size()) return {};
    if (!has_margin) line = lines.begin() + static_cast<std::ptrdiff_t>(number - 1);
    line->lead = "line " + std::to_string(number) + (has_margin ? "" : " from the top");
    Findings findings;
    findings.list.push_back(std::move(*line));
    findings.covered.push_back(term_of(said));
    return findings;
}

Findings find_places(const Question& question, const View& view) {
    Findings findings;
    const auto names = names_in(question);
    // "Where is the meeting?" may ask for a place of the world.
    findings.sure = names.size() < question.terms.size() || !question.asks("where");
    for (const auto* passage : passages_named(question, view)) {
        auto finding = finding_of(*passage);
        // Only the words that are named: a long line is no place to click.
        if (!is_quoted(question, *passage)) {
            finding.box = box_of_words(*passage, view.sight.reading, [&](const std::string& word) {
                const auto terms = terms_of(word);
                return std::ranges::find_first_of(terms, names) != terms.end();
            });
        }
        finding.note = "the text's centre is at " + centre_text(*finding.box);
        if (!findings.sure) finding.confidence = std::min(finding.confidence, 0.5);
        findings.list.push_back(std::move(finding));
        cover(findings, question, *passage);
    }
    return findings;
}

Findings find_whole_text(const Question&, const View& view) {
    Findings findings;
    auto text = page_text(view.sight.page, kMaxWholeBytes);
    if (text.empty()) return findings;
    findings.whole = Told{std::move(text), {}};
    for (const auto& block : view.sight.page.blocks) {
        auto label = block_label(block);
        if (!label.empty()) findings.whole->boxes.push_back({std::move(label), block.box});
    }
    return findings;
}

Findings find_description(const Question&, const View& view) {
    Findings findings;
    findings.whole = describe(view.sight);
    return findings;
}

}  // namespace fovea::reading
