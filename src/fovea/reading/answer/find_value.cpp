#include "fovea/reading/answer/find_value.hpp"

#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <set>

namespace fovea::reading {
namespace {

constexpr double kClear = 0.05;  // ahead of the next
constexpr double kWorthTelling = 0.4;
constexpr double kByHints = 0.55;  // where the page has none of the subjects
constexpr std::size_t kMaxListed = 12;
constexpr std::size_t kMaxUnsure = 3;
constexpr std::size_t kRunning = 6;  // words of running text

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
        Passage passage;
        passage.text = label + ": ";
        for (auto i = at + field.size(); i < code.text.size() && code.text[i] != ';'; ++i) {
            if (code.text[i] == '\\' && i + 1 < code.text.size()) ++i;
            passage.text += code.text[i];
        }
        passage.terms = terms_of(passage.text);
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
          passages_(asked.passages),
          question_(asked.question),
          coverage_(asked.coverage) {}

    Findings find() {
        if (question_.subjects.empty() && asked_.types.empty()) return {};
        if (question_.extreme == Extreme::Highest || question_.extreme == Extreme::Lowest) {
            auto extreme = find_extreme(asked_);
            if (!extreme.empty()) return extreme;
        }
        if (!asked_.types.empty()) return of_types();
        if (question_.want == Want::YesNo) {
            auto reply = yes_or_no();
            if (!reply.empty()) return reply;
        }
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
        // "The average time" is no time of day.
        if (!all.list.empty() || asked_.types != std::vector{TextType::Time}) return all;
        candidates_ = candidates_for(asked_);
        return decide();
    }

    // "Is Moreau active?": a cell of his row says "Active", or another in the column of those that do.
    Findings yes_or_no() const {
        if (question_.subjects.size() < 2 || question_.negated) return {};
        const auto& state = question_.subjects.back().term;
        std::set<std::size_t> columns;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (says_only(i, state)) columns.insert(asked_.relations.column[i]);
        }
        Findings found;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const bool named = std::ranges::any_of(question_.subjects, [&](const auto& subject) {
                return subject.term != state && coverage_.belongs(i, subject.term);
            });
            const auto others = coverage_.of(i, false).met;  // the state is its own
            if (!named || others + 1 < question_.subjects.size() ||
                !columns.contains(asked_.relations.column[i]))
                continue;
            const bool labelled = asked_.relations.head[i] || asked_.relations.name[i];
            if (!labelled || passages_[i].figure || passages_[i].terms.size() > 2) continue;
            const bool is_so = says_only(i, state);
            found.list.push_back(finding_of(passages_[i], asked_.name_of(i)));
            found.value = is_so ? "yes" : "no";
            found.list.back().text = found.value + ", " + in_quotes(passages_[i].text);
            found.list.back().label = passages_[i].text;
        }
        if (found.list.size() != 1) return {};
        found.covered = question_.terms;
        return found;
    }

    bool says_only(std::size_t i, const std::string& state) const {
        return passages_[i].terms == std::vector{state};
    }

    bool all_met(const Candidate& candidate) const {
        return candidate.covered.met == question_.subjects.size();
    }

    Findings decide() {
        if (question_.extreme == Extreme::Newest || question_.extreme == Extreme::Oldest)
            return by_date();
        std::ranges::stable_sort(candidates_, std::greater{}, &Candidate::score);
        if (auto label = label_alone(); !label.empty()) return label;
        if (candidates_.empty()) return {};
        const auto& best = candidates_[0];
        const auto next = std::ranges::find_if(candidates_, [&](const Candidate& each) {
            const bool apart =
                each.passage != best.passage || (!each.lead.empty() && !best.lead.empty());
            return apart && plain(each.text) != plain(best.text);
        });
        const bool clear = next == candidates_.end() || best.score - next->score >= kClear;
        const bool listed = question_.several || are_one_column();
        if (answers_all(best, question_) && !clear && question_.want == Want::Text) {
            if (auto row = one_row(); !row.empty()) return row;
        }
        // Of the thing that is asked for, though the page says it in other words: "How many workers are configured?"
        const auto present = std::ranges::count_if(question_.subjects, [&](const auto& subject) {
            return coverage_.on_page(subject.term);
        });
        const bool named = question_.subjects.empty() || present > 0;
        const bool bears = (named && best.covered.met * 2 >= static_cast<std::size_t>(present)) ||
                           best.of_thing || (!named && best.score >= kByHints);
        if (best.score < kWorthTelling || !bears) return {};
        Findings findings;
        findings.sure = answers_all(best, question_) && (clear || listed) && is_certain(best);
        tell(findings, listed);
        for (const auto& subject : question_.subjects) {
            if (!findings.sure && !subject.said.empty() && !coverage_.on_page(subject.term))
                findings.absent.push_back(subject.said);
        }
        return findings;
    }

    // What makes a wrong answer likely, however well it fits.
    bool is_certain(const Candidate& best) const {
        if (!best.is_kind || question_.extreme != Extreme::None) return false;
        // Headings alone say little about one of the things below.
        const bool rests = std::ranges::any_of(question_.subjects, [&](const Subject& subject) {
            return coverage_.belongs(best.passage, subject.term);
        });
        if (!rests && !question_.subjects.empty()) return false;
        // These want "yes", or one of several states.
        if (question_.want == Want::YesNo || question_.asks("select") || question_.asks("check") ||
            question_.asks("disabled") || question_.asks("enabled"))
            return false;
        if (question_.want == Want::Person && !says_it(best)) return false;
        // "Which is not ready?" is not answered by what is.
        const bool denies =
            coverage_.belongs(best.passage, "not") || coverage_.belongs(best.passage, "no");
        if (question_.negated && !denies) return false;
        // Codes and numbers are short.
        const bool of_code =
            asked_.types.empty() && (question_.asks("code") || question_.says({"number"}));
        if (of_code && (std::ranges::none_of(best.text, is_digit) ||
                        words_between_spaces(best.text).size() > 8))
            return false;
        // "What is wrong with it?" wants more than what it holds.
        if (question_.says({"wrong"})) return false;
        // A line that has little but the question's own words answers nothing.
        if (best.quote && further_words(passages_[best.passage]) < 2) return false;
        if (question_.want == Want::Place && !is_place(best.text)) return false;
        if (best.quote && (question_.says({"number"}) || question_.want == Want::Name ||
                           !std::ranges::all_of(question_.hints, [&](const std::string& hint) {
                               return coverage_.belongs(best.passage, hint);
                           })))
            return false;
        if (question_.want == Want::Reason && error_strength(best.text) < kMentionsError &&
            !holds(words_of(best.text), "because"))
            return false;
        // "Which medication must be taken?", where nothing else of the question is known.
        const bool only_thing =
            question_.subjects.size() == 1 && question_.subjects[0].term == question_.thing;
        const bool one = question_.says({"first", "second", "third", "last"});
        return !only_thing || ((best.of_thing || !best.counted.empty()) && !one);
    }

    std::size_t further_words(const Passage& passage) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            words_of(passage.text),
            [&](const std::string& word) {
                const auto term = term_of(word);
                return !question_.is_about(term) && !is_stop_word(term) && !is_figure(term);
            }
        ));
    }

    // "behind shed 6", "Room 214": what stands beside the name of a thing may be anything else.
    static bool is_place(std::string_view text) {
        constexpr std::string_view kPlaces =
            "at in on behind near under next beside above below with room hall street road floor "
            "building gate platform bei hinter neben unter raum zimmer strasse chez salle rue";
        return std::ranges::any_of(words_of(text), [&](const std::string& word) {
            return is_word_of(kPlaces, word) || word.ends_with("strasse");
        });
    }

    // Who wrote about a thing need not have paid for it: what is done to it must be said, too.
    bool says_it(const Candidate& best) const {
        static const TermSet kOfWriting("write say ask tell send report now person people name one"
        );
        const bool by_text = std::ranges::any_of(coverage_.ties(best.passage), [&](const Tie& tie) {
            const auto& other = passages_[tie.passage];
            return tie.weight >= 0.75 && other.terms.size() >= kRunning &&
                   coverage_.asked_share(tie.passage) > 0;
        });
        const bool of_writing = std::ranges::any_of(question_.words, [&](const std::string& word) {
            return kOfWriting.contains(term_of(word));
        });
        if (by_text && !of_writing) return false;
        return !by_text || std::ranges::all_of(question_.hints, [&](const std::string& term) {
            return kOfWriting.contains(term) || term == question_.thing ||
                   coverage_.belongs(best.passage, term);
        });
    }

    // Of lines that each have a date, the first or the last by that.
    Findings by_date() {
        const bool newest = question_.extreme == Extreme::Newest;
        const Candidate* best = nullptr;
        std::string best_date;
        for (const auto& candidate : candidates_) {
            std::string date;
            for (const auto& other : passages_) {
                if (!side_by_side(other.box, passages_[candidate.passage].box)) continue;
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
            return !each.quote && each.score >= kWorthTelling && all_met(each);
        });
        if (has_value || question_.want == Want::YesNo || question_.want == Want::Reason) return {};
        const bool told_elsewhere = std::ranges::any_of(question_.hints, [&](const auto& term) {
            return coverage_.on_page(term);
        });
        for (std::size_t i = 0; i < passages_.size() && !told_elsewhere; ++i) {
            if (!asked_.all_subjects_in(i) || coverage_.asked_share(i) < 1) continue;
            Findings findings;
            findings.sure = false;
            findings.covered = question_.terms;
            findings.label = finding_of(passages_[i]);
            return findings;
        }
        return {};
    }

    bool all_near(const std::function<bool(std::size_t passage)>& fits) const {
        return std::ranges::all_of(candidates_, [&](const Candidate& each) {
            return candidates_[0].score - each.score > kClear || fits(each.passage);
        });
    }

    // "Which provider is healthy?": all that come first stand in one column.
    bool are_one_column() const {
        const auto& relations = asked_.relations;
        const auto first = candidates_[0].passage;
        return question_.want == Want::Name && all_near([&](std::size_t each) {
                   return relations.column[each] == relations.column[first] &&
                          relations.head[each].has_value();
               });
    }

    // "Tell me about Aster": all of the row, each cell after the head of its column.
    Findings one_row() const {
        const auto& relations = asked_.relations;
        const auto first = candidates_[0].passage;
        const auto name_or_self = [&](std::size_t i) { return relations.name[i].value_or(i); };
        const auto name = name_or_self(first);
        const bool has_head = relations.head[first].has_value();
        if (!has_head || !question_.hints.empty() ||
            !all_near([&](std::size_t each) { return name_or_self(each) == name; }))
            return {};
        Finding row;
        media::PixelRect box;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (name_or_self(i) != name) continue;
            const auto head = asked_.head_of(i);
            row.text += (row.text.empty() ? "" : "; ") + (head.empty() ? "" : head + ": ") +
                        passages_[i].text;
            row.confidence = std::min(row.confidence, passages_[i].confidence);
            box = around(box, passages_[i].box);
        }
        row.box = box;
        Findings findings;
        findings.value = row.text;
        findings.list.push_back(std::move(row));
        findings.covered = question_.terms;
        return findings;
    }

    void tell(Findings& findings, bool listed) {
        findings.covered = question_.terms;
        const auto& best = candidates_[0];
        if (!best.counted.empty()) return tell_count(findings, best);
        const bool any = question_.several && !asked_.types.empty();
        const auto near = any ? 1 : listed ? 0.01 : findings.sure ? kClear : 0.12;
        const auto limit = any || (findings.sure && listed) ? kMaxListed
                           : findings.sure                  ? 1
                                                            : kMaxUnsure;
        std::set<std::string> told;
        std::size_t more = 0;
        for (const auto& candidate : candidates_) {
            if (best.score - candidate.score >= near) break;
            if (!told.insert(plain(candidate.text)).second) continue;
            if (findings.list.size() >= limit) {
                ++more;
                continue;
            }
            findings.list.push_back(finding_for(candidate));
            auto& confidence = findings.list.back().confidence;
            if (!findings.sure) confidence = std::min(confidence, 0.5);
            if (findings.sure)
                findings.value += (more_than_one(findings) ? ", " : "") + candidate.text;
        }
        if (findings.sure && listed && more > 0)
            findings.list.push_back({"", "and " + std::to_string(more) + " more", std::nullopt, 1});
    }

    static bool more_than_one(const Findings& findings) { return findings.list.size() > 1; }

    void tell_count(Findings& findings, const Candidate& best) const {
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
        const auto& relations = asked_.relations;
        const bool caption =
            relations.head[i] && relations.item[i] == relations.item[*relations.head[i]];
        const auto head = caption ? "" : asked_.head_of(i);
        auto label = head.empty() && passages_[i].kind != BlockKind::Table ? "" : asked_.name_of(i);
        if (!head.empty()) label += (label.empty() ? "" : ", ") + head;
        if (!label.empty()) return label;
        const Tie* strongest = nullptr;
        for (const auto& tie : coverage_.ties(i)) {
            if (coverage_.asked_share(tie.passage) == 0) continue;
            if (strongest == nullptr || tie.weight > strongest->weight) strongest = &tie;
        }
        if (strongest == nullptr) return "";
        const auto& named = passages_[strongest->passage];
        const auto& box = passages_[i].box;
        const auto* where = side_by_side(named.box, box)
                                ? (box.x < named.box.x ? "left of " : "right of ")
                                : (box.y < named.box.y ? "above " : "below ");
        return where + in_quotes(named.text);
    }

    const Asked& asked_;
    const std::vector<Passage>& passages_;
    const Question& question_;
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
