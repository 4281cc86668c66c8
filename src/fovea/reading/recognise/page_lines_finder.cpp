#include "fovea/reading/recognise/page_lines_finder.hpp"

#include "fovea/reading/recognise/axis_reader.hpp"
#include "fovea/reading/recognise/shrink.hpp"
#include "fovea/reading/recognise/words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

namespace fovea::reading {
namespace {

// Letters of 13 pixels are as sure as larger ones, and a picture of half the size takes a quarter of the time.
constexpr double kEnoughHeight = 13;

// Of a line of our own finder that is covered by others: then it is theirs.
constexpr double kCovered = 0.3;

// Of our own lines: where the network agrees with so many of them the page is one that our finder knows how to
// read, and only what it does not see at all is the network's.
constexpr double kEnoughAgreed = 0.7;

// Of the network's lines, by their length: where so much is slanted the page is, and our own finder sees only pieces.
constexpr double kSlanted = 0.5;

// In heights of a line.
constexpr double kShort = 2;
constexpr double kLeastGap = 0.3;  // narrower is the space between words
constexpr double kLeftGap = 1;     // narrower is an icon

struct Entry {
    media::TextLine line;
    LineAxis axis;
    bool was_read = false;
    std::vector<Word> words = {};
};

double overlap(const media::PixelRect& a, const media::PixelRect& b) {
    const auto width = std::min(double(a.x) + a.width, double(b.x) + b.width) - std::max(a.x, b.x);
    const auto height =
        std::min(double(a.y) + a.height, double(b.y) + b.height) - std::max(a.y, b.y);
    return width <= 0 || height <= 0 ? 0 : width * height;
}

bool is_covered(const media::PixelRect& box, const std::vector<Entry>& entries) {
    double area = 0;
    double width = 0;
    for (const auto& entry : entries) {
        const auto common = overlap(box, entry.line.box);
        area += common;
        // A box of several lines is covered by any of them; on paper that lies aslant ours are.
        if (common > 0.6 * double(entry.line.box.width) * entry.line.box.height) {
            width += entry.line.box.width;
        }
    }
    return area > kCovered * double(box.width) * box.height || width > kCovered * box.width;
}

// What our own finder sees in the place of a line of which the network does not know the direction.
const media::TextLine* own_line_at(
    const media::PixelRect& box, const std::vector<media::TextLine>& own
) {
    const auto area = double(box.width) * box.height;
    for (const auto& line : own) {
        const auto common = overlap(box, line.box);
        const auto whole = double(line.box.width) * line.box.height;
        if (common > 0.6 * whole && whole > 0.25 * area) return &line;
    }
    return nullptr;
}

bool is_certain(const std::vector<Word>& words) {
    constexpr double kCertain = 0.9;
    return !words.empty() &&
           std::ranges::all_of(words, [](const Word& word) { return word.confidence >= kCertain; });
}

std::uint32_t factor_for(const std::vector<media::TextLine>& own) {
    std::vector<std::uint32_t> heights;
    for (const auto& line : own) heights.push_back(line.box.height);
    if (heights.size() < 8) return 1;
    // Small print counts: a quarter of the lines may be smaller.
    const auto quarter = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 4);
    std::ranges::nth_element(heights, quarter);
    return std::max(1U, static_cast<std::uint32_t>(*quarter / kEnoughHeight));
}

// Whether the network sees nothing in the place of one of our own lines that is not in it: then ours is exact to the
// pixel, and one where the network may see two.
bool agree(const media::TextLine& own, const std::vector<const DetectedLine*>& parts) {
    const double left = own.box.x;
    const double top = own.box.y;
    const auto right = left + own.box.width;
    const auto bottom = top + own.box.height;
    double seen = 0;
    for (const auto* part : parts) {
        const auto& [x, y, length, height, angle] = part->axis;
        // The end of a name has no direction of its own; what begins a line may be an icon.
        const bool is_end = length < kShort * height && x - length / 2 > left + height;
        const bool level = part->sure && angle == 0 && (part->others.empty() || is_end);
        const bool beyond =
            x - length / 2 < left - 0.6 * height || x + length / 2 > right + 0.6 * height;
        const bool as_high = y - height / 2 < top + 0.2 * height &&
                             y + height / 2 > bottom - 0.2 * height &&
                             own.box.height > 0.35 * height;
        if (!level || beyond || !as_high) return false;
        seen += std::min(right, x + length / 2) - std::max(left, x - length / 2);
    }
    return seen > 0.75 * (right - left);
}

bool is_slanted(const std::vector<DetectedLine>& lines) {
    double all = 0;
    double slanted = 0;
    for (const auto& line : lines) {
        all += line.axis.length;
        if (line.axis.angle != 0) slanted += line.axis.length;
    }
    return slanted > kSlanted * all;
}

LineAxis scaled(LineAxis axis, double factor) {
    for (auto* value : {&axis.x, &axis.y, &axis.length, &axis.height}) *value *= factor;
    return axis;
}

struct Agreement {
    std::vector<Entry> agreed;
    std::vector<media::TextLine>
        other;  // our own lines that the network sees otherwise, or not at all
};

// What our own lines on which both agree are made of is taken out of `detected`.
Agreement take_agreed(
    const std::vector<media::TextLine>& own, std::vector<DetectedLine>& detected
) {
    Agreement found;
    std::vector<bool> taken(detected.size());
    for (const auto& line : own) {
        const auto reach = 0.4 * line.box.height;
        std::vector<const DetectedLine*> parts;
        std::vector<std::size_t> numbers;
        for (std::size_t i = 0; i < detected.size(); ++i) {
            const auto& axis = detected[i].axis;
            if (taken[i] || axis.x < line.box.x || axis.x > double(line.box.x) + line.box.width ||
                axis.y < line.box.y - reach ||
                axis.y > double(line.box.y) + line.box.height + reach) {
                continue;
            }
            parts.push_back(&detected[i]);
            numbers.push_back(i);
        }
        if (!agree(line, parts)) {
            found.other.push_back(line);
            continue;
        }
        for (const auto i : numbers) taken[i] = true;
        found.agreed.push_back({.line = line, .axis = {}});
    }
    std::vector<DetectedLine> rest;
    for (std::size_t i = 0; i < detected.size(); ++i) {
        if (!taken[i]) rest.push_back(std::move(detected[i]));
    }
    detected = std::move(rest);
    return found;
}

// What of one of our own lines lies between others, at least so many of its heights wide.
std::vector<media::TextLine> gaps_between(
    const media::TextLine& own, std::vector<media::PixelRect> others, double least
) {
    std::ranges::sort(others, {}, &media::PixelRect::x);
    std::vector<media::TextLine> gaps;
    auto from = own.box.x;
    const auto add = [&](std::uint32_t to) {
        if (to <= from || to - from < least * own.box.height) return;
        gaps.push_back(own);
        gaps.back().box.x = from;
        gaps.back().box.width = to - from;
    };
    const auto end = own.box.x + own.box.width;
    for (const auto& other : others) {
        add(std::min(other.x, end));
        from = std::max(from, other.x + other.width);
    }
    add(end);
    return gaps;
}

// Where the network sees lines in the place of one of ours. Ours counts if it can be read; of a chart or a map our finder
// makes boxes around several slanted labels. Where its words are uncertain and those of the network's lines are not, as
// where small letters stand behind large ones, the network's count, and what they leave of ours.
class Doubtful {
public:
    Doubtful(const media::Picture& picture, Recogniser& recogniser)
        : picture_(picture), recogniser_(recogniser), reader_(recogniser, picture) {}

    Result<std::vector<Entry>> settle(
        const media::TextLine& own, const std::vector<DetectedLine>& detected
    ) {
        std::vector<Entry> kept;
        auto words = TRY(read(own));
        if (words.empty()) return kept;
        const auto parts = is_certain(words) ? Parts() : TRY(certain_parts(own, detected));
        if (parts.empty()) {
            kept.push_back({own, {}, true, std::move(words)});
            return kept;
        }
        return read_between(own, parts, kLeastGap);
    }

    // What the lines that are there leave of one of ours: a price before the small words that the network saw alone.
    Result<std::vector<Entry>> what_is_left(
        const media::TextLine& own, const std::vector<Entry>& entries
    ) {
        std::vector<media::PixelRect> there;
        for (const auto& entry : entries) {
            if (overlap(own.box, entry.line.box) > 0) there.push_back(entry.line.box);
        }
        return read_between(own, there, kLeftGap);
    }

private:
    using Parts = std::vector<media::PixelRect>;

    Result<std::vector<Entry>> read_between(
        const media::TextLine& own, const Parts& others, double least
    ) {
        std::vector<Entry> found;
        for (const auto& gap : gaps_between(own, others, least)) {
            auto words = TRY(read(gap));
            if (is_certain(words) && says_enough(words)) {
                found.push_back({gap, {}, true, std::move(words)});
            }
        }
        return found;
    }

    // An icon is read as one letter.
    static bool says_enough(const std::vector<Word>& words) {
        return words.size() > 1 || words.front().text.size() > 1;
    }

    Result<std::vector<Word>> read(const media::TextLine& line) {
        return recognise(picture_, std::span(&line, 1), recogniser_);
    }

    // None where one of them is read with doubt.
    Result<Parts> certain_parts(
        const media::TextLine& own, const std::vector<DetectedLine>& detected
    ) {
        Parts parts;
        for (const auto& line : detected) {
            const auto& axis = line.axis;
            if (!line.sure || axis.angle != 0 || axis.x < own.box.x || axis.y < own.box.y ||
                axis.x > double(own.box.x) + own.box.width ||
                axis.y > double(own.box.y) + own.box.height) {
                continue;
            }
            if (!is_certain(TRY(reader_.read(line)))) return Parts();
            parts.push_back(text_line_of(picture_, axis).box);
        }
        return parts;
    }

    const media::Picture& picture_;
    Recogniser& recogniser_;
    AxisReader reader_;
};

}  // namespace

Result<PageLines> PageLinesFinder::find(
    const media::Picture& picture,
    const std::vector<media::TextLine>& own,
    Recogniser& recogniser,
    const std::function<bool()>& is_over
) {
    if (!detector_) detector_.emplace(TRY(LineDetector::open()));
    const auto size = picture.size();
    const auto factor = std::min({factor_for(own), size.width, size.height});
    auto detected =
        TRY(factor > 1 ? detector_->find(shrunk(picture, factor), is_over)
                       : detector_->find(picture, is_over));
    AxisReader reader(recogniser, picture);
    Doubtful doubtful(picture, recogniser);
    for (auto& line : detected) {
        line.axis = scaled(line.axis, factor);
        for (auto& other : line.others) other = scaled(other, factor);
    }
    const bool slanted = is_slanted(detected);
    auto agreement = take_agreed(own, detected);
    auto entries = std::move(agreement.agreed);
    const bool keeps_own = double(entries.size()) >= kEnoughAgreed * double(own.size());
    if (keeps_own) {
        std::vector<media::PixelRect> seen;
        for (const auto& line : detected) seen.push_back(text_line_of(picture, line.axis).box);
        for (const auto& line : agreement.other) {
            const bool is_seen = std::ranges::any_of(seen, [&](const media::PixelRect& box) {
                return overlap(line.box, box) > 0;
            });
            if (!is_seen || (is_over && is_over())) {
                entries.push_back({.line = line, .axis = {}});
            } else {
                auto kept = TRY(doubtful.settle(line, detected));
                std::ranges::move(kept, std::back_inserter(entries));
            }
        }
    }
    const auto mine = keeps_own ? entries : std::vector<Entry>();
    for (auto& line : detected) {
        Entry entry{.line = text_line_of(picture, line.axis), .axis = line.axis};
        if (is_covered(entry.line.box, mine)) continue;
        if (!line.sure || !line.others.empty()) {
            if (is_over && is_over()) continue;
            const auto* ours = slanted ? nullptr : own_line_at(entry.line.box, own);
            if (ours != nullptr) {
                const bool is_there = std::ranges::any_of(entries, [&](const Entry& other) {
                    return other.line.box == ours->box;
                });
                if (is_there) continue;
                auto words = TRY(recognise(picture, std::span(ours, 1), recogniser));
                if (is_certain(words)) {
                    entries.push_back({*ours, {}, true, std::move(words)});
                    continue;
                }
            }
            entry.words = TRY(reader.read(line));
            if (entry.words.empty()) continue;
            if (entry.axis.angle == 0) keep_within(entry.words, entry.line.box);
            entry.was_read = true;
        }
        entries.push_back(std::move(entry));
    }
    const auto by_network = entries;
    for (const auto& line : own) {
        if (slanted || keeps_own) break;
        if (!is_covered(line.box, by_network)) {
            entries.push_back({.line = line, .axis = {}});
        } else if (!is_over || !is_over()) {
            auto left = TRY(doubtful.what_is_left(line, by_network));
            std::ranges::move(left, std::back_inserter(entries));
        }
    }
    std::ranges::stable_sort(entries, {}, [](const Entry& entry) {
        return std::pair(entry.line.box.y, entry.line.box.x);
    });
    PageLines found;
    for (auto& entry : entries) {
        const auto index = found.lines.size();
        if (entry.was_read) found.read.push_back(index);
        for (auto& word : entry.words) {
            word.line = index;
            found.words.push_back(std::move(word));
        }
        found.lines.push_back(entry.line);
        found.axes.push_back(entry.axis);
    }
    return found;
}

}  // namespace fovea::reading
