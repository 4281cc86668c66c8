#include "fovea/reading/answer/find_value.hpp"

#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <set>

namespace fovea::reading {
namespace {

constexpr double kClear = 0.05;  // ahead of the next
constexpr double kWorthTelling = 0.4;
constexpr std::size_t kMaxListed = 12;
constexpr std::size_t kMaxUnsure = 3;

std::string plain(std::string_view text) {
    std::string letters;
    for (const auto& word : words_of(text)) letters += word + " ";
    return letters;
}

// "WIFI:T:WPA;S:Guests;P:secret;;" as the lines that a person would write of it.
void add_wifi(std::vector<Passage>& passages, const Barcode& code) {
    if (!code.text.starts_with("WIFI:")) return;
    const auto add = [&](std::string_view field, const std::string& label) {
        const auto at = code.text.find(field);
        if (at == std::string::npos) return;
        std::string value;
        for (auto i = at + field.size(); i < code.text.size() && code.text[i] != ';'; ++i) {
            if (code.text[i] == '\\' && i + 1 < code.text.size()) ++i;
            value += code.text[i];
        }
        Passage passage;
        passage.text = label + ": " + value;
        passage.box = code.box;
        passage.confidence = 1;
        passage.block = static_cast<std::size_t>(-1);
        passages.push_back(std::move(passage));
    };
    add(code.text.find(";S:") != std::string::npos ? ";S:" : ":S:", "Wi-Fi network name");
    add(";P:", "Wi-Fi password");
}

class Choice {
public:
    explicit Choice(const Asked& asked)
        : asked_(asked),
          question_(asked.question),
          page_(asked.view.sight.page),
          passages_(asked.passages),
          intent_(asked.intent),
          coverage_(asked.coverage) {}

    Findings find() {
        if (intent_.subjects.empty() && asked_.types.empty()) return {};
        if (intent_.extreme == Extreme::Highest || intent_.extreme == Extreme::Lowest) {
            auto extreme = find_extreme(asked_);
            if (!extreme.empty()) return extreme;
        }
        if (!asked_.types.empty()) return of_types();
        candidates_ = candidates_for(asked_);
        return decide();
    }

private:
    // "The email and the phone number": the best of each.
    Findings of_types() {
        Findings all;
        for (const auto type : asked_.types) {
            candidates_ = typed_candidates(asked_, type);
            auto found = decide();
            if (found.empty()) continue;
            all.sure = all.sure && found.sure;
            all.list.insert(all.list.end(), found.list.begin(), found.list.end());
            all.value += (all.value.empty() ? "" : ", ") + found.value;
            all.covered = found.covered;
            all.absent = found.absent;
        }
        if (!all.sure) all.value.clear();
        return all;
    }

    Findings decide() {
        if (intent_.extreme == Extreme::Newest || intent_.extreme == Extreme::Oldest)
            return by_date();
        std::ranges::stable_sort(candidates_, std::greater{}, &Candidate::score);
        Findings findings;
        if (auto label = label_alone(); !label.empty()) return label;
        if (candidates_.empty()) return findings;
        const auto& best = candidates_[0];
        const auto next = std::ranges::find_if(candidates_, [&](const Candidate& each) {
            return each.passage != best.passage && plain(each.text) != plain(best.text);
        });
        const bool all_met = best.covered.met == intent_.subjects.size();
        const bool clear = next == candidates_.end() || best.score - next->score >= kClear;
        const bool listed = intent_.several || !asked_.types.empty() || are_one_column();
        if (all_met && best.score >= kSureFrom && !clear && intent_.want == Want::Text) {
            if (auto row = one_row(); !row.empty()) return row;
        }
        const bool asks_state = intent_.want == Want::YesNo || question_.asks("select") ||
                                question_.asks("check") || question_.asks("disabled") ||
                                question_.asks("enabled");
        // "Which is not ready?" is not answered by what is.
        const bool denied = intent_.negated && !coverage_.belongs(best.passage, "not") &&
                            !coverage_.belongs(best.passage, "no");
        // "What is wrong with it?" wants more than what it holds.
        const bool wrong = std::ranges::find(question_.words, "wrong") != question_.words.end();
        const bool no_attribute = best.quote && !intent_.attribute.empty() &&
                                  asked_.is_asked(intent_.attribute) &&
                                  !coverage_.holds(best.passage, intent_.attribute);
        findings.sure = all_met && best.score >= kSureFrom && (clear || listed) && !no_attribute &&
                        !denied && !wrong && best.is_kind && intent_.extreme == Extreme::None &&
                        !asks_state;
        if (!asked_.types.empty() && intent_.several && !all_same(0.05)) findings.sure = false;
        if (best.score < kWorthTelling || best.covered.met * 2 < intent_.subjects.size()) return {};
        tell(findings, listed);
        for (std::size_t i = 0; i < intent_.said.size() && !findings.sure; ++i) {
            if (!coverage_.on_page(intent_.subjects[i])) findings.absent.push_back(intent_.said[i]);
        }
        return findings;
    }

    // Of lines that each have a date, the first or the last by that.
    Findings by_date() {
        const bool newest = intent_.extreme == Extreme::Newest;
        const Candidate* best = nullptr;
        std::string best_date;
        for (const auto& candidate : candidates_) {
            std::string date;
            const auto& box = passages_[candidate.passage].box;
            for (const auto& other : passages_) {
                if (!side_by_side(other.box, box)) continue;
                for (const auto& found : find_typed(TextType::Date, other.text)) {
                    if (date.empty() && found.size() >= 10 && found[4] == '-') date = found;
                }
            }
            if (date.empty()) continue;
            if (best != nullptr && (newest ? date <= best_date : date >= best_date)) continue;
            best = &candidate;
            best_date = date;
        }
        Findings findings;
        if (best == nullptr) return findings;
        findings.list.push_back(finding_for(*best));
        findings.value = best->text;
        findings.covered = question_.terms;
        return findings;
    }

    // "Password", with nothing beside or below it.
    Findings label_alone() const {
        const bool has_value = std::ranges::any_of(candidates_, [&](const Candidate& each) {
            return !each.quote && each.score >= kWorthTelling &&
                   each.covered.met == intent_.subjects.size();
        });
        if (has_value || intent_.want == Want::YesNo || intent_.want == Want::Reason) return {};
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (!asked_.all_subjects_in(i) || coverage_.asked_share(i) < 1) continue;
            Findings findings;
            findings.sure = false;
            findings.covered = question_.terms;
            findings.label = finding_of(passages_[i]);
            return findings;
        }
        return {};
    }

    // "Which provider is healthy?": all that come first stand in one column.
    bool are_one_column() const {
        const auto& first = passages_[candidates_[0].passage];
        return intent_.want == Want::Name && first.kind == BlockKind::Table &&
               std::ranges::all_of(candidates_, [&](const Candidate& each) {
                   const auto& other = passages_[each.passage];
                   return candidates_[0].score - each.score > kClear ||
                          (other.block == first.block && other.column == first.column);
               });
    }

    // "Tell me about Aster": all of the row, each cell after the head of its column.
    Findings one_row() const {
        const auto& first = passages_[candidates_[0].passage];
        const bool same = first.kind == BlockKind::Table &&
                          std::ranges::all_of(candidates_, [&](const Candidate& each) {
                              const auto& other = passages_[each.passage];
                              return candidates_[0].score - each.score > kClear ||
                                     (other.block == first.block && other.row == first.row);
                          });
        if (!same) return {};
        const auto& table = page_.blocks[first.block];
        const auto head = head_row(table);
        Finding row;
        media::PixelRect box;
        for (std::size_t c = 0; c < table.cells[first.row].size(); ++c) {
            const auto& cell = table.cells[first.row][c];
            if (cell.words.empty()) continue;
            const auto name = head && *head < first.row ? one_line(table.cells[*head][c].text) : "";
            row.text += (row.text.empty() ? "" : "; ") + (name.empty() ? "" : name + ": ") +
                        one_line(cell.text);
            row.confidence = std::min(row.confidence, cell.confidence);
            box = around(box, cell.box);
        }
        row.box = box;
        Findings findings;
        findings.value = row.text;
        findings.list.push_back(std::move(row));
        findings.covered = question_.terms;
        return findings;
    }

    bool all_same(double within) const {
        return candidates_.front().score - candidates_.back().score <= within;
    }

    void tell(Findings& findings, bool listed) {
        std::set<std::string> told;
        const auto most = candidates_[0].score;
        std::size_t more = 0;
        for (const auto& candidate : candidates_) {
            const bool any = intent_.several && !asked_.types.empty();
            const bool near = any || most - candidate.score < (listed          ? 0.01
                                                               : findings.sure ? kClear
                                                                               : 0.12);
            if (!near) break;
            if (!told.insert(plain(candidate.text)).second) continue;
            const auto limit = any             ? kMaxListed
                               : findings.sure ? (listed ? kMaxListed : 1)
                                               : kMaxUnsure;
            if (findings.list.size() >= limit) {
                ++more;
                continue;
            }
            findings.list.push_back(finding_for(candidate));
            if (!findings.sure)
                findings.list.back().confidence = std::min(findings.list.back().confidence, 0.5);
        }
        if (findings.sure && listed && more > 0) {
            findings.list.push_back({"", "and " + std::to_string(more) + " more", std::nullopt, 1});
        }
        if (findings.sure && !findings.list.empty()) findings.value = candidates_[0].text;
        findings.covered = question_.terms;
        const auto& best = candidates_[0];
        if (!best.counted.empty()) {
            findings.list.clear();
            findings.sure = best.score >= kSureFrom;
            findings.value = best.text;
            findings.list.push_back(
                {best.text, "lines or cells have these words", passages_[best.passage].box}
            );
            for (const auto each : best.counted) {
                if (findings.list.size() > kMaxListed) break;
                findings.list.push_back(finding_of(passages_[each]));
            }
        }
    }

    Finding finding_for(const Candidate& candidate) const {
        const auto& passage = passages_[candidate.passage];
        auto lead = candidate.lead;
        if (lead.empty() && !candidate.quote) lead = label_of(candidate.passage);
        auto finding = finding_of(passage, lead);
        finding.label = candidate.text;
        if (candidate.lead == candidate.text) {
            finding.box =
                box_of_words(passage, asked_.view.sight.reading, [&](const std::string& word) {
                    return word.find(candidate.text) != std::string::npos ||
                           candidate.text.find(word) != std::string::npos;
                });
        }
        return finding;
    }

    // "Eridanus, Error rate" of a cell, `below "Total"` of another value.
    std::string label_of(std::size_t i) const {
        const auto& passage = passages_[i];
        if (passage.kind == BlockKind::Table) {
            const auto& table = page_.blocks[passage.block];
            const auto head = head_row(table);
            std::string label;
            for (std::size_t c = 0; c < passage.column; ++c) {
                const auto text = one_line(table.cells[passage.row][c].text);
                if (text.empty() || is_figure(text)) continue;
                label = text;
                break;
            }
            if (head && passage.row > *head) {
                const auto name = one_line(table.cells[*head][passage.column].text);
                if (!name.empty()) label += (label.empty() ? "" : ", ") + name;
            }
            if (!label.empty()) return label;
        }
        const Tie* strongest = nullptr;
        for (const auto& tie : coverage_.ties(i)) {
            if (coverage_.asked_share(tie.passage) == 0) continue;
            if (strongest == nullptr || tie.weight > strongest->weight) strongest = &tie;
        }
        if (strongest == nullptr) return "";
        const auto& label = passages_[strongest->passage];
        const bool beside = side_by_side(label.box, passage.box);
        return (beside ? "right of " : "below ") + in_quotes(label.text);
    }

    const Asked& asked_;
    const Question& question_;
    const Page& page_;
    const std::vector<Passage>& passages_;
    const Intent& intent_;
    const Coverage& coverage_;
    std::vector<Candidate> candidates_;
};

}  // namespace

Findings find_value(const Question& question, const View& view) {
    View all{view.sight, view.passages};
    for (const auto& code : view.sight.reading.barcodes) add_wifi(all.passages, code);
    return Choice(Asked(question, all)).find();
}

}  // namespace fovea::reading
