#include "fovea/reading/page/lone_marks.hpp"

#include "fovea/reading/page/drop_empty.hpp"
#include "fovea/reading/page/page_lines.hpp"
#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/plain_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// In heights of the words beside them.
constexpr double kJoined = 1.5;  // a tick at the beginning of a line
constexpr double kBeside = 3;    // a tick of a list
constexpr double kSameRow = 14;  // the mark of a line of a diff, which may be far indented
constexpr double kColumn = 0.6;  // how far apart the middles of a column of marks are

constexpr double kSure = 0.8;  // of a tick without another in its column

// So many are no marks, but a pattern; and each is compared with all.
constexpr std::size_t kMostMarks = 2000;

// No writing beside a mark is higher, in pixels.
constexpr double kHighest = 160;

enum class Mark : std::uint8_t { Tick, Cross, Change };

Mark mark_of(std::string_view text) {
    if (text == "\u2713") return Mark::Tick;
    return text == "\u2717" || text == "\u00D7" ? Mark::Cross : Mark::Change;
}

struct Lone {
    std::size_t word = 0;
    Mark mark = Mark::Tick;
    bool is_sure = false;
    double x = 0;  // the middle
    double y = 0;
    double height = 0;      // of the nearest word in its row; 0: there is none
    double behind = 0;      // how far that is
    bool has_next = false;  // it stands behind the mark
    std::size_t line = 0;   // of that word
};

double middle_y(const Box& box) {
    return (box.top + box.bottom) / 2;
}

class Rows {
public:
    explicit Rows(const Reading& reading) {
        for (std::size_t i = 0; i < reading.words.size(); ++i) {
            const auto box = upright(reading.words[i].box, reading.turn);
            if (box.height() > kHighest || is_mark(reading.words[i].text)) continue;
            beside_.push_back({box, middle_y(box), reading.words[i].line});
        }
        std::ranges::sort(beside_, {}, &Beside::y);
    }

    // What stands beside it: the nearest word behind it, or before it.
    void look_beside(Lone& lone, const Box& mark) const {
        double nearest = 0;
        auto at = std::ranges::lower_bound(beside_, lone.y - kHighest / 2, {}, &Beside::y);
        for (; at != beside_.end() && at->y <= lone.y + kHighest / 2; ++at) {
            const auto& box = at->box;
            if (box.top > lone.y || box.bottom < lone.y) continue;
            const bool is_next = box.left >= mark.right - 1;
            const auto away = is_next ? box.left - mark.right : mark.left - box.right;
            if (away < -1 || (lone.has_next && !is_next)) continue;
            if (lone.height > 0 && lone.has_next == is_next && away >= nearest) continue;
            nearest = away;
            lone.has_next = is_next;
            lone.height = box.height();
            lone.behind = away;
            lone.line = at->line;
        }
    }

private:
    struct Beside {
        Box box;
        double y = 0;  // the middle
        std::size_t line = 0;
    };

    std::vector<Beside> beside_;  // by their middles
};

bool in_column(const Lone& a, const Lone& b) {
    return std::abs(a.x - b.x) <= kColumn * std::max(a.height, b.height);
}

bool marks_something(const Lone& lone, const std::vector<Lone>& all) {
    if (lone.height == 0) return false;
    const auto mates = std::ranges::count_if(all, [&](const Lone& other) {
        const bool same = (other.mark == Mark::Change) == (lone.mark == Mark::Change);
        return &other != &lone && same && other.height > 0 && in_column(lone, other);
    });
    if (lone.mark == Mark::Change) return mates > 0 && lone.behind <= kSameRow * lone.height;
    const bool is_beside = lone.has_next && lone.behind <= kBeside * lone.height;
    return mates > 0 || (lone.mark == Mark::Tick && lone.is_sure && is_beside);
}

bool is_of_list(const Lone& lone) {
    return lone.mark != Mark::Change && lone.has_next && lone.behind <= kJoined * lone.height;
}

// Each becomes the first word of the line that it marks.
void join(Reading& reading, const std::vector<Lone>& marks) {
    std::vector<Word> words;
    for (const auto& mark : marks) {
        auto& word = reading.words[mark.word];
        auto& line = reading.lines[mark.line];
        line.box = around(line.box, word.box);
        words.push_back(word);
        words.back().line = mark.line;
        word.text.clear();
    }
    words.insert(words.end(), reading.words.begin(), reading.words.end());
    std::ranges::stable_sort(words, {}, &Word::line);
    reading.words = std::move(words);
}

}  // namespace

void settle_marks(Reading& reading) {
    std::vector<std::size_t> words(reading.lines.size());
    for (const auto& word : reading.words) ++words[word.line];
    std::vector<Lone> marks;
    for (std::size_t i = 0; i < reading.words.size(); ++i) {
        const auto& word = reading.words[i];
        if (words[word.line] > 1 || !is_mark(word.text)) continue;
        const auto box = upright(word.box, reading.turn);
        marks.push_back(
            {.word = i,
             .mark = mark_of(word.text),
             .is_sure = word.confidence >= kSure,
             .x = (box.left + box.right) / 2,
             .y = middle_y(box)}
        );
    }
    if (marks.empty()) return;
    std::vector<Lone> of_lists;
    if (marks.size() <= kMostMarks) {
        const Rows rows(reading);
        for (auto& mark : marks) {
            rows.look_beside(mark, upright(reading.words[mark.word].box, reading.turn));
        }
        std::vector<Lone> stray;
        for (const auto& mark : marks) {
            if (!marks_something(mark, marks)) {
                stray.push_back(mark);
            } else if (is_of_list(mark)) {
                of_lists.push_back(mark);
            }
        }
        marks = std::move(stray);
    }
    for (const auto& mark : marks) reading.words[mark.word].text.clear();
    join(reading, of_lists);
    drop_empty(reading);
}

}  // namespace fovea::reading
