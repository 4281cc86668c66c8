#include "fovea/tui/editor/fuzzy.hpp"

#include <algorithm>

namespace fovea::tui {
namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_letter(char letter) {
    return (lower(letter) >= 'a' && lower(letter) <= 'z') || (letter >= '0' && letter <= '9') ||
           static_cast<unsigned char>(letter) >= 0x80;
}

// How well the letters fit from `first` on, each taken where it comes first.
std::optional<int> score_from(std::string_view letters, std::string_view name, std::size_t first) {
    int score = 0;
    auto at = first;
    bool follows = false;
    for (const char wanted : letters) {
        const auto begin = at;
        while (at < name.size() && lower(name[at]) != lower(wanted)) ++at;
        if (at == name.size()) return std::nullopt;
        const bool begins_word = at == 0 || !is_letter(name[at - 1]);
        score += follows && at == begin ? 8 : begins_word ? 6 : 1;
        if (name[at] == wanted) ++score;
        follows = true;
        ++at;
    }
    return score;
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view letters, std::string_view name) {
    if (letters.empty()) return 0;
    std::optional<int> best;
    for (std::size_t first = 0; first < name.size(); ++first) {
        if (lower(name[first]) != lower(letters.front())) continue;
        const auto score = score_from(letters, name, first);
        if (!score) break;  // what is not in here is in nothing shorter
        if (!best || *score > *best) best = score;
    }
    if (!best) return std::nullopt;
    // The name of the file says more than its folders.
    const auto slash = name.rfind('/', name.size() < 2 ? 0 : name.size() - 2);
    const auto base = slash == std::string_view::npos ? name : name.substr(slash + 1);
    if (score_from(letters, base, 0)) *best += 10;
    if (base.starts_with(letters)) *best += 10;
    return best;
}

std::vector<std::string> best_matches(
    std::string_view letters, const std::vector<std::string>& names, std::size_t most
) {
    struct Match {
        int score = 0;
        const std::string* name = nullptr;
    };
    std::vector<Match> matches;
    for (const auto& name : names) {
        if (const auto score = fuzzy_score(letters, name)) matches.push_back({*score, &name});
    }
    const auto count = std::min(most, matches.size());
    std::partial_sort(
        matches.begin(),
        matches.begin() + static_cast<std::ptrdiff_t>(count),
        matches.end(),
        [](const Match& a, const Match& b) {
            if (a.score != b.score) return a.score > b.score;
            if (a.name->size() != b.name->size()) return a.name->size() < b.name->size();
            return *a.name < *b.name;
        }
    );
    std::vector<std::string> best;
    for (std::size_t i = 0; i < count; ++i) best.push_back(*matches[i].name);
    return best;
}

}  // namespace fovea::tui
