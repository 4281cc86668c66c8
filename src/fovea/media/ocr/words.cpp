#include "fovea/media/ocr/words.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/media/ocr/line_image.hpp"
#include "fovea/media/ocr/word_spaces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fovea::media {
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

// Icons, dots and pieces of photographs are read as one or two odd characters, mostly tiny ones; a
// real line of that length is a number or a column's letter, and read with certainty.
bool is_plausible(const LineWords& words, std::uint32_t height) {
    std::ptrdiff_t letters = 0;
    for (const auto& word : words) letters += std::ranges::count_if(word.text, is_letter_or_digit);
    const auto confidence = confidence_of(words);
    if (letters == 0) return false;
    if (letters <= 2) return confidence >= 0.85 && height >= 8;
    if (letters == 3) return confidence >= 0.75 && height >= 7;
    if (letters <= 6) return confidence >= 0.6;
    return confidence >= 0.45;
}

class Reader {
public:
    explicit Reader(Recogniser& recogniser) : recogniser_(recogniser) {}

    struct Reading {
        LineImage image;
        LineWords words;
    };

    Result<Reading> read(const Picture& picture, const TextLine& line) {
        auto usual = TRY(read_at(picture, line, LineSize::Usual));
        if (confidence_of(usual.words) >= kSure) return usual;
        auto smaller = TRY(read_at(picture, line, LineSize::Smaller));
        const bool surer = confidence_of(smaller.words) > confidence_of(usual.words);
        return surer ? std::move(smaller) : std::move(usual);
    }

private:
    Result<Reading> read_at(const Picture& picture, const TextLine& line, LineSize size) {
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
    std::unordered_map<Sha256, LineWords> known_;
};

}  // namespace

Result<std::vector<Word>> recognise(
    const Picture& picture,
    std::span<const TextLine> lines,
    Recogniser& recogniser,
    const StopCheck& stop
) {
    Reader reader(recogniser);
    std::vector<Word> words;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (stop && stop()) return Error{ErrorCode::Cancelled, "reading text was stopped"};
        auto reading = TRY(reader.read(picture, lines[i]));
        if (!is_plausible(reading.words, lines[i].box.height)) continue;
        for (auto& word : settle_spaces(std::move(reading.words), reading.image)) {
            const auto box = reading.image.original(word.first, word.end);
            words.push_back({std::move(word.text), box, word.confidence, i});
        }
    }
    return words;
}

}  // namespace fovea::media
