// Each kind states its claim: how sure it is, and why. The surest wins; below kMinScore nobody does.
// A claim starts from what the kind cannot be without and adds what speaks for it.
#include "fovea/reading/page/kind.hpp"

#include "fovea/reading/page/kind_evidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

constexpr double kMinScore = 0.5;
constexpr std::size_t kMaxReasons = 4;

struct Claim {
    PictureKind kind = PictureKind::Unknown;
    double score = 0;  // 0 to 1
    std::vector<std::string> reasons;
};

std::string percent(double share) {
    return std::to_string(std::lround(share * 100)) + "%";
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

double share_of(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0.0 : double(part) / double(whole);
}

Claim claim_blank(const KindEvidence& evidence) {
    Claim claim{PictureKind::Blank, 0, {}};
    if (evidence.words > 0 || evidence.look.colours.empty()) return claim;
    if (evidence.ground_share < 0.999 || evidence.look.flat_share < 0.995) return claim;
    claim.score = 1;
    claim.reasons.emplace_back("all of it is one colour");
    return claim;
}

Claim claim_icon(const KindEvidence& evidence) {
    constexpr std::uint32_t kIconEdge = 256;
    constexpr std::uint32_t kLargeIconEdge = 512;
    const auto& look = evidence.look;
    const auto edge = evidence.size.longest_edge();
    const auto shortest = std::min(evidence.size.width, evidence.size.height);
    Claim claim{PictureKind::Icon, 0, {}};
    const bool small = edge <= kIconEdge && shortest * 2 >= edge;
    const bool square_and_plain = edge <= kLargeIconEdge && shortest * 10 >= edge * 9 &&
                                  (look.flat_share > 0.85 || look.clear_share > 0.1);
    if ((!small && !square_and_plain) || evidence.words > 1) return claim;
    if (look.texture_share > 0.3 || look.tones > 800) return claim;
    claim.score = 0.9;
    claim.reasons.push_back(
        std::to_string(evidence.size.width) + " x " + std::to_string(evidence.size.height) +
        " pixels"
    );
    claim.reasons.emplace_back("few colours");
    if (look.clear_share > 0.1) claim.reasons.emplace_back("a transparent ground");
    if (evidence.words == 0) claim.reasons.emplace_back("no text");
    return claim;
}

Claim claim_photo(const KindEvidence& evidence) {
    const auto& look = evidence.look;
    Claim claim{PictureKind::Photo, 0, {}};
    const bool textured = look.texture_share >= 0.3;
    const bool soft = look.flat_share < 0.35 && look.tones >= 600;
    if (!textured && !soft) return claim;
    if (look.flat_share > 0.6 || evidence.text_share > 0.08) return claim;
    claim.score = 0.7;
    if (textured) {
        claim.score += 0.1;
        claim.reasons.push_back(
            percent(look.texture_share) + " of the area has the texture of a photograph"
        );
    }
    if (look.flat_share < 0.35) {
        claim.score += 0.1;
        claim.reasons.emplace_back(
            "only " + percent(look.flat_share) + " of the area is flat colour"
        );
    }
    if (look.tones >= 600) claim.reasons.push_back(std::to_string(look.tones) + " shades");
    if (evidence.words <= 3) claim.reasons.emplace_back("hardly any text");
    // Writing and flat ground around a picture are a page with a picture in it.
    if (evidence.words >= 8 && look.flat_share > 0.2) claim.score -= 0.4;
    return claim;
}

std::string monospaced(const KindEvidence& evidence) {
    return counted(evidence.code_lines, "line", "lines") + " of monospaced text";
}

Claim claim_terminal(const KindEvidence& evidence) {
    Claim claim{PictureKind::Terminal, 0, {}};
    const bool dark = evidence.look.brightness < 0.35;
    const auto output = share_of(evidence.output_lines, evidence.code_lines);
    const auto program = share_of(evidence.program_lines, evidence.code_lines);
    if (evidence.code_lines < 3 || share_of(evidence.code_letters, evidence.letters) < 0.4) {
        return claim;
    }
    if (share_of(evidence.prose_letters, evidence.letters) > 0.3) return claim;
    if (evidence.prompts > 0) {
        claim.score = 0.75;
        claim.reasons.push_back(
            counted(evidence.prompts, "line starts", "lines start") + " with a prompt"
        );
    } else if (evidence.output_lines >= 3 && output >= 0.3) {
        claim.score = 0.65;
    } else if (dark && evidence.all_monospaced && program < 0.25) {
        claim.score = 0.55;
    } else {
        return claim;
    }
    if (evidence.output_lines > 0) {
        claim.score += 0.15 * std::min(1.0, output * 2);
        claim.reasons.push_back(
            counted(evidence.output_lines, "line", "lines") + " like the output of a program"
        );
    }
    claim.reasons.push_back(monospaced(evidence));
    if (dark) {
        claim.score += 0.05;
        claim.reasons.emplace_back("light text on a dark ground");
    }
    return claim;
}

Claim claim_code(const KindEvidence& evidence) {
    Claim claim{PictureKind::Code, 0, {}};
    const auto monospaced_share = share_of(evidence.code_letters, evidence.letters);
    const auto program = share_of(evidence.program_lines, evidence.code_lines);
    if (evidence.code_lines < 2 || monospaced_share < 0.4) return claim;
    if (evidence.program_lines < 2 || program < 0.25) return claim;
    if (share_of(evidence.prose_letters, evidence.letters) > 0.4) return claim;
    claim.score = 0.55 + 0.3 * std::min(1.0, program * 1.5) + 0.1 * std::min(1.0, monospaced_share);
    if (evidence.prompts > 0) claim.score -= 0.25;
    claim.reasons.push_back(monospaced(evidence));
    claim.reasons.push_back(
        counted(evidence.program_lines, "of them reads", "of them read") + " like a program"
    );
    return claim;
}

Claim claim_chart(const KindEvidence& evidence) {
    const auto& look = evidence.look;
    Claim claim{PictureKind::Chart, 0, {}};
    const bool has_parts =
        evidence.percents >= 3 && look.vivid_hues >= 1 && look.vivid_share > 0.03;
    if (evidence.axes.empty() && !has_parts) return claim;
    if (look.texture_share > 0.3 || evidence.words > 200) return claim;
    claim.score = 0.3;
    if (!evidence.axes.empty()) {
        const auto longest = std::ranges::max_element(evidence.axes, {}, &Axis::numbers)->numbers;
        claim.score += 0.15 + (evidence.axes.size() > 1 ? 0.15 : 0.0);
        claim.reasons.emplace_back(
            "an axis of " + std::to_string(longest) + " evenly spaced numbers"
        );
    }
    if (has_parts) {
        claim.score += 0.2;
        claim.reasons.push_back(std::to_string(evidence.percents) + " percentages");
    }
    if (look.vivid_share > 0.03) {
        claim.score += look.vivid_hues >= 3 ? 0.2 : 0.15;
        claim.reasons.push_back(percent(look.vivid_share) + " of the area is strong, flat colour");
    }
    if (evidence.words <= 60) {
        claim.score += 0.15;
        claim.reasons.emplace_back("only " + counted(evidence.words, "word", "words"));
    }
    if (evidence.table_rows >= 4) claim.score -= 0.2;
    if (evidence.prose_lines >= 6) claim.score -= 0.2;
    if (evidence.code_lines >= 6) claim.score -= 0.2;
    return claim;
}

Claim claim_document(const KindEvidence& evidence) {
    const auto& look = evidence.look;
    Claim claim{PictureKind::Document, 0, {}};
    const auto prose = share_of(evidence.prose_letters, evidence.letters);
    const auto ratio = double(evidence.size.width) / std::max(1.0, double(evidence.size.height));
    const bool page_shape = ratio > 0.68 && ratio < 0.8;
    const bool white =
        evidence.light_ground && evidence.ground_share > 0.6 && look.brightness > 0.6;
    if (!white || look.vivid_share > 0.05 || evidence.words < 25) return claim;
    if (prose >= 0.4 && evidence.prose_lines >= 5) {
        claim.score = 0.55 + 0.3 * prose;
        claim.reasons.push_back(std::to_string(evidence.prose_lines) + " lines of running text");
    }
    if (page_shape) {
        claim.score = claim.score > 0 ? claim.score + 0.1 : 0.55;
        claim.reasons.emplace_back("the shape of a printed page");
    }
    claim.reasons.push_back(percent(evidence.ground_share) + " of the area is one light colour");
    if (look.vivid_share < 0.01) claim.reasons.emplace_back("hardly any colour");
    return claim;
}

// Sizes that screens have and hardly anything else does, in either orientation.
bool has_size_of_screen(media::PixelSize size) {
    constexpr media::PixelSize kScreens[] = {
        {1280, 720},  {1280, 800},  {1366, 768},  {1440, 900},  {1536, 864},  {1600, 900},
        {1680, 1050}, {1920, 1080}, {1920, 1200}, {2560, 1440}, {2560, 1600}, {2880, 1800},
        {3024, 1964}, {3440, 1440}, {3456, 2234}, {3840, 2160}, {5120, 2880}, {1334, 750},
        {1792, 828},  {2340, 1080}, {2400, 1080}, {2436, 1125}, {2532, 1170}, {2556, 1179},
        {2688, 1242}, {2778, 1284}, {2796, 1290}, {2360, 1640}, {2388, 1668}, {2732, 2048},
    };
    return std::ranges::any_of(kScreens, [&](media::PixelSize screen) {
        return size == screen || size == media::PixelSize{screen.height, screen.width};
    });
}

Claim claim_screenshot(const KindEvidence& evidence) {
    const auto& look = evidence.look;
    Claim claim{PictureKind::Screenshot, 0, {}};
    const bool flat = look.flat_share >= 0.5 && evidence.words >= 2;
    const bool with_pictures = look.flat_share >= 0.2 && evidence.words >= 8;
    if (!flat && !with_pictures) return claim;
    claim.score = evidence.words >= 6 ? 0.52 : 0.4;
    claim.reasons.push_back(percent(look.flat_share) + " of the area is flat colour");
    claim.reasons.push_back(
        counted(evidence.words, "word", "words") + " in " +
        counted(evidence.places, "place", "places")
    );
    if (has_size_of_screen(evidence.size)) {
        claim.score += 0.12;
        claim.reasons.emplace_back("the size of a screen");
    }
    if (look.texture_share > 0.05) {
        claim.reasons.push_back(percent(look.texture_share) + " of the area is like photographs");
    }
    const auto rules = look.horizontal_rules + look.vertical_rules;
    if (rules >= 3) claim.reasons.push_back(std::to_string(rules) + " long thin lines");
    return claim;
}

// Says what there is, so that nobody takes the lack of a guess for the lack of a look.
KindGuess unknown(const KindEvidence& evidence) {
    return {
        PictureKind::Unknown,
        {"nothing in it is typical of a kind",
         percent(evidence.look.flat_share) + " of the area is flat colour",
         evidence.words == 0 ? "no text" : counted(evidence.words, "word", "words")}};
}

}  // namespace

std::string_view name_of(PictureKind kind) {
    switch (kind) {
        case PictureKind::Screenshot: return "screenshot";
        case PictureKind::Code: return "code";
        case PictureKind::Terminal: return "terminal";
        case PictureKind::Chart: return "chart";
        case PictureKind::Document: return "document";
        case PictureKind::Photo: return "photo";
        case PictureKind::Icon: return "icon";
        case PictureKind::Blank: return "blank";
        case PictureKind::Unknown: return "unknown";
    }
    return "unknown";
}

KindGuess guess_kind(const Reading& reading, const Page& page) {
    constexpr std::array kClaims = {
        claim_blank,
        claim_icon,
        claim_photo,
        claim_terminal,
        claim_code,
        claim_chart,
        claim_document,
        claim_screenshot,
    };
    const auto evidence = weigh_evidence(reading, page);
    if (evidence.size.pixels() == 0) return unknown(evidence);
    Claim best;
    for (const auto& state : kClaims) {
        auto claim = state(evidence);
        if (claim.score > best.score) best = std::move(claim);
    }
    if (best.score < kMinScore) return unknown(evidence);
    if (best.reasons.size() > kMaxReasons) best.reasons.resize(kMaxReasons);
    return {best.kind, std::move(best.reasons)};
}

}  // namespace fovea::reading
