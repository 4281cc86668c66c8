#include "fovea/proxy/grounding/scan.hpp"

#include "fovea/proxy/grounding/json_frames.hpp"
#include "fovea/proxy/grounding/labels.hpp"
#include "fovea/proxy/grounding/numbers.hpp"
#include "fovea/proxy/grounding/points.hpp"
#include "fovea/proxy/grounding/tags.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace fovea::proxy::grounding {
namespace {

constexpr auto kNoImage = static_cast<std::size_t>(-1);

Space space_of(Format format) {
    switch (format) {
        case Format::None:
        case Format::QwenPixels:
        case Format::InternvlPixels:
        case Format::ClaudePixels: return Space::SeenPixels;
        case Format::MolmoPoints: return Space::Percent;
        case Format::DeepseekBbox: return Space::NineNinetyNine;
        case Format::Qwen1000:
        case Format::Molmo2Points:
        case Format::Internvl1000:
        case Format::Gemini1000: return Space::Thousand;
    }
    return Space::SeenPixels;
}

bool is_molmo(Format format) {
    return format == Format::MolmoPoints || format == Format::Molmo2Points;
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Behind these, words are about something else.
constexpr std::array<std::string_view, 3> kEndsOfBoxes = {"/box", "|/det|", "|box_end|"};

// What stands between a tag and the tag that ends it.
struct Reference {
    std::string_view opens;
    std::string_view closes;
};
constexpr std::array<Reference, 3> kReferences = {{
    {"ref", "</ref>"},
    {"|ref|", "<|/ref|>"},
    {"|object_ref_start|", "<|object_ref_end|>"},
}};

class Scanner {
public:
    Scanner(std::string_view text, Format format, std::size_t images)
        : text_(text), format_(format), images_(images) {}

    std::vector<Found> run() {
        while (at_ < text_.size() && found_.size() < kMostPlaces) {
            at_ = std::min(text_.find_first_of("<{}\"'[(iI", at_), text_.size());
            if (at_ < text_.size()) step();
        }
        while (frames_.inside()) leave_object();  // the text broke off
        std::erase_if(found_, [&](const Found& found) { return found.image >= images_; });
        return std::move(found_);
    }

private:
    void step() {
        switch (text_[at_]) {
            case '<': return tag();
            case '{': ++at_; return frames_.enter(found_.size());
            case '}': ++at_; return leave_object();
            case '[': return list();
            case '(': return corners();
            case 'i':
            case 'I': return prefix();
            default: return quote();
        }
    }

    void leave_object() {
        const auto left = frames_.leave(found_.size());
        end_ = at_;
        after_place_ = false;
        if (left.label.empty()) return;
        for (auto i = left.first; i < found_.size(); ++i) {
            if (found_[i].label.empty()) name(found_[i], left.label);
        }
    }

    // A label may say itself which image is meant.
    void name(Found& found, std::string_view label) const {
        if (const auto image = image_prefix(label)) {
            label.remove_prefix(image->length);
            found.image = image_of(image->number);
        }
        found.label = tidy_label(label);
    }

    // Numbers count from 1. Where there is one picture, it is the one that is meant.
    std::size_t image_of(std::size_t number) const {
        if (images_ == 1) return 0;
        return number >= 1 && number <= images_ ? number - 1 : kNoImage;
    }

    void prefix() {
        const bool inside_word = at_ > 0 && is_letter(text_[at_ - 1]);
        const auto image = inside_word ? std::nullopt : image_prefix(text_.substr(at_, 32));
        if (!image) {
            ++at_;
            return;
        }
        image_ = image_of(image->number);
        at_ += image->length;
        end_ = at_;
        after_place_ = false;
    }

    // In prose a quotation mark is nothing; in an object it begins a key or a value, in which
    // brackets mean nothing.
    void quote() {
        const char mark = text_[at_++];
        if (!frames_.inside()) return;
        const auto begin = at_;
        while (at_ < text_.size() && text_[at_] != mark && text_[at_] != '\n') {
            at_ += text_[at_] == '\\' ? 2 : 1;
        }
        at_ = std::min(at_, text_.size());
        const auto words = text_.substr(begin, at_ - begin);
        if (at_ < text_.size() && text_[at_] == mark) ++at_;
        at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        if (at_ < text_.size() && text_[at_] == ':') {
            frames_.set_key(words);
        } else {
            frames_.take_text(words);
        }
    }

    void list() {
        const auto numbers = read_numbers(text_, at_, ']');
        if (!numbers) {
            ++at_;
            return;
        }
        const auto begin = std::exchange(at_, numbers->end);
        const auto key = frames_.key();
        const auto& n = numbers->values;
        const bool y_first = format_ == Format::Gemini1000;
        if (numbers->count == 4 && (key == KeyKind::None || key == KeyKind::Box)) {
            if (y_first) return add_box(begin, {n[1], n[0], n[3], n[2]});
            return add_box(begin, {n[0], n[1], n[2], n[3]});
        }
        if (numbers->count != 2 || key != KeyKind::Point || is_molmo(format_)) return;
        add(begin,
            {.space = space_of(format_),
             .x1 = n[y_first ? 1 : 0],
             .y1 = n[y_first ? 0 : 1],
             .is_point = true});
    }

    // (x1,y1),(x2,y2), as Qwen-VL and Qwen2-VL write boxes.
    void corners() {
        const auto begin = at_++;
        if (format_ != Format::Qwen1000 && format_ != Format::QwenPixels) return;
        const auto first = read_numbers(text_, begin, ')');
        if (!first || first->count != 2) return;
        const auto next = text_.find_first_not_of(", ", first->end);
        if (next == std::string_view::npos || text_[next] != '(') return;
        const auto second = read_numbers(text_, next, ')');
        if (!second || second->count != 2) return;
        at_ = second->end;
        add_box(begin, {first->values[0], first->values[1], second->values[0], second->values[1]});
    }

    void tag() {
        const auto begin = at_;
        const auto tag = read_tag(text_, begin);
        if (!tag) {
            ++at_;
            return;
        }
        at_ = tag->end;
        if (!tag->attributes.empty()) return points(*tag);
        if (std::ranges::find(kEndsOfBoxes, tag->name) != kEndsOfBoxes.end()) end_ = at_;
        const auto* reference = std::ranges::find(kReferences, tag->name, &Reference::opens);
        if (reference == kReferences.end()) return;
        const auto words = text_.substr(at_, kLongestLabel + reference->closes.size());
        const auto end = words.find(reference->closes);
        if (end == std::string_view::npos) return;
        reference_ = words.substr(0, end);
        at_ += end + reference->closes.size();
        reference_end_ = at_;
    }

    void points(const Tag& tag) {
        const auto most = kMostPlaces - found_.size();
        const auto coords = attribute(tag, "coords");
        // Whoever writes `coords` counts from 0 to 1000, and Molmo's x and y are per cent, whatever
        // the format that a user has chosen.
        const auto space = coords              ? Space::Thousand
                           : is_molmo(format_) ? Space::Percent
                                               : space_of(format_);
        const auto points =
            coords ? points_in_coords(*coords, most) : points_in_attributes(tag, most);
        auto label = attribute(tag, "alt").value_or(std::string_view());
        if (label.empty()) {  // then it stands between the tags
            const auto inner = text_.substr(at_, kLongestLabel);
            label = inner.substr(0, std::min(inner.find_first_of("<\n"), inner.size()));
        }
        for (const auto& point : points) {
            Found found{
                {.space = space, .x1 = point.x, .y1 = point.y, .is_point = true}, {}, image_};
            if (point.group && images_ > 1) found.image = image_at(*point.group);
            name(found, label);
            found_.push_back(std::move(found));
        }
        if (!points.empty()) remember();
    }

    std::size_t image_at(double group) const {
        const bool whole = group >= 1 && group <= double(images_) && std::floor(group) == group;
        return whole ? static_cast<std::size_t>(group) - 1 : kNoImage;
    }

    void add_box(std::size_t begin, const std::array<double, 4>& corner) {
        if (is_molmo(format_)) return;  // they have points only; the scale would be a guess
        add(begin, {space_of(format_), corner[0], corner[1], corner[2], corner[3]});
    }

    void add(std::size_t begin, const Place& place) {
        Found found{place, {}, image_};
        if (frames_.key() == KeyKind::None) name(found, label_at(begin));
        last_label_ = found.label;
        found_.push_back(std::move(found));
        remember();
    }

    void remember() {
        end_ = at_;
        after_place_ = true;
        reference_ = {};
    }

    // Of a box in prose or in tags.
    std::string label_at(std::size_t begin) const {
        constexpr std::size_t kNear = 64;  // "<box>[[", or a few words
        if (!reference_.empty() && begin - reference_end_ < kNear) return std::string(reference_);
        const auto between = text_.substr(end_, begin - end_);
        // [[…], […]]: all of them are what the first one is.
        const bool same = between.find_first_not_of(", \t\r\n[]") == std::string_view::npos;
        if (after_place_ && same) return last_label_;
        return words_before(between);
    }

    std::string_view text_;
    Format format_;
    std::size_t images_;
    std::size_t at_ = 0;
    std::size_t image_ = 0;  // that is spoken of
    std::size_t end_ = 0;    // of the last place: words before that are not about the next one
    bool after_place_ = false;
    std::string last_label_;
    std::string_view reference_;  // between <ref> and </ref>, for the boxes behind it
    std::size_t reference_end_ = 0;
    JsonFrames frames_;
    std::vector<Found> found_;
};

}  // namespace

std::vector<Found> scan_places(std::string_view text, Format format, std::size_t images) {
    if (format == Format::None || images == 0) return {};
    return Scanner(text, format, images).run();
}

}  // namespace fovea::proxy::grounding
