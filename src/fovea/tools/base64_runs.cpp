#include "fovea/tools/base64_runs.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/tools/base64_scan.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <optional>
#include <utility>

namespace fovea::tools {
namespace {

// Shorter lines are words, not wrapped base64.
constexpr std::size_t kLeastWidth = 24;
// Keys and ids of one length stand below each other too; encoders break lines at 60, 64, 72 or 76. A
// picture needs no such guess: its first bytes tell.
constexpr std::size_t kLeastWidthOfOther = 48;
constexpr std::string_view kDataMark = ";base64,";

// Where "data:image/png;base64," in front of `at` begins; `at` when nothing of the kind is there.
std::size_t data_url_begin(std::string_view text, std::size_t at) {
    constexpr std::size_t kMaxHead = 200;
    const auto from = at > kMaxHead ? at - kMaxHead : 0;
    const auto head = text.substr(from, at - from);
    if (!head.ends_with(kDataMark)) return at;
    const auto scheme = head.rfind("data:");
    if (scheme == std::string_view::npos) return at;
    if (head.find_first_of(" \t\r\n\"'<>()", scheme) != std::string_view::npos) return at;
    return from + scheme;
}

// The characters of a text's stretch, escapes and ends of lines undone; `most` of them.
std::string plain_base64(
    std::string_view text, std::size_t begin, std::size_t end, std::size_t most
) {
    std::string plain;
    plain.reserve(std::min(end - begin, most));
    for (auto at = begin; at < end && plain.size() < most;) {
        const auto atom = atom_at(text, at);
        if (atom.length > 0) {
            plain += atom.value;
            at += atom.length;
        } else {
            const auto skipped = std::max(line_end_at(text, at), padding_at(text, at));
            at += std::max<std::size_t>(skipped, 1);
        }
    }
    return plain;
}

Bytes decoded(std::string plain) {
    if (plain.size() % 4 == 1) plain.pop_back();
    auto bytes = decode_base64(plain);
    return bytes.ok() ? std::move(bytes).value() : Bytes();
}

Base64Kind kind_of(std::string_view text, const Base64Run& run) {
    constexpr std::size_t kLook = 64;
    const auto first = decoded(plain_base64(text, run.data, run.end, kLook));
    const auto found = media::sniff(first);
    if (found.image) return Base64Kind::Picture;
    return found.mime == "application/pdf" ? Base64Kind::Document : Base64Kind::Other;
}

struct Mix {
    std::bitset<128> seen;

    bool any(char from, char to) const {
        for (char c = from; c <= to; ++c) {
            if (seen[static_cast<std::size_t>(c)]) return true;
        }
        return false;
    }
    bool is_mixed() const { return any('a', 'z') && any('A', 'Z') && any('0', '9'); }

    // One letter again and again is base64 of zeros, not a number.
    bool is_hex() const {
        const bool digits_alone = !any('g', 'z') && !any('G', 'Z') && !any('+', '/');
        return digits_alone && !(any('a', 'f') && any('A', 'F')) && seen.count() >= 6;
    }
};

// "/" counts among '+'..'/'; a ruler is of one sign that no word is made of.
Mix mix_of(std::string_view text, std::size_t begin, std::size_t end) {
    Mix mix;
    for (auto at = begin; at < end;) {
        const auto atom = atom_at(text, at);
        if (atom.length > 0) mix.seen.set(static_cast<std::size_t>(atom.value));
        at += std::max<std::size_t>(atom.length, std::max<std::size_t>(line_end_at(text, at), 1));
    }
    return mix;
}

bool is_ruler(std::string_view text, std::size_t begin, std::size_t end) {
    const char sign = text[begin];
    return (sign == '-' || sign == '_') &&
           text.substr(begin, end - begin).find_first_not_of(sign) == std::string_view::npos;
}

// A short last line counts only where the line ends with it: "Hello world" below a block is not it.
bool ends_line(std::string_view text, std::size_t at) {
    constexpr std::string_view kEnds = "\"'<,)]}`";
    return at >= text.size() || line_end_at(text, at) > 0 || padding_at(text, at) > 0 ||
           kEnds.find(text[at]) != std::string_view::npos;
}

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::vector<Base64Run> run() {
        for (std::size_t at = 0; at < text_.size();) {
            const auto first = segment_at(text_, at);
            at = first.characters == 0 ? at + 1 : take(first);
        }
        return std::move(found_);
    }

private:
    // Looks at what begins with a segment; returns where to go on.
    std::size_t take(const Base64Segment& first) {
        const auto begin = data_url_begin(text_, first.begin);
        lines_ = {first};
        Base64Run run{.begin = begin, .data = first.begin, .end = first.end};
        add_lines(begin != first.begin);
        run.end = lines_.back().end;
        for (const auto& line : lines_) run.characters += line.characters;
        const auto end = skip_padding(run.end);
        if (run.characters >= kLeastBase64Picture) run.kind = kind_of(text_, run);
        if (run.kind != Base64Kind::Other || is_long(run)) {
            run.end = end;
            found_.push_back(run);
        } else if (lines_.size() > 1) {
            take_long_lines();
        }
        return end;
    }

    // Lines below the first that continue it: all of one width, a shorter one at the end. In a data
    // URL the first may be shorter, by what stands before it.
    void add_lines(bool is_url) {
        auto width = lines_[0].characters;
        if (width < kLeastWidth && !is_url) return;
        while (padding_at(text_, lines_.back().end) == 0) {
            const auto gap = line_end_at(text_, lines_.back().end);
            if (gap == 0) return;
            const auto next = segment_at(text_, lines_.back().end + gap);
            if (next.characters == 0) return;
            if (is_url && lines_.size() == 1) width = std::max(width, next.characters);
            if (next.characters > width) return;
            if (next.characters < width && !ends_line(text_, next.end)) return;
            lines_.push_back(next);
            if (next.characters < width) return;
        }
    }

    std::size_t skip_padding(std::size_t at) const {
        for (int i = 0; i < 2; ++i) at += padding_at(text_, at);
        return at;
    }

    bool is_long(const Base64Run& run) const {
        if (run.characters <= kMaxShownBase64) return false;
        const auto mix = mix_of(text_, run.data, run.end);
        if (mix.is_hex() || is_ruler(text_, run.data, run.end)) return false;
        if (lines_.size() == 1) return true;
        const auto width = std::max(lines_[0].characters, lines_[1].characters);
        return width >= kLeastWidthOfOther && mix.is_mixed();
    }

    // Lines that do not belong together are judged one by one.
    void take_long_lines() {
        const auto lines = std::exchange(lines_, {});
        for (const auto& line : lines) {
            lines_ = {line};
            const Base64Run run{
                .begin = line.begin,
                .data = line.begin,
                .end = line.end,
                .characters = line.characters};
            if (is_long(run)) found_.push_back(run);
        }
    }

    std::string_view text_;
    std::vector<Base64Segment> lines_;  // of the run that is looked at
    std::vector<Base64Run> found_;
};

}  // namespace

std::vector<Base64Run> find_base64(std::string_view text) {
    return Scanner(text).run();
}

Bytes decode_run(std::string_view text, const Base64Run& run) {
    return decoded(plain_base64(text, run.data, run.end, run.characters));
}

}  // namespace fovea::tools
