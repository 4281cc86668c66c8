#include "fovea/reading/answer/changes/change_report.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/changes/change_text.hpp"
#include "fovea/reading/answer/changes/colour_changes.hpp"
#include "fovea/reading/answer/changes/moved_pieces.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/passages.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace fovea::reading {
namespace {

// Below this, pictures of one size show different things, and regions say nothing.
constexpr double kLeastSimilar = 0.7;

constexpr std::size_t kMaxItems = 60;    // of a list of changed text
constexpr std::size_t kMaxRegions = 32;  // as many as a comparison gives
constexpr std::size_t kLabelLetters = 60;
constexpr std::size_t kValueWords = 3;

// One change of words, ready to be told.
struct Item {
    std::string text;
    std::string label;
    media::PixelRect box;
    bool gone = false;  // its box is one of the first picture
};

// A value or a label needs its neighbour to be understood; a sentence does not.
std::string with_place(
    const Sight& sight, const std::vector<Passage>& passages, const WordPiece& piece
) {
    if (word_count(piece) > kValueWords) return "";
    const auto place = place_of(sight.page, passages, piece.box);
    return place.empty() ? "" : " (" + place + ")";
}

std::string uncertain(double confidence) {
    return confidence < kUncertainBelow ? std::string(kUncertain) : "";
}

// A line that was found in the picture and could not be read, at about this place and of this size.
const media::TextLine* unread_line(const Sight& sight, const media::PixelRect& box) {
    const auto& lines = sight.reading.lines;
    std::vector<bool> read(lines.size(), false);
    for (const auto& word : sight.reading.words) {
        if (word.line < read.size()) read[word.line] = true;
    }
    const auto near = [](std::int64_t a, std::int64_t b, std::int64_t most) {
        return a - b <= most && b - a <= most;
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& line = lines[i].box;
        const std::int64_t reach = 4 * std::int64_t{box.height};
        if (!read[i] && near(line.width, box.width, 4) && near(line.height, box.height, 4) &&
            near(line.x, box.x, reach) && near(line.y, box.y, reach)) {
            return &lines[i];
        }
    }
    return nullptr;
}

// Replaced, then added, then removed: in the order of how much they tell.
std::vector<Item> items_of(const WordChanges& changes, const Sight& before, const Sight& after) {
    const auto passages_before = passages_of(before.page, before.reading);
    const auto passages_after = passages_of(after.page, after.reading);
    std::vector<Item> items;
    for (const auto& pair : changes.replaced) {
        const auto confidence = std::min(pair.before.confidence, pair.after.confidence);
        items.push_back(
            {"changed " + box_text(pair.after.box) + ": " + pair_text(pair) +
                 uncertain(confidence) + with_place(after, passages_after, pair.after),
             "changed: " + pair_label(pair),
             pair.after.box,
             false}
        );
    }
    for (const auto& piece : changes.added) {
        items.push_back(
            {"added " + box_text(piece.box) + ": " + in_quotes(piece.text) +
                 uncertain(piece.confidence) + with_place(after, passages_after, piece),
             "added: " + piece.text,
             piece.box,
             false}
        );
    }
    for (const auto& piece : changes.removed) {
        // Not reading it the second time is no proof that it is gone.
        if (const auto* line = unread_line(after, piece.box)) {
            items.push_back(
                {"could not be read again, perhaps unchanged, " + box_text(line->box) + ": " +
                     in_quotes(piece.text) + with_place(before, passages_before, piece),
                 "unread: " + piece.text,
                 line->box,
                 false}
            );
            continue;
        }
        items.push_back(
            {"removed, was at " + box_text(piece.box) + ": " + in_quotes(piece.text) +
                 uncertain(piece.confidence) + with_place(before, passages_before, piece),
             "removed: " + piece.text,
             piece.box,
             true}
        );
    }
    return items;
}

std::int64_t shared_area(const media::PixelRect& a, const media::PixelRect& b) {
    return std::max<std::int64_t>(0, shared_width(a, b)) *
           std::max<std::int64_t>(0, shared_height(a, b));
}

// The region that has most of the box; nothing when it lies outside of all.
std::optional<std::size_t> region_of(
    std::span<const media::PixelRect> regions, const media::PixelRect& box
) {
    std::optional<std::size_t> best;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const auto area = shared_area(regions[i], box);
        if (area <= most) continue;
        most = area;
        best = i;
    }
    return best;
}

struct RegionReport {
    media::PixelRect box;
    std::vector<const Item*> items;
    bool has_moved = false;
    const media::ColourChange* recoloured = nullptr;
};

std::vector<RegionReport> by_region(
    std::span<const media::PixelRect> regions,
    const std::vector<Item>& items,
    const WordChanges& changes,
    std::span<const media::ColourChange> recoloured
) {
    std::vector<RegionReport> reports;
    for (const auto& region : regions) {
        const auto change = std::ranges::find(recoloured, region, &media::ColourChange::region);
        reports.push_back({region, {}, false, change == recoloured.end() ? nullptr : &*change});
    }
    for (const auto& item : items) {
        if (const auto region = region_of(regions, item.box))
            reports[*region].items.push_back(&item);
    }
    for (const auto& pair : changes.moved) {
        for (auto& report : reports) {
            const bool in_it =
                touches(report.box, pair.after.box) || touches(report.box, pair.before.box);
            report.has_moved = report.has_moved || in_it;
        }
    }
    return reports;
}

std::string region_label(const RegionReport& report) {
    if (report.items.empty() && report.recoloured != nullptr) {
        return "colour: " + colour_name(report.recoloured->before) + " → " +
               colour_name(report.recoloured->after);
    }
    if (report.items.empty()) return report.has_moved ? "moved text" : "changed, no words";
    std::string label = report.items[0]->label;
    for (std::size_t i = 1; i < report.items.size() && label.size() < 2 * kLabelLetters; ++i) {
        label += "; " + report.items[i]->label;
    }
    return shorten_characters(label, 2 * kLabelLetters);
}

// What stands there in both, to know a button by.
std::string named_by(const Sight& sight, const media::PixelRect& box) {
    std::string words;
    for (const auto& word : sight.reading.words) {
        const auto& at = word.box;
        const bool inside = at.x >= box.x && at.y >= box.y &&
                            at.x + at.width <= box.x + box.width &&
                            at.y + at.height <= box.y + box.height;
        if (inside) words += (words.empty() ? "" : " ") + word.text;
    }
    return words.empty() ? "" : " (" + in_quotes(shorten_characters(words, kLabelLetters)) + ")";
}

std::string recoloured_text(std::span<const media::ColourChange> recoloured, const Sight& after) {
    std::string text;
    for (const auto& change : recoloured) {
        text += "- " + box_text(change.region) + ": " + colour_change_text(change) +
                named_by(after, change.region) + "\n";
    }
    return text.empty() ? text : "Changed colours:\n" + text;
}

// Regions with changed words first, each with its list; then the others, only by their boxes.
void tell_regions(Told& told, const std::vector<RegionReport>& reports, std::size_t image) {
    const auto add_box = [&](const RegionReport& report) {
        told.boxes.push_back({region_label(report), report.box, image});
    };
    for (const auto& report : reports) {
        if (report.items.empty()) continue;
        told.text += box_text(report.box) + "\n";
        for (std::size_t i = 0; i < report.items.size() && i < kMaxItems; ++i) {
            told.text += "- " + report.items[i]->text + "\n";
        }
        if (report.items.size() > kMaxItems) {
            told.text += "- and " + std::to_string(report.items.size() - kMaxItems) + " more\n";
        }
        add_box(report);
    }
    for (const bool moved : {true, false}) {
        std::string boxes;
        for (const auto& report : reports) {
            if (!report.items.empty() || report.has_moved != moved) continue;
            add_box(report);
            if (report.recoloured != nullptr) continue;  // told by its colours
            boxes += (boxes.empty() ? "" : ", ") + box_text(report.box);
        }
        if (boxes.empty()) continue;
        told.text +=
            (moved ? "Only moved text in: " : "No words changed, only pixels, in: ") + boxes + "\n";
    }
}

void add_item_boxes(Told& told, const std::vector<Item>& items, std::size_t image) {
    for (std::size_t i = 0; i < items.size() && i < kMaxItems; ++i) {
        told.boxes.push_back(
            {shorten_characters(items[i].label, kLabelLetters),
             items[i].box,
             items[i].gone ? image - 1 : image}
        );
    }
}

std::size_t words_in(const std::vector<PiecePair>& pairs) {
    std::size_t words = 0;
    for (const auto& pair : pairs) words += word_count(pair.after);
    return words;
}

std::string shared_text(const WordChanges& changes, std::size_t outside_words) {
    const auto unchanged = outside_words + words_in(changes.same);
    std::string text = "In both: " + count_text(unchanged, "word", "words") + " unchanged";
    if (!changes.moved.empty())
        text += ", " + count_text(words_in(changes.moved), "word", "words") + " moved";
    if (changes.reflowed_words > 0) {
        text += ", " + std::to_string(changes.reflowed_words) + " on other lines";
    }
    return text + ".\n";
}

std::string decimals(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

std::string percent_changed(double fraction) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f%%", fraction * 100);
    return fraction > 0 && fraction < 0.001 ? "under 0.1%" : text;
}

void tell_by_regions(
    Told& told,
    const Sight& before,
    const Sight& after,
    const media::Compared& compared,
    std::size_t image
) {
    const std::span<const media::PixelRect> regions(
        compared.regions.data(), std::min(compared.regions.size(), kMaxRegions)
    );
    const auto pieces_before = pieces_within(before, regions);
    const auto pieces_after = pieces_within(after, regions);
    const auto changes =
        find_word_changes(pieces_before.list, pieces_after.list, Places::Comparable);
    const auto items = items_of(changes, before, after);
    told.text += "same size, " + percent_changed(compared.changed_fraction) +
                 " of the pixels differ, in " + count_text(regions.size(), "region", "regions") +
                 ".\n" + shared_text(changes, pieces_after.outside_words);
    told.text += items.empty() ? "No words were added, removed or replaced.\n"
                               : "Changed words, by region of the second picture:\n";
    tell_regions(told, by_region(regions, items, changes, compared.recoloured), image);
    told.text += recoloured_text(compared.recoloured, after);
    if (!changes.moved.empty()) told.text += "Moved text:\n" + moved_text(changes.moved);
    add_item_boxes(told, items, image);
}

void tell_by_text(
    Told& told,
    const Sight& before,
    const Sight& after,
    const media::Compared& compared,
    std::size_t image
) {
    const auto whole = [](const Sight& sight) {
        const auto& size = sight.reading.facts.size;
        return media::PixelRect{0, 0, size.width, size.height};
    };
    const media::PixelRect area_before[] = {whole(before)};
    const media::PixelRect area_after[] = {whole(after)};
    const auto pieces_before = pieces_within(before, area_before);
    const auto pieces_after = pieces_within(after, area_after);
    const auto places = compared.same_size ? Places::Comparable : Places::Unrelated;
    const auto changes = find_word_changes(pieces_before.list, pieces_after.list, places);
    told.text += compared.same_size ? "same size, but they look different" : "their sizes differ";
    told.text += " (similarity " + decimals(compared.similarity) +
                 " of 1), so only their text was compared.\n" + shared_text(changes, 0);
    const auto items = items_of(changes, before, after);
    for (std::size_t i = 0; i < items.size() && i < 2 * kMaxItems; ++i) {
        told.text += "- " + items[i].text + "\n";
    }
    if (items.size() > 2 * kMaxItems) {
        told.text += "- and " + std::to_string(items.size() - 2 * kMaxItems) + " more\n";
    }
    if (items.empty()) told.text += "No words were added or removed.\n";
    told.text += recoloured_text(compared.recoloured, after);
    if (!changes.moved.empty()) told.text += "Moved text:\n" + moved_text(changes.moved);
    add_item_boxes(told, items, image);
}

}  // namespace

bool show_the_same(const media::Compared& compared) {
    return compared.identical || (compared.same_size && compared.similarity >= kLeastSimilar);
}

void add_changes(
    Told& told,
    const Sight& before,
    const Sight& after,
    const media::Compared& compared,
    std::size_t image
) {
    if (compared.identical) {
        told.text += "identical, pixel for pixel.\n";
        return;
    }
    if (compared.same_size && compared.regions.empty()) {
        told.text += "same size; no differences beyond the noise of compression.\n";
        return;
    }
    if (show_the_same(compared)) {
        tell_by_regions(told, before, after, compared, image);
    } else {
        tell_by_text(told, before, after, compared, image);
    }
}

}  // namespace fovea::reading
