#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <cmath>

namespace fovea::reading {
namespace {

bool is_blank(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

}  // namespace

std::string box_text(const media::PixelRect& box) {
    const auto right = std::uint64_t{box.x} + box.width;
    const auto bottom = std::uint64_t{box.y} + box.height;
    return "[" + std::to_string(box.x) + ", " + std::to_string(box.y) + ", " +
           std::to_string(right) + ", " + std::to_string(bottom) + "]";
}

std::string centre_text(const media::PixelRect& box) {
    const auto x = std::uint64_t{box.x} + box.width / 2;
    const auto y = std::uint64_t{box.y} + box.height / 2;
    return "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
}

std::string size_text(const media::PixelSize& size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height);
}

std::string count_text(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string percent_text(double share) {
    const auto percent = std::lround(share * 100);
    if (percent == 0 && share > 0) return "under 1%";
    return std::to_string(percent) + "%";
}

std::string missing_text(Missing missing) {
    switch (missing) {
        case Missing::Nothing: return "";
        case Missing::OtherLetters:
            return "there is writing in letters that are not among the configured languages; name "
                   "its language with "
                   "--lang or local.languages, as chi_sim (Debian package tesseract-ocr-chi-sim), "
                   "jpn, kor, ara, heb, "
                   "tha or hin";
        case Missing::OutOfTime: return "reading timed out before all of the text was read";
        case Missing::TooManyLines:
            return "there are more lines of text than are read of one picture";
        case Missing::ReaderCrashed:
            return "the text reader crashed on a part of the picture, which is left out; the rest "
                   "was read";
    }
    return "";
}

std::string one_line(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    bool gap = false;
    for (const char letter : text) {
        if (is_blank(letter)) {
            gap = true;
            continue;
        }
        if (gap && !line.empty()) line += ' ';
        gap = false;
        line += letter;
    }
    return line;
}

bool is_word_of(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const auto end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

std::vector<std::string> words_between_spaces(std::string_view text) {
    std::vector<std::string> words;
    bool open = false;
    for (const char letter : text) {
        if (is_blank(letter)) {
            open = false;
            continue;
        }
        if (!open) words.emplace_back();
        open = true;
        words.back() += letter;
    }
    return words;
}

std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char letter : text) result += letter == '"' ? '\'' : letter;
    return result + "\"";
}

}  // namespace fovea::reading
