// The summary comes first, so that a model which reads no further knows what it would find below.
#include "fovea/reading/answer/block_text.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/element_words.hpp"
#include "fovea/reading/answer/telling.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

// A page of 5000 words with a box for each line is a quarter of this. What is longer is mostly
// noise, and no model would read it.
constexpr std::size_t kMaxBodyBytes = 256 * 1024;

constexpr std::size_t kMaxColours = 5;
constexpr double kLeastShare = 0.01;  // of the area, for a colour to be told

std::string size_line(const Sight& sight) {
    const auto& facts = sight.reading.facts;
    std::string line = "Size: " + size_text(facts.size) + " pixels, ";
    line += media::name_of(facts.type);
    if (facts.frames > 1) {
        line += ", frame 1 of " + std::to_string(facts.frames) + " was read";
        if (facts.type != media::ImageType::Png) line += " (fovea video reads all)";
    }
    return line + ".\n";
}

std::string area_line(const Sight& sight) {
    const auto& area = sight.reading.area;
    if (area ==
        media::PixelRect{0, 0, sight.reading.facts.size.width, sight.reading.facts.size.height}) {
        return "";
    }
    return "Area: only " + box_text(area) + " of the picture was read.\n";
}

std::string kind_line(const Sight& sight) {
    if (sight.kind.kind == PictureKind::Unknown) return "";
    std::string line = "Kind: " + std::string(name_of(sight.kind.kind)) + ", a guess";
    for (std::size_t i = 0; i < sight.kind.reasons.size(); ++i) {
        line += (i == 0 ? ": " : "; ") + sight.kind.reasons[i];
    }
    return line + ".\n";
}

struct Amount {
    std::size_t words = 0;
    std::size_t lines = 0;
    std::size_t tables = 0;
    std::size_t bytes = 0;
    std::size_t uncertain_bytes = 0;

    void add(const PageLine& line) {
        if (line.words.empty()) return;
        words += line.words.size();
        lines += 1;
        bytes += line.text.size();
        if (line.confidence < kUncertainBelow) uncertain_bytes += line.text.size();
    }
};

Amount amount_of(const Page& page) {
    Amount amount;
    for (const auto& block : page.blocks) {
        if (block.kind == BlockKind::Table) ++amount.tables;
        for (const auto& line : block.lines) amount.add(line);
        for (const auto& row : block.cells) {
            for (const auto& cell : row) amount.add(cell);
        }
    }
    return amount;
}

std::string text_line(const Amount& amount) {
    if (amount.words == 0) {
        return "No text was found; local/ocr reads text, barcodes and colours and cannot recognise "
               "objects or scenes.\n";
    }
    std::string line = "Text: " + count_text(amount.words, "word", "words") + " in " +
                       count_text(amount.lines, "line", "lines");
    if (amount.tables > 0) line += ", " + count_text(amount.tables, "table", "tables");
    line += ".";
    if (amount.uncertain_bytes * 2 > amount.bytes) {
        line +=
            " Most of it is uncertain and may be no text at all; objects and scenes are not "
            "recognised.";
    }
    return line + "\n";
}

std::string controls_line(const Page& page) {
    if (page.elements.empty()) return "";
    return "Controls: " + element_counts(page.elements) + ".\n";
}

std::string turn_line(TextTurn turn) {
    switch (turn) {
        case TextTurn::None: return "";
        case TextTurn::Quarter: return "Orientation: the text is turned by 90 degrees clockwise.\n";
        case TextTurn::Half: return "Orientation: the text is upside down.\n";
        case TextTurn::ThreeQuarters:
            return "Orientation: the text is turned by 90 degrees anticlockwise.\n";
    }
    return "";
}

std::string colour_line(const Look& look) {
    std::string line;
    for (std::size_t i = 0; i < look.colours.size() && i < kMaxColours; ++i) {
        if (look.colours[i].share < kLeastShare) break;
        line += (line.empty() ? "Colours: " : ", ") + colour_text(look.colours[i].colour) + " " +
                percent_text(look.colours[i].share);
    }
    return line.empty() ? line : line + ".\n";
}

std::string barcode_lines(const Reading& reading) {
    std::string lines;
    for (const auto& barcode : reading.barcodes) {
        lines += "Barcode: " + box_text(barcode.box) + " " + barcode.format + " " +
                 in_quotes(one_line(barcode.text)) + ".\n";
    }
    return lines;
}

}  // namespace

Told describe(const Sight& sight) {
    const auto& reading = sight.reading;
    const auto amount = amount_of(sight.page);
    Told told;
    told.text = kind_line(sight) + size_line(sight) + area_line(sight) + text_line(amount) +
                controls_line(sight.page) + turn_line(reading.turn) + colour_line(reading.look) +
                barcode_lines(reading);
    if (!reading.complete()) {
        told.text += "Incomplete: " + missing_text(reading.missing) + ".\n";
    }
    if (amount.words > 0) {
        told.text += "\nText in reading order, boxes as [x1, y1, x2, y2] in pixels:\n" +
                     page_text(sight.page, kMaxBodyBytes);
    }
    const auto controls = element_lines(sight.page.elements);
    if (!controls.empty()) {
        told.text += "\nControls, numbered row by row, states by their looks:\n" + controls;
    }
    for (const auto& block : sight.page.blocks) {
        auto label = block_label(block);
        if (!label.empty()) told.boxes.push_back({std::move(label), block.box});
    }
    for (const auto& barcode : reading.barcodes)
        told.boxes.push_back({barcode.format, barcode.box});
    return told;
}

}  // namespace fovea::reading
