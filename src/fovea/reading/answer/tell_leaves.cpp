#include "fovea/reading/answer/tell_leaves.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/find_answers.hpp"
#include "fovea/reading/answer/leaf_question.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxAnswering = 12;  // leaves; more would be a search and no answer
constexpr std::size_t kLabelLetters = 60;

constexpr std::string_view kNothing =
    "local/ocr only reads: ask for words that stand there, or for all of the text.\n";

std::string row_text(const std::vector<PageLine>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : " | ") + cells[i].text;
    return text;
}

// Lines as they are read, rows of tables with bars between their cells.
std::vector<std::string> lines_of(const Sight& leaf) {
    std::vector<std::string> lines;
    for (const auto& block : leaf.page.blocks) {
        for (const auto& line : block.lines) lines.push_back(line.text);
        for (const auto& row : block.cells) lines.push_back(row_text(row));
    }
    for (const auto& code : leaf.reading.barcodes) {
        lines.push_back("[" + code.format + "] " + one_line(code.text));
    }
    return lines;
}

Told tell_text(
    std::span<const Sight> leaves,
    const std::vector<std::size_t>& meant,
    std::string_view of,
    Repeats repeats
) {
    Told told;
    const auto is_blank = [&](std::size_t i) { return lines_of(leaves[i]).empty(); };
    if (std::ranges::all_of(meant, is_blank)) {
        told.text =
            "No text was found in " + std::string(of) +
            "; local/ocr reads text and cannot recognise objects or scenes, as a vision model "
            "does.\n";
        return told;
    }
    told.text = "The text of " + std::string(of) + ", read by local/ocr:\n";
    std::set<std::string> before;
    for (const auto i : meant) {
        const auto& leaf = leaves[i];
        const auto lines = lines_of(leaf);
        std::string text;
        for (const auto& line : lines) {
            if (repeats == Repeats::LeftOut && before.contains(line)) continue;
            text += line + "\n";
        }
        told.text += "\n" + std::string(leaf.name) + ":";
        if (text.empty()) text = lines.empty() ? "no text" : "nothing new";
        told.text += (text.ends_with('\n') ? "\n" : " ") + text;
        if (!text.ends_with('\n')) told.text += "\n";
        before = {lines.begin(), lines.end()};
    }
    return told;
}

// So that whoever asked can ask better: the first line of each leaf that has one, once.
Told tell_that_nothing_bears(
    std::span<const Sight> leaves, const std::vector<std::size_t>& meant, std::string_view of
) {
    Told told;
    told.text = "No text in " + std::string(of) + " bears on this question.\n";
    told.text += kNothing;
    std::set<std::string> begun;
    for (const auto i : meant) {
        const auto lines = lines_of(leaves[i]);
        if (lines.empty() || !begun.insert(lines.front()).second) continue;
        if (begun.size() > kMaxAnswering) break;
        if (begun.size() == 1) told.text += "They begin:\n";
        told.text += "- " + std::string(leaves[i].name) + ": " +
                     shorten_characters(lines.front(), kLabelLetters) + "\n";
    }
    return told;
}

// "2 pages of "a.pdf"", or where some of them are meant "Page 2, of 2 pages of "a.pdf"".
std::string names_of(
    std::span<const Sight> leaves, const std::vector<std::size_t>& meant, std::string_view all
) {
    if (meant.size() == leaves.size()) return std::string(all);
    std::string names;
    for (const auto i : meant) names += std::string(leaves[i].name) + ", ";
    return names + "of " + std::string(all);
}

// What one leaf says to the question, and how many of its terms that accounts for.
struct Answering {
    std::size_t leaf = 0;
    Findings found;
    std::size_t terms = 0;
};

std::vector<Answering> answering(std::span<const Sight> leaves, const LeafQuestion& asked) {
    std::vector<Answering> all;
    std::size_t most = 0;
    for (const auto i : asked.meant) {
        const View view{leaves[i], passages_of(leaves[i].page, leaves[i].reading)};
        Answering one{.leaf = i, .found = find_answer(asked.question, view)};
        if (one.found.empty() || one.found.label) continue;
        one.terms = std::set(one.found.covered.begin(), one.found.covered.end()).size();
        most = std::max(most, one.terms);
        all.push_back(std::move(one));
    }
    std::erase_if(all, [&](const Answering& one) { return one.terms < most; });
    return all;
}

void add(Told& told, const Finding& finding, std::size_t leaf) {
    constexpr std::size_t kShortLine = 60;
    auto shown = finding;
    shown.box.reset();
    // Without its box, a short line says it all.
    const bool said_twice = finding.text.find(finding.lead) != std::string::npos;
    if (said_twice && finding.text.size() <= kShortLine) shown.lead.clear();
    told.text += finding_text(shown);
    if (!finding.box) return;
    const auto& label = finding.label.empty() ? finding.text : finding.label;
    told.boxes.push_back({shorten_characters(label, kLabelLetters), *finding.box, leaf});
}

Told tell(
    std::span<const Sight> leaves, const LeafQuestion& asked, std::string_view all, Repeats repeats
) {
    const auto of = names_of(leaves, asked.meant, all);
    if (asked.wants_text || asked.question.asks("describe")) {
        return tell_text(leaves, asked.meant, of, repeats);
    }
    const auto found = answering(leaves, asked);
    const bool all_of_it =
        std::ranges::any_of(found, [](const Answering& one) { return !!one.found.whole; });
    if (all_of_it) return tell_text(leaves, asked.meant, of, repeats);
    if (found.empty()) return tell_that_nothing_bears(leaves, asked.meant, of);
    Told told;
    told.text = "From the text of " + std::string(of) + ", read by local/ocr:\n";
    std::set<std::string> quoted_before;
    std::set<std::string> values;
    std::size_t answered = 0;
    for (const auto& one : found) {
        std::vector<const Finding*> fresh;
        for (const auto& finding : one.found.list) {
            const bool is_new = quoted_before.insert(finding_text(finding)).second;
            if (is_new || repeats == Repeats::Told) fresh.push_back(&finding);
        }
        if (fresh.empty()) continue;
        if (answered++ == kMaxAnswering) {
            told.text += "There is more behind that.\n";
            break;
        }
        told.text += std::string(leaves[one.leaf].name) + ":\n";
        values.insert(bare_answer(one.found));
        for (const auto* finding : fresh) add(told, *finding, one.leaf);
    }
    // Certain is what all that answer agree on.
    if (values.size() == 1) told.value = *values.begin();
    return told;
}

// "Page 3, page 4 and 9 more are incomplete: reading timed out …", a line for each reason.
std::string incomplete_text(std::span<const Sight> leaves, std::span<const std::size_t> meant) {
    constexpr std::size_t kNamed = 5;
    std::map<Missing, std::vector<std::string_view>> missing;
    for (const auto i : meant) {
        const auto& reading = leaves[i].reading;
        if (!reading.complete()) missing[reading.missing].push_back(leaves[i].name);
    }
    std::string text;
    for (const auto& [why, names] : missing) {
        for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) {
            text += (i == 0 ? "" : ", ") + std::string(names[i]);
        }
        if (names.size() > kNamed)
            text += " and " + std::to_string(names.size() - kNamed) + " more";
        text += names.size() == 1 ? " is" : " are";
        text += " incomplete: " + std::string(missing_text(why)) + ".\n";
    }
    return text;
}

}  // namespace

Told tell_leaves(
    std::span<const Sight> leaves, std::string_view all, std::string_view text, Repeats repeats
) {
    std::vector<std::string_view> names;
    for (const auto& leaf : leaves) names.push_back(leaf.name);
    const auto asked = read_leaf_question(text, names);
    auto told = tell(leaves, asked, all, repeats);
    // In front: the end of a long answer may be cut, and this is what one has to know of it.
    told.text = incomplete_text(leaves, asked.meant) + told.text;
    return told;
}

Told tell_leaves(
    std::span<const Leaf> leaves, std::string_view of, std::string_view question, Repeats repeats
) {
    struct Laid {
        Page page;
        KindGuess kind;
    };
    std::vector<Laid> laid;
    laid.reserve(leaves.size());  // sights refer to them
    std::vector<Sight> sights;
    for (const auto& [title, reading] : leaves) {
        auto page = lay_out(reading);
        auto kind = guess_kind(reading, page);
        const auto& kept = laid.emplace_back(Laid{std::move(page), std::move(kind)});
        sights.push_back({reading, kept.page, kept.kind, title});
    }
    return tell_leaves(sights, of, question, repeats);
}

}  // namespace fovea::reading
