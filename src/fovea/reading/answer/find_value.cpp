#include "fovea/reading/answer/find_value.hpp"

#include "fovea/reading/answer/aligned_rows.hpp"
#include "fovea/reading/answer/coverage.hpp"
#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/typed_text.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace fovea::reading {
namespace {

constexpr double kSureFrom = 0.62;  // of what is asked
constexpr double kClear = 0.05;     // ahead of the next
constexpr double kWorthTelling = 0.4;
constexpr std::size_t kMaxListed = 12;
constexpr std::size_t kMaxUnsure = 3;

struct Candidate {
    std::size_t passage = 0;
    std::string text;  // the bare answer
    std::string lead;  // what is told before the line that it stands in
    Covered covered;
    double score = 0;
    bool quote = false;  // the line as it is
};

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
    const auto want = read_intent(question).want;
    std::vector<TextType> types;
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
        std::erase(intent.hints, root_of(term));
    }
    return intent;
}

class Search {
public:
    Search(const Question& question, const View& view)
        : question_(question),
          view_(view),
          passages_(view.passages),
          types_(types_asked(question)),
          intent_(fitted(intent_of(question, types_), view.passages)),
          coverage_(intent_, view.sight.page, view.passages),
          rows_(aligned_rows(view.passages)),
          asks_price_(is_asked(root_of("price"))) {
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

    Findings find() {
        if (intent_.subjects.empty() && types_.empty()) return {};
        if (intent_.extreme == Extreme::Highest || intent_.extreme == Extreme::Lowest) {
            auto extreme = find_extreme(intent_, view_);
            if (!extreme.empty()) return extreme;
        }
        if (!types_.empty()) return of_types();
        if (wants_pieces()) add_pieces();
        if (intent_.want == Want::Count) add_repeated();
        const bool found = std::ranges::any_of(candidates_, [&](const Candidate& each) {
            return each.score >= kSureFrom && each.covered.met == intent_.subjects.size();
        });
        if (candidates_.empty() || !wants_pieces()) add_texts();
        for (std::size_t i = 0; wants_pieces() && !found && i < passages_.size(); ++i) add_pair(i);
        return decide();
    }

private:
    bool wants_pieces() const {
        switch (intent_.want) {
            case Want::Amount:
            case Want::Count:
            case Want::Measure:
            case Want::Duration:
            case Want::Moment:
            case Want::Person:
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
        if (is_hidden(candidate.text) || is_title(candidate.passage)) return;
        // Nobody is told what he said himself.
        const auto roots = roots_of(candidate.text);
        const bool echo =
            !candidate.quote && std::ranges::all_of(roots, [&](const std::string& root) {
                return std::ranges::find(intent_.subjects, root) != intent_.subjects.end();
            });
        if (!echo) candidates_.push_back(std::move(candidate));
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

    // "The email and the phone number": the best of each.
    Findings of_types() {
        Findings all;
        for (const auto type : types_) {
            candidates_.clear();
            add_typed(type);
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

    void add_typed(TextType type) {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto pieces = typed_pieces(type, passages_[i].text);
            for (const auto& piece : pieces) add_piece(i, piece, pieces, 1);
        }
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
                if (intent_.want == Want::Amount && asks_price_) fit = price_fit(piece);
                const bool counted = counts(passages_[i].text, piece) && !has_cents(piece.text);
                if (intent_.want == Want::Count && !counted) fit *= 0.4;
                if (intent_.want == Want::Person) piece = without_asked(piece);
                if (!piece.text.empty()) add_piece(i, piece, pieces, fit);
            }
        }
    }

    // What stands over all of the page belongs to none of it in particular, unless it says what is asked.
    bool is_title(std::size_t i) const {
        const auto height = passages_[i].letter_height;
        const bool largest = std::ranges::all_of(passages_, [&](const Passage& other) {
            return &other == &passages_[i] || other.letter_height < height;
        });
        return largest && intent_.want == Want::Person &&
               std::ranges::none_of(intent_.subjects, [&](const std::string& root) {
                   return coverage_.holds(i, root);
               });
    }

    bool is_day(std::size_t i) const {
        return passages_[i].kind == BlockKind::Table &&
               is_calendar(view_.sight.page.blocks[passages_[i].block]);
    }

    bool is_head(std::size_t i) const {
        const auto& passage = passages_[i];
        if (passage.kind != BlockKind::Table) return false;
        const auto head = head_row(view_.sight.page.blocks[passage.block]);
        return head && passage.row <= *head;
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
        if (question_.asks("date") || intent_.thing == "day")
            return clock ? piece.fit * 0.6 : piece.fit;
        return intent_.by_time && !clock ? piece.fit * 0.6 : piece.fit;
    }

    // Of "Grace Achebe Fix", where "fix" is asked: who did it.
    ValuePiece without_asked(ValuePiece piece) const {
        auto words = words_between_spaces(piece.text);
        const auto is_asked = [&](const std::string& word) {
            const auto roots = roots_of(word);
            return std::ranges::any_of(roots, [&](const std::string& root) {
                return std::ranges::find(intent_.subjects, root) != intent_.subjects.end() ||
                       std::ranges::find(intent_.hints, root) != intent_.hints.end();
            });
        };
        while (!words.empty() && is_asked(words.back())) words.pop_back();
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
        const bool next = !behind.empty() &&
                          (is_asked(behind.front()) || (behind.size() > 1 && is_asked(behind[1])));
        return next || (!before.empty() && is_asked(before.back()));
    }

    // Three lines that say "Choir rehearsal" are three rehearsals.
    void add_repeated() {
        std::vector<std::size_t> holding;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const bool all = std::ranges::all_of(intent_.subjects, [&](const std::string& root) {
                return coverage_.holds(i, root);
            });
            if (all) holding.push_back(i);
        }
        const bool told = std::ranges::any_of(candidates_, [&](const Candidate& each) {
            return each.score >= kSureFrom && each.covered.met == intent_.subjects.size();
        });
        if (told) return;
        if (!intent_.state.empty()) {
            std::vector<std::size_t> states;
            for (std::size_t i = 0; i < passages_.size(); ++i) {
                const auto roots = roots_of(passages_[i].text);
                if (roots.size() == 1 && roots[0] == intent_.state) states.push_back(i);
            }
            if (states.size() > 1) holding = std::move(states);
        }
        if (holding.size() < 2) return;
        Candidate candidate{
            holding[0], std::to_string(holding.size()), "", coverage_.of(holding[0], true), 0};
        candidate.score = candidate.covered.share * 0.9;
        const auto counted = roots_of(passages_[holding[0]].text);
        if (counted == std::vector{intent_.state}) {
            candidate.score = 0.9;
            candidate.covered.met = intent_.subjects.size();
        }
        candidate.lead = candidate.text;
        repeated_ = holding;
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
        const auto asked =
            std::ranges::count_if(label, [&](const std::string& root) { return is_asked(root); });
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

    bool is_asked(const std::string& root) const {
        return std::ranges::find(intent_.subjects, root) != intent_.subjects.end() ||
               std::ranges::find(intent_.hints, root) != intent_.hints.end();
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
        const auto column = column_of_thing(view_.sight.page.blocks[passages_[i].block]);
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
        const auto& table = view_.sight.page.blocks[cell.block];
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
        const bool listed = intent_.several || !types_.empty() || are_one_column();
        if (all_met && best.score >= kSureFrom && !clear && intent_.want == Want::Text) {
            if (auto row = one_row(); !row.empty()) return row;
        }
        const bool asks_state = intent_.want == Want::YesNo || question_.asks("select") ||
                                question_.asks("check") || question_.asks("disabled") ||
                                question_.asks("enabled");
        const bool no_attribute = best.quote && !intent_.attribute.empty() &&
                                  is_asked(intent_.attribute) &&
                                  !coverage_.holds(best.passage, intent_.attribute);
        findings.sure = all_met && best.score >= kSureFrom && (clear || listed) && !no_attribute &&
                        intent_.extreme == Extreme::None && !asks_state;
        if (!types_.empty() && intent_.several && !all_same(0.05)) findings.sure = false;
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
            const bool all = std::ranges::all_of(intent_.subjects, [&](const std::string& root) {
                return coverage_.holds(i, root);
            });
            if (!all || coverage_.asked_share(i) < 1) continue;
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
        const auto& table = view_.sight.page.blocks[first.block];
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
            const bool any = intent_.several && !types_.empty();
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
        if (!repeated_.empty() && best.passage == repeated_[0] &&
            best.text == std::to_string(repeated_.size())) {
            findings.list.clear();
            findings.sure = best.score >= kSureFrom;
            findings.value = best.text;
            findings.list.push_back(
                {best.text, "lines or cells have these words", passages_[best.passage].box}
            );
            for (std::size_t k = 0; k < repeated_.size() && k < kMaxListed; ++k) {
                findings.list.push_back(finding_of(passages_[repeated_[k]]));
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
            finding.box = box_of_words(passage, view_.sight.reading, [&](const std::string& word) {
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
            const auto& table = view_.sight.page.blocks[passage.block];
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

    const Question& question_;
    const View& view_;
    const std::vector<Passage>& passages_;
    std::vector<TextType> types_;  // forms of text that are asked for by their names
    Intent intent_;
    Coverage coverage_;
    std::vector<Candidate> candidates_;
    AlignedRows rows_;
    std::vector<std::size_t> repeated_;
    bool asks_price_ = false;
    bool has_money_ = false;
    std::set<std::size_t> has_value_;  // labels with a figure to their right
};

}  // namespace

Findings find_value(const Question& question, const View& view) {
    View all{view.sight, view.passages};
    for (const auto& code : view.sight.reading.barcodes) add_wifi(all.passages, code);
    return Search(question, all).find();
}

}  // namespace fovea::reading
