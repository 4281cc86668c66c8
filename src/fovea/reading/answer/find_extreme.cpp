// "Which is the cheapest?": figures that can be compared, each with its name, form series; the series that the
// question is about most gives the answer.
#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/find_value.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fovea::reading {
namespace {

constexpr double kSureFrom = 0.55;
constexpr double kClear = 0.08;
constexpr double kWorthTelling = 0.2;
constexpr double kSurely = 0.74;  // a tie
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

enum class Shape { Column, Row, Bars, Tiles };

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
        : question_(asked.question),
          passages_(asked.passages),
          coverage_(asked.coverage),
          relations_(asked.relations) {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto number = number_in(passages_[i].text);
            if (passages_[i].figure && number) add(i, *number);
        }
    }

    Findings find() {
        std::vector<Series> all;
        for (auto& [key, series] : series_) judge(std::move(series), std::get<0>(key), all);
        if (all.empty()) return {};
        std::ranges::stable_sort(all, std::greater{}, &Series::fit);
        // Words of the question that no series is about mean something else on the page.
        const bool sure =
            all[0].fit >= kSureFrom && all[0].all_met &&
            (all.size() == 1 || all[0].fit - all[1].fit >= kClear || same_answer(all[0], all[1]));
        return all[0].fit > kWorthTelling || all.size() == 1 ? tell(all[0], sure) : Findings{};
    }

private:
    using Key = std::tuple<Shape, std::size_t, std::size_t>;

    void put(
        std::size_t name,
        std::size_t figure,
        double number,
        const Key& key,
        std::optional<std::size_t> head
    ) {
        if (passages_[name].figure || is_total(name)) return;
        auto& series = series_[key];
        series.entries.push_back({name, figure, number});
        series.head = head;
    }

    // By the column that it stands in, by its row where the heads are names, and by the axis under it.
    void add(std::size_t i, double number) {
        const auto& head = relations_.head[i];
        const auto name = name_of(i);
        const auto alone = std::ranges::count(relations_.column, relations_.column[i]) < 2;
        if (name != kNone) {
            const auto column = alone ? kNone : relations_.column[i];
            // Tiles stand side by side; items below each other have their names in a column.
            const bool tile = relations_.item[i] == relations_.item[name] &&
                              std::ranges::count(relations_.column, relations_.column[name]) <=
                                  std::ranges::count(relations_.item, relations_.item[name]);
            if (tile)
                put(name, i, number, {Shape::Tiles, row_of(name), row_of(i)}, {});
            else
                put(name, i, number, {Shape::Column, relations_.column[name], column}, head);
            if (head) put(*head, i, number, {Shape::Row, name, 0}, name);
        }
        for (const auto& tie : coverage_.ties(i)) {
            const auto& other = passages_[tie.passage].box;
            const auto& own = passages_[i].box;
            const auto aside = 2 * (left_edge(own) - left_edge(other)) + std::int64_t{own.width} -
                               std::int64_t{other.width};
            const bool under = top_edge(other) > bottom_edge(own) && std::abs(aside) <= 16;
            if (under && tie.weight >= 0.85)
                put(tie.passage, i, number, {Shape::Bars, row_of(tie.passage), 0}, {});
        }
    }

    // The same for all that stand on one line.
    std::size_t row_of(std::size_t i) const {
        std::size_t first = 0;
        while (!side_by_side(passages_[first].box, passages_[i].box)) ++first;
        return first;
    }

    // Of its row; else what it surely belongs to.
    std::size_t name_of(std::size_t i) const {
        if (relations_.name[i] && !passages_[*relations_.name[i]].figure)
            return *relations_.name[i];
        auto name = kNone;
        auto strongest = kSurely;
        for (const auto& tie : coverage_.ties(i)) {
            const auto& other = passages_[tie.passage];
            const bool fits = tie.weight > strongest && !other.figure && other.text.size() <= 60 &&
                              top_edge(other.box) <= bottom_edge(passages_[i].box) &&
                              left_edge(other.box) < right_edge(passages_[i].box);
            const bool caption = relations_.item[i] == relations_.item[tie.passage];
            if (!fits || (relations_.head[i] == tie.passage && !caption)) continue;
            strongest = tie.weight;
            name = tie.passage;
        }
        return name;
    }

    bool is_total(std::size_t name) const {
        static const TermSet totals("total subtotal mean average");
        return std::ranges::any_of(passages_[name].terms, [](const std::string& term) {
            return totals.contains(term);
        });
    }

    void judge(Series series, Shape shape, std::vector<Series>& all) const {
        const auto fewest = shape == Shape::Bars ? 3u : 2u;
        std::set<std::size_t> names;
        std::map<std::string, std::size_t> units;
        for (const auto& entry : series.entries) {
            names.insert(entry.name);
            ++units[unit_of(passages_[entry.figure].text)];
        }
        const auto common =
            std::ranges::max_element(units, {}, [](auto& each) { return each.second; });
        if (series.entries.size() < fewest || common->second * 3 < series.entries.size() * 2)
            return;
        if (shape == Shape::Bars && names.size() < series.entries.size()) return;
        auto heads = headings_of(series);
        for (const auto& entry : series.entries) {
            if (!series.head) heads.push_back(entry.figure);  // "34 votes"
        }
        for (std::size_t i = 0; i < passages_.size() && shape == Shape::Bars; ++i) {
            if (!passages_[i].figure) heads.push_back(i);
        }
        series.fit = fit(heads, series) * (shape == Shape::Column && !series.head ? 0.95 : 1);
        all.push_back(std::move(series));
    }

    // What stands over it: its head, that of the column of its names, headings, and no heads of other columns.
    std::vector<std::size_t> headings_of(const Series& series) const {
        std::vector<std::size_t> heads;
        if (series.head) heads.push_back(*series.head);
        const auto& first = series.entries.front();
        const auto& own = relations_.head[first.figure];
        if (relations_.head[first.name]) heads.push_back(*relations_.head[first.name]);
        for (const auto& entry : {first, series.entries.back()}) {
            for (const auto& tie : coverage_.ties(entry.figure)) {
                const auto& other = passages_[tie.passage];
                const bool in_head = own && side_by_side(other.box, passages_[*own].box);
                if (bottom_edge(other.box) <= top_edge(passages_[first.name].box) &&
                    !other.figure && !in_head)
                    heads.push_back(tie.passage);
            }
        }
        return heads;
    }

    // The share of the question's words that belong to the series.
    double fit(const std::vector<std::size_t>& heads, Series& series) const {
        auto words = question_.hints;
        for (const auto& subject : question_.subjects) words.push_back(subject.term);
        double met = 0;
        double all = 0;
        for (const auto& word : words) {
            const bool of_unit = is_unit_of(word, series);
            if (!of_unit && is_hint(word) && !coverage_.on_page(word)) continue;
            const bool held = of_unit || std::ranges::any_of(heads, [&](std::size_t head) {
                                  return coverage_.holds(head, word);
                              });
            // These follow from what is compared.
            const bool said = word == "price" || word == question_.thing;
            if (!held && !said && !is_hint(word)) series.all_met = false;
            all += held || !said ? 1.0 : 0.3;
            met += held ? 1 : 0;
        }
        return all > 0 ? met / all : 0;
    }

    // What is compared may be told by its unit alone: "the cheapest" by "€218".
    bool is_unit_of(const std::string& word, const Series& series) const {
        const auto want = word == "price"      ? Want::Amount
                          : word == "duration" ? Want::Duration
                          : word == "size"     ? Want::Measure
                                               : Want::Text;
        return want != Want::Text && std::ranges::all_of(series.entries, [&](const auto& entry) {
                   const auto pieces = value_pieces(want, passages_[entry.figure].text);
                   return !pieces.empty() && pieces[0].fit == 1;
               });
    }

    const Series::Entry& extreme_of(const Series& series) const {
        const auto by_number = [](const auto& a, const auto& b) { return a.number < b.number; };
        return question_.extreme == Extreme::Highest
                   ? *std::ranges::max_element(series.entries, by_number)
                   : *std::ranges::min_element(series.entries, by_number);
    }

    bool same_answer(const Series& a, const Series& b) const {
        return extreme_of(a).name == extreme_of(b).name &&
               extreme_of(a).figure == extreme_of(b).figure;
    }

    // Of several columns that could name a row, the first does, or the one that is asked for by its head. A number
    // before it may count the rows.
    bool names_rows(const Series::Entry& found) const {
        const auto& head = relations_.head[found.name];
        if (head && coverage_.holds(*head, question_.thing)) return true;
        return std::ranges::none_of(coverage_.ties(found.name), [&](const Tie& tie) {
            const auto& other = passages_[tie.passage];
            return tie.weight >= 0.9 && other.figure && other.text.size() > 3 &&
                   right_edge(other.box) <= left_edge(passages_[found.name].box) &&
                   side_by_side(other.box, passages_[found.name].box);
        });
    }

    Findings tell(const Series& series, bool sure) const {
        const auto& found = extreme_of(series);
        Findings findings;
        for (const auto& entry : series.entries) {
            if (entry.number != found.number || findings.list.size() == 3) continue;
            auto finding = finding_of(passages_[entry.figure], passages_[entry.name].text);
            finding.note = question_.extreme == Extreme::Highest ? "the highest" : "the lowest";
            finding.note += " of " + std::to_string(series.entries.size());
            finding.note +=
                series.head ? " numbers of " + in_quotes(passages_[*series.head].text) : " figures";
            findings.list.push_back(std::move(finding));
        }
        const bool names = question_.want == Want::Name || question_.want == Want::Text ||
                           question_.want == Want::Person;
        findings.sure = sure && (!names || names_rows(found));
        for (auto& finding : findings.list) {
            if (!findings.sure) finding.confidence = std::min(finding.confidence, 0.5);
        }
        if (findings.sure) findings.value = passages_[names ? found.name : found.figure].text;
        return findings;
    }

    const Question& question_;
    const std::vector<Passage>& passages_;
    const Coverage& coverage_;
    const Relations& relations_;
    std::map<Key, Series> series_;
};

}  // namespace

Findings find_extreme(const Asked& asked) {
    return Search(asked).find();
}

}  // namespace fovea::reading
