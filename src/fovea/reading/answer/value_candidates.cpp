#include "fovea/reading/answer/value_candidates.hpp"

#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fovea::reading {
namespace {

constexpr double kOtherThing = 0.85;

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

std::vector<ValuePiece> typed_pieces(TextType type, std::string_view line) {
    std::vector<ValuePiece> pieces;
    for (auto& text : find_typed(type, line)) {
        const auto begin = std::min(line.find(text), line.size());
        const auto end = std::min(begin + text.size(), line.size());
        pieces.push_back({std::move(text), begin, end, 1});
    }
    return pieces;
}

bool is_hidden(std::string_view text) {
    return words_of(text).empty();
}

// "5,80" and "1,204.18", but not "18,442".
bool has_cents(std::string_view text) {
    const auto at = text.find_last_of(".,");
    return at != std::string_view::npos && text.size() - at == 3 &&
           text.find_first_not_of("0123456789", at + 1) == std::string_view::npos;
}

// Where a figure or a name is wanted, its form is known already: "When is the date?"
std::vector<TextType> types_asked(const Question& question) {
    const auto intent = read_intent(question);
    const auto want = intent.want;
    std::vector<TextType> types;
    if (intent.extreme == Extreme::Highest || intent.extreme == Extreme::Lowest) return types;
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
Intent intent_of(const Question& question, const std::vector<TextType>& types) {
    auto intent = read_intent(question);
    for (const auto& [term, type] : kTypeWords) {
        if (std::ranges::find(types, type) == types.end()) continue;
        for (std::size_t i = 0; i < intent.said.size() && i < intent.subjects.size(); ++i) {
            const bool said =
                intent.subjects[i] == root_of(term) || intent.subjects[i] == root_of("address");
            if (!said) continue;
            intent.subjects.erase(intent.subjects.begin() + static_cast<std::ptrdiff_t>(i));
            intent.said.erase(intent.said.begin() + static_cast<std::ptrdiff_t>(i));
            --i;
        }
        std::erase(intent.subjects, root_of(term));
    }
    return intent;
}

class Collector {
public:
    explicit Collector(const Asked& asked)
        : asked_(asked),
          page_(asked.view.sight.page),
          passages_(asked.passages),
          intent_(asked.intent),
          coverage_(asked.coverage),
          rows_(asked.rows) {
        has_money_ = std::ranges::any_of(passages_, [](const Passage& passage) {
            return !find_typed(TextType::Price, passage.text).empty();
        });
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (!is_figure(passages_[i].text)) continue;
            for (const auto& tie : coverage_.ties(i)) {
                const auto& label = passages_[tie.passage];
                if (tie.weight >= 0.9 && right_edge(label.box) <= left_edge(passages_[i].box))
                    has_value_.insert(tie.passage);
            }
        }
    }

    std::vector<Candidate> all() {
        if (wants_pieces()) add_pieces();
        if (intent_.want == Want::Count && !is_told()) add_repeated();
        const bool found = is_told();
        if (candidates_.empty() || !wants_pieces()) add_texts();
        for (std::size_t i = 0; wants_pieces() && !found && i < passages_.size(); ++i) add_pair(i);
        // "Which port": what does not belong to a port is something else of the server.
        const bool known = !wants_pieces() && std::ranges::any_of(candidates_, [&](auto& each) {
            return each.of_thing && answers_all(each, intent_);
        });
        for (auto& each : candidates_) {
            if (known && !each.of_thing) each.score *= kOtherThing;
        }
        return std::move(candidates_);
    }

    std::vector<Candidate> typed(TextType type) {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto pieces = typed_pieces(type, passages_[i].text);
            for (const auto& piece : pieces) add_piece(i, piece, pieces, 1);
        }
        return std::move(candidates_);
    }

private:
    bool is_told() const {
        return std::ranges::any_of(candidates_, [&](const Candidate& each) {
            return answers_all(each, intent_);
        });
    }

    // A part of a line, and not all that stands there.
    bool wants_pieces() const {
        return intent_.want != Want::Text && intent_.want != Want::Name &&
               intent_.want != Want::Reason && intent_.want != Want::YesNo &&
               intent_.want != Want::Place;
    }

    void offer(Candidate candidate) {
        // No figure is a place.
        if (intent_.want == Want::Place && is_figure(candidate.text)) return;
        if (is_hidden(candidate.text) || is_title(candidate.passage)) return;
        // Nobody is told what he said himself.
        const bool echo = std::ranges::all_of(roots_of(candidate.text), [&](const auto& root) {
            return std::ranges::find(intent_.subjects, root) != intent_.subjects.end();
        });
        if (echo && !candidate.quote) return;
        if (wants_pieces() && candidate.counted.empty())
            candidate.is_kind = !value_pieces(intent_.want, candidate.text).empty();
        // Behind "Traveller" stands who it is, and not where.
        const bool named = std::ranges::any_of(coverage_.ties(candidate.passage), [&](auto& tie) {
            return tie.weight >= 0.9 && coverage_.asked_share(tie.passage) == 1;
        });
        if (intent_.want == Want::Place && named) candidate.is_kind = false;
        const auto own = roots_of(candidate.text);
        candidate.of_thing = !intent_.thing.empty() &&
                             std::ranges::find(own, intent_.thing) == own.end() &&
                             coverage_.belongs(candidate.passage, intent_.thing);
        candidates_.push_back(std::move(candidate));
    }

    void add_piece(
        std::size_t i, const ValuePiece& piece, const std::vector<ValuePiece>& pieces, double fit
    ) {
        const auto& line = passages_[i].text;
        const auto covered = coverage_.of(i, line, piece, pieces);
        Candidate candidate{i, piece.text, "", covered, covered.share * (0.3 + 0.7 * fit)};
        if (has_value_.contains(i) && piece.text != line && passages_[i].terms.size() <= 5)
            candidate.score *= 0.75;
        if (piece.text != line) candidate.lead = piece.text;
        offer(std::move(candidate));
    }

    void add_pieces() {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (is_head(i) || (intent_.want == Want::Count && is_day(i))) continue;
            auto pieces = value_pieces(intent_.want, passages_[i].text);
            // The day of a calendar.
            if (intent_.want == Want::Moment && intent_.thing == "day" &&
                passages_[i].text.size() <= 2) {
                pieces = value_pieces(Want::Number, passages_[i].text);
            }
            for (auto piece : pieces) {
                auto fit = piece.fit;
                if (intent_.want == Want::Moment) fit = moment_fit(piece);
                if (intent_.want == Want::Amount && asked_.is_asked(root_of("price")))
                    fit = price_fit(piece);
                const bool counted = counts(passages_[i].text, piece) && !has_cents(piece.text);
                if (intent_.want == Want::Count && !counted) fit *= 0.4;
                if (intent_.want == Want::Person) fit = (piece = without_asked(piece)).fit;
                if (!piece.text.empty()) add_piece(i, piece, pieces, fit);
            }
        }
    }

    // What stands over all of the page belongs to none of it in particular, unless it says what is asked.
    bool is_title(std::size_t i) const {
        const auto height = passages_[i].letter_height;
        return intent_.want == Want::Person &&
               std::ranges::all_of(
                   passages_,
                   [&](auto& other) {
                       return &other == &passages_[i] || other.letter_height < height;
                   }
               ) &&
               std::ranges::none_of(intent_.subjects, [&](const std::string& root) {
                   return coverage_.holds(i, root);
               });
    }

    bool is_day(std::size_t i) const {
        return passages_[i].kind == BlockKind::Table &&
               is_calendar(page_.blocks[passages_[i].block]);
    }

    bool is_head(std::size_t i) const {
        const auto& passage = passages_[i];
        if (passage.kind != BlockKind::Table) return false;
        const auto head = head_row(page_.blocks[passage.block]);
        return head && passage.row == *head;
    }

    // "What time" wants a time of day, "which day" does not; "until when" the end of a span.
    double moment_fit(ValuePiece& piece) const {
        const bool clock = piece.text.find(':') != std::string::npos;
        if (intent_.until) {
            const auto last = words_between_spaces(piece.text).back();
            if (!find_typed(TextType::Time, last).empty()) piece.text = last;
        } else if (intent_.since) {
            const auto first = words_between_spaces(piece.text).front();
            if (!find_typed(TextType::Time, first).empty()) piece.text = first;
        }
        if (asked_.question.asks("date") || intent_.thing == "day")
            return clock ? piece.fit * 0.6 : piece.fit;
        return intent_.by_time && !clock ? piece.fit * 0.6 : piece.fit;
    }

    // Of "Grace Achebe Fix", where "fix" is asked: who did it.
    ValuePiece without_asked(ValuePiece piece) const {
        auto words = words_between_spaces(piece.text);
        const auto is_asked = [&](const std::string& word) {
            return std::ranges::any_of(roots_of(word), [&](const std::string& root) {
                return asked_.is_asked(root);
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
        const auto behind = roots_of(std::string_view(line).substr(piece.end));
        const auto before = roots_of(std::string_view(line).substr(0, piece.begin));
        if (behind.empty() && before.empty()) return true;
        const bool next = !behind.empty() && (asked_.is_asked(behind.front()) ||
                                              (behind.size() > 1 && asked_.is_asked(behind[1])));
        return next || (!before.empty() && asked_.is_asked(before.back()));
    }

    // Three lines that say "Choir rehearsal" are three rehearsals.
    void add_repeated() {
        std::vector<std::size_t> holding;
        std::vector<std::size_t> states;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (asked_.all_subjects_in(i)) holding.push_back(i);
            if (roots_of(passages_[i].text) == std::vector{intent_.state}) states.push_back(i);
        }
        const bool by_state = states.size() > 1;
        if (by_state) holding = std::move(states);
        if (holding.size() < 2) return;
        const auto count = std::to_string(holding.size());
        Candidate candidate{holding[0], count, count, coverage_.of(holding[0], true), 0};
        candidate.score = by_state ? 0.9 : candidate.covered.share * 0.9;
        if (by_state) candidate.covered.met = intent_.subjects.size();
        candidate.counted = std::move(holding);
        candidates_.push_back(std::move(candidate));
    }

    void add_texts() {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            add_pair(i);
            add_labelled(i);
            add_line(i);
            if (intent_.want == Want::Name) add_name(i);
        }
    }

    // "Total: 45 EUR" is a label and its value in one line.
    void add_pair(std::size_t i) {
        const auto& line = passages_[i].text;
        if (is_other_side(passages_[i])) return;
        const auto at = line.find_first_of(":=");
        if (at == std::string::npos || at == 0 || at + 1 >= line.size()) return;
        if (line[at] == ':' && line[at + 1] != ' ') return;
        const auto value = one_line(std::string_view(line).substr(at + 1));
        const auto label = roots_of(std::string_view(line).substr(0, at));
        const auto asked = std::ranges::count_if(label, [&](const std::string& root) {
            return asked_.is_asked(root);
        });
        if (asked == 0 || value.empty()) return;
        const auto covered = coverage_.of(i, true);
        const auto share = static_cast<double>(asked) / static_cast<double>(label.size());
        offer({i, value, value, covered, covered.share * (0.75 + 0.25 * share)});
    }

    // Of a change, what was there before is red, and what is there now is green.
    bool is_other_side(const Passage& passage) const {
        if (intent_.side == Side::Any || !passage.ground) return false;
        const auto& ground = *passage.ground;
        const int redder = ground.red - ground.green;
        return intent_.side == Side::Old ? redder < 8 : redder > -8;
    }

    // Labels stand above or before what they name; under a figure, too.
    bool may_be_label(std::size_t label, std::size_t value) const {
        const auto& box = passages_[label].box;
        const auto& other = passages_[value].box;
        return is_figure(passages_[value].text) || passages_[value].kind == BlockKind::Table ||
               top_edge(box) + 2 < top_edge(other) || right_edge(box) <= left_edge(other);
    }

    // What stands beside or below a label that is asked for.
    void add_labelled(std::size_t i) {
        double share = 0;
        for (const auto& tie : coverage_.ties(i)) {
            if (tie.weight < 0.75 || !may_be_label(tie.passage, i)) continue;
            // A value looks otherwise than its label, where it is no figure.
            const auto& label = passages_[tie.passage];
            if (label.text.ends_with('?')) continue;
            const bool alike = label.kind != BlockKind::Table && label.ink == passages_[i].ink &&
                               label.letter_height == passages_[i].letter_height &&
                               !is_figure(passages_[i].text);
            share = std::max(
                share,
                coverage_.asked_share(tie.passage) *
                    (alike ? has_figure(tie.passage) ? 0.5 : 0.8 : 1)
            );
        }
        if (share < 0.5 || coverage_.asked_share(i) > 0.4) return;
        if (!may_name(i)) return;
        const auto covered = coverage_.of(i, false);
        offer({i, passages_[i].text, "", covered, covered.share * (0.6 + 0.4 * share)});
    }

    // A figure under it or beside it is its value.
    bool has_figure(std::size_t label) const {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const bool tied = std::ranges::any_of(coverage_.ties(i), [&](const Tie& tie) {
                return tie.passage == label && tie.weight >= 0.75;
            });
            if (tied && is_figure(passages_[i].text) && may_be_label(label, i)) return true;
        }
        return false;
    }

    // "Which platform": what stands in that column, where the table has one.
    bool may_name(std::size_t i) const {
        if (intent_.thing.empty() || passages_[i].kind != BlockKind::Table) return true;
        const auto column = column_of_thing(page_.blocks[passages_[i].block]);
        return !column || *column == passages_[i].column;
    }

    std::optional<std::size_t> column_of_thing(const Block& table) const {
        const auto head = head_row(table);
        for (std::size_t c = 0; head && c < table.cells[*head].size(); ++c) {
            const auto roots = roots_of(table.cells[*head][c].text);
            if (std::ranges::find(roots, intent_.thing) != roots.end()) return c;
        }
        return std::nullopt;
    }

    // The line itself, where it says more than the question does.
    void add_line(std::size_t i) {
        if (is_other_side(passages_[i]) || !may_name(i)) return;
        if (passages_[i].text.ends_with('?')) return;  // it asks, too
        if (intent_.inside && roots_of(passages_[i].text).size() <= intent_.subjects.size() + 2)
            return;
        const auto covered = coverage_.of(i, true);
        const auto own = coverage_.asked_share(i);
        if (own == 0 || own > 0.85) return;
        auto score = covered.share * 0.88;
        if (intent_.want == Want::Name && passages_[i].terms.size() > 7) score *= 0.85;
        if (intent_.want == Want::Reason)
            score *= error_strength(passages_[i].text) >= kMentionsError ? 1.1 : 0.8;
        offer({i, passages_[i].text, "", covered, score, true});
    }

    // The cell of the row that the rest of the question names: below the thing asked for, or the first.
    void add_name(std::size_t i) {
        const auto& cell = passages_[i];
        if (cell.kind != BlockKind::Table) {
            const bool first = std::ranges::find(rows_.name, std::optional(i)) != rows_.name.end();
            const auto covered = coverage_.of(i, true);
            if (first && !is_figure(cell.text))
                offer({i, cell.text, "", covered, covered.share * 0.95});
            return;
        }
        const auto& table = page_.blocks[cell.block];
        const auto head = head_row(table);
        const auto named = column_of_thing(table);
        auto column = named.value_or(table.cells[cell.row].size());
        for (std::size_t c = 0; !named && c < table.cells[cell.row].size(); ++c) {
            if (table.cells[cell.row][c].words.empty() || is_figure(table.cells[cell.row][c].text))
                continue;
            column = c;
            break;
        }
        if (cell.column != column || (head && cell.row <= *head)) return;
        const auto covered = coverage_.of(i, true);
        offer({i, cell.text, "", covered, covered.share * (named ? 1.0 : 0.95)});
    }

    const Asked& asked_;
    const Page& page_;
    const std::vector<Passage>& passages_;
    const Intent& intent_;
    const Coverage& coverage_;
    const AlignedRows& rows_;
    std::vector<Candidate> candidates_;
    bool has_money_ = false;
    std::set<std::size_t> has_value_;  // labels with a figure to their right
};

}  // namespace

Asked::Asked(const Question& asked_question, const View& seen)
    : question(asked_question),
      view(seen),
      passages(seen.passages),
      types(types_asked(asked_question)),
      intent(fitted(intent_of(asked_question, types), seen.passages)),
      coverage(intent, seen.sight.page, seen.passages),
      rows(aligned_rows(seen.passages)) {}

bool Asked::is_asked(const std::string& root) const {
    return std::ranges::find(intent.subjects, root) != intent.subjects.end() ||
           std::ranges::find(intent.hints, root) != intent.hints.end();
}

bool Asked::all_subjects_in(std::size_t passage) const {
    return std::ranges::all_of(intent.subjects, [&](const std::string& root) {
        return coverage.holds(passage, root);
    });
}

bool answers_all(const Candidate& candidate, const Intent& intent) {
    return candidate.score >= kSureFrom && candidate.covered.met == intent.subjects.size();
}

std::vector<Candidate> candidates_for(const Asked& asked) {
    return Collector(asked).all();
}

std::vector<Candidate> typed_candidates(const Asked& asked, TextType type) {
    return Collector(asked).typed(type);
}

}  // namespace fovea::reading
