#include "fovea/reading/answer/find_elements.hpp"

#include "fovea/reading/answer/element_words.hpp"
#include "fovea/reading/answer/question.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxListed = 40;

struct KindWord {
    std::string_view term;
    std::vector<ElementKind> kinds;
};

// "link" is read as "url". "Radio button" is no button; "menu button" may be one.
const KindWord kKindWords[] = {
    {"radio", {ElementKind::Radio}},
    {"checkbox", {ElementKind::Checkbox}},
    {"toggle", {ElementKind::Toggle}},
    {"tab", {ElementKind::Tab}},
    {"field", {ElementKind::Field, ElementKind::Select}},
    {"dropdown", {ElementKind::Select}},
    {"slider", {ElementKind::Slider}},
    {"menu", {ElementKind::MenuItem}},
    {"icon", {ElementKind::Icon}},
    {"url", {ElementKind::Link}},
    {"button", {ElementKind::Button}},
};

// Words of the question that speak of controls, and name none.
constexpr std::string_view kOwnWords =
    "radio checkbox toggle tab field dropdown slider menu icon url button check select focus "
    "disabled enabled active current say box option item off control turn error click press tap "
    "unchecked label text type form page kind set";
constexpr std::string_view kDenials = "not un unselected nicht off aus";

enum class State { Disabled, Chosen, Focused, Error };

struct StateAsked {
    State state;
    bool denied = false;  // "which are not ticked?", "is it enabled?"
};

bool is_own_word(const std::string& term) {
    static const TermSet words(kOwnWords);
    return words.contains(term);
}

bool denies(const std::vector<std::string>& words) {
    return std::ranges::any_of(words, [](const std::string& word) {
        return is_word_of(kDenials, word);
    });
}

bool asks_any(const Question& question, std::string_view words) {
    const auto list = words_between_spaces(words);
    return std::ranges::any_of(list, [&](const auto& word) { return question.asks(word); });
}

// "Where did it happen?" is about the world.
bool is_place_question(const Question& question) {
    return asks_any(question, "click press tap") ||
           (question.asks("where") && !question.says({"did", "does", "was", "were", "will"}));
}

// "Is dark mode on?": "on" alone says nothing.
bool asks_on_or_off(const Question& question) {
    const auto& words = question.words;
    return words.size() >= 3 && is_word_of("is are ist sind", words.front()) &&
           is_word_of("on off an aus", words.back());
}

std::vector<ElementKind> kinds_asked(const Question& question) {
    std::vector<ElementKind> kinds;
    for (const auto& [term, meant] : kKindWords) {
        if (!question.asks(term) || (term == "button" && !kinds.empty())) continue;
        kinds.insert(kinds.end(), meant.begin(), meant.end());
    }
    if (kinds.empty() && question.says({"entered", "typed", "filled"}))
        kinds = {ElementKind::Field, ElementKind::Select};
    return kinds;
}

// "Which file is open?", "Which page of the settings is open?"
bool asks_what_is_open(const Question& question) {
    return asks_any(question, "open active current") && !question.words.empty() &&
           is_word_of("which what", question.words.front()) &&
           asks_any(question, "file page section view");
}

std::optional<StateAsked> state_asked(const Question& question) {
    // "Can I press Continue?"
    const bool may = !question.words.empty() && question.words.front() == "can" &&
                     question.says({"click", "press", "tap", "submit", "use"});
    if (question.asks("disabled")) return StateAsked{State::Disabled};
    if (question.asks("enabled") || may) return StateAsked{State::Disabled, true};
    if (question.asks("focus")) return StateAsked{State::Focused};
    const bool of_tab = asks_any(question, "tab menu") && asks_any(question, "active current open");
    const bool switched = question.says({"on", "off"}) && question.asks("toggle");
    const bool noun = question.says({"checks", "tests"});
    if ((!noun && asks_any(question, "check unchecked select")) || asks_on_or_off(question) ||
        of_tab || switched || asks_what_is_open(question))
        return StateAsked{State::Chosen, denies(question.words) || question.asks("unchecked")};
    if (question.asks("error") && question.asks("field")) return StateAsked{State::Error};
    return std::nullopt;
}

bool is_in(const Element& element, State state) {
    switch (state) {
        case State::Disabled: return element.is(ElementState::Disabled);
        case State::Chosen:
            return element.is(ElementState::Checked) || element.is(ElementState::Selected);
        case State::Focused: return element.is(ElementState::Focused);
        case State::Error: return element.is(ElementState::Error);
    }
    return false;
}

bool is_switch(ElementKind kind) {
    return kind == ElementKind::Checkbox || kind == ElementKind::Radio ||
           kind == ElementKind::Toggle;
}

// Whether such a control can be what is asked for at all.
bool can_be(ElementKind kind, State state) {
    switch (state) {
        case State::Disabled: return kind != ElementKind::Link && kind != ElementKind::Icon;
        case State::Chosen:
            return is_switch(kind) || kind == ElementKind::Tab || kind == ElementKind::MenuItem;
        case State::Focused: return kind != ElementKind::Icon;
        case State::Error: return kind == ElementKind::Field || kind == ElementKind::Select;
    }
    return false;
}

// As it is said of one control of that kind: "ticked", "not ticked".
std::string state_word(ElementKind kind, State state, bool is_so) {
    const std::string denial = is_so ? "" : "not ";
    switch (state) {
        case State::Disabled: return is_so ? "disabled" : "enabled";
        case State::Chosen:
            if (kind == ElementKind::Checkbox) return denial + "ticked";
            if (kind == ElementKind::Radio) return denial + "chosen";
            return denial + (kind == ElementKind::Toggle ? "on" : "selected");
        case State::Focused: return denial + "focused";
        case State::Error: return denial + "in error";
    }
    return "";
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
    auto finding = finding_for(each, each.label.empty() ? "(without words)" : each.label);
    finding.lead = std::string(name_of(each.element.kind)) +
                   (each.element.kind == ElementKind::Radio ? " button" : "") +
                   (state.empty() ? "" : ", " + state);
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
            const bool named = !is_own_word(term) && (!is_hint(term) || term == question.thing);
            (named ? names_ : found_.covered).push_back(term);
        }
        found_.source = Source::Elements;
    }

    Findings find() {
        const auto all = candidates();
        if (all.empty()) return {};
        if (asks_what_is_open(question_)) {
            found_.covered = question_.terms;
            return about_open(all);
        }
        if (names_.empty()) return state_ || !kinds_.empty() ? about_all(all) : Findings{};
        const auto named = named_among(all);
        if (!named.empty() || !state_) return about_named(named);
        const auto group = group_below(all);
        return group.empty() ? Findings{} : about_all(group);
    }

private:
    // "Which language is selected?": what the list of choices beside that word holds.
    bool may_hold(const PageElement& each) const {
        return state_ && state_->state == State::Chosen && question_.want != Want::YesNo &&
               !names_.empty() && each.element.kind == ElementKind::Select && !each.value.empty();
    }

    // All of the kinds that are asked for; without any, all that can be in the state.
    Candidates candidates() const {
        Candidates fitting;
        for (const auto& each : elements_) {
            const auto kind = each.element.kind;
            const bool of_kind = kinds_.empty() || std::ranges::find(kinds_, kind) != kinds_.end();
            if (of_kind && (!state_ || can_be(kind, state_->state) || may_hold(each)))
                fitting.push_back(&each);
        }
        return fitting;
    }

    std::vector<std::string> shared_names(const PageElement& each) const {
        const auto terms = terms_beside(each);
        std::vector<std::string> shared;
        std::ranges::copy_if(names_, std::back_inserter(shared), [&](const std::string& name) {
            return holds(terms, name);
        });
        return shared;
    }

    // Of its label, and of all lines beside a switch that stands for them: a name and its description.
    std::vector<std::string> terms_beside(const PageElement& each) const {
        auto terms = terms_of(each.label);
        const auto kind = each.element.kind;
        if (kind != ElementKind::Toggle && kind != ElementKind::Select) return terms;
        for (const auto& passage : passages_) {
            const bool beside = shared_height(passage.box, each.element.box) > 0 &&
                                right_edge(passage.box) <= left_edge(each.element.box);
            if (beside) terms.insert(terms.end(), passage.terms.begin(), passage.terms.end());
        }
        return terms;
    }

    // Those whose labels have the most of the words that are asked for, if that is more than half; of these the
    // shortest: "Save" is asked for, and not "Save as template".
    Candidates named_among(const Candidates& all) {
        Candidates best;
        std::pair<std::size_t, std::size_t> most{names_.size() / 2 + 1, 0};
        std::vector<std::string> names;
        for (const auto* each : all) {
            auto shared = shared_names(*each);
            const std::pair fit{
                shared.size(), kMaxListed - std::min(kMaxListed, terms_of(each->label).size())};
            if (fit < most) continue;
            if (fit > most) best.clear();
            most = fit;
            names = std::move(shared);
            best.push_back(each);
        }
        found_.covered.insert(found_.covered.end(), names.begin(), names.end());
        return best;
    }

    // "Which distance is selected?": the choices under that word, one after the other.
    Candidates group_below(const Candidates& all) {
        for (const auto& passage : passages_) {
            const bool is_label = std::ranges::all_of(names_, [&](const std::string& name) {
                return holds(passage.terms, name);
            });
            if (!is_label) continue;
            Candidates group;
            auto bottom = bottom_edge(passage.box);
            for (const auto* each : all) {
                const auto& box = each->element.box;
                const auto gap = top_edge(box) - bottom;
                if (gap < -std::int64_t{box.height} || gap > 2 * std::int64_t{box.height}) continue;
                group.push_back(each);
                bottom = std::max(bottom, bottom_edge(box));
            }
            if (group.size() < 2) continue;  // one is no choice
            found_.covered.insert(found_.covered.end(), names_.begin(), names_.end());
            return group;
        }
        return {};
    }

    // The state of a control that is named, where it is, or what stands in it.
    Finding told(const PageElement& each) const {
        const auto& element = each.element;
        if (may_hold(each)) return finding_for(each, each.value);
        const bool asks = question_.want == Want::YesNo;
        if (state_ || (asks && is_switch(element.kind))) {
            auto asked = state_.value_or(StateAsked{State::Chosen});
            // "Is format on save enabled?": of what is switched, it means whether it is on.
            if (asked.state == State::Disabled && is_switch(element.kind) &&
                !is_in(element, State::Disabled))
                asked = {State::Chosen, !asked.denied};
            const bool is_so = is_in(element, asked.state);
            // "Is Do Not Disturb on?" denies nothing.
            const bool denied = asked.denied && !denies(words_of(each.label));
            const std::string reply = !asks ? "" : is_so != denied ? "yes, " : "no, ";
            return finding_for(each, reply + state_word(element.kind, asked.state, is_so));
        }
        if (is_place_question(question_)) {
            auto finding = finding_for(each, state_or(each, "here"));
            finding.note = "its centre is at " + centre_text(element.box);
            return finding;
        }
        const bool filled =
            question_.says({"entered", "typed", "in", "value", "filled"}) || question_.asks("say");
        if (question_.says({"entered", "typed", "filled"}) && !each.value.empty())
            return finding_for(each, each.value);
        const bool empty = filled && can_be(element.kind, State::Error);
        return finding_for(each, state_or(each, empty ? "is empty" : "is there"));
    }

    Findings about_named(const Candidates& named) {
        for (const auto* each : named) {
            const bool asked = state_ || !kinds_.empty() || is_place_question(question_) ||
                               (question_.want == Want::YesNo && is_switch(each->element.kind));
            if (asked && found_.list.size() < kMaxListed) found_.list.push_back(told(*each));
            if (asked && may_hold(*each)) found_.value = each->value;
        }
        return found_.list.empty() ? Findings{} : std::move(found_);
    }

    // Tabs say what is open; without any, the entries of a menu do.
    Findings about_open(const Candidates& all) {
        for (const auto kind : {ElementKind::Tab, ElementKind::MenuItem}) {
            Candidates open;
            std::ranges::copy_if(all, std::back_inserter(open), [&](const PageElement* each) {
                return each->element.kind == kind && is_in(each->element, State::Chosen);
            });
            if (!open.empty()) return about_all(open);
        }
        return {};
    }

    // Those of them that are in the state, or all of a kind; how many, where that is asked or there is none.
    Findings about_all(const Candidates& all) {
        // "what does the link say" asks for words; "which buttons are there" for buttons.
        if (!state_ && !question_.asks("many") && question_.asks("url")) return {};
        Candidates having;
        std::ranges::copy_if(all, std::back_inserter(having), [&](const PageElement* each) {
            return !state_ || is_in(each->element, state_->state) != state_->denied;
        });
        if (question_.asks("many") || having.empty()) {
            found_.list.push_back({"count", count_of(having.size(), all), std::nullopt, 1});
            found_.value = std::to_string(having.size());
            // "Which tab is selected?": one is, and its looks were not understood.
            found_.sure =
                question_.asks("many") || question_.several || question_.want == Want::YesNo;
            if (!found_.sure) found_.list.back().confidence = 0.5;
        }
        for (const auto* each : having) {
            if (found_.list.size() == kMaxListed) break;
            const auto state = state_
                                   ? state_word(each->element.kind, state_->state, !state_->denied)
                                   : element_state(*each);
            found_.list.push_back(told_by_name(*each, state));
        }
        if (having.size() > kMaxListed) {
            const auto more = "and " + std::to_string(having.size() - kMaxListed) + " more";
            found_.list.push_back({"", more, std::nullopt, 1});
        }
        return std::move(found_);
    }

    // "2 of 5 checkboxes are ticked", "3 buttons"
    std::string count_of(std::size_t having, const Candidates& all) const {
        const auto kind = all.front()->element.kind;
        const bool of_one_kind = std::ranges::all_of(all, [&](const PageElement* each) {
            return each->element.kind == kind;
        });
        const auto noun = of_one_kind ? count_text(all.size(), name_of(kind), plural_of(kind))
                                      : count_text(all.size(), "control", "controls");
        if (!state_) return noun;
        return std::to_string(having) + " of " + noun + (having == 1 ? " is " : " are ") +
               state_word(kind, state_->state, !state_->denied);
    }

    const Question& question_;
    const std::vector<Passage>& passages_;
    const std::vector<PageElement>& elements_;
    std::vector<ElementKind> kinds_;
    std::optional<StateAsked> state_;
    std::vector<std::string> names_;  // what the question asks about besides controls
    Findings found_;
};

}  // namespace

bool asks_about_elements(const Question& question) {
    const bool names_a_kind = std::ranges::any_of(kKindWords, [&](const KindWord& word) {
        return word.term != "url" && question.asks(word.term);
    });
    return names_a_kind || question.want == Want::YesNo || state_asked(question).has_value() ||
           is_place_question(question) || asks_any(question, "control describe") ||
           (question.asks("many") && question.asks("url")) ||
           question.says({"entered", "typed", "filled"});
}

Findings find_elements(const Question& question, const View& view) {
    if (view.sight.page.elements.empty() || !asks_about_elements(question)) return {};
    return Search(question, view).find();
}

}  // namespace fovea::reading
