#include "fovea/reading/recognise/words.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/reading/recognise/line_image.hpp"
#include "fovea/reading/recognise/missed_letters.hpp"
#include "fovea/reading/recognise/word_spaces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

using LineWords = std::vector<LineWord>;

// Screens repeat themselves: a column of "Open" and "Closed", the same button on every card.
constexpr std::size_t kMaxRemembered = 4096;

// Below this a line is read a second time at another size; the surer reading counts.
constexpr double kSure = 0.85;

// The mean of the words' confidences, by their length.
double confidence_of(const LineWords& words) {
    double sum = 0;
    double length = 0;
    for (const auto& word : words) {
        sum += word.confidence * double(word.text.size());
        length += double(word.text.size());
    }
    return length > 0 ? sum / length : 0;
}

// Where most lines of a picture turn out not to be writing, it is a photograph, and what looks like
// a short word is a twig.
enum class Doubt : std::uint8_t { Little, Much };

// Icons, dots and pieces of photographs are read as one or two odd characters, mostly tiny ones; a
// real line of that length is a number or a column's letter, and read with certainty.
bool is_plausible(const LineWords& words, std::uint32_t height, Doubt doubt) {
    std::ptrdiff_t letters = 0;
    for (const auto& word : words) letters += std::ranges::count_if(word.text, is_letter_or_digit);
    const auto confidence = confidence_of(words);
    if (letters == 0) return false;
    if (doubt == Doubt::Much && letters <= 6) return letters >= 3 && confidence >= 0.9;
    if (doubt == Doubt::Much) return confidence >= 0.7;
    if (letters <= 2) return confidence >= 0.85 && height >= 8;
    if (letters == 3) return confidence >= 0.75 && height >= 7;
    if (letters <= 6) return confidence >= 0.6;
    return confidence >= 0.45;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Zeros with a dot or a slash in code fonts are read as @ and O. An address has letters around its
// @; a hash or a date has digits and no other letters than a to f.
void settle_zeros(std::string& text) {
    if (text.find_first_of("@O") == std::string::npos) return;
    const auto digits = std::ranges::count_if(text, is_digit);
    const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '@' && text[i] != 'O') continue;
        const auto beside = [&](auto matches) {
            return (i > 0 && matches(text[i - 1])) || (i + 1 < text.size() && matches(text[i + 1]));
        };
        // The part between dashes, dots and colons.
        auto first = i;
        auto end = i + 1;
        while (first > 0 && is_letter_or_digit(text[first - 1])) --first;
        while (end < text.size() && is_letter_or_digit(text[end])) ++end;
        const auto part = std::string_view(text).substr(first, end - first);
        const bool hash = digits >= 3 && std::ranges::all_of(part, [&](char c) {
                              return is_hex(c) || c == 'O' || c == '@';
                          });
        if (text[i] == '@' && (beside(is_digit) || hash)) text[i] = '0';
        if (text[i] == 'O' && hash && part.size() > 1) text[i] = '0';
        if (text[i] == 'O' && part.starts_with("Ox") && i == first && part.size() > 3) {
            if (std::ranges::any_of(part, is_digit)) text[i] = '0';
        }
    }
}

class Reader {
public:
    Reader(Recogniser& recogniser, ScreenReader* screen_reader)
        : recogniser_(recogniser), screen_reader_(screen_reader) {}

    struct Reading {
        LineImage image;
        LineWords words;
        bool of_screen_reader = false;
    };
    struct Kept {
        std::size_t index = 0;
        bool sure = false;
        std::vector<Word> words;
    };

    Result<Reading> read(const media::Picture& picture, const media::TextLine& line) {
        if (screen_reader_ != nullptr) return read_screen(picture, line);
        auto usual = TRY(read_at(picture, line, LineSize::Usual));
        if (confidence_of(usual.words) >= kSure) return usual;
        auto smaller = TRY(read_at(picture, line, LineSize::Smaller));
        const bool surer = confidence_of(smaller.words) > confidence_of(usual.words);
        return surer ? std::move(smaller) : std::move(usual);
    }

private:
    Result<Reading> read_screen(const media::Picture& picture, const media::TextLine& line) {
        auto image = TRY(line_for_screen_reader(picture, line));
        auto words = TRY(screen_reader_->read(image.gray));
        return Reading{std::move(image), std::move(words), true};
    }

    Result<Reading> read_at(
        const media::Picture& picture, const media::TextLine& line, LineSize size
    ) {
        auto image = TRY(line_image(picture, line, size));
        const auto& gray = image.gray;
        const auto key =
            sha256(ByteView(reinterpret_cast<const std::byte*>(gray.row(0)), gray.size().pixels()));
        const auto known = known_.find(key);
        if (known != known_.end()) return Reading{std::move(image), known->second};

        auto words = TRY(recogniser_.read(gray));
        if (known_.size() < kMaxRemembered) known_.emplace(key, words);
        return Reading{std::move(image), std::move(words)};
    }

    Recogniser& recogniser_;
    ScreenReader* screen_reader_;
    std::unordered_map<Sha256, LineWords> known_;
};

std::vector<Word> words_of(Reader::Reading reading) {
    std::vector<Word> words;
    auto& read = reading.words;
    if (!reading.of_screen_reader) {
        read = restore_missed(settle_spaces(std::move(read), reading.image), reading.image);
        for (auto& word : read) settle_zeros(word.text);
    }
    for (auto& word : read) {
        const auto box = reading.image.original(word.first, word.end);
        words.push_back({std::move(word.text), box, word.confidence, 0});
    }
    return words;
}

}  // namespace

Result<std::vector<Word>> recognise(
    const media::Picture& picture,
    std::span<const media::TextLine> lines,
    Recogniser& recogniser,
    const StopCheck& stop,
    ScreenReader* screen_reader
) {
    Reader reader(recogniser, screen_reader);
    std::vector<Reader::Kept> kept;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (stop && stop()) return Error{ErrorCode::Cancelled, "reading text was stopped"};
        auto reading = TRY(reader.read(picture, lines[i]));
        const auto doubt = reading.image.across ? Doubt::Much : Doubt::Little;
        const auto height = lines[i].box.height;
        if (!is_plausible(reading.words, height, doubt)) {
            ++refused;
            continue;
        }
        const bool sure = is_plausible(reading.words, height, Doubt::Much);
        kept.push_back({i, sure, words_of(std::move(reading))});
    }
    const bool is_photograph = refused > 4 && refused > 3 * kept.size();
    std::vector<Word> words;
    for (auto& line : kept) {
        if (is_photograph && !line.sure) continue;
        for (auto& word : line.words) {
            word.line = line.index;
            words.push_back(std::move(word));
        }
    }
    return words;
}

}  // namespace fovea::reading
