// The answer quotes. Its first line says where the quotation comes from, so that nobody takes it
// for more than was read.
#include "fovea/reading/answer/find_answers.hpp"
#include "fovea/reading/answer/telling.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::string_view kFromText =
    "From the text recognised in the picture; boxes are [x1, y1, x2, y2] in pixels:\n";
constexpr std::string_view kFromPixels = "Measured in the picture by local/ocr:\n";
constexpr std::string_view kFromElements =
    "From the controls found in the picture, their states by their looks; boxes are [x1, y1, x2, "
    "y2] in pixels:\n";
constexpr std::string_view kUnsure =
    "Not certain: what comes nearest to the question in the text recognised in the picture; boxes "
    "are [x1, y1, x2, y2] in pixels:\n";
constexpr std::string_view kNoValue = "No text in the picture answers this.\n";
constexpr std::string_view kNothing =
    "No text in the picture bears on this question.\n"
    "local/ocr only reads: text, tables, barcodes, colours and sizes, no objects or scenes. Ask "
    "for words that stand in the picture, or for all of its text.\n";
constexpr std::string_view kNoText =
    "No text was found in the picture, so nothing in it bears on this question.\n"
    "local/ocr reads text, barcodes and colours and cannot recognise objects or scenes.\n";

// What the quotation comes from, and how much can be built on it.
std::string opening(const Findings& found) {
    std::string absent;
    for (const auto& word : found.absent) absent += (absent.empty() ? "" : ", ") + in_quotes(word);
    if (!absent.empty())
        return "No text in the picture has " + absent + ". " + std::string(kUnsure);
    if (found.label) return std::string(kNoValue);
    if (!found.sure) return std::string(kUnsure);
    switch (found.source) {
        case Source::Text: break;
        case Source::Pixels: return std::string(kFromPixels);
        case Source::Elements: return std::string(kFromElements);
    }
    return std::string(kFromText);
}

}  // namespace

Told answer(std::string_view text, const Sight& sight) {
    const auto question = read_question(text);
    if (question.terms.empty() && question.asked.empty()) return describe(sight);
    const View view{sight, passages_of(sight.page, sight.reading)};
    const auto found = find_answer(question, view);
    // "What is this?" asks for nothing in particular.
    if (found.empty() && question.terms.empty()) return describe(sight);

    Told told;
    if (found.empty()) {
        told.text = view.passages.empty() ? kNoText : kNothing;
    } else {
        told.text = opening(found);
        add_findings(told, found, 0);
        told.value = bare_answer(found);
    }
    if (!sight.reading.complete()) {
        told.text += "Incomplete: " + missing_text(sight.reading.missing) + ".\n";
    }
    return told;
}

}  // namespace fovea::reading
