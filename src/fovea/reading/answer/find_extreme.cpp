#include "fovea/reading/answer/aligned_rows.hpp"
#include "fovea/reading/answer/coverage.hpp"
#include "fovea/reading/answer/find_value.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <map>

namespace fovea::reading {
namespace {

// Names with a figure each, that can be compared: a column of a table, a list, the bars of a chart.
struct Series {
    struct Entry {
        std::size_t name;
        std::size_t figure;
        double number;
    };
    std::vector<Entry> entries;
    double fit = 0;  // how much of the question its head and its heading hold
    std::string what;
};

bool is_total(std::string_view name) {
    const auto roots = roots_of(name);
    return std::ranges::find(roots, "total") != roots.end() ||
           std::ranges::find(roots, "subtotal") != roots.end() ||
           std::ranges::find(roots, "mean") != roots.end() ||
           std::ranges::find(roots, "averag") != roots.end();
}

class Search {
public:
    Search(const Intent& intent, const View& view)
        : intent_(intent),
          passages_(view.passages),
          page_(view.sight.page),
          coverage_(intent, page_, passages_),
          rows_(aligned_rows(passages_)) {}

    Findings find() {
        for (std::size_t b = 0; b < page_.blocks.size(); ++b) add_table(b);
        add_columns();
        add_lists();
        add_bars();
        std::erase_if(all_, [](const Series& series) { return series.entries.size() < 2; });
        if (all_.empty()) return {};
        std::ranges::stable_sort(all_, std::greater{}, &Series::fit);
        // Words of the question that no series is about mean something else on the page.
        const bool sure =
            all_[0].fit >= 0.55 && (all_.size() == 1 || all_[0].fit - all_[1].fit >= 0.08);
        return all_[0].fit > 0.2 || all_.size() == 1 ? tell(all_[0], sure) : Findings{};
    }

private:
    // The share of the question's words that are among what belongs to the series.
    double fit(const std::vector<std::size_t>& heads, const Series& series) const {
        auto words = intent_.subjects;
        words.insert(words.end(), intent_.hints.begin(), intent_.hints.end());
        if (words.empty()) return 0;
        double met = 0;
        double all = 0;
        for (const auto& word : words) {
            if (is_hint(word) && !coverage_.on_page(word)) continue;
            const bool said =
                word == root_of("price") || word == intent_.thing;  // follows from what is compared
            const bool held =
                is_unit_of(word, series) || std::ranges::any_of(heads, [&](std::size_t head) {
                    return coverage_.holds(head, word);
                });
            const auto weight = held || !said ? 1.0 : 0.3;
            all += weight;
            met += held ? 1 : 0;
        }
        return met / all;
    }

    void add_table(std::size_t b) {
        const auto& table = page_.blocks[b];
        if (table.kind != BlockKind::Table) return;
        const auto head = head_row(table);
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> at;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (passages_[i].block == b) at[{passages_[i].row, passages_[i].column}] = i;
        }
        const auto columns = table.cells.empty() ? 0 : table.cells[0].size();
        for (std::size_t c = 1; c < columns; ++c) {
            Series series;
            for (auto r = head ? *head + 1 : 0; r < table.cells.size(); ++r) {
                const auto figure = at.find({r, c});
                const auto name = name_in_row(table, at, r);
                if (figure == at.end() || !name || *name == figure->second ||
                    !is_figure(passages_[figure->second].text))
                    continue;
                const auto number = number_in(passages_[figure->second].text);
                if (number && !is_total(passages_[*name].text))
                    series.entries.push_back({*name, figure->second, *number});
            }
            if (series.entries.empty()) continue;
            std::vector<std::size_t> heads;
            if (head && at.contains({*head, c})) heads.push_back(at[{*head, c}]);
            if (!heads.empty()) series.what = passages_[heads[0]].text;
            add_headings(series, heads);
            if (head) {
                for (std::size_t k = 0; k < columns; ++k) {
                    const auto other = at.find({*head, k});
                    // The column of the names is about the question, too.
                    if (other != at.end() && passages_[series.entries[0].name].column == k)
                        heads.push_back(other->second);
                }
            }
            series.fit = fit(heads, series);
            all_.push_back(std::move(series));
        }
    }

    std::optional<std::size_t> name_in_row(
        const Block& table,
        const std::map<std::pair<std::size_t, std::size_t>, std::size_t>& at,
        std::size_t r
    ) const {
        for (std::size_t c = 0; c < table.cells[r].size(); ++c) {
            const auto found = at.find({r, c});
            if (found != at.end() && !is_figure(passages_[found->second].text))
                return found->second;
        }
        return std::nullopt;
    }

    // Not the heads of other columns.
    bool is_above(const Passage& other, const Series& series) const {
        const auto& first = passages_[series.entries.front().name];
        const bool same_table = first.kind == BlockKind::Table && other.block == first.block;
        return bottom_edge(other.box) <= top_edge(first.box) && !is_figure(other.text) &&
               !same_table;
    }

    void add_headings(const Series& series, std::vector<std::size_t>& heads) const {
        if (series.entries.empty()) return;
        for (const auto& tie : coverage_.ties(series.entries.back().figure)) {
            const auto& other = passages_[tie.passage];
            if (is_above(other, series)) heads.push_back(tie.passage);
        }
        for (const auto& tie : coverage_.ties(series.entries.front().figure)) {
            if (is_above(passages_[tie.passage], series)) heads.push_back(tie.passage);
        }
    }

    // Figures under each other, each in a row with its name.
    void add_columns() {
        std::map<std::int64_t, Series> by_edge;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (!rows_.name[i] || !is_figure(passages_[i].text)) continue;
            const auto name = *rows_.name[i];
            const auto number = number_in(passages_[i].text);
            if (!number || is_figure(passages_[name].text) || is_total(passages_[name].text))
                continue;
            const auto edge = rows_.head[i] ? left_edge(passages_[*rows_.head[i]].box)
                                            : left_edge(passages_[i].box) / 16 + 100'000;
            by_edge[edge].entries.push_back({name, i, *number});
        }
        for (auto& [edge, series] : by_edge) {
            if (series.entries.size() < 2) continue;
            std::vector<std::size_t> heads;
            const auto head = rows_.head[series.entries.back().figure];
            if (head && !is_figure(passages_[*head].text)) {
                heads.push_back(*head);
                series.what = passages_[*head].text;
            }
            add_headings(series, heads);
            for (const auto& entry : series.entries) heads.push_back(entry.figure);
            series.fit = fit(heads, series);
            all_.push_back(std::move(series));
        }
    }

    // What is compared may be told by its unit alone: "the cheapest" by "€218".
    bool is_unit_of(const std::string& word, const Series& series) const {
        if (series.entries.empty()) return false;
        const auto want = word == root_of("price")      ? Want::Amount
                          : word == root_of("duration") ? Want::Duration
                          : word == root_of("size")     ? Want::Measure
                                                        : Want::Text;
        return want != Want::Text && std::ranges::all_of(series.entries, [&](const auto& entry) {
                   const auto pieces = value_pieces(want, passages_[entry.figure].text);
                   return !pieces.empty() && pieces[0].fit == 1;
               });
    }

    // Figures below or beside their names, one pair under the other, and not in a table.
    void add_lists() {
        std::map<std::int64_t, Series> by_edge;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (passages_[i].kind == BlockKind::Table || !is_figure(passages_[i].text)) continue;
            const auto number = number_in(passages_[i].text);
            std::optional<std::size_t> name;
            double strongest = 0.74;
            for (const auto& tie : coverage_.ties(i)) {
                const auto& other = passages_[tie.passage];
                const bool before = left_edge(other.box) < right_edge(passages_[i].box);
                if (tie.weight <= strongest || is_figure(other.text) || !before ||
                    other.text.size() > 60)
                    continue;
                if (top_edge(other.box) > bottom_edge(passages_[i].box)) continue;
                strongest = tie.weight;
                name = tie.passage;
            }
            if (number && name && !is_total(passages_[*name].text)) {
                auto& series = by_edge[left_edge(passages_[*name].box) / 12];
                series.entries.push_back({*name, i, *number});
            }
        }
        for (auto& [edge, series] : by_edge) {
            for (auto& part : by_heading(series)) {
                std::vector<std::size_t> heads;
                add_headings(part, heads);
                for (const auto& entry : part.entries) heads.push_back(entry.figure);  // "34 votes"
                part.fit = fit(heads, part) * 0.95;
                all_.push_back(std::move(part));
            }
        }
    }

    // A list ends where a heading stands between two of its entries.
    std::vector<Series> by_heading(const Series& series) const {
        std::vector<Series> parts(1);
        for (const auto& entry : series.entries) {
            if (!parts.back().entries.empty()) {
                const auto& last = parts.back().entries.back();
                const auto step =
                    top_edge(passages_[entry.name].box) - bottom_edge(passages_[last.figure].box);
                if (step > 6 * std::int64_t{passages_[entry.name].box.height}) parts.emplace_back();
            }
            parts.back().entries.push_back(entry);
        }
        return parts;
    }

    // Figures whose names stand in one line far below them.
    void add_bars() {
        std::map<std::int64_t, Series> by_line;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (passages_[i].kind == BlockKind::Table || !is_figure(passages_[i].text)) continue;
            const auto number = number_in(passages_[i].text);
            for (const auto& tie : coverage_.ties(i)) {
                const auto& other = passages_[tie.passage];
                const bool under =
                    top_edge(other.box) > bottom_edge(passages_[i].box) && !is_figure(other.text);
                const auto middle = left_edge(passages_[i].box) + passages_[i].box.width / 2;
                const auto centre = left_edge(other.box) + other.box.width / 2;
                if (!number || tie.weight < 0.85 || !under || std::abs(centre - middle) > 8)
                    continue;
                by_line[other.box.y / 8].entries.push_back({tie.passage, i, *number});
            }
        }
        for (auto& [line, series] : by_line) {
            std::map<std::size_t, std::size_t> figures;
            for (const auto& entry : series.entries) ++figures[entry.name];
            const bool one_each =
                std::ranges::all_of(figures, [](const auto& each) { return each.second == 1; });
            if (series.entries.size() < 3 || !one_each) continue;
            std::vector<std::size_t> heads;
            for (std::size_t i = 0; i < passages_.size(); ++i) {
                if (!is_figure(passages_[i].text)) heads.push_back(i);
            }
            series.fit = fit(heads, series);
            all_.push_back(std::move(series));
        }
    }

    Findings tell(const Series& series, bool sure) const {
        const bool highest = intent_.extreme == Extreme::Highest;
        const auto by_number = [](const Series::Entry& a, const Series::Entry& b) {
            return a.number < b.number;
        };
        const auto found = highest ? std::ranges::max_element(series.entries, by_number)
                                   : std::ranges::min_element(series.entries, by_number);
        Findings findings;
        for (const auto& entry : series.entries) {
            if (entry.number != found->number || findings.list.size() == 3) continue;
            const auto& name = passages_[entry.name];
            auto finding = finding_of(passages_[entry.figure], name.text);
            finding.note =
                std::string(highest ? "the highest" : "the lowest") + " of " +
                std::to_string(series.entries.size()) +
                (series.what.empty() ? " figures"
                                     : " numbers of the column " + in_quotes(series.what));
            if (!sure) finding.confidence = 0.5;
            findings.list.push_back(std::move(finding));
        }
        const bool names = intent_.want == Want::Name || intent_.want == Want::Text ||
                           intent_.want == Want::Person;
        findings.sure = sure;
        if (sure)
            findings.value = names ? passages_[found->name].text : passages_[found->figure].text;
        return findings;
    }

    const Intent& intent_;
    const std::vector<Passage>& passages_;
    const Page& page_;
    Coverage coverage_;
    AlignedRows rows_;
    std::vector<Series> all_;
};

}  // namespace

Findings find_extreme(const Intent& intent, const View& view) {
    return Search(intent, view).find();
}

}  // namespace fovea::reading
