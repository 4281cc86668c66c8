#include "fovea/reading/answer/element_words.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <array>

namespace fovea::reading {
namespace {

// What one line of the list says; a longer label is a paragraph that was taken for a link.
constexpr std::size_t kMaxLabel = 80;
constexpr double kUnsureBelow = 0.5;   // of what is told as a control
constexpr std::size_t kMaxLines = 80;  // more than that nobody clicks through

constexpr std::array<std::string_view, kElementKinds.size()> kPlurals = {
    "buttons",
    "fields",
    "lists of choices",
    "checkboxes",
    "radio buttons",
    "toggles",
    "tabs",
    "links",
    "icons",
    "menu items",
    "sliders"};

std::string_view singular_of(ElementKind kind) {
    if (kind == ElementKind::Select) return "list of choices";
    if (kind == ElementKind::Radio) return "radio button";
    return name_of(kind);
}

std::string quoted(const std::string& text) {
    return in_quotes(shorten_characters(one_line(text), kMaxLabel));
}

// Of the kinds that are always one or the other.
std::string_view choice_of(const Element& element) {
    const bool checked = element.is(ElementState::Checked);
    switch (element.kind) {
        case ElementKind::Checkbox: return checked ? "ticked" : "not ticked";
        case ElementKind::Radio: return checked ? "chosen" : "not chosen";
        case ElementKind::Toggle: return checked ? "on" : "off";
        case ElementKind::Button:
        case ElementKind::Field:
        case ElementKind::Select:
        case ElementKind::Tab:
        case ElementKind::Link:
        case ElementKind::Icon:
        case ElementKind::MenuItem:
        case ElementKind::Slider: return "";
    }
    return "";
}

bool is_worth_a_line(const PageElement& each) {
    return each.element.kind != ElementKind::Icon || !each.label.empty();
}

}  // namespace

std::string_view plural_of(ElementKind kind) {
    return kPlurals[static_cast<std::size_t>(kind)];
}

std::string element_name(const PageElement& each) {
    std::string name(singular_of(each.element.kind));
    if (!each.label.empty()) name += " " + quoted(each.label);
    return name;
}

std::string element_state(const PageElement& each) {
    std::string state;
    const auto add = [&](std::string_view part) {
        if (part.empty()) return;
        if (!state.empty()) state += ", ";
        state += part;
    };
    if (!each.value.empty()) add("holds " + quoted(each.value));
    add(choice_of(each.element));
    if (each.element.is(ElementState::Selected)) add("selected");
    if (each.element.is(ElementState::Disabled)) add("disabled");
    if (each.element.is(ElementState::Focused)) add("focused");
    if (each.element.is(ElementState::Error)) add("in error");
    return state;
}

std::string element_counts(std::span<const PageElement> elements) {
    std::array<std::size_t, kElementKinds.size()> counts{};
    for (const auto& each : elements) ++counts[static_cast<std::size_t>(each.element.kind)];
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        const auto kind = static_cast<ElementKind>(i);
        if (!text.empty()) text += ", ";
        text += count_text(counts[i], singular_of(kind), plural_of(kind));
    }
    return text;
}

std::string element_lines(std::span<const PageElement> elements) {
    std::string lines;
    std::size_t told = 0;
    std::size_t more = 0;
    std::size_t icons = 0;
    for (const auto& each : elements) {
        if (!is_worth_a_line(each)) {
            ++icons;
        } else if (told == kMaxLines) {
            ++more;
        } else {
            ++told;
            const auto state = element_state(each);
            lines += std::to_string(each.number) + ". " + box_text(each.element.box) + " " +
                     element_name(each) + (state.empty() ? "" : ", " + state);
            if (each.element.score < kUnsureBelow) lines += kUncertain;
            lines += "\n";
        }
    }
    if (more > 0) lines += "and " + std::to_string(more) + " more\n";
    if (icons > 0) {
        lines += "and " + count_text(icons, "icon", "icons") + " without words\n";
    }
    return lines;
}

content::SeenElement seen_element(const PageElement& each, std::size_t image) {
    content::SeenElement seen{
        .number = each.number,
        .kind = std::string(name_of(each.element.kind)),
        .box = each.element.box,
        .label = each.label,
        .value = each.value,
        .states = {},
        .confidence = each.element.score,
        .image = image};
    for (std::size_t i = 0; i < kElementStates.size(); ++i) {
        if (each.element.is(static_cast<ElementState>(i))) {
            seen.states.emplace_back(kElementStates[i]);
        }
    }
    return seen;
}

}  // namespace fovea::reading
