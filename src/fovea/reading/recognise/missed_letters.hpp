// Puts back what the network overlooks, by the ink that no letter was read from: underscores, which
// it takes for an underline or a space ("add_currency" becomes "add currency"), and zeros with a dot
// or a slash inside, which it has hardly seen in its training.
//
//     words = restore_missed(std::move(words), image);
#pragma once

#include "fovea/reading/recognise/line_image.hpp"
#include "fovea/reading/recognise/line_word.hpp"
#include "fovea/reading/recognise/word_spaces.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {

// Where a line has ink, column by column of its box.
class InkColumns {
public:
    struct Column {
        std::uint32_t top = 0;
        std::uint32_t end = 0;  // one past the lowest row; 0 for a column without ink

        bool blank() const { return end == 0; }
    };
    struct Run {
        std::uint32_t first = 0;
        std::uint32_t end = 0;

        std::uint32_t width() const { return end - first; }
    };

    explicit InkColumns(const LineImage& image) : columns_(image.box.width) {
        constexpr std::uint8_t kInked = 64;
        const std::size_t width = image.box.width;
        for (std::uint32_t y = 0; y < image.box.height; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                if (image.ink[y * width + x] < kInked) continue;
                if (columns_[x].blank()) columns_[x].top = y;
                columns_[x].end = y + 1;
            }
        }
        baseline_ = find_baseline(image.box.height);
    }

    // One past the row that letters stand on; 0 where there is none.
    std::uint32_t baseline() const { return baseline_; }
    const Column& operator[](std::size_t x) const { return columns_[x]; }

    // Pieces without a blank column. Low ones lie below the baseline, all of them.
    std::vector<Run> runs() const {
        return collect([](const Column& column) { return !column.blank(); });
    }
    std::vector<Run> low_runs() const {
        return collect([&](const Column& column) {
            return !column.blank() && column.top >= baseline_;
        });
    }

    // Blank columns beside a place.
    std::uint32_t air_before(std::uint32_t x) const {
        std::uint32_t count = 0;
        while (count < x && columns_[x - count - 1].blank()) ++count;
        return count;
    }
    std::uint32_t air_behind(std::uint32_t x) const {
        std::uint32_t count = 0;
        while (x + count < columns_.size() && columns_[x + count].blank()) ++count;
        return count;
    }

private:
    // Where most columns end that are more than a dash or an underscore.
    std::uint32_t find_baseline(std::uint32_t height) const {
        std::vector<std::uint32_t> counts(height + 1);
        for (const auto& column : columns_) {
            if ((column.end - column.top) * 10 >= height * 3) ++counts[column.end];
        }
        const auto most = std::ranges::max_element(counts);
        return *most == 0 ? 0 : std::uint32_t(most - counts.begin());
    }

    template <class Belongs>
    std::vector<Run> collect(Belongs belongs) const {
        std::vector<Run> found;
        for (std::uint32_t x = 0; x < columns_.size();) {
            const auto first = x;
            while (x < columns_.size() && belongs(columns_[x])) ++x;
            if (x > first) found.push_back({first, x});
            if (x < columns_.size() && x == first) ++x;
        }
        return found;
    }

    std::vector<Column> columns_;
    std::uint32_t baseline_ = 0;
};

class MissedLetters {
public:
    static constexpr std::size_t kMaxRuns = 100;  // no number is longer

    MissedLetters(std::vector<LineWord> words, const LineImage& image)
        : image_(image), columns_(image) {
        for (auto& word : words) take(word);
        advance_ = usual_advance();
    }

    std::vector<LineWord> restored() {
        if (letters_.empty() || advance_ < 2 || columns_.baseline() == 0) return rebuilt();
        const auto thin = std::max(1u, image_.box.height / 5);
        for (const auto& run : columns_.low_runs()) {
            if (is_underscore(run, thin)) put_underscores(run);
        }
        put_zeros();
        return rebuilt();
    }

private:
    struct Letter {
        std::string text;
        double middle = 0;  // column of the box
        double first = 0;   // its word's columns of the image, as far as it decides them
        double end = 0;
        double confidence = 0;
        bool begins_word = false;
    };

    double box_column(double x) const { return x / image_.scale - image_.offset; }
    double image_column(double x) const { return (x + image_.offset) * image_.scale; }

    void take(const LineWord& word) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < word.letters.size(); ++i) {
            const auto end = word.letters[i].text_end;
            const auto middle = word.letters[i].middle;
            letters_.push_back(
                {word.text.substr(at, end - at),
                 box_column(middle),
                 i == 0 ? word.first : middle,
                 i + 1 == word.letters.size() ? word.end : middle,
                 word.confidence,
                 i == 0}
            );
            at = end;
        }
    }

    double usual_advance() const {
        std::vector<double> steps;
        for (std::size_t i = 1; i < letters_.size(); ++i) {
            if (letters_[i].begins_word) continue;
            steps.push_back(letters_[i].middle - letters_[i - 1].middle);
        }
        if (steps.empty()) return image_.box.height * 0.6;
        const auto middle = steps.begin() + std::ptrdiff_t(steps.size() / 2);
        std::ranges::nth_element(steps, middle);
        return *middle;
    }

    bool is_underscore(const InkColumns::Run& run, std::uint32_t thin) const {
        if (run.width() < 4 || run.width() < advance_ * 0.55) return false;
        const auto row = columns_[run.first + run.width() / 2].top;
        std::uint32_t thickest = 0;
        for (auto x = run.first; x < run.end; ++x) {
            thickest = std::max(thickest, columns_[x].end - columns_[x].top);
        }
        if (thickest > thin) return false;
        // An underline goes on below the letters on both sides.
        const auto goes_on = [&](std::uint32_t x) {
            return image_.ink[std::size_t{row} * image_.box.width + x] >= 64;
        };
        const bool left = run.first >= 3 && goes_on(run.first - 1) && goes_on(run.first - 2) &&
                          goes_on(run.first - 3);
        const bool right = run.end + 3 <= image_.box.width && goes_on(run.end) &&
                           goes_on(run.end + 1) && goes_on(run.end + 2);
        return !left && !right;
    }

    // The letters with their middle in a run, as [first, end) of letters_.
    std::pair<std::size_t, std::size_t> within(const InkColumns::Run& run, double slack) const {
        std::size_t first = 0;
        while (first < letters_.size() && letters_[first].middle < run.first - slack) ++first;
        auto end = first;
        while (end < letters_.size() && letters_[end].middle <= run.end + slack) ++end;
        return {first, end};
    }

    Letter made(const std::string& text, double middle, const InkColumns::Run& run) const {
        Letter letter{text, middle, image_column(run.first), image_column(run.end), 0, false};
        letter.begins_word = columns_.air_before(run.first) >= 0.7 * advance_;
        return letter;
    }

    void put_underscores(const InkColumns::Run& run) {
        const auto count = std::max(1L, std::lround(run.width() / advance_));
        // The network's places are good to half a letter.
        auto [first, end] = within(run, 0.6 * advance_);
        while (first < end && letters_[first].text != "_" && letters_[first].middle < run.first) {
            ++first;
        }
        while (end > first && letters_[end - 1].text != "_" && letters_[end - 1].middle > run.end) {
            --end;
        }
        // Letters and digits are there for another reason.
        while (first < end && is_letter_or_digit(letters_[first].text.front())) ++first;
        while (end > first && is_letter_or_digit(letters_[end - 1].text.front())) --end;
        const auto kept = [&](const Letter& letter) { return letter.text == "_"; };
        const auto from = letters_.begin() + std::ptrdiff_t(first);
        const auto to = letters_.begin() + std::ptrdiff_t(end);
        const bool right = std::all_of(from, to, kept) && to - from >= count;
        auto confidence = letters_[first > 0 ? first - 1 : 0].confidence;
        std::vector<Letter> made_ones;
        const auto step = double(run.width()) / double(count);
        for (long i = 0; i < count; ++i) {
            auto letter = made("_", run.first + (double(i) + 0.5) * step, run);
            letter.confidence = confidence;
            if (i > 0) letter.begins_word = false;
            if (i == 0 && first == 0) letter.begins_word = true;
            made_ones.push_back(std::move(letter));
        }
        if (right) {
            letters_[first].begins_word = made_ones.front().begins_word;
        } else {
            const auto at = letters_.erase(from, to);
            letters_.insert(at, made_ones.begin(), made_ones.end());
            end = first + made_ones.size();
        }
        if (end < letters_.size()) {
            letters_[end].begins_word = columns_.air_behind(run.end) >= 0.7 * advance_;
        }
    }

    // Numbers, hashes, dates: where a piece as large as a digit is a digit.
    static bool is_number_like(const Letter& letter) {
        return letter.text.size() == 1 &&
               std::string_view("0123456789abcdefABCDEFx@O:.-/,").find(letter.text[0]) !=
                   std::string_view::npos;
    }

    bool is_large(const InkColumns::Run& run) const {
        std::uint32_t top = image_.box.height;
        std::uint32_t bottom = 0;
        for (auto x = run.first; x < run.end; ++x) {
            top = std::min(top, columns_[x].top);
            bottom = std::max(bottom, columns_[x].end);
        }
        const auto height = bottom - top;
        return height >= 6 && height * 10 >= image_.box.height * 6 &&
               run.width() * 20 >= height * 7 && run.width() * 10 <= height * 9 &&
               bottom <= columns_.baseline() + 1;
    }

    // Runs that stand together like the letters of a word.
    void put_zeros() {
        const auto runs = columns_.runs();
        for (std::size_t i = 0; i < runs.size();) {
            auto end = i + 1;
            while (end < runs.size() && runs[end].first - runs[end - 1].end < 0.7 * advance_) ++end;
            put_zeros(std::span(runs).subspan(i, end - i));
            i = end;
        }
    }

    void put_zeros(std::span<const InkColumns::Run> runs) {
        const auto [first, end] = within({runs.front().first, runs.back().end}, 0.5 * advance_);
        const auto count = end - first;
        if (count == 0 || count >= runs.size() || runs.size() > kMaxRuns) return;
        const auto from = letters_.begin() + std::ptrdiff_t(first);
        const auto to = from + std::ptrdiff_t(count);
        const bool number = std::all_of(from, to, is_number_like) &&
                            std::any_of(from, to, [](const Letter& letter) {
                                return letter.text[0] >= '0' && letter.text[0] <= '9';
                            });
        if (!number) return;
        const auto is_single = [&](const InkColumns::Run& run) {
            return run.width() <= 1.2 * advance_;
        };
        if (!std::ranges::all_of(runs, is_single)) return;
        const auto taken = runs_read(runs, first, count);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (taken[i]) continue;
            if (!is_large(runs[i])) return;
        }
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (taken[i]) continue;
            const auto at = first + i;
            auto letter = made("0", (runs[i].first + runs[i].end) / 2.0, runs[i]);
            letter.confidence = letters_[std::min(at, letters_.size() - 1)].confidence;
            letter.begins_word = i == 0;
            letters_.insert(letters_.begin() + std::ptrdiff_t(at), std::move(letter));
            if (i == 0 && at + 1 < letters_.size()) letters_[at + 1].begins_word = false;
        }
    }

    // Which runs have a letter, when the letters are dealt out from the left so that they move as
    // little as possible.
    std::vector<bool> runs_read(
        std::span<const InkColumns::Run> runs, std::size_t first, std::size_t count
    ) const {
        const auto spare = runs.size() - count;
        // cost[i][k]: the first i letters have been dealt out, k runs left over.
        const auto width = spare + 1;
        std::vector<double> cost((count + 1) * width, 0);
        for (std::size_t i = 1; i <= count; ++i) {
            for (std::size_t k = 0; k < width; ++k) {
                const auto& run = runs[i - 1 + k];
                const auto centre = (run.first + run.end) / 2.0;
                auto best = cost[(i - 1) * width + k];
                for (std::size_t fewer = 0; fewer < k; ++fewer) {
                    best = std::min(best, cost[(i - 1) * width + fewer]);
                }
                cost[i * width + k] = best + std::abs(letters_[first + i - 1].middle - centre);
            }
        }
        std::vector<bool> taken(runs.size());
        auto k = spare;
        for (auto i = count; i > 0; --i) {
            const auto row = cost.begin() + std::ptrdiff_t(i * width);
            k = std::size_t(std::min_element(row, row + std::ptrdiff_t(k) + 1) - row);
            taken[i - 1 + k] = true;
        }
        return taken;
    }

    std::vector<LineWord> rebuilt() const {
        std::vector<LineWord> words;
        for (const auto& letter : letters_) {
            if (words.empty() || letter.begins_word) {
                words.push_back({{}, {}, letter.first, 0, letter.confidence});
            }
            auto& word = words.back();
            word.text += letter.text;
            word.letters.push_back({word.text.size(), image_column(letter.middle)});
            word.end = std::max(word.end, letter.end);
            word.confidence = std::min(word.confidence, letter.confidence);
        }
        return words;
    }

    const LineImage& image_;
    InkColumns columns_;
    std::vector<Letter> letters_;
    double advance_ = 0;
};

inline std::vector<LineWord> restore_missed(std::vector<LineWord> words, const LineImage& image) {
    return MissedLetters(std::move(words), image).restored();
}

}  // namespace fovea::reading
