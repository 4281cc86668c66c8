#include "fovea/reading/page/elements.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace fovea::reading {
namespace {

// A box as numbers that may be subtracted.
struct Span {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    explicit Span(const media::PixelRect& box)
        : left(box.x),
          top(box.y),
          right(double(box.x) + box.width),
          bottom(double(box.y) + box.height) {}

    double middle_x() const { return (left + right) / 2; }
    double middle_y() const { return (top + bottom) / 2; }
    double width() const { return right - left; }
    double height() const { return bottom - top; }

    bool holds(const Span& other) const {
        constexpr double kSlack = 2;  // pixels: boxes of elements are not exact
        return other.middle_x() >= left - kSlack && other.middle_x() <= right + kSlack &&
               other.middle_y() >= top - kSlack && other.middle_y() <= bottom + kSlack;
    }
    void add(const Span& other) {
        left = std::min(left, other.left);
        top = std::min(top, other.top);
        right = std::max(right, other.right);
        bottom = std::max(bottom, other.bottom);
    }
};

// Words in a row.
struct Run {
    Span span;
    std::string text;
    bool taken = false;  // it is the label or the value of something
};

bool same_row(const Span& a, const Span& b) {
    return std::abs(a.middle_y() - b.middle_y()) < 0.5 * std::max(a.height(), b.height());
}

// Runs out of words, from the top down, and from left to right where they stand in a row.
std::vector<Run> runs_of(
    std::span<const Word* const> words, const std::set<const Word*>& behind_boxes = {}
) {
    std::vector<Run> runs;
    std::vector<std::size_t> line_of_run;
    for (const auto* word : words) {
        const Span span(word->box);
        const bool goes_on = !runs.empty() && line_of_run.back() == word->line &&
                             !behind_boxes.contains(word) && same_row(runs.back().span, span);
        if (goes_on) {
            runs.back().span.add(span);
            runs.back().text += " " + word->text;
        } else {
            runs.push_back({span, word->text});
            line_of_run.push_back(word->line);
        }
    }
    std::ranges::stable_sort(runs, [](const Run& a, const Run& b) {
        return a.span.middle_y() < b.span.middle_y();
    });
    for (auto first = runs.begin(); first != runs.end();) {
        auto end = std::find_if(first, runs.end(), [&](const Run& run) {
            return !same_row(first->span, run.span);
        });
        std::sort(first, end, [](const Run& a, const Run& b) { return a.span.left < b.span.left; });
        first = end;
    }
    return runs;
}

std::string text_of(std::span<const Run> runs) {
    std::string text;
    for (const auto& run : runs) text += (text.empty() ? "" : " ") + run.text;
    return text;
}

// "E-mail: *" is called "E-mail".
std::string name_of_label(std::string label) {
    while (!label.empty() && (label.back() == ':' || label.back() == '*' || label.back() == ' ')) {
        label.pop_back();
    }
    return label;
}

bool is_ticked_kind(ElementKind kind) {
    return kind == ElementKind::Checkbox || kind == ElementKind::Radio ||
           kind == ElementKind::Toggle;
}

bool is_filled_kind(ElementKind kind) {
    return kind == ElementKind::Field || kind == ElementKind::Select;
}

bool is_written_on(ElementKind kind) {
    return kind == ElementKind::Button || kind == ElementKind::Tab || kind == ElementKind::Link ||
           kind == ElementKind::MenuItem;
}

class Naming {
public:
    explicit Naming(const Reading& reading) : reading_(reading) {
        std::vector<const Word*> words;
        std::set<const Word*> behind_boxes;
        bool behind = false;
        for (const auto& word : reading.words) {
            const bool box = is_drawn_box(word);
            if (!box) words.push_back(&word);
            if (!box && behind) behind_boxes.insert(&word);
            behind = box;
        }
        runs_ = runs_of(words, behind_boxes);
    }

    std::vector<PageElement> all() {
        for (const auto& element : *reading_.elements) named_.push_back({0, element});
        put_in_order();
        for (auto& each : named_) write_on(each);
        for (auto& each : named_) {
            if (is_ticked_kind(each.element.kind)) name_ticked(each);
        }
        for (auto& each : named_) {
            const auto kind = each.element.kind;
            if (each.label.empty() && (is_filled_kind(kind) || kind == ElementKind::Slider)) {
                name_filled(each);
            }
        }
        return std::move(named_);
    }

private:
    // The box or the tick of a checkbox is read as a letter: "☐", "v".
    bool is_drawn_box(const Word& word) const {
        return std::ranges::any_of(*reading_.elements, [&](const Element& element) {
            return is_ticked_kind(element.kind) && Span(element.box).holds(Span(word.box));
        });
    }

    void put_in_order() {
        const auto span_of = [](const PageElement& each) { return Span(each.element.box); };
        std::ranges::stable_sort(named_, {}, [&](const PageElement& each) {
            return span_of(each).middle_y();
        });
        for (auto first = named_.begin(); first != named_.end();) {
            const auto row = span_of(*first);
            const auto reach = std::min(row.height(), kRowReach) / 2;
            auto end = std::find_if(first, named_.end(), [&](const PageElement& each) {
                return span_of(each).middle_y() > row.middle_y() + reach;
            });
            std::stable_sort(first, end, [&](const PageElement& a, const PageElement& b) {
                return a.element.box.x < b.element.box.x;
            });
            first = end;
        }
        std::uint32_t number = 0;
        for (auto& each : named_) each.number = ++number;
    }

    // The words that stand on it; those of fields and buttons are nobody else's.
    void write_on(PageElement& each) {
        const auto kind = each.element.kind;
        if (!is_written_on(kind) && !is_filled_kind(kind)) return;
        const Span box(each.element.box);
        std::vector<const Word*> words;
        for (const auto& word : reading_.words) {
            if (box.holds(Span(word.box))) words.push_back(&word);
        }
        const auto inside = runs_of(words);
        if (is_written_on(kind)) {
            each.label = text_of(inside);
        } else {
            fill(each, inside);
        }
        if (kind == ElementKind::Link) return;
        for (auto& run : runs_) run.taken = run.taken || box.holds(run.span);
    }

    // What stands at the top of a field in smaller letters, or on its upper edge, is its name.
    static void fill(PageElement& each, const std::vector<Run>& inside) {
        const Span box(each.element.box);
        auto value = inside.begin();
        if (!inside.empty()) {
            const auto& first = inside.front().span;
            const bool on_edge = first.middle_y() < box.top + 0.3 * first.height();
            const bool floats = inside.size() > 1 && !same_row(first, inside[1].span) &&
                                first.height() <= inside[1].span.height() &&
                                first.top < box.top + 0.35 * box.height() &&
                                box.height() < 5 * first.height();
            if (on_edge || floats) {
                each.label = name_of_label(inside.front().text);
                ++value;
            }
        }
        each.value = text_of(std::span(value, inside.end()));
    }

    // Whether a control stands in the way from `from` to `to`, in the row of `box`.
    bool is_between(const Element& self, double from, double to) const {
        const Span box(self.box);
        return std::ranges::any_of(named_, [&](const PageElement& other) {
            const Span span(other.element.box);
            const bool passed_over = other.element == self ||
                                     other.element.kind == ElementKind::Link ||
                                     other.element.kind == ElementKind::Icon ||
                                     other.element.kind == ElementKind::MenuItem;
            return !passed_over && same_row(box, span) && span.middle_x() > from &&
                   span.middle_x() < to;
        });
    }

    static bool take(PageElement& each, Run* run) {
        if (run == nullptr) return false;
        run->taken = true;
        each.label = name_of_label(run->text);
        return true;
    }

    // The nearest free run for which `gap` tells one that is no larger than `most`.
    template <class Gap>
    Run* nearest(double most_heights, Gap gap) {
        Run* best = nullptr;
        double smallest = 0;
        for (auto& run : runs_) {
            if (run.taken) continue;
            const std::optional<double> found = gap(run.span);
            if (!found || *found > most_heights * run.span.height()) continue;
            if (best == nullptr || *found < smallest) {
                best = &run;
                smallest = *found;
            }
        }
        return best;
    }

    Run* right_of(const Element& element, double most_heights) {
        const Span box(element.box);
        return nearest(most_heights, [&](const Span& run) -> std::optional<double> {
            if (!same_row(box, run) || run.left < box.right - 3) return std::nullopt;
            if (is_between(element, box.right, run.left)) return std::nullopt;
            return std::max(0.0, run.left - box.right);
        });
    }

    Run* left_of(const Element& element, double most_heights, double reach) {
        const Span box(element.box);
        return nearest(most_heights, [&](const Span& run) -> std::optional<double> {
            // A toggle stands in the middle of the title and what explains it.
            const bool beside = run.bottom > box.top - reach * run.height() &&
                                run.top < box.bottom + reach * run.height() / 2;
            if (!beside || run.right > box.left + 3) return std::nullopt;
            if (is_between(element, run.right, box.left)) return std::nullopt;
            return std::max(0.0, box.left - run.right);
        });
    }

    // Behind a checkbox; before a toggle at the end of a row, however far.
    void name_ticked(PageElement& each) {
        const auto& element = each.element;
        if (take(each, right_of(element, 2.5))) return;
        const bool is_toggle = element.kind == ElementKind::Toggle;
        if (take(each, title_of(left_of(element, is_toggle ? 80 : 4, is_toggle ? 0.5 : 0)))) return;
        // In the second column of a form.
        if (element.kind == ElementKind::Checkbox) take(each, left_of(element, 20, 0));
    }

    // Of two lines that begin at the same place, the upper one.
    Run* title_of(Run* run) {
        if (run == nullptr) return run;
        for (auto& other : runs_) {
            const bool above =
                other.span.bottom <= run->span.middle_y() &&
                run->span.top - other.span.bottom < 0.8 * run->span.height() &&
                std::abs(other.span.left - run->span.left) < 0.5 * run->span.height();
            if (above && !other.taken && other.span.height() >= run->span.height()) return &other;
        }
        return run;
    }

    void name_filled(PageElement& each) {
        const auto& element = each.element;
        const Span box(element.box);
        auto* above = nearest(1.6, [&](const Span& run) -> std::optional<double> {
            const auto height = run.height();
            const bool over = run.middle_y() < box.top + 0.3 * height;
            const bool aligned = run.left > box.left - height &&
                                 run.left < box.left + std::max(2 * height, 0.3 * box.width());
            if (!over || !aligned) return std::nullopt;
            return std::max(0.0, box.top - run.bottom);
        });
        if (take(each, above)) return;
        take(each, left_of(element, 14, 0));
    }

    static constexpr double kRowReach = 60;  // pixels: a high field has no row of its own

    const Reading& reading_;
    std::vector<Run> runs_;
    std::vector<PageElement> named_;
};

}  // namespace

std::vector<PageElement> name_elements(const Reading& reading) {
    if (!reading.elements) return {};
    return Naming(reading).all();
}

bool may_show_elements(const Look& look) {
    const bool textured = look.texture_share >= 0.6;
    const bool soft = look.flat_share < 0.1 && look.tones >= 600;
    return !textured && !soft;
}

}  // namespace fovea::reading
