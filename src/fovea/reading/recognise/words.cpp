#include "fovea/reading/recognise/words.hpp"

#include "fovea/reading/plain_text.hpp"
#include "fovea/reading/recognise/word_spaces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// The mean of the words' confidences, by their length.
double confidence_of(const std::vector<Word>& words) {
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

// What it marks is not on its line; whether it marks anything is known when all lines are read (page/lone_marks.hpp).
constexpr double kSureMark = 0.3;

// Icons, dots and pieces of photographs are read as one or two odd characters, mostly tiny ones; a
// real line of that length is a number or a column's letter, and read with certainty. The labels of an axis are
// digits of six or seven pixels.
bool is_plausible(const std::vector<Word>& words, std::uint32_t height, Doubt doubt) {
    std::ptrdiff_t letters = 0;
    for (const auto& word : words) {
        if (is_shapes(word.text)) continue;  // alone they are icons and markers
        letters += std::ranges::count_if(word.text, is_letter_or_digit);
    }
    const auto confidence = confidence_of(words);
    if (letters == 0) {
        return doubt == Doubt::Little && words.size() == 1 && is_mark(words[0].text) &&
               confidence >= kSureMark;
    }
    if (doubt == Doubt::Much && letters <= 6) return letters >= 3 && confidence >= 0.9;
    if (doubt == Doubt::Much) return confidence >= 0.7;
    if (height < 6 && letters <= 3) return false;
    if (letters <= 2) return confidence >= (height < 8 ? 0.95 : 0.85);
    if (letters == 3) return confidence >= (height < 7 ? 0.9 : 0.75);
    if (letters <= 6) return confidence >= 0.6;
    return confidence >= 0.45;
}

struct Kept {
    std::size_t index = 0;
    bool sure = false;
    std::vector<Word> words;
};

}  // namespace

bool are_believable(const std::vector<Word>& words, std::uint32_t height) {
    return is_plausible(words, height, Doubt::Little);
}

Result<std::vector<Word>> recognise(
    const media::Picture& picture,
    std::span<const media::TextLine> lines,
    Recogniser& recogniser,
    const StopCheck& stop
) {
    std::vector<Kept> kept;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (stop && stop()) return Error{ErrorCode::Cancelled, "reading text was stopped"};
        auto line = TRY(recogniser.read(picture, lines[i]));
        const auto doubt = line.across_photograph ? Doubt::Much : Doubt::Little;
        const auto height = lines[i].box.height;
        if (!is_plausible(line.words, height, doubt)) {
            ++refused;
            continue;
        }
        const bool sure = is_plausible(line.words, height, Doubt::Much);
        kept.push_back({i, sure, std::move(line.words)});
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
