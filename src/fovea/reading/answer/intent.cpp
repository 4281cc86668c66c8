#include "fovea/reading/answer/intent.hpp"

#include "fovea/reading/answer/intent_words.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxRoots = 400;  // of one text
constexpr std::string_view kCompoundEnds = "nummer datum betrag preis kosten dauer adresse miete";

bool is_one_of(std::string_view word, std::string_view words) {
    return is_word_of(words, word);
}

// Endings that make another form of the same word, the longest first.
std::string without_endings(std::string_view word) {
    constexpr std::string_view kEndings[] = {
        "ations", "ation", "ments", "ment", "ities", "ity", "ings", "ing", "ors", "ers", "ies",
        "ied",    "ed",    "or",    "er",   "es",    "ly",  "al",   "s",   "y",   "e"};
    const bool has_digit = std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
    if (has_digit) return std::string(word);
    for (const auto ending : kEndings) {
        if (word.size() < ending.size() + 4 || !word.ends_with(ending)) continue;
        if (ending == "s" && word.ends_with("ss")) continue;
        word.remove_suffix(ending.size());
        break;
    }
    const auto size = word.size();
    const bool doubled = size > 4 && word[size - 1] == word[size - 2] && word.back() != 's';
    return std::string(word.substr(0, doubled ? size - 1 : size));
}

const std::unordered_map<std::string, std::string>& alike() {
    static const auto table = [] {
        std::unordered_map<std::string, std::string> made;
        for (const auto& [means, roots] : kAlike) {
            for (const auto& root : words_between_spaces(roots)) {
                made.emplace(without_endings(root), means);
                made.emplace(root, means);
            }
        }
        return made;
    }();
    return table;
}

const std::unordered_set<std::string>& hint_roots() {
    static const auto table = [] {
        std::unordered_set<std::string> made;
        for (const auto& word : words_between_spaces(kHints)) made.insert(root_of(term_of(word)));
        return made;
    }();
    return table;
}

// "Rechnung" and "nummer" of "Rechnungsnummer".
std::vector<std::string> parts_of(const std::string& word) {
    for (const auto& end : words_between_spaces(kCompoundEnds)) {
        if (word.size() < end.size() + 4 || !word.ends_with(end)) continue;
        auto first = word.substr(0, word.size() - end.size());
        if (first.ends_with('s')) first.pop_back();
        return {std::move(first), end};
    }
    return {word};
}

// With compounds taken apart, and phrases put in place of the words that they are made of.
std::vector<std::string> joined(const std::vector<std::string>& all) {
    std::vector<std::string> words;
    for (const auto& word : all) {
        for (auto& part : parts_of(word)) words.push_back(std::move(part));
    }
    for (const auto& [phrase, means] : kPhrases) {
        const auto parts = words_between_spaces(phrase);
        while (true) {
            const auto found = std::ranges::search(words, parts);
            if (found.empty()) break;
            const auto at = words.erase(found.begin(), found.end());
            words.insert(at, std::string(means));
            if (parts.size() == 1) break;
        }
    }
    return words;
}

constexpr std::string_view kNoSubject =
    "which what who when where why how much many often is are do does the of highest lowest newest "
    "oldest "
    "latest earliest most least until till by from to after before during between";

constexpr std::string_view kNegations =
    "not no without except never nicht kein keine ohne pas sans";

struct Start {
    std::string_view words;
    Want want;
};

// How a question begins, or what it holds anywhere; the first that fits counts.
constexpr Start kStarts[] = {
    {"how many", Want::Count},      {"how long", Want::Duration},    {"how much", Want::Amount},
    {"how often", Want::Text},      {"until when", Want::Moment},    {"by when", Want::Moment},
    {"what time", Want::Moment},    {"which time", Want::Moment},    {"which day", Want::Moment},
    {"what day", Want::Moment},     {"what date", Want::Moment},     {"which date", Want::Moment},
    {"when", Want::Moment},         {"who", Want::Person},           {"whom", Want::Person},
    {"whose", Want::Person},        {"why", Want::Reason},           {"where", Want::Place},
    {"how big", Want::Measure},     {"how large", Want::Measure},    {"how far", Want::Measure},
    {"how full", Want::Measure},    {"how high", Want::Measure},     {"how old", Want::Measure},
    {"how late", Want::Measure},    {"how heavy", Want::Measure},    {"how fast", Want::Measure},
    {"how warm", Want::Measure},    {"how cold", Want::Measure},     {"how hot", Want::Measure},
    {"how healthy", Want::Measure}, {"how strong", Want::Measure},   {"how humid", Want::Measure},
    {"how deep", Want::Measure},    {"how wide", Want::Measure},     {"how tall", Want::Measure},
    {"how busy", Want::Measure},    {"how expensive", Want::Amount}, {"which number", Want::Number},
    {"what number", Want::Number},  {"digits", Want::Number},        {"how", Want::Measure},
    {"wie gross", Want::Measure},   {"wie weit", Want::Measure},     {"wie alt", Want::Measure},
    {"wie schwer", Want::Measure},  {"which", Want::Name},           {"wie viele", Want::Count},
    {"wieviele", Want::Count},      {"combien de", Want::Count},     {"combien d", Want::Count},
    {"wie viel", Want::Amount},     {"wieviel", Want::Amount},       {"wie hoch", Want::Amount},
    {"combien", Want::Amount},      {"wie heisst", Want::Text},      {"wie heissen", Want::Text},
    {"wie lange", Want::Duration},  {"wann", Want::Moment},          {"quand", Want::Moment},
    {"wer", Want::Person},          {"qui", Want::Person},           {"warum", Want::Reason},
    {"pourquoi", Want::Reason},     {"welche", Want::Name},          {"welcher", Want::Name},
    {"welches", Want::Name},        {"welchen", Want::Name},
};

bool holds(const std::vector<std::string>& words, std::string_view phrase) {
    return !std::ranges::search(words, words_between_spaces(phrase)).empty();
}

Want want_of(const std::vector<std::string>& words) {
    if (words.empty()) return Want::Text;
    // "The number of orders" is counted, "the order number of" is not.
    for (const std::string_view phrase : {"the number of", "total number of"}) {
        if (holds(words, phrase)) return Want::Count;
    }
    for (const auto& [phrase, want] : kStarts) {
        if (holds(words, phrase)) return want;
    }
    if (is_one_of(words[0], "is are can does do has have was did may will ist sind kann hat est"))
        return Want::YesNo;
    // "What does it cost?", "What is the total?" want an amount where one is there.
    const bool of_money = std::ranges::any_of(words, [](const std::string& word) {
        return is_one_of(term_of(word), "price total pay paid revenue balance salary fee kostet");
    });
    return of_money ? Want::Amount : Want::Text;
}

Extreme extreme_of(const std::vector<std::string>& words) {
    for (const auto& word : words) {
        const auto term = term_of(word);
        if (term == "highest" ||
            is_one_of(word, "expensive longest heaviest fastest oldest hottest tallest busiest"))
            return Extreme::Highest;
        if (term == "lowest" ||
            is_one_of(word, "cheapest shortest lightest slowest coldest youngest"))
            return Extreme::Lowest;
        if (is_one_of(word, "newest latest recent")) return Extreme::Newest;
        if (word == "earliest") return Extreme::Oldest;
    }
    return Extreme::None;
}

bool is_verb(std::string_view word) {
    return is_one_of(word, "is are was were do does did have has had can will made left in on of");
}

// The word behind "which", "what" or "how many", where that is followed by more.
std::string thing_of(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool many = words[i] == "many";
        if (!many && !is_one_of(words[i], "which what whose")) continue;
        auto next = i + 1;
        if (words[i] == "what" && is_verb(words[next])) continue;
        while (next + 1 < words.size() &&
               is_one_of(words[next], "of the is are was other different"))
            ++next;
        // "Which is the most expensive cake?"
        while (next + 1 < words.size() && (is_one_of(words[next], "most least expensive cheap") ||
                                           extreme_of({words[next]}) != Extreme::None))
            ++next;
        if (!many) return words[next];
        // "How many unread mails are there": the word before the verb.
        auto end = next;
        while (end < words.size() && !is_verb(words[end])) ++end;
        return end > next && end < words.size() ? words[end - 1] : words[next];
    }
    return "";
}

// "disk" and "filling" of "DiskFilling".
std::vector<std::string> camel_parts(std::string_view text) {
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    std::vector<std::string> parts;
    for (const auto& word : words_between_spaces(text)) {
        std::string spaced;
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (i > 1 && is_upper(word[i]) && is_lower(word[i - 1])) spaced += ' ';
            spaced += word[i];
        }
        if (spaced == word) continue;
        for (auto& part : words_of(spaced)) parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace

bool is_hint(std::string_view term) {
    return hint_roots().contains(root_of(term));
}

std::string root_of(std::string_view term) {
    const auto& table = alike();
    auto root = without_endings(term);
    for (const auto& form : {std::string(term), root}) {
        if (const auto found = table.find(form); found != table.end()) {
            return without_endings(found->second);
        }
    }
    return root;
}

std::vector<std::string> roots_of(std::string_view text) {
    constexpr std::string_view kFailed[] = {"✗", "✘", "❌", "×"};
    auto words = joined(words_of(text));
    if (words.size() > kMaxRoots) words.resize(kMaxRoots);
    for (auto& word : camel_parts(text)) words.push_back(std::move(word));
    for (auto& word : words) word = root_of(term_of(word));
    for (const auto sign : kFailed) {
        if (text.starts_with(sign)) words.emplace_back(root_of("fail"));
    }
    return words;
}

Intent read_intent(const Question& question) {
    const auto words = joined(question.words);
    Intent intent;
    intent.want = want_of(words);
    intent.extreme = extreme_of(words);
    intent.until = holds(words, "until") || holds(words, "till") || holds(words, "end");
    for (const std::string_view word : {"arrive", "arrives", "arrival", "land", "lands"}) {
        intent.until = intent.until || holds(words, word);
    }
    for (const std::string_view word :
         {"leave", "leaves", "depart", "departs", "start", "starts", "begin", "begins"}) {
        intent.since = intent.since || holds(words, word);
    }
    intent.inside =
        holds(words, "what is in") || holds(words, "what is under") || holds(words, "what are in");
    intent.by_time = holds(words, "time");
    intent.negated = std::ranges::any_of(words, [](const std::string& word) {
        return is_word_of(kNegations, word);
    });
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        if (words[i] == "of" && intent.want == Want::Text)
            intent.attribute = root_of(term_of(words[i - 1]));
    }
    if (intent.want == Want::Count && words.size() > 3 &&
        is_one_of(words[words.size() - 2], "are is were")) {
        intent.state = root_of(term_of(words.back()));
    }
    if (holds(words, "before the change") || holds(words, "changed from")) intent.side = Side::Old;
    if (holds(words, "after the change") || holds(words, "changed to")) intent.side = Side::New;
    for (const std::string_view way : {"old", "new"}) {
        if (intent.side == Side::Any && holds(words, way) && holds(words, "change")) {
            intent.side = way == "old" ? Side::Old : Side::New;
        }
    }
    if (holds(words, "to") && holds(words, "changed") && words.back() == "to")
        intent.side = Side::New;
    const auto thing = thing_of(words);
    intent.thing = thing.empty() ? "" : root_of(term_of(thing));
    intent.several = intent.want == Want::Name && thing.size() > 3 && thing.ends_with('s') &&
                     !thing.ends_with("ss") && !thing.ends_with("us");
    const auto stop = words_between_spaces(kNoSubject);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto term = term_of(words[i]);
        const auto root = root_of(term);
        const bool said = std::ranges::find(stop, words[i]) != stop.end() ||
                          std::ranges::find(stop, term) != stop.end();
        const bool joined_here =
            std::ranges::find(question.words, words[i]) == question.words.end();
        const bool listed = joined_here || is_one_of(words[i], "done name") ||
                            std::ranges::find(question.terms, term) != question.terms.end();
        if (said || !listed || extreme_of({words[i]}) == Extreme::Newest) continue;
        if (intent.side != Side::Any && root == root_of("change")) continue;
        const bool of_now = i > 0 && is_one_of(words[i - 1], "this these my our");
        const bool soft = hint_roots().contains(root) || root == intent.thing ||
                          (of_now && is_one_of(root, "week month year"));
        auto& list = soft && root != "total" && root != "due" ? intent.hints : intent.subjects;
        if (std::ranges::find(list, root) != list.end()) continue;
        list.push_back(root);
        if (&list != &intent.subjects) continue;
        intent.said.push_back(words[i]);
        // "Which airline flies nonstop?"
        const bool after_thing = i > 0 && words[i - 1] == thing && i + 1 < words.size();
        if (intent.want == Want::Name && after_thing) intent.verbs.push_back(root);
    }
    // "How many reviews are there?": what else would it be about?
    if (intent.subjects.empty()) {
        const auto thing_at = std::ranges::find(intent.hints, intent.thing);
        if (thing_at != intent.hints.end() && !hint_roots().contains(intent.thing)) {
            intent.subjects.push_back(intent.thing);
            intent.hints.erase(thing_at);
        } else {
            std::swap(intent.subjects, intent.hints);
        }
    }
    return intent;
}

}  // namespace fovea::reading
