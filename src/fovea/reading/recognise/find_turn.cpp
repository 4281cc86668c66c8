#include "fovea/reading/recognise/find_turn.hpp"

#include "fovea/base/shorten.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::size_t kSampleLines = 4;

// Of a line in the sample, width to height: about twenty letters, which take some ten milliseconds
// and say more than five do.
constexpr double kSampleAspect = 10;

// Fewer letters may look sensible by chance.
constexpr double kEnoughLetters = 12;

double aspect_of(const media::TextLine& line) {
    return double(line.box.width) / double(line.box.height);
}

// Lines that say which way is up, ascending: of a length that is quickly read and surely writing.
std::vector<std::size_t> choose_sample(std::span<const media::TextLine> lines) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].box.height > 0 && aspect_of(lines[i]) >= 1.5) chosen.push_back(i);
    }
    const auto count = std::min(chosen.size(), kSampleLines);
    const auto middle = chosen.begin() + std::ptrdiff_t(count);
    std::ranges::partial_sort(chosen, middle, {}, [&](std::size_t i) {
        return std::abs(std::log(aspect_of(lines[i]) / kSampleAspect));
    });
    chosen.resize(count);
    std::ranges::sort(chosen);
    return chosen;
}

struct Score {
    double letters = 0;
    double confidence = 0;  // mean, by the length of the words
    bool all_lines = false;
    bool makes_sense = false;

    double total() const { return letters * confidence; }

    // So sure that no other way need be tried.
    bool is_clear() const { return makes_sense && (letters >= kEnoughLetters || all_lines); }
};

Score score_of(const TurnedLines& found, double makes_sense_from) {
    Score score;
    double sum = 0;
    std::size_t lines = 0;
    for (std::size_t i = 0; i < found.words.size(); ++i) {
        const auto& word = found.words[i];
        const auto letters = double(count_characters(word.text));
        score.letters += letters;
        sum += word.confidence * letters;
        if (i == 0 || word.line != found.words[i - 1].line) ++lines;
    }
    if (score.letters > 0) score.confidence = sum / score.letters;
    score.all_lines = !found.sample.empty() && lines == found.sample.size();
    score.makes_sense = score.confidence >= makes_sense_from;
    return score;
}

// A word or two that happen to be written the other way do not turn a page. Upside down, a line is as long as before,
// and only the confidence tells.
bool turns_the_page(const Score& turned, TextTurn turn, const Score& upright) {
    if (!turned.is_clear()) return false;
    if (turned.total() > 1.5 * upright.total()) return true;
    return turn == TextTurn::Half && !upright.makes_sense && turned.letters >= kEnoughLetters &&
           turned.letters > 0.5 * upright.letters && turned.confidence > upright.confidence + 0.1;
}

class TurnSearch {
public:
    TurnSearch(const TurnPicture& picture, Recogniser& recogniser, const StopCheck& stop)
        : picture_(picture), recogniser_(recogniser), stop_(stop) {}

    Result<TurnedLines> look(TextTurn turn) {
        const auto* picture = TRY(picture_(turn));
        TurnedLines found{.turn = turn, .lines = media::find_text_lines(*picture)};
        for (const auto i : choose_sample(found.lines)) {
            if (stopped()) break;
            const std::span<const media::TextLine> line(&found.lines[i], 1);
            auto words = TRY(recognise(*picture, line, recogniser_));
            for (auto& word : words) word.line = i;
            found.sample.push_back(i);
            std::ranges::move(words, std::back_inserter(found.words));
        }
        return found;
    }

    bool stopped() const { return stop_ && stop_(); }

private:
    const TurnPicture& picture_;
    Recogniser& recogniser_;
    const StopCheck& stop_;
};

}  // namespace

Result<TurnedLines> find_upright_lines(const TurnPicture& picture) {
    const auto* upright = TRY(picture(TextTurn::None));
    return TurnedLines{.turn = TextTurn::None, .lines = media::find_text_lines(*upright)};
}

Result<TurnedLines> find_turned_lines(
    const TurnPicture& picture, Recogniser& recogniser, const StopCheck& stop
) {
    TurnSearch search(picture, recogniser, stop);
    auto upright = TRY(search.look(TextTurn::None));
    const auto upright_score = score_of(upright, recogniser.makes_sense_from());
    if (upright_score.is_clear() || search.stopped()) return upright;

    // On its side first: of a page that lies on its side, hardly a line is found upright.
    TurnedLines best;
    Score best_score;
    for (const auto turn : {TextTurn::Quarter, TextTurn::ThreeQuarters, TextTurn::Half}) {
        auto turned = TRY(search.look(turn));
        const auto score = score_of(turned, recogniser.makes_sense_from());
        if (turns_the_page(score, turn, upright_score) && score.total() > best_score.total()) {
            best = std::move(turned);
            best_score = score;
        }
        if (search.stopped() || best_score.letters >= kEnoughLetters) break;
    }
    return best_score.letters > 0 ? std::move(best) : std::move(upright);
}

}  // namespace fovea::reading
