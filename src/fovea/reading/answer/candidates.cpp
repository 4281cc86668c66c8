#include "fovea/reading/answer/candidates.hpp"

#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fovea::reading {
namespace {

constexpr double kOtherThing = 0.85;
constexpr double kSurely = 0.75;  // a tie
constexpr std::size_t kListed = 3;
constexpr std::size_t kRunning = 7;  // words of running text

struct TypeWord {
    std::string_view term;
    TextType type;
};

constexpr TypeWord kTypeWords[] = {
    {"url", TextType::Url},
    {"email", TextType::Email},
    {"phone", TextType::Phone},
    {"version", TextType::Version},
    {"release", TextType::Version},
    {"percent", TextType::Percent},
    {"hash", TextType::Hash},
    {"ip", TextType::Ip},
    {"file", TextType::FileName},
    {"date", TextType::Date},
    {"time", TextType::Time},
    {"price", TextType::Price},
    {"iban", TextType::Iban},
};

// Where a figure or a name is wanted, its form is known already: "When is the date?"
std::vector<TextType> types_asked(const Question& question) {
    const auto want = question.want;
    std::vector<TextType> types;
    if (question.extreme == Extreme::Highest || question.extreme == Extreme::Lowest) return types;
    const bool of_text = want == Want::Text || want == Want::Name || want == Want::Number ||
                         want == Want::Amount || want == Want::Place;
    for (const auto& [term, type] : kTypeWords) {
        const bool figure =
            type == TextType::Date || type == TextType::Price || type == TextType::Time;
        if (figure && want != Want::Text && want != Want::Name) continue;
        if (of_text && question.asks(term)) types.push_back(type);
    }
    return types;
}

// Without the words for the forms, which seldom stand beside them.
Question without_types(Question question, const std::vector<TextType>& types) {
    for (const auto& [word, type] : kTypeWords) {
        if (std::ranges::find(types, type) == types.end()) continue;
        std::erase_if(question.subjects, [term = term_of(word)](const Subject& subject) {
            return subject.term == term || subject.term == term_of("address");
        });
    }
    return question;
}

// "5,80" and "1,204.18", but not "18,442".
bool has_cents(std::string_view text) {
    const auto at = text.find_last_of(".,");
    return at != std::string_view::npos && text.size() - at == 3 &&
           text.find_first_not_of("0123456789", at + 1) == std::string_view::npos;
}

class Collector {
public:
    explicit Collector(const Asked& asked)
        : asked_(asked),
          passages_(asked.passages),
          question_(asked.question),
          coverage_(asked.coverage),
          relations_(asked.relations) {
        has_money_ = std::ranges::any_of(passages_, [](const Passage& passage) {
            return !find_typed(TextType::Price, passage.text).empty();
        });
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (relations_.item[i] != i) names_.insert(relations_.item[i]);
            if (relations_.head[i]) {
                heads_.insert(*relations_.head[i]);
                if (holds(passages_[*relations_.head[i]].terms, question_.thing))
                    thing_heads_.insert(*relations_.head[i]);
            }
            if (relations_.name[i]) names_.insert(*relations_.name[i]);
            for (const auto& tie : coverage_.ties(i)) {
                const bool beside =
                    right_edge(passages_[tie.passage].box) <= left_edge(passages_[i].box);
                if (passages_[i].figure && tie.weight >= 0.9 && beside)
                    has_value_.insert(tie.passage);
            }
        }
    }

    std::vector<Candidate> all() {
        if (wants_pieces()) add_pieces();
        if (question_.want == Want::Count) add_counts();
        const bool found = is_told();
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (candidates_.empty() || !wants_pieces() || texts_) {
                texts_ = true;
                add_pair(i);
                add_labelled(i);
                add_line(i);
                if (question_.want == Want::Name) add_name(i);
                if (question_.want == Want::Name) add_named(i, question_.thing);
                if (question_.want == Want::Text && asked_.all_subjects_in(i))
                    add_named(i, question_.terms.back());
            } else if (!found) {
                add_pair(i);
            }
        }
        // "Which port": what does not belong to a port is something else of the server.
        const bool known = !wants_pieces() && std::ranges::any_of(candidates_, [&](auto& each) {
            return each.of_thing && answers_all(each, question_);
        });
        for (auto& each : candidates_) {
            if (known && !each.of_thing) each.score *= kOtherThing;
        }
        return std::move(candidates_);
    }

    std::vector<Candidate> typed(TextType type) {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto& line = passages_[i].text;
            std::vector<ValuePiece> pieces;
            for (auto& text : find_typed(type, line)) {
                const auto begin = std::min(line.find(text), line.size());
                const auto end = std::min(begin + text.size(), line.size());
                pieces.push_back({std::move(text), begin, end, 1});
            }
            for (const auto& piece : pieces) add_piece(i, piece, pieces, 1);
        }
        return std::move(candidates_);
    }

private:
    bool is_told() const {
        return std::ranges::any_of(candidates_, [&](const Candidate& each) {
            return answers_all(each, question_);
        });
    }

    // A part of a line, and not all that stands there.
    bool wants_pieces() const {
        switch (question_.want) {
            case Want::Person:
            case Want::Amount:
            case Want::Count:
            case Want::Measure:
            case Want::Duration:
            case Want::Moment:
            case Want::Number: return true;
            case Want::Text:
            case Want::Name:
            case Want::Reason:
            case Want::YesNo:
            case Want::Place: break;
        }
        return false;
    }

    void offer(Candidate candidate) {
        if (words_of(candidate.text).empty() || is_title(candidate.passage)) return;
        // Nobody is told what he said himself.
        const auto own = terms_of(candidate.text);
        const bool echo = std::ranges::all_of(own, [&](const auto& term) {
            return std::ranges::find(question_.subjects, term, &Subject::term) !=
                   question_.subjects.end();
        });
        if (echo && !candidate.quote) return;
        const bool number =
            asked_.types.empty() && question_.asks("many") && question_.want != Want::Count;
        if (number && (std::ranges::none_of(candidate.text, is_digit) ||
                       !find_typed(TextType::Date, candidate.text).empty() ||
                       !find_typed(TextType::Price, candidate.text).empty()))
            candidate.score *= 0.6;
        // "Unit price" is not what all of it costs.
        const auto& head = relations_.head[candidate.passage];
        if (head && holds(passages_[*head].terms, "unit") && !question_.asks("unit"))
            candidate.score *= 0.9;
        if (wants_pieces() && candidate.counted.empty())
            candidate.is_kind = !value_pieces(question_.want, candidate.text).empty();
        // "On which day" is no hour.
        const auto hours = find_typed(TextType::Time, candidate.text).size();
        if (question_.thing == "day" && hours > 0 &&
            words_between_spaces(candidate.text).size() <= 2 * hours)
            candidate.is_kind = false;
        candidate.of_thing =
            candidate.of_thing || (!question_.thing.empty() && !holds(own, question_.thing) &&
                                   coverage_.belongs(candidate.passage, question_.thing));
        candidates_.push_back(std::move(candidate));
    }

    // ---- a part of a line -------------------------------------------------------------------------------------------

    void add_piece(
        std::size_t i, const ValuePiece& piece, const std::vector<ValuePiece>& pieces, double fit
    ) {
        const auto& line = passages_[i].text;
        const auto covered = coverage_.of(i, line, piece, pieces);
        Candidate candidate{i, piece.text, "", covered, covered.share * (0.3 + 0.7 * fit)};
        // A line that says other things.
        const bool aside = coverage_.asked_share(i) == 0 &&
                           terms_of(line).size() > terms_of(piece.text).size() + 3;
        if (aside) candidate.score *= kOtherThing;
        if (has_value_.contains(i) && piece.text != line && passages_[i].terms.size() <= 5)
            candidate.score *= 0.75;
        if (piece.text != line) candidate.lead = piece.text;
        offer(std::move(candidate));
    }

    void add_pieces() {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto& line = passages_[i].text;
            const bool told = std::ranges::any_of(line, is_digit);  // "Alerts (3 firing)"
            if ((heads_.contains(i) && !told) || is_number_of_row(i)) continue;
            auto pieces = value_pieces(question_.want, line);
            if (question_.want == Want::Person) add_doer(line, pieces);
            for (auto piece : pieces) {
                // "Due: 15 June" is nobody's name, and "Friday" neither.
                const auto behind = one_line(std::string_view(line).substr(piece.end));
                const bool label =
                    behind.starts_with(':') || !value_pieces(Want::Moment, piece.text).empty();
                if (question_.want == Want::Person && label) continue;
                auto fit = fit_of(line, piece);
                if (!piece.text.empty()) add_piece(i, piece, pieces, fit);
            }
        }
    }

    // "tnguyen approved these changes"
    void add_doer(const std::string& line, std::vector<ValuePiece>& pieces) const {
        const auto end = line.find(' ');
        if (end == std::string::npos || (!pieces.empty() && pieces[0].begin == 0)) return;
        const auto verb = terms_of(line.substr(end + 1, line.find(' ', end + 1) - end - 1));
        const auto name = terms_of(line.substr(0, end));
        if (verb.size() == 1 && name.size() == 1 && question_.is_about(verb[0]) &&
            !is_stop_word(name[0]) && !question_.is_about(name[0]) && !is_figure(name[0]))
            pieces.insert(pieces.begin(), {line.substr(0, end), 0, end, 0.9});
    }

    // The number that stands before a row of heads counts nothing.
    bool is_number_of_row(std::size_t i) const {
        if (question_.want != Want::Count || !passages_[i].figure) return false;
        return is_ordinal(i) || std::ranges::any_of(coverage_.ties(i), [&](const Tie& tie) {
                   return tie.weight >= 0.9 && heads_.contains(tie.passage) &&
                          side_by_side(passages_[tie.passage].box, passages_[i].box);
               });
    }

    // Of a column before all others that counts its rows: 1, 2, 3.
    bool is_ordinal(std::size_t i) const {
        std::vector<std::pair<std::int64_t, double>> numbers;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto number = number_in(passages_[k].text);
            if (relations_.column[k] != relations_.column[i] || !passages_[k].figure) continue;
            if (relations_.name[k] || !number || passages_[k].text.size() > 3) return false;
            numbers.emplace_back(top_edge(passages_[k].box), *number);
        }
        std::ranges::sort(numbers);
        for (std::size_t k = 1; k < numbers.size(); ++k) {
            if (numbers[k].second != numbers[k - 1].second + 1) return false;
        }
        return numbers.size() > 2;
    }

    double fit_of(const std::string& line, ValuePiece& piece) const {
        if (question_.want == Want::Person) return (piece = without_asked(piece)).fit;
        // "VAT 19 %" says how much of it, and the sum stands beside it.
        const bool share = piece.text.find('%') != std::string::npos;
        if (question_.want == Want::Amount && share && has_money_) return piece.fit * 0.6;
        // A bare number in running text is seldom an amount.
        const bool bare = question_.want == Want::Amount && piece.fit < 0.8 &&
                          terms_of(line).size() > terms_of(piece.text).size() + 3;
        if (bare) return piece.fit * 0.4;
        if (question_.want == Want::Amount && question_.is_about("price")) return price_fit(piece);
        // "How many kcal": what is told in another unit, or in none, is something else.
        if (question_.want == Want::Count && is_unit(question_.thing))
            return holds(terms_of(piece.text), question_.thing) || piece.text == line ? 1 : 0.3;
        const bool counted = counts(line, piece) && !has_cents(piece.text);
        return question_.want == Want::Count && !counted ? piece.fit * 0.4 : piece.fit;
    }

    // Of "Grace Achebe Fix", where "fix" is asked: who did it.
    ValuePiece without_asked(ValuePiece piece) const {
        auto words = words_between_spaces(piece.text);
        const auto is_asked = [&](const std::string& word) {
            return std::ranges::any_of(terms_of(word), [&](const std::string& term) {
                return question_.is_about(term);
            });
        };
        while (!words.empty() && is_asked(words.back())) words.pop_back();
        // "Recipient Weight" are two labels, and nobody's name.
        if (!words.empty() && is_asked(words.front())) piece.fit *= 0.5;
        while (!words.empty() && is_asked(words.front())) words.erase(words.begin());
        std::string left;
        for (const auto& word : words) left += (left.empty() ? "" : " ") + word;
        while (left.ends_with(',')) left.pop_back();
        piece.text = std::move(left);
        return piece;
    }

    // What costs something is told with its currency, or at least with its cents.
    double price_fit(const ValuePiece& piece) const {
        if (!find_typed(TextType::Price, piece.text).empty()) return 1;
        if (has_cents(piece.text)) return 0.9;
        return has_money_ ? 0.1 : piece.fit >= 0.9 ? 0.9 : piece.fit * 0.4;
    }

    // "126 samples", "Errors 32", "Done (4)": beside what is counted, where it stands in a line with other words.
    bool counts(const std::string& line, const ValuePiece& piece) const {
        auto behind = terms_of(std::string_view(line).substr(piece.end));
        auto before = terms_of(std::string_view(line).substr(0, piece.begin));
        std::erase_if(behind, is_stop_word);  // "3 of them unused"
        std::erase_if(before, is_stop_word);
        std::erase(before, "total");  // "Customers (Total 148)"
        if (behind.empty() && before.empty()) return true;
        const bool year = piece.text.size() == 4 && piece.text >= "1900" && piece.text < "2100";
        if (year) before.clear();  // "by route, 2024"
        const bool next = !behind.empty() && (question_.is_about(behind.front()) ||
                                              (behind.size() > 1 && question_.is_about(behind[1])));
        return next || (!before.empty() && question_.is_about(before.back()));
    }

    // ---- what is counted here ---------------------------------------------------------------------------------------

    void add_count(std::vector<std::size_t> counted, double score) {
        if (counted.empty()) return;
        const auto count = std::to_string(counted.size());
        Candidate candidate{counted[0], count, count, coverage_.of(counted[0], true), score};
        if (score > 0) candidate.covered.met = question_.subjects.size();
        if (score == 0) candidate.score = candidate.covered.share * 0.9;
        candidate.counted = std::move(counted);
        candidates_.push_back(std::move(candidate));
    }

    // Three lines that say "Choir rehearsal" are three rehearsals; or what stands under "Pod".
    void add_counts() {
        if (is_told()) return;
        std::vector<std::size_t> holding;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const bool is_thing = question_.thing.empty() ||
                                  !holds(question_.hints, question_.thing) ||
                                  holds(passages_[i].terms, question_.thing);
            if (asked_.all_subjects_in(i) && is_thing) holding.push_back(i);
            if (relations_.head[i] && thing_heads_.contains(*relations_.head[i])) rows.push_back(i);
        }
        const bool only_thing =
            question_.subjects.size() == 1 && question_.subjects[0].term == question_.thing;
        if (only_thing && rows.size() >= 2) return add_count(std::move(rows), 0.9);
        if (holding.size() >= 2) add_count(std::move(holding), 0);
    }

    // ---- all of a line ----------------------------------------------------------------------------------------------

    // What stands over all of the page belongs to none of it in particular, unless it says what is asked.
    bool is_title(std::size_t i) const {
        const auto height = passages_[i].letter_height;
        const auto is_lower = [&](const Passage& other) {
            return &other == &passages_[i] || other.letter_height < height;
        };
        return question_.want == Want::Person && std::ranges::all_of(passages_, is_lower) &&
               std::ranges::none_of(question_.subjects, [&](const Subject& subject) {
                   return coverage_.holds(i, subject.term);
               });
    }

    // "Total: 45 EUR" is a label and its value in one line.
    void add_pair(std::size_t i) {
        const auto& line = passages_[i].text;
        if (is_other_side(passages_[i])) return;
        const auto at = line.find_first_of(":=");
        if (at == std::string::npos || at == 0 || at + 1 >= line.size()) return;
        if (line[at] == ':' && line[at + 1] != ' ') return;
        if (line[at] == '=' && line.find('(', at) != std::string::npos) return;  // code
        auto value = one_line(std::string_view(line).substr(at + 1));
        // Up to the label of the next: "No: 118  Date: 3 May"
        if (const auto next = value.find(": "); next != std::string::npos)
            value.resize(std::min(value.rfind(' ', next), value.size()));
        const auto label = terms_of(std::string_view(line).substr(0, at));
        const auto asked = std::ranges::count_if(label, [&](const std::string& term) {
            return question_.is_about(term);
        });
        if (asked == 0 || value.empty()) return;
        const auto covered = coverage_.of(i, true);
        const auto share = static_cast<double>(asked) / static_cast<double>(label.size());
        offer({i, value, value, covered, covered.share * (0.75 + 0.25 * share)});
    }

    // Of a change, what was there before is red, and what is there now is green.
    bool is_other_side(const Passage& passage) const {
        if (question_.side == Side::Any || !passage.ground) return false;
        const auto& ground = *passage.ground;
        const int redder = ground.red - ground.green;
        return question_.side == Side::Old ? redder < 8 : redder > -8;
    }

    // Labels stand above or before what they name; under a figure, too.
    bool may_be_label(std::size_t label, std::size_t value) const {
        const auto& box = passages_[label].box;
        const auto& other = passages_[value].box;
        return (passages_[value].figure && passages_[value].kind != BlockKind::Table) ||
               bottom_edge(box) <= top_edge(other) + std::int64_t{other.height} / 3 ||
               right_edge(box) <= left_edge(other);
    }

    // What stands beside or below a label that is asked for.
    void add_labelled(std::size_t i) {
        if (coverage_.asked_share(i) > 0.4 || !may_name(i)) return;
        double share = 0;
        for (const auto& tie : coverage_.ties(i)) {
            const bool of_heads = heads_.contains(i) && heads_.contains(tie.passage);
            if (tie.weight < kSurely || of_heads || !may_be_label(tie.passage, i)) continue;
            const auto& label = passages_[tie.passage];
            const bool running = label.kind != BlockKind::Table && label.terms.size() > kRunning;
            if (label.text.ends_with('?') || running) continue;
            // A value looks otherwise than its label, where it is no figure.
            const bool alike = label.kind != BlockKind::Table && label.ink == passages_[i].ink &&
                               label.letter_height == passages_[i].letter_height &&
                               !passages_[i].figure;
            // The next label of a list, or another of its entries.
            const bool other = tie.weight < 0.9 || question_.want == Want::Name;
            const auto trust = !alike ? 1 : other || has_figure(tie.passage) ? 0.5 : 0.8;
            share = std::max(share, coverage_.asked_share(tie.passage) * trust);
        }
        if (share < 0.3) return;
        const auto covered = coverage_.of(i, false);
        const auto length =
            passages_[i].terms.size() > kRunning ? 0.8 : 1;  // sentences seldom have a label
        offer({i, passages_[i].text, "", covered, covered.share * (0.6 + 0.4 * share) * length});
    }

    // A figure under it or beside it is its value.
    bool has_figure(std::size_t label) const {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (!passages_[i].figure || !may_be_label(label, i)) continue;
            const bool tied = std::ranges::any_of(coverage_.ties(i), [&](const Tie& tie) {
                return tie.passage == label && tie.weight >= kSurely;
            });
            if (tied) return true;
        }
        return false;
    }

    // What stands to the right of it is what it names.
    bool labels_a_value(std::size_t label) const {
        if (question_.want != Want::Text || passages_[label].terms.size() > kListed) return false;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const bool behind = right_edge(passages_[label].box) <= left_edge(passages_[i].box);
            const bool tied = std::ranges::any_of(coverage_.ties(i), [&](const Tie& tie) {
                return tie.passage == label && tie.weight >= 0.9;
            });
            if (behind && tied) return true;
        }
        return false;
    }

    // "Which platform": what stands in that column, where there is one.
    bool may_name(std::size_t i) const {
        if (thing_heads_.empty()) return true;
        const auto& head = relations_.head[i];
        return !head || thing_heads_.contains(*head);
    }

    // The line itself, where it says more than the question does.
    void add_line(std::size_t i) {
        const auto& passage = passages_[i];
        if (is_other_side(passage) || !may_name(i) || heads_.contains(i)) return;
        if (passage.text.ends_with('?')) return;  // it asks, too
        const auto own = coverage_.asked_share(i);
        if (own == 0 || own > 0.85) return;
        const auto covered = coverage_.of(i, true);
        const auto score = covered.share * (labels_a_value(i) ? 0.65 : 0.88);
        offer({i, passage.text, "", covered, score, true});
    }

    // What names the row that the rest of the question is about: under the thing asked for, or the first.
    void add_name(std::size_t i) {
        if (passages_[i].figure || heads_.contains(i)) return;
        const auto& head = relations_.head[i];
        const bool of_thing = head && thing_heads_.contains(*head);
        if (!of_thing && (!thing_heads_.empty() || !names_.contains(i))) return;
        const auto covered = coverage_.of(i, true);
        // "Failed · stage build" under the name of what failed.
        const bool says = relations_.item[i] != i && coverage_.asked_share(i) > 0;
        const auto trust = says ? 0.8 : of_thing ? 1.0 : 0.95;
        offer({i, passages_[i].text, "", covered, covered.share * trust});
    }

    // "Room Elbe", "port 8080": behind the thing that is asked for stands which one it is.
    void add_named(std::size_t i, const std::string& thing) {
        if (thing.empty() || heads_.contains(i)) return;
        const auto& line = passages_[i].text;
        const auto piece = named_piece(line, thing);
        if (!piece || question_.is_about(term_of(words_of(piece->text).front()))) return;
        const bool figure = is_figure(piece->text);
        if (!figure && question_.want == Want::Text) return;
        const auto covered = coverage_.of(i, line, *piece, {});
        const auto begin = line.rfind(' ', piece->begin - 2) + 1;  // of the thing
        auto text = figure ? piece->text : line.substr(begin, piece->end - begin);
        Candidate candidate{i, text, text, covered, covered.share};
        candidate.of_thing = true;
        offer(std::move(candidate));
    }

    const Asked& asked_;
    const std::vector<Passage>& passages_;
    const Question& question_;
    const Coverage& coverage_;
    const Relations& relations_;
    std::vector<Candidate> candidates_;
    std::set<std::size_t> heads_;        // of columns
    std::set<std::size_t> thing_heads_;  // those that say the thing that is asked for
    std::set<std::size_t> names_;        // of rows
    std::set<std::size_t> has_value_;    // labels with a figure to their right
    bool has_money_ = false;
    bool texts_ = false;
};

}  // namespace

Asked::Asked(const Question& asked_question, const View& seen)
    : view(seen),
      passages(seen.passages),
      types(types_asked(asked_question)),
      question(fitted(without_types(asked_question, types), seen.passages)),
      coverage(question, seen.passages),
      relations(coverage.relations()) {}

bool Asked::all_subjects_in(std::size_t passage) const {
    return std::ranges::all_of(question.subjects, [&](const Subject& subject) {
        return coverage.holds(passage, subject.term);
    });
}

std::string Asked::name_of(std::size_t passage) const {
    const auto& name = relations.name[passage];
    return name ? passages[*name].text : "";
}

std::string Asked::head_of(std::size_t passage) const {
    const auto& head = relations.head[passage];
    return head ? passages[*head].text : "";
}

bool answers_all(const Candidate& candidate, const Question& question) {
    return candidate.score >= kSureFrom && candidate.covered.met == question.subjects.size();
}

std::vector<Candidate> candidates_for(const Asked& asked) {
    return Collector(asked).all();
}

std::vector<Candidate> typed_candidates(const Asked& asked, TextType type) {
    return Collector(asked).typed(type);
}

}  // namespace fovea::reading
