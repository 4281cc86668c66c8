#include "fovea/reading/recognise/screen_reader.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/nn/largest.hpp"
#include "fovea/reading/recognise/letter_shapes.hpp"
#include "fovea/reading/recognise/line_image.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::reading {

extern const std::string_view kReaderWeights;

namespace {

constexpr std::uint32_t kRows = 32;
constexpr std::uint32_t kMargin = 4;  // columns of ground that the network wants on both sides
constexpr float kGround = 64;         // what line_for_screen_reader() makes of the ground
constexpr std::uint32_t kMaxColumns = 2000;  // longer lines go in pieces
constexpr std::uint32_t kSpace = 8;  // columns of ground that are a space wherever a line is cut

float to_input(float byte) {
    return byte / 127.5F - 0.5F;
}

std::string utf8_of(char32_t code) {
    std::string text;
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
    return text;
}

using Classes = std::vector<std::uint32_t>;

struct Best {
    std::uint32_t answer = 0;
    float chance = 0;  // 0 to 1; of letters alone, and of all that look like the answer together
};

// A stroke of which nobody knows whether it is a 1 or an l: kept where others stand beside it (settle_letters.hpp).
constexpr float kStroke = 0.9F;
constexpr float kSureStroke = 0.85F;

Best best_of(
    std::span<const float> values,
    const std::vector<Classes>& alike,
    std::span<const char32_t> charset
) {
    constexpr float kNothing = -16;  // what is so far behind adds less than is told
    const auto answer = nn::index_of_largest(values);
    if (answer == 0) return {};
    const auto ahead = [&](float value) {
        const auto behind = value - values[answer];
        return behind > kNothing ? std::exp(behind) : 0;
    };
    const bool is_stroke = kStrokes.find(charset[answer - 1]) != kStrokes.npos;
    float all = 0;
    for (const auto value : values) all += ahead(value);
    float chance = 0;
    for (const auto member : alike[answer]) chance += ahead(values[member]);
    chance /= all;
    if (is_stroke && 1 / all < kSureStroke) chance *= kStroke;
    return {static_cast<std::uint32_t>(answer), chance};
}

std::vector<Classes> classes_alike(const std::vector<char32_t>& charset) {
    std::vector<Classes> classes(charset.size() + 1);
    for (std::uint32_t i = 0; i < charset.size(); ++i) {
        const auto shape = alike(charset[i]);
        if (shape.empty()) classes[i + 1].push_back(i + 1);
        for (const auto other : shape) {
            const auto found = std::ranges::find(charset, other);
            if (found == charset.end()) continue;
            classes[i + 1].push_back(static_cast<std::uint32_t>(found - charset.begin()) + 1);
        }
    }
    return classes;
}

// Narrow spaces, as many fonts have them, are seldom the best answer of a frame; inside a word their chance is nearly
// nothing.
constexpr double kNarrowSpace = 0.2;

// Of a frame whose best answer is none: the chance of a space.
double chance_of_space(std::span<const float> values, std::size_t space) {
    constexpr float kNone = -5;
    const auto behind = values[space] - values[0];
    return behind < kNone ? 0 : 1 - 1 / (1 + std::exp(behind));
}

// Letters and the gaps between them, as frames pass by.
class Words {
public:
    Words(double first, double end, std::vector<LineWord>& words)
        : words_(words), begin_(first), end_(end) {}

    void space(double from, double to) {
        const auto middle = (from + to) / 2;
        close(middle);
        begin_ = middle;
    }

    void letter(char32_t code, double from, double to, double chance) {
        if (text_.empty()) log_chance_ = 0;
        text_ += utf8_of(code);
        letters_.push_back({text_.size(), (from + to) / 2});
        log_chance_ += std::log(std::max(chance, 1e-6));
    }

    void finish() { close(end_); }

private:
    void close(double end) {
        if (text_.empty()) return;
        const auto confidence = std::exp(log_chance_ / double(letters_.size()));
        words_.push_back(
            {std::exchange(text_, {}), std::exchange(letters_, {}), begin_, end, confidence}
        );
    }

    std::vector<LineWord>& words_;
    std::string text_;
    std::vector<LineLetter> letters_;
    double begin_;
    double end_;
    double log_chance_ = 0;
};

bool is_blank(const media::Picture& line, std::uint32_t column) {
    constexpr int kFaint = 16;
    for (std::uint32_t y = 0; y < kRows; ++y) {
        if (std::abs(int{line.row(y)[column]} - static_cast<int>(kGround)) > kFaint) return false;
    }
    return true;
}

// Words end where the spaces around them begin to be told, which is often in the middle of those.
void draw_tight(std::vector<LineWord>& words, const media::Picture& line) {
    const auto column = [&](double at) {
        return static_cast<std::uint32_t>(std::clamp(at, 0.0, double(line.size().width)));
    };
    for (auto& word : words) {
        auto first = column(std::floor(word.first));
        auto end = column(std::ceil(word.end));
        while (first + 1 < end && is_blank(line, first)) ++first;
        while (end - 1 > first && is_blank(line, end - 1)) --end;
        word.first = std::max(word.first, double(first));
        word.end = std::max(std::min(word.end, double(end)), word.first + 1);
    }
}

struct Cut {
    std::uint32_t at = 0;
    std::uint32_t width = 0;  // of the ground there
};

// Where a line that is too long is cut: in the middle of the widest gap of its second half.
Cut find_cut(const media::Picture& line, std::uint32_t first, std::uint32_t end) {
    Cut best{end, 0};
    for (auto x = first + (end - first) / 2; x < end; ++x) {
        const auto begin = x;
        while (x < end && is_blank(line, x)) ++x;
        if (x - begin > best.width) best = {begin + (x - begin) / 2, x - begin};
    }
    return best;
}

}  // namespace

Result<ScreenReader> ScreenReader::open() {
    auto network = TRY(nn::Network::read(as_bytes(kReaderWeights)));
    if (network.input_rows() != kRows || network.input_channels() != 1 ||
        network.column_step() != 4 || network.charset().empty()) {
        return Error{ErrorCode::Internal, "the reader's weights are those of another network"};
    }
    return ScreenReader(std::make_unique<nn::Network>(std::move(network)));
}

ScreenReader::ScreenReader(std::unique_ptr<nn::Network> network)
    : network_(std::move(network)),
      alike_(classes_alike(network_->charset())),
      runner_(*network_) {}

Result<void> ScreenReader::read_part(
    const media::Picture& line, std::uint32_t first, std::uint32_t end, std::vector<LineWord>& words
) {
    const auto width = end - first;
    const auto columns = (width + 2 * kMargin + 3) / 4 * 4;
    input_.assign(std::size_t{kRows} * columns, to_input(kGround));
    for (std::uint32_t y = 0; y < kRows; ++y) {
        auto* to = input_.data() + std::size_t{y} * columns + kMargin;
        std::transform(line.row(y) + first, line.row(y) + end, to, [](std::uint8_t byte) {
            return to_input(byte);
        });
    }
    const auto answer = TRY(runner_.run({{kRows, columns, 1}, input_}));
    const auto frames = answer.shape.columns;
    const auto& charset = network_->charset();
    const auto column_of = [&](std::uint32_t frame) {
        return double(first) + double(frame) * columns / frames - kMargin;
    };
    Words found(first, end, words);
    const auto space =
        static_cast<std::size_t>(std::ranges::find(charset, U' ') - charset.begin()) + 1;
    double space_chance = 0;  // since the last letter
    double space_column = 0;
    for (std::uint32_t frame = 0; frame < frames;) {
        auto best = best_of(answer.at(0, frame), alike_, charset);
        const auto begin = frame++;
        if (best.answer == 0) {
            const auto chance = chance_of_space(answer.at(0, begin), space);
            space_chance += chance;
            space_column += chance * column_of(begin);
            continue;
        }
        if (space_chance >= kNarrowSpace && charset[best.answer - 1] != U' ') {
            const auto column = space_column / space_chance;
            found.space(column, column);
        }
        space_chance = space_column = 0;
        while (frame < frames) {
            const auto next = best_of(answer.at(0, frame), alike_, charset);
            if (next.answer != best.answer) break;
            best.chance = std::max(best.chance, next.chance);
            ++frame;
        }
        const auto code = charset[best.answer - 1];
        if (code == U' ') {
            found.space(column_of(begin), column_of(frame));
        } else {
            found.letter(code, column_of(begin), column_of(frame), best.chance);
        }
    }
    found.finish();
    return {};
}

Result<RecognisedLine> ScreenReader::read(
    const media::Picture& picture, const media::TextLine& line
) {
    const auto image = TRY(line_for_screen_reader(picture, line));
    RecognisedLine read{.across_photograph = image.across};
    for (auto& word : TRY(read_image(image.gray))) {
        const auto box = image.original(word.first, word.end);
        read.words.push_back({std::move(word.text), box, word.confidence, 0});
    }
    return read;
}

Result<std::vector<LineWord>> ScreenReader::read_image(const media::Picture& line) {
    if (line.format() != media::PixelFormat::Gray8 || line.size().height != kRows) {
        return Error{ErrorCode::Internal, "the reader takes lines of 32 rows"};
    }
    std::vector<LineWord> words;
    const auto width = line.size().width;
    std::uint32_t first = 0;
    bool joins = false;
    while (first < width) {
        auto end = width;
        Cut cut{width, kSpace};
        if (width - first > kMaxColumns) {
            cut = find_cut(line, first, first + kMaxColumns);
            end = cut.at;
        }
        const auto before = words.size();
        TRY(read_part(line, first, end, words));
        // Cut between two letters of a word.
        if (joins && before > 0 && before < words.size()) {
            auto& left = words[before - 1];
            auto& right = words[before];
            for (auto letter : right.letters) {
                letter.text_end += left.text.size();
                left.letters.push_back(letter);
            }
            left.text += right.text;
            left.end = right.end;
            left.confidence = std::min(left.confidence, right.confidence);
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(before));
        }
        joins = cut.width < kSpace;
        first = end;
    }
    draw_tight(words, line);
    return words;
}

}  // namespace fovea::reading
