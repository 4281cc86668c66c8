#include "fovea/reading/recognise/tesseract_recogniser.hpp"

#include "fovea/reading/recognise/missed_letters.hpp"
#include "fovea/reading/recognise/word_spaces.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace fovea::reading {
namespace {

// Screens repeat themselves: a column of "Open" and "Closed", the same button on every card.
constexpr std::size_t kMaxRemembered = 4096;

// Below this a line is read a second time at another size; the surer reading counts.
constexpr double kSure = 0.85;

// The mean of the words' confidences, by their length.
double confidence_of(const std::vector<LineWord>& words) {
    double sum = 0;
    double length = 0;
    for (const auto& word : words) {
        sum += word.confidence * double(word.text.size());
        length += double(word.text.size());
    }
    return length > 0 ? sum / length : 0;
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

}  // namespace

TesseractRecogniser::TesseractRecogniser(TesseractEngine engine) : engine_(std::move(engine)) {}

Result<TesseractRecogniser> TesseractRecogniser::open(
    std::string_view languages, const std::string& tessdata_dir
) {
    return TesseractRecogniser(TRY(TesseractEngine::open(languages, tessdata_dir)));
}

Result<TesseractRecogniser::Attempt> TesseractRecogniser::read_at(
    const media::Picture& picture, const media::TextLine& line, LineSize size
) {
    auto image = TRY(line_image(picture, line, size));
    const auto& gray = image.gray;
    const auto key =
        sha256(ByteView(reinterpret_cast<const std::byte*>(gray.row(0)), gray.size().pixels()));
    const auto known = known_.find(key);
    if (known != known_.end()) return Attempt{std::move(image), known->second};

    auto words = TRY(engine_.read(gray));
    if (known_.size() < kMaxRemembered) known_.emplace(key, words);
    return Attempt{std::move(image), std::move(words)};
}

Result<RecognisedLine> TesseractRecogniser::read(
    const media::Picture& picture, const media::TextLine& line
) {
    auto best = TRY(read_at(picture, line, LineSize::Usual));
    if (confidence_of(best.words) < kSure) {
        auto smaller = TRY(read_at(picture, line, LineSize::Smaller));
        if (confidence_of(smaller.words) > confidence_of(best.words)) best = std::move(smaller);
    }
    RecognisedLine read{.across_photograph = best.image.across};
    for (auto& word :
         restore_missed(settle_spaces(std::move(best.words), best.image), best.image)) {
        settle_zeros(word.text);
        const auto box = best.image.original(word.first, word.end);
        read.words.push_back({std::move(word.text), box, word.confidence, 0});
    }
    return read;
}

}  // namespace fovea::reading
