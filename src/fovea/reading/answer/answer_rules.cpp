#include "fovea/reading/answer/answer_rules.hpp"

#include "fovea/reading/answer/find_elements.hpp"
#include "fovea/reading/answer/find_facts.hpp"
#include "fovea/reading/answer/find_failure.hpp"
#include "fovea/reading/answer/find_lines.hpp"
#include "fovea/reading/answer/find_numbered.hpp"
#include "fovea/reading/answer/find_value.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

// Name, when it is called, what else it accounts for, how it finds.
constexpr Rule kRules[] = {
    {"controls", "", "", find_elements},
    {"failing line",
     "file fail; line fail; where fail; function fail; file error; line error; where error; "
     "function error; stack; "
     "traceback; frame",
     "code error message source test program",
     find_failing_line},
    {"error",
     "error; fail",
     "message say text read happen reason cause why test line",
     find_errors},
    {"numbered line", "line", "read say text number", find_numbered_line},
    {"whole text", "read; say; text", "complete whole full word verbatim", find_whole_text},
    {"description", "describe", "detail", find_description},
    {"count",
     "many row; many column; many table; many line; many word; many barcode",
     "",
     find_counts},
    {"page number", "page many", "", find_page_number},
    {"title", "title", "page main", find_title},
    {"background", "background", "colour main page", find_background},
    {"colour", "colour", "main dominant text letter background ink", find_colours},
    {"size", "size", "pixel big large", find_size},
    {"barcode", "barcode", "code", find_barcodes},
    {"place",
     "where; click; press; tap",
     "button link field icon label menu box tab input",
     find_places},
    {"marked row", "select", "highlight row line", find_marked},
    {"value", "", "", find_value},
    // Behind that: a page may tell a type itself.
    {"kind", "kind", "file document page diagram chart graph", find_kind},
};

template <class Visit>
void each_piece(std::string_view list, char separator, Visit visit) {
    while (!list.empty()) {
        const auto end = std::min(list.find(separator), list.size());
        const auto piece = list.substr(0, end);
        if (!piece.empty()) visit(piece);
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

}  // namespace

std::span<const Rule> answer_rules() {
    return kRules;
}

bool applies(const Rule& rule, const Question& question) {
    if (rule.when.empty()) return true;
    bool applies_any = false;
    each_piece(rule.when, ';', [&](std::string_view alternative) {
        bool all = true;
        each_piece(alternative, ' ', [&](std::string_view term) {
            all = all && question.asks(term);
        });
        applies_any = applies_any || all;
    });
    return applies_any;
}

std::vector<std::string> vocabulary(const Rule& rule, const Question& question) {
    std::vector<std::string> known;
    const auto add = [&](std::string_view term) {
        if (question.mentions(term) && std::ranges::find(known, term) == known.end()) {
            known.emplace_back(term);
        }
    };
    each_piece(rule.when, ';', [&](std::string_view alternative) {
        each_piece(alternative, ' ', add);
    });
    each_piece(rule.helps, ' ', add);
    return known;
}

Finding finding_of(const Passage& passage, std::string lead) {
    return {std::move(lead), passage.text, passage.box, passage.confidence};
}

std::size_t shared_terms(
    const Question& question,
    const std::vector<std::string>& terms,
    std::vector<std::string>* covered
) {
    std::size_t count = 0;
    for (const auto& term : question.terms) {
        if (std::ranges::find(terms, term) == terms.end()) continue;
        ++count;
        if (covered != nullptr && std::ranges::find(*covered, term) == covered->end()) {
            covered->push_back(term);
        }
    }
    return count;
}

}  // namespace fovea::reading
