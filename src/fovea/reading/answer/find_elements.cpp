#include "fovea/reading/answer/find_elements.hpp"

#include "fovea/reading/answer/element_words.hpp"
#include "fovea/reading/answer/question.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxListed = 40;

struct KindWord {
    std::string_view term;
    std::array<ElementKind, 2> kinds;
};

// "link" is read as "url".
constexpr KindWord kKindWords[] = {
    {"radio", {ElementKind::Radio, ElementKind::Radio}},
    {"checkbox", {ElementKind::Checkbox, ElementKind::Checkbox}},
    {"toggle", {ElementKind::Toggle, ElementKind::Toggle}},
    {"tab", {ElementKind::Tab, ElementKind::Tab}},
    {"field", {ElementKind::Field, ElementKind::Select}},
    {"dropdown", {ElementKind::Select, ElementKind::Select}},
    {"slider", {ElementKind::Slider, ElementKind::Slider}},
    {"menu", {ElementKind::MenuItem, ElementKind::MenuItem}},
    {"icon", {ElementKind::Icon, ElementKind::Icon}},
    {"url", {ElementKind::Link, ElementKind::Link}},
    {"button", {ElementKind::Button, ElementKind::Button}},
};

enum class Asked { Disabled, Enabled, Chosen, NotChosen, Focused, Error };

// Words of the question that speak of controls, and name none.
constexpr std::string_view kOwnWords =
    "radio checkbox toggle tab field dropdown slider menu icon url button check select focus "
    "disabled enabled active current say box option item off control turn error click press tap "
    "unchecked label text type form page kind set";

bool is_own_word(const std::string& term) {
    static const TermSet words(kOwnWords);
    return words.contains(term);
}

// "Where did it happen?" is about the world.
bool is_place_question(const Question& question) {
    return question.asks("click") || question.asks("press") || question.asks("tap") ||
           (question.asks("where") && !question.says({"did", "does", "was", "were", "will"}));
}

// "Is dark mode on?": "on" alone says nothing.
bool asks_on_or_off(const Question& question) {
    if (question.words.size() < 3) return false;
    const auto is_one_of = [](const std::string& word, auto... words) {
        return ((word == words) || ...);
    };
    return is_one_of(question.words.front(), "is", "are", "ist", "sind") &&
           is_one_of(question.words.back(), "on", "off", "an", "aus");
}

std::vector<ElementKind> kinds_asked(const Question& question) {
    std::vector<ElementKind> kinds;
    for (const auto& [term, meant] : kKindWords) {
        if (!question.asks(term)) continue;
        // "radio button" is no button; "menu button" may be one.
        if (term == "button" && !kinds.empty()) continue;
        kinds.insert(kinds.end(), meant.begin(), meant.end());
    }
    return kinds;
}

// "Which file is open?", "Which page of the settings is open?"
bool asks_what_is_open(const Question& question) {
    const bool open = question.asks("open") || question.asks("active") || question.asks("current");
    const bool asked = !question.words.empty() &&
                       (question.words.front() == "which" || question.words.front() == "what");
    return open && asked &&
           (question.asks("file") || question.asks("page") || question.asks("section") ||
            question.asks("view"));
}

std::optional<Asked> state_asked(const Question& question) {
    if (question.asks("disabled")) return Asked::Disabled;
    if (question.asks("enabled")) return Asked::Enabled;
    if (question.asks("focus")) return Asked::Focused;
    const bool denied = question.says({"not", "un", "unselected", "nicht", "off", "aus"});
    if (question.asks("unchecked")) return Asked::NotChosen;
    // "Can I press Continue?"
    if (!question.words.empty() && question.words.front() == "can" &&
        question.says({"click", "press", "tap", "submit", "use"}))
        return Asked::Enabled;
    const bool of_tab =
        question.asks("tab") || question.asks("menu") || asks_what_is_open(question);
    if (question.asks("check") || question.asks("select") || asks_on_or_off(question) ||
        (of_tab && (question.asks("active") || question.asks("current") || question.asks("open"))
        )) {
        return denied ? Asked::NotChosen : Asked::Chosen;
    }
    if (question.says({"on", "off"}) && question.asks("toggle")) {
        return denied ? Asked::NotChosen : Asked::Chosen;
    }
    if (question.asks("error") && question.asks("field")) return Asked::Error;
    return std::nullopt;
}

bool denies(std::string_view label) {
    return std::ranges::any_of(words_of(label), [](const std::string& word) {
        return is_word_of("not un nicht off aus", word);
    });
}

bool is_chosen(const Element& element) {
    return element.is(ElementState::Checked) || element.is(ElementState::Selected);
}

// Whether such a control can be what is asked for at all.
bool can_be(ElementKind kind, Asked asked) {
    switch (asked) {
        case Asked::Disabled:
        case Asked::Enabled: return kind != ElementKind::Link && kind != ElementKind::Icon;
        case Asked::Chosen:
        case Asked::NotChosen:
            return kind == ElementKind::Checkbox || kind == ElementKind::Radio ||
                   kind == ElementKind::Toggle || kind == ElementKind::Tab ||
                   kind == ElementKind::MenuItem;
        case Asked::Focused: return kind != ElementKind::Icon;
        case Asked::Error: return kind == ElementKind::Field || kind == ElementKind::Select;
    }
    return false;
}

bool holds(const Element& element, Asked asked) {
    switch (asked) {
        case Asked::Disabled: return element.is(ElementState::Disabled);
        case Asked::Enabled: return !element.is(ElementState::Disabled);
        case Asked::Chosen: return is_chosen(element);
        case Asked::NotChosen: return !is_chosen(element);
        case Asked::Focused: return element.is(ElementState::Focused);
        case Asked::Error: return element.is(ElementState::Error);
    }
    return false;
}

// As it is said of one control of that kind.
std::string state_word(ElementKind kind, Asked asked, bool is_so) {
    const auto word = [&]() -> std::string_view {
        switch (asked) {
            case Asked::Disabled: return "disabled";
            case Asked::Enabled: return is_so ? "enabled" : "disabled";
            case Asked::Chosen:
            case Asked::NotChosen:
                if (kind == ElementKind::Checkbox) return "ticked";
                if (kind == ElementKind::Radio) return "chosen";
                return kind == ElementKind::Toggle ? "on" : "selected";
            case Asked::Focused: return "focused";
            case Asked::Error: return "in error";
        }
        return "";
    }();
    if (asked == Asked::Enabled) return std::string(word);
    const bool denies = asked == Asked::NotChosen;
    return (is_so != denies ? "" : "not ") + std::string(word);
}

bool is_yes_or_no(const Question& question) {
    if (question.words.empty()) return false;
    const auto& first = question.words.front();
    return first == "is" || first == "are" || first == "does" || first == "do" || first == "has" ||
           first == "can" || first == "ist" || first == "sind" || first == "est";
}

Finding finding_for(const PageElement& each, std::string text) {
    return {
        .lead = element_name(each),
        .text = std::move(text),
        .box = each.element.box,
        .confidence = each.element.score,
        .label = each.label.empty() ? std::string(name_of(each.element.kind)) : each.label};
}

// "Which ones?": the name is the answer, `button, disabled: [box] Save`.
Finding told_by_name(const PageElement& each, const std::string& state) {
    const auto kind = std::string(name_of(each.element.kind)) +
                      (each.element.kind == ElementKind::Radio ? " button" : "");
    auto finding = finding_for(each, each.label.empty() ? "(without words)" : each.label);
    finding.lead = state.empty() ? kind : kind + ", " + state;
    return finding;
}

std::string state_or(const PageElement& each, std::string_view otherwise) {
    auto state = element_state(each);
    return state.empty() ? std::string(otherwise) : state;
}

using Candidates = std::vector<const PageElement*>;

class Search {
public:
    Search(const Question& question, const View& view)
        : question_(question),
          passages_(view.passages),
          elements_(view.sight.page.elements),
          kinds_(kinds_asked(question)),
          state_(state_asked(question)) {
        for (const auto& term : question.terms) {
            if (!is_own_word(term) && !is_hint(term)) names_.push_back(term);
        }
        if (asks_what_is_open(question)) open_ = std::exchange(names_, {});
        for (const auto& each : elements_) terms_.push_back(terms_beside(each, view.passages));
    }

    Findings find() {
        if (auto held = about_held(); !held.empty()) return held;
        const auto all = candidates();
        if (all.empty()) return {};
        if (!names_.empty()) {
            const auto named = named_among(all);
            if (!named.empty() || !state_) return about_named(named);
            const auto group = group_below(all);
            auto findings = group.empty() ? Findings{} : about_state(group);
            findings.covered.insert(
                findings.covered.end(), names_found_.begin(), names_found_.end()
            );
            return findings;
        }
        if (!open_.empty()) {
            auto findings = about_open(all);
            findings.covered.insert(findings.covered.end(), open_.begin(), open_.end());
            return findings;
        }
        if (state_) return about_state(all);
        return kinds_.empty() ? Findings{} : about_kind(all);
    }

private:
    // All of the kinds that are asked for; without any, all that can be in the state.
    Candidates candidates() const {
        Candidates fitting;
        for (const auto& each : elements_) {
            const auto kind = each.element.kind;
            const bool of_kind = kinds_.empty() || std::ranges::find(kinds_, kind) != kinds_.end();
            if (of_kind && (!state_ || can_be(kind, *state_))) fitting.push_back(&each);
        }
        return fitting;
    }

    // Those whose labels have the most of the words that are asked for, if that is more than half.
    Candidates named_among(const Candidates& all) {
        Candidates best;
        std::size_t most = 1;
        for (const auto* each : all) {
            std::vector<std::string> covered;
            const auto shared =
                shared_among(terms_[static_cast<std::size_t>(each - elements_.data())], covered);
            if (shared < most) continue;
            if (shared > most) best.clear();
            most = shared;
            if (best.empty()) names_found_ = covered;
            best.push_back(each);
        }
        if (most * 2 <= names_.size()) best.clear();
        // "Save" is asked for, and not "Save as template".
        const auto shortest = [](const PageElement* a, const PageElement* b) {
            return terms_of(a->label).size() < terms_of(b->label).size();
        };
        const auto exact = std::ranges::min_element(best, shortest);
        if (exact != best.end()) {
            const auto size = terms_of((*exact)->label).size();
            std::erase_if(best, [&](const PageElement* each) {
                return terms_of(each->label).size() > size;
            });
        }
        return best;
    }

    // Of its label, and of all lines beside a switch that stands for them: a name and its description.
    static std::vector<std::string> terms_beside(
        const PageElement& each, const std::vector<Passage>& passages
    ) {
        auto terms = terms_of(each.label);
        const auto kind = each.element.kind;
        if (kind != ElementKind::Toggle && kind != ElementKind::Select) return terms;
        for (const auto& passage : passages) {
            const bool beside = shared_height(passage.box, each.element.box) > 0 &&
                                right_edge(passage.box) <= left_edge(each.element.box);
            if (beside) {
                terms.insert(terms.end(), passage.terms.begin(), passage.terms.end());
            }
        }
        return terms;
    }

    // "Which language is selected?": what the list of choices beside that word holds.
    Findings about_held() {
        if (state_ != Asked::Chosen || names_.empty() || is_yes_or_no(question_)) return {};
        Candidates lists;
        for (const auto& each : elements_) {
            if (each.element.kind == ElementKind::Select && !each.value.empty())
                lists.push_back(&each);
        }
        const auto named = named_among(lists);
        if (named.size() != 1) return {};
        Findings findings = begin();
        findings.list.push_back(finding_for(*named[0], named[0]->value));
        findings.value = named[0]->value;
        std::ranges::copy(names_found_, std::back_inserter(findings.covered));
        return findings;
    }

    // "Which distance is selected?": the choices under that word, one after the other.
    Candidates group_below(const Candidates& all) {
        Candidates group;
        for (const auto& passage : passages_) {
            const bool is_label = std::ranges::all_of(names_, [&](const std::string& name) {
                return std::ranges::find(passage.terms, name) != passage.terms.end();
            });
            if (!is_label) continue;
            auto bottom = bottom_edge(passage.box);
            for (const auto* each : all) {
                const auto& box = each->element.box;
                const auto gap = top_edge(box) - bottom;
                if (gap < -std::int64_t{box.height} || gap > 2 * std::int64_t{box.height}) continue;
                group.push_back(each);
                bottom = std::max(bottom, bottom_edge(box));
            }
            names_found_ = names_;
            if (!group.empty()) break;
        }
        if (group.size() < 2) group.clear();  // one is no choice
        return group;
    }

    std::size_t shared_among(
        const std::vector<std::string>& terms, std::vector<std::string>& covered
    ) const {
        for (const auto& name : names_) {
            if (std::ranges::find(terms, name) != terms.end()) covered.push_back(name);
        }
        return covered.size();
    }

    Findings about_named(const Candidates& named) {
        const bool place = is_place_question(question_);
        const bool filled =
            question_.says({"entered", "typed", "in", "value", "filled"}) || question_.asks("say");
        Findings findings = begin();
        for (const auto* each : named) {
            if (findings.list.size() == kMaxListed) break;
            const auto& element = each->element;
            const bool switches = can_be(element.kind, Asked::Chosen) &&
                                  element.kind != ElementKind::Tab &&
                                  element.kind != ElementKind::MenuItem;
            if (!state_ && switches && question_.want == Want::YesNo) {
                const bool is_so = is_chosen(element);
                findings.list.push_back(finding_for(
                    *each,
                    (is_so ? "yes, " : "no, ") + state_word(element.kind, Asked::Chosen, is_so)
                ));
            } else if (state_) {
                // "Is Do Not Disturb on?" denies nothing.
                const bool named_so = words_of(each->label).size() > 1 && denies(each->label);
                const auto asked =
                    *state_ == Asked::NotChosen && named_so ? Asked::Chosen : *state_;
                const bool is_so = holds(element, asked);
                auto text = state_word(element.kind, asked, is_so);
                if (is_yes_or_no(question_)) text = (is_so ? "yes, " : "no, ") + text;
                findings.list.push_back(finding_for(*each, std::move(text)));
            } else if (place) {
                findings.list.push_back(finding_for(*each, state_or(*each, "here")));
                findings.list.back().note = "its centre is at " + centre_text(element.box);
            } else if (!kinds_.empty()) {
                const bool empty = filled && can_be(element.kind, Asked::Error);
                findings.list.push_back(
                    finding_for(*each, state_or(*each, empty ? "is empty" : "is there"))
                );
            }
        }
        if (findings.list.empty()) return {};
        std::ranges::copy(names_found_, std::back_inserter(findings.covered));
        return findings;
    }

    // Tabs say what is open; without any, the entries of a menu do.
    Findings about_open(const Candidates& all) const {
        Candidates open;
        for (const auto kind : {ElementKind::Tab, ElementKind::MenuItem}) {
            for (const auto* each : all) {
                if (open.empty() || open.front()->element.kind == kind) {
                    if (each->element.kind == kind && is_chosen(each->element))
                        open.push_back(each);
                }
            }
        }
        return open.empty() ? Findings{} : about_state(open);
    }

    Findings about_state(const Candidates& all) const {
        Candidates having;
        std::ranges::copy_if(all, std::back_inserter(having), [&](const PageElement* each) {
            return holds(each->element, *state_);
        });
        Findings findings = begin();
        const bool counted = question_.asks("many") || having.empty();
        if (counted) findings.list.push_back(count_of(having.size(), all));
        if (counted) findings.value = std::to_string(having.size());
        for (const auto* each : having) {
            if (findings.list.size() == kMaxListed) break;
            findings.list.push_back(
                told_by_name(*each, state_word(each->element.kind, *state_, true))
            );
        }
        add_rest(findings, having.size());
        return findings;
    }

    Findings about_kind(const Candidates& all) const {
        // "what does the link say" asks for words; "which buttons are there" for buttons.
        if (!question_.asks("many") && question_.asks("url")) return {};
        Findings findings = begin();
        if (question_.asks("many")) {
            findings.list.push_back({"count", noun(all.size(), all), std::nullopt, 1});
            findings.value = std::to_string(all.size());
        }
        for (const auto* each : all) {
            if (findings.list.size() == kMaxListed) break;
            findings.list.push_back(told_by_name(*each, element_state(*each)));
        }
        add_rest(findings, all.size());
        return findings;
    }

    // "2 of 5 checkboxes are ticked"
    Finding count_of(std::size_t having, const Candidates& all) const {
        const auto kind = all.front()->element.kind;
        const auto text = std::to_string(having) + " of " + noun(all.size(), all) + " " +
                          (having == 1 ? "is " : "are ") + state_word(kind, *state_, true);
        return {"count", text, std::nullopt, 1};
    }

    static std::string noun(std::size_t count, const Candidates& all) {
        const auto kind = all.front()->element.kind;
        const bool of_one_kind = std::ranges::all_of(all, [&](const PageElement* each) {
            return each->element.kind == kind;
        });
        if (!of_one_kind) return count_text(count, "control", "controls");
        return count_text(count, name_of(kind), plural_of(kind));
    }

    static void add_rest(Findings& findings, std::size_t all) {
        if (findings.list.size() < kMaxListed || all <= kMaxListed) return;
        findings.list.push_back(
            {"", "and " + std::to_string(all - kMaxListed) + " more", std::nullopt, 1}
        );
    }

    Findings begin() const {
        Findings findings;
        findings.source = Source::Elements;
        for (const auto& term : question_.terms) {
            if (is_own_word(term) || is_hint(term)) findings.covered.push_back(term);
        }
        return findings;
    }

    const Question& question_;
    const std::vector<Passage>& passages_;
    const std::vector<PageElement>& elements_;
    std::vector<std::vector<std::string>> terms_;  // of the elements
    std::vector<ElementKind> kinds_;
    std::optional<Asked> state_;
    std::vector<std::string> names_;  // what the question asks about besides controls
    std::vector<std::string> open_;   // "the settings", "the editor": of what something is open
    std::vector<std::string> names_found_;  // of those, what the best label has
};

}  // namespace

bool asks_about_elements(const Question& question) {
    const bool names_a_kind = std::ranges::any_of(kKindWords, [&](const KindWord& word) {
        return word.term != "url" && question.asks(word.term);
    });
    return names_a_kind || question.want == Want::YesNo || state_asked(question).has_value() ||
           is_place_question(question) || question.asks("control") || question.asks("describe") ||
           (question.asks("many") && question.asks("url")) ||
           question.says({"entered", "typed", "filled"});
}

Findings find_elements(const Question& question, const View& view) {
    if (view.sight.page.elements.empty() || !asks_about_elements(question)) return {};
    return Search(question, view).find();
}

}  // namespace fovea::reading
