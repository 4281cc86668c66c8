// "Which is the cheapest?": figures that can be compared, each with its name, form series; the series that the
// question is about most gives the answer.
#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/find_value.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace fovea::reading {
namespace {

constexpr double kSureFrom = 0.55;
constexpr double kClear = 0.08;
constexpr double kWorthTelling = 0.2;
constexpr std::string_view kTotals = "total subtotal mean averag";

enum class Shape { Column, Row, Rows, List, Bars };

struct Series {
    struct Entry {
        std::size_t name;
        std::size_t figure;
        double number;
    };
    std::vector<Entry> entries;
    std::optional<std::size_t> head;  // what all of them are, where that has a place of its own
    double fit = 0;                   // how much of the question belongs to it
    bool all_met = true;              // all that it names does
};

// "312 MB" can be compared with "4.9 GB", and "€ 2,899" not with "625 Wh".
std::string unit_of(std::string_view text) {
    std::string unit;
    for (const char c : lowered(text)) {
        if (!is_digit(c) && std::string_view(" .,'+-:").find(c) == std::string_view::npos)
            unit += c;
    }
    if (is_word_of("b kb mb gb tb kib mib gib tib", unit)) return "b";
    return is_word_of("ms s sec m min h hm ms hms d days hours", unit) ? "time" : unit;
}

class Search {
public:
    explicit Search(const Asked& asked)
        : intent_(asked.intent),
          passages_(asked.passages),
          page_(asked.view.sight.page),
          coverage_(asked.coverage),
          rows_(asked.rows) {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (passages_[i].kind == BlockKind::Table)
                cells_[{passages_[i].block, passages_[i].row, passages_[i].column}] = i;
        }
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto number = number_in(passages_[i].text);
            if (is_figure(passages_[i].text) && number) add(i, *number);
        }
    }

    Findings find() {
        std::vector<Series> all;
        for (auto& [key, series] : series_) {
            if (std::get<0>(key) == Shape::List) {
                for (auto& part : by_heading(series)) judge(std::move(part), Shape::List, all);
            } else {
                judge(std::move(series), std::get<0>(key), all);
            }
        }
        if (all.empty()) return {};
        std::ranges::stable_sort(all, std::greater{}, &Series::fit);
        // Words of the question that no series is about mean something else on the page.
        const bool sure =
            all[0].fit >= kSureFrom && all[0].all_met &&
            (all.size() == 1 || all[0].fit - all[1].fit >= kClear || same_answer(all[0], all[1]));
        return all[0].fit > kWorthTelling || all.size() == 1 ? tell(all[0], sure) : Findings{};
    }

private:
    using Key = std::tuple<Shape, std::size_t, std::int64_t>;

    void add(std::size_t i, double number) {
        const auto& figure = passages_[i];
        const auto put =
            [&](std::optional<std::size_t> name, const Key& key, std::optional<std::size_t> head) {
                if (!name || *name == i || is_figure(passages_[*name].text) || is_total(*name))
                    return;
                auto& series = series_[key];
                series.entries.push_back({*name, i, number});
                series.head = head;
            };
        if (figure.kind == BlockKind::Table) {
            const auto head = head_row(page_.blocks[figure.block]);
            if (head && figure.row <= *head) return;
            const auto name = first_name(figure);
            const auto column =
                head ? cell(figure.block, *head, figure.column) : std::optional<std::size_t>();
            put(name,
                {Shape::Column, figure.block, static_cast<std::int64_t>(figure.column)},
                column);
            put(column, {Shape::Row, figure.block, static_cast<std::int64_t>(figure.row)}, name);
            return;
        }
        const auto row_head = rows_.head[i];
        const auto edge = left_edge(passages_[row_head.value_or(i)].box);
        put(rows_.name[i], {Shape::Rows, row_head.value_or(0), row_head ? 0 : edge / 16}, row_head);
        std::optional<std::size_t> name;
        double strongest = 0.74;
        for (const auto& tie : coverage_.ties(i)) {
            const auto& other = passages_[tie.passage];
            if (is_figure(other.text)) continue;
            if (top_edge(other.box) > bottom_edge(figure.box)) {
                // Names of bars stand in one line far below their figures.
                const auto aside = 2 * (left_edge(figure.box) - left_edge(other.box)) +
                                   std::int64_t{figure.box.width} - std::int64_t{other.box.width};
                if (tie.weight >= 0.85 && std::abs(aside) <= 16)
                    put(tie.passage, {Shape::Bars, 0, other.box.y / 8}, {});
            } else if (tie.weight > strongest && left_edge(other.box) < right_edge(figure.box) && other.text.size() <= 60) {
                strongest = tie.weight;
                name = tie.passage;
            }
        }
        if (name) put(name, {Shape::List, 0, left_edge(passages_[*name].box) / 12}, {});
    }

    bool is_total(std::size_t name) const {
        return std::ranges::any_of(roots_of(passages_[name].text), [](const std::string& root) {
            return is_word_of(kTotals, root);
        });
    }

    std::optional<std::size_t> cell(std::size_t block, std::size_t row, std::size_t column) const {
        const auto found = cells_.find({block, row, column});
        return found == cells_.end() ? std::nullopt : std::optional(found->second);
    }

    std::optional<std::size_t> first_name(const Passage& figure) const {
        for (std::size_t c = 0; c < page_.blocks[figure.block].cells[figure.row].size(); ++c) {
            const auto found = cell(figure.block, figure.row, c);
            if (found && !is_figure(passages_[*found].text)) return found;
        }
        return std::nullopt;
    }

    // A list ends where a heading stands between two of its entries.
    std::vector<Series> by_heading(const Series& series) const {
        std::vector<Series> parts(1);
        for (const auto& entry : series.entries) {
            if (!parts.back().entries.empty()) {
                const auto& last = parts.back().entries.back();
                const auto& box = passages_[entry.name].box;
                const auto step = top_edge(box) - bottom_edge(passages_[last.figure].box);
                if (step > 6 * std::int64_t{box.height}) parts.emplace_back();
            }
            parts.back().entries.push_back(entry);
        }
        return parts;
    }

    void judge(Series series, Shape shape, std::vector<Series>& all) const {
        const auto fewest = shape == Shape::Bars ? 3u : 2u;
        std::map<std::size_t, std::size_t> figures;
        std::map<std::string, std::size_t> units;
        for (const auto& entry : series.entries) {
            ++figures[entry.name];
            ++units[unit_of(passages_[entry.figure].text)];
        }
        const bool one_each =
            std::ranges::all_of(figures, [](const auto& each) { return each.second == 1; });
        const auto common =
            std::ranges::max_element(units, {}, [](auto& each) { return each.second; });
        if (series.entries.size() < fewest || common->second * 3 < series.entries.size() * 2)
            return;
        if (shape == Shape::Bars && !one_each) return;
        const bool in_table = shape == Shape::Column || shape == Shape::Row;
        if (shape == Shape::Row && !series.head) return;
        auto heads = headings_of(series);
        for (const auto& entry : series.entries) {
            if (!in_table) heads.push_back(entry.figure);  // "34 votes"
        }
        for (std::size_t i = 0; i < passages_.size() && shape == Shape::Bars; ++i) {
            if (!is_figure(passages_[i].text)) heads.push_back(i);
        }
        series.fit = fit(heads, series) * (shape == Shape::List ? 0.95 : 1);
        all.push_back(std::move(series));
    }

    // What stands over it: its head, that of the column of its names, headings, and no heads of other columns.
    std::vector<std::size_t> headings_of(const Series& series) const {
        std::vector<std::size_t> heads;
        if (series.head) heads.push_back(*series.head);
        const auto& first = passages_[series.entries.front().name];
        const bool table = first.kind == BlockKind::Table;
        if (const auto head = table ? head_row(page_.blocks[first.block]) : std::nullopt) {
            if (const auto names = cell(first.block, *head, first.column)) heads.push_back(*names);
        }
        for (const auto& entry : {series.entries.front(), series.entries.back()}) {
            for (const auto& tie : coverage_.ties(entry.figure)) {
                const auto& other = passages_[tie.passage];
                const bool same_table = table && other.block == first.block;
                if (bottom_edge(other.box) <= top_edge(first.box) && !is_figure(other.text) &&
                    !same_table)
                    heads.push_back(tie.passage);
            }
        }
        return heads;
    }

    // The share of the question's words that belong to the series.
    double fit(const std::vector<std::size_t>& heads, Series& series) const {
        auto words = intent_.subjects;
        words.insert(words.end(), intent_.hints.begin(), intent_.hints.end());
        double met = 0;
        double all = 0;
        for (const auto& word : words) {
            if (is_hint(word) && !coverage_.on_page(word)) continue;
            const bool held =
                is_unit_of(word, series) || std::ranges::any_of(heads, [&](std::size_t head) {
                    return coverage_.holds(head, word);
                });
            // These follow from what is compared.
            const bool said = word == root_of("price") || word == intent_.thing;
            if (!held && !said && !is_hint(word)) series.all_met = false;
            all += held || !said ? 1.0 : 0.3;
            met += held ? 1 : 0;
        }
        return all > 0 ? met / all : 0;
    }

    // What is compared may be told by its unit alone: "the cheapest" by "€218".
    bool is_unit_of(const std::string& word, const Series& series) const {
        const auto want = word == root_of("price")      ? Want::Amount
                          : word == root_of("duration") ? Want::Duration
                          : word == root_of("size")     ? Want::Measure
                                                        : Want::Text;
        return want != Want::Text && std::ranges::all_of(series.entries, [&](const auto& entry) {
                   const auto pieces = value_pieces(want, passages_[entry.figure].text);
                   return !pieces.empty() && pieces[0].fit == 1;
               });
    }

    const Series::Entry& extreme_of(const Series& series) const {
        const auto by_number = [](const auto& a, const auto& b) { return a.number < b.number; };
        return intent_.extreme == Extreme::Highest
                   ? *std::ranges::max_element(series.entries, by_number)
                   : *std::ranges::min_element(series.entries, by_number);
    }

    bool same_answer(const Series& a, const Series& b) const {
        return extreme_of(a).name == extreme_of(b).name &&
               extreme_of(a).figure == extreme_of(b).figure;
    }

    Findings tell(const Series& series, bool sure) const {
        const auto& found = extreme_of(series);
        Findings findings;
        for (const auto& entry : series.entries) {
            if (entry.number != found.number || findings.list.size() == 3) continue;
            auto finding = finding_of(passages_[entry.figure], passages_[entry.name].text);
            finding.note = intent_.extreme == Extreme::Highest ? "the highest" : "the lowest";
            finding.note += " of " + std::to_string(series.entries.size());
            finding.note +=
                series.head ? " numbers of " + in_quotes(passages_[*series.head].text) : " figures";
            if (!sure) finding.confidence = 0.5;
            findings.list.push_back(std::move(finding));
        }
        const bool names = intent_.want == Want::Name || intent_.want == Want::Text ||
                           intent_.want == Want::Person;
        findings.sure = sure;
        if (sure) findings.value = passages_[names ? found.name : found.figure].text;
        return findings;
    }

    const Intent& intent_;
    const std::vector<Passage>& passages_;
    const Page& page_;
    const Coverage& coverage_;
    const AlignedRows& rows_;
    std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> cells_;
    std::map<Key, Series> series_;
};

}  // namespace

Findings find_extreme(const Asked& asked) {
    return Search(asked).find();
}

}  // namespace fovea::reading
