// Several pictures: first what each is, then what changed from one to the next. Where two have the
// same size, pixels say which regions changed and words say what changed in them; otherwise only
// their text can be compared, and that is said.
#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/changes/change_report.hpp"
#include "fovea/reading/answer/find_answers.hpp"
#include "fovea/reading/answer/telling.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace fovea::reading {
namespace {

std::string title_of(const Sight& sight, std::size_t index) {
    const auto name =
        sight.name.empty() ? "" : " " + in_quotes(shorten_characters(sight.name, 120));
    return "Picture " + std::to_string(index + 1) + name;
}

std::string overview(std::span<const Sight> sights) {
    std::string text =
        std::to_string(sights.size()) +
        " pictures, compared by local/ocr from their pixels and recognised text. Boxes "
        "are [x1, y1, x2, y2] in pixels.\n";
    for (std::size_t i = 0; i < sights.size(); ++i) {
        const auto& sight = sights[i];
        text += title_of(sight, i) + ": ";
        if (sight.kind.kind != PictureKind::Unknown) {
            text += std::string(name_of(sight.kind.kind)) + " (a guess), ";
        }
        text += size_text(sight.reading.facts.size) + " pixels, " +
                count_text(sight.reading.words.size(), "word", "words");
        text += ".\n";
        if (!sight.reading.complete()) {
            text += "Incomplete: " + missing_text(sight.reading.missing) + ".\n";
        }
    }
    return text;
}

// "What changed?" is answered by the changes themselves.
bool asks_for_changes(const Question& question) {
    return question.terms.empty() || question.asks("change") || question.asks("compare") ||
           question.asks("describe");
}

// Where one picture answers for certain, what comes nearest in another is no answer. False: there is none at all.
bool add_answers(Told& told, const Question& question, std::span<const Sight> sights) {
    std::vector<Findings> found;
    for (const auto& sight : sights)
        found.push_back(find_answer(question, View{sight, passages_of(sight.page, sight.reading)}));
    const auto is_certain = [](const Findings& each) { return !each.empty() && each.sure; };
    const bool certain = std::ranges::any_of(found, is_certain);
    told.text += "\nWhat bears on the question, from the recognised text:\n";
    std::set<std::string> values;
    for (std::size_t i = 0; i < sights.size(); ++i) {
        const bool nothing = found[i].empty() || (certain && !is_certain(found[i]));
        // As Markdown, it would go on with the list of the picture before.
        told.text += (i > 0 ? "\n" : "") + title_of(sights[i], i) + ":";
        told.text += nothing ? " no text in it answers the question.\n" : "\n";
        if (nothing) continue;
        values.insert(bare_answer(found[i]));
        add_findings(told, found[i], i);
    }
    if (values.size() == 1) told.value = *values.begin();
    return !values.empty();
}

}  // namespace

Told tell_together(
    std::span<const Sight> sights, std::span<const media::Compared> changes, std::string_view text
) {
    Told told;
    told.text = overview(sights);
    const auto question = read_question(text);
    const bool answered = !asks_for_changes(question) && add_answers(told, question, sights);
    for (std::size_t i = 0; i + 1 < sights.size() && i < changes.size(); ++i) {
        // Pictures of different things differ everywhere, and nobody asked in what.
        if (answered && !show_the_same(changes[i])) continue;
        told.text += "\nFrom picture " + std::to_string(i + 1) + " to picture " +
                     std::to_string(i + 2) + ": ";
        add_changes(told, sights[i], sights[i + 1], changes[i], i + 1);
    }
    return told;
}

}  // namespace fovea::reading
