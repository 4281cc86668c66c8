#include "fovea/reading/answer/find_failure.hpp"

#include "fovea/reading/answer/code_location.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/relations.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxErrors = 8;
constexpr double kBelongs = 0.5;  // a tie
constexpr std::size_t kNoPassage = static_cast<std::size_t>(-1);

// How far below a frame the code that belongs to it is looked for.
constexpr std::size_t kCodeReach = 12;

struct Located {
    std::size_t passage = 0;
    CodeLocation location;
    FrameStyle style = FrameStyle::None;
    std::size_t trace = 0;  // frames between two headlines are one trace
    bool from_cause = false;
    int strength = 0;  // how much the line itself, or the one that points to it, says error
};

// Of a passage, with what its looks add: a table's cell with a word or two is a label, and red
// letters are used for messages.
int strength_of(const Passage& passage) {
    auto strength = error_strength(passage.text);
    if (passage.kind == BlockKind::Table && passage.terms.size() <= 2) {
        strength = std::min(strength, kMentionsError - 1);
    }
    if (strength > 0 && passage.ink && is_reddish(*passage.ink)) strength += 8;
    return std::min(strength, 100);
}

bool starts_trace(std::string_view text) {
    return text.find("Traceback (most recent") != std::string_view::npos ||
           text.starts_with("goroutine ");
}

std::vector<Located> locations_in(const std::vector<Passage>& passages) {
    std::vector<Located> found;
    std::size_t trace = 0;
    bool from_cause = false;
    int headline = 0;  // strength of the last line that says error or warning
    std::string file;  // the last path that stood alone, above what a linter found in it
    for (std::size_t i = 0; i < passages.size(); ++i) {
        const auto& text = passages[i].text;
        const auto strength = error_strength(text);
        auto location = find_location(text);
        if (is_source_path(text)) file = text;
        if (!location && !file.empty()) {
            location = find_position(text);
            if (location) location->file = file;
        }
        if (!location) {
            if (starts_trace(text) || strength >= kSaysError) {
                ++trace;
                from_cause = text.starts_with("Caused by");
            }
            if (strength >= kMentionsError || is_warning(text)) headline = strength;
            continue;
        }
        Located next{i, std::move(*location), frame_style(text), trace, from_cause, strength};
        if (next.style == FrameStyle::Pointer) next.strength = headline;
        found.push_back(std::move(next));
        if (is_warning(text) || strength >= kMentionsError) headline = strength;
    }
    return found;
}

bool is_frame(const Located& located) {
    return located.style == FrameStyle::At || located.style == FrameStyle::File ||
           located.style == FrameStyle::Numbered || located.style == FrameStyle::Bare;
}

// The deepest frame of one trace that is not a library's; else the deepest.
const Located* deepest(const std::vector<Located>& all, std::size_t trace) {
    std::vector<const Located*> frames;
    for (const auto& located : all) {
        if (is_frame(located) && located.trace == trace) frames.push_back(&located);
    }
    if (frames.empty()) return nullptr;
    // Python's traces end at the failure, all others begin there.
    if (frames.front()->style == FrameStyle::File) std::ranges::reverse(frames);
    const auto own = std::ranges::find_if(frames, [](const Located* frame) {
        return !is_library(frame->location);
    });
    return own != frames.end() ? *own : frames.front();
}

// Of several traces: Python's last is what ended the program; elsewhere the last "Caused by" with
// frames of one's own is the root, and without one the first trace counts.
const Located* failing_frame(const std::vector<Located>& all) {
    const Located* chosen = nullptr;
    std::size_t seen = kNoPassage;
    for (const auto& located : all) {
        if (!is_frame(located) || located.trace == seen) continue;
        seen = located.trace;
        const auto* frame = deepest(all, seen);
        const bool later_wins =
            frame->style == FrameStyle::File || (frame->from_cause && !is_library(frame->location));
        if (chosen == nullptr || later_wins) chosen = frame;
    }
    return chosen;
}

const Located* failing_place(const std::vector<Located>& all) {
    // A message that names its own place needs no guessing; the first error is the one to mend.
    const Located* message = nullptr;
    for (const auto& located : all) {
        const bool direct = located.style == FrameStyle::None ||
                            located.style == FrameStyle::Pointer ||
                            located.style == FrameStyle::Bare;
        if (!direct || located.strength < kMentionsError) continue;
        const bool plainer = message == nullptr ||
                             (message->strength < kSaysError && located.strength >= kSaysError);
        if (plainer) message = &located;
    }
    if (message != nullptr) return message;
    if (const auto* frame = failing_frame(all)) return frame;
    const auto own = std::ranges::find_if(all, [](const Located& located) {
        return !is_library(located.location);
    });
    if (own != all.end()) return &*own;
    return all.empty() ? nullptr : &all.front();
}

// The error message that belongs to a place: the last one above it, or after Python's frames the
// next one below; else the plainest of all.
std::size_t message_for(const std::vector<Passage>& passages, const Located& place) {
    const auto says = [&](std::size_t i) { return error_strength(passages[i].text) >= kSaysError; };
    if (place.strength >= kSaysError && says(place.passage)) return kNoPassage;
    if (place.style == FrameStyle::File) {
        for (auto i = place.passage + 1; i < passages.size(); ++i) {
            if (says(i)) return i;
        }
    }
    for (auto i = place.passage; i-- > 0;) {
        if (says(i)) return i;
    }
    std::size_t best = kNoPassage;
    int most = kMentionsError - 1;
    for (std::size_t i = 0; i < passages.size(); ++i) {
        const auto strength = strength_of(passages[i]);
        if (strength <= most) continue;
        most = strength;
        best = i;
    }
    return best == place.passage ? kNoPassage : best;
}

// The line of code that a trace shows with its number, or right below Python's frames.
std::size_t code_for(const std::vector<Passage>& passages, const Located& place) {
    const auto number = std::to_string(place.location.line);
    const auto end = std::min(passages.size(), place.passage + 1 + kCodeReach);
    for (auto i = place.passage + 1; i < end; ++i) {
        const auto& passage = passages[i];
        if (find_location(passage.text)) break;
        if (!passage.terms.empty() && passage.terms[0] == number) {
            const bool alone = passage.terms.size() == 1 && i + 1 < end;
            return alone && passages[i + 1].box.y < passage.box.y + passage.box.height ? i + 1 : i;
        }
    }
    const auto next = place.passage + 1;
    const bool python = place.style == FrameStyle::File && next < passages.size() &&
                        !find_location(passages[next].text) &&
                        error_strength(passages[next].text) < kSaysError;
    return python ? next : kNoPassage;
}

// What the passage has of the question beside its words for failing: "which test failed?".
std::size_t further_terms(const Question& question, const Passage& passage) {
    const auto shared = shared_terms(question, passage.terms);
    return static_cast<std::size_t>(std::ranges::count_if(shared, [](const auto& term) {
        return term != "error" && term != "fail";
    }));
}

std::string in_words(const CodeLocation& location) {
    std::string words = "file " + location.file + ", line " + std::to_string(location.line);
    if (location.column) words += ", column " + std::to_string(*location.column);
    if (!location.function.empty()) words += ", in " + location.function;
    return words;
}

// A message goes on in the next line where that is set in and begins small: `column "currency"`, `already exists`.
void add_rest(Finding& finding, const std::vector<Passage>& passages, std::size_t i) {
    if (i + 1 >= passages.size()) return;
    const auto& next = passages[i + 1];
    const auto& own = passages[i];
    const bool below = next.block == own.block && next.row == own.row + 1;
    const bool set_in = left_edge(next.box) > left_edge(own.box) + own.letter_height;
    const bool small = next.text[0] >= 'a' && next.text[0] <= 'z';
    const bool frame = frame_style(next.text) != FrameStyle::None || find_location(next.text);
    if (!below || !set_in || !small || frame || own.text.ends_with('.')) return;
    finding.text += " " + next.text;
    finding.box = around(own.box, next.box);
    finding.confidence = std::min(own.confidence, next.confidence);
}

}  // namespace

Findings find_failing_line(const Question& question, const View& view) {
    const auto& passages = view.passages;
    const auto located = locations_in(passages);
    const auto* place = failing_place(located);
    Findings findings;
    if (place == nullptr) return findings;

    auto line = finding_of(passages[place->passage], "failing line");
    line.note = in_words(place->location);
    findings.covered = shared_terms(question, passages[place->passage].terms);
    findings.list.push_back(std::move(line));
    const auto code = code_for(passages, *place);
    if (code != kNoPassage) findings.list.push_back(finding_of(passages[code], "code there"));
    const auto message = message_for(passages, *place);
    if (message != kNoPassage) {
        findings.list.push_back(finding_of(passages[message], "error message"));
    }
    for (std::size_t i = 0; i < passages.size(); ++i) {
        const bool cause = passages[i].text.starts_with("Caused by");
        if (cause && i != message) findings.list.push_back(finding_of(passages[i], "cause"));
    }
    return findings;
}

Findings find_errors(const Question& question, const View& view) {
    struct Ranked {
        std::size_t passage;
        int strength;
        std::size_t shared;  // terms of the question
    };
    // After the last frame of a Python trace stands the message; before it, only the way there.
    std::size_t trace = kNoPassage;
    for (std::size_t i = 0; i < view.passages.size(); ++i) {
        if (view.passages[i].text.find("Traceback (most recent") != std::string::npos) trace = i;
    }
    const auto relations = relations_of(view.passages);
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < view.passages.size(); ++i) {
        auto strength = strength_of(view.passages[i]);
        // Red letters that speak of what is asked are about what is wrong with it.
        const auto& passage = view.passages[i];
        const bool red = passage.ink && is_reddish(*passage.ink) && passage.terms.size() > 2;
        auto shared = further_terms(question, passage);
        for (const auto& tie : relations.ties[i]) {
            if (red && tie.weight >= kBelongs)
                shared = std::max(shared, further_terms(question, view.passages[tie.passage]));
        }
        if (red && shared > 0) strength = std::max(strength, kMentionsError);
        if (strength < kMentionsError) continue;
        if (trace != kNoPassage && i > trace && strength >= kSaysError) strength = 100;
        ranked.push_back({i, strength, shared});
    }
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
        return a.shared * 10 + static_cast<std::size_t>(a.strength) >
               b.shared * 10 + static_cast<std::size_t>(b.strength);
    });
    // "Error" alone is no message where there are others; and one that is asked for by more says more.
    const auto most = ranked.empty() ? 0 : std::ranges::max(ranked, {}, &Ranked::shared).shared;
    const bool messages = std::ranges::any_of(ranked, [&](const Ranked& each) {
        return view.passages[each.passage].terms.size() > 1;
    });
    const bool any = question.want == Want::Reason;
    std::erase_if(ranked, [&](const Ranked& each) {
        return (each.shared < most && !any) ||
               (messages && view.passages[each.passage].terms.size() < 2);
    });
    const auto all = ranked.size();
    if (all > kMaxErrors) ranked.resize(kMaxErrors);

    Findings findings;
    for (const auto& error : ranked) {
        findings.list.push_back(finding_of(view.passages[error.passage]));
        add_rest(findings.list.back(), view.passages, error.passage);
    }
    if (all > kMaxErrors) {
        const auto more = "and " + std::to_string(all - kMaxErrors) + " more";
        findings.list.push_back({"", more, std::nullopt, 1});
    }
    if (!ranked.empty()) {
        const auto first = ranked[0].passage;
        findings.covered = shared_terms(question, view.passages[first].terms);
        const auto& ink = view.passages[first].ink;
        for (const auto& tie : relations.ties[first]) {
            if (tie.weight < kBelongs || !ink || !is_reddish(*ink)) continue;
            for (auto& term : shared_terms(question, view.passages[tie.passage].terms))
                findings.covered.push_back(std::move(term));
        }
    }
    return findings;
}

}  // namespace fovea::reading
