#include "fovea/reading/page/kind.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// A picture to be guessed at, made up line by line.
struct Sketch {
    explicit Sketch(media::PixelSize size, media::Colour ground = {255, 255, 255}) {
        reading.facts.size = size;
        reading.area = {0, 0, size.width, size.height};
        reading.look.colours = {{ground, 0.93}};
        reading.look.flat_share = 0.95;
        reading.look.edge_share = 0.03;
        reading.look.tones = 150;
        reading.look.brightness = ground.green / 255.0;
    }

    // In a font for prose or in one for programs.
    static std::uint32_t width_of(const std::string& word, BlockKind kind) {
        std::uint32_t width = 0;
        for (const char c : word) {
            const bool narrow = std::string_view("fijlrt.,").find(c) != std::string_view::npos;
            const bool wide = std::string_view("mwMW").find(c) != std::string_view::npos;
            width += kind == BlockKind::Code ? 8u : narrow ? 4u : wide ? 13u : 9u;
        }
        return width;
    }

    PageLine line(const std::string& text, BlockKind kind) {
        PageLine line{text, {20, y, 0, 14}, {}, 0.9};
        std::istringstream stream(text);
        std::uint32_t x = 20;
        for (std::string word; stream >> word;) {
            line.words.push_back(reading.words.size());
            const auto width = width_of(word, kind);
            reading.words.push_back({word, {x, y, width, 14}, 0.9, reading.lines.size()});
            x += width + 8;
        }
        line.box.width = x - 20;
        reading.lines.push_back({line.box, {}, {}, media::Polarity::DarkOnLight, 10});
        y += 20;
        return line;
    }

    Sketch& block(BlockKind kind, const std::vector<std::string>& texts) {
        Block block;
        block.kind = kind;
        for (const auto& text : texts) block.lines.push_back(line(text, kind));
        page.blocks.push_back(std::move(block));
        return *this;
    }

    // Each a block of its own, at a place of its own.
    void word(const std::string& text, const media::PixelRect& box) {
        PageLine one{text, box, {reading.words.size()}, 0.9};
        reading.words.push_back({text, box, 0.9, reading.lines.size()});
        reading.lines.push_back({box, {}, {}, media::Polarity::DarkOnLight, 10});
        page.blocks.push_back({BlockKind::Text, box, {one}, {}});
    }

    KindGuess guess() const { return guess_kind(reading, page); }

    Reading reading;
    Page page;
    std::uint32_t y = 20;
};

const std::vector<std::string> kParagraph = {
    "The committee met on Tuesday to review the proposal for the new reading",
    "room. Members noted that the estimate had grown since the spring mostly",
    "because of the roof and asked for a second offer before any contract is",
    "signed. It was agreed that the work should not begin before the end of",
    "the summer term and that the library stays open until then.",
};

const std::vector<std::string> kProgram = {
    "1  class Planner:",
    "2      def plan(self, request):",
    "3          for route in self.routes:",
    "4              if self.fits(route, request):",
    "5                  return route",
    "6          raise LookupError(\"no candidate\")",
};

TEST(GuessKind, OneColourIsBlank) {
    Sketch sketch({800, 600});
    sketch.reading.look.colours[0].share = 1;
    sketch.reading.look.flat_share = 1;

    const auto guess = sketch.guess();

    EXPECT_EQ(guess, (KindGuess{PictureKind::Blank, {"all of it is one colour"}}));
}

TEST(GuessKind, ASmallDrawingIsAnIcon) {
    Sketch sketch({64, 64});
    sketch.reading.look.clear_share = 0.3;

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Icon);
    EXPECT_EQ(
        guess.reasons,
        (std::vector<std::string>{
            "64 x 64 pixels", "few colours", "a transparent ground", "no text"})
    );
}

TEST(GuessKind, TextureIsAPhoto) {
    Sketch sketch({3000, 2000}, {90, 80, 60});
    sketch.reading.look.flat_share = 0.04;
    sketch.reading.look.texture_share = 0.87;
    sketch.reading.look.tones = 2657;

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Photo);
    EXPECT_EQ(guess.reasons[0], "87% of the area has the texture of a photograph");
}

TEST(GuessKind, ASmallPhotographIsNoIcon) {
    Sketch sketch({200, 150}, {90, 80, 60});
    sketch.reading.look.flat_share = 0.01;
    sketch.reading.look.texture_share = 0.7;
    sketch.reading.look.tones = 1500;

    EXPECT_EQ(sketch.guess().kind, PictureKind::Photo);
}

TEST(GuessKind, LettersThatARecogniserSeesInLeavesChangeNothing) {
    Sketch sketch({3000, 2000}, {90, 80, 60});
    sketch.reading.look.flat_share = 0.04;
    sketch.reading.look.texture_share = 0.87;
    sketch.block(BlockKind::Text, {"v il ~ ss", "ww ,. oe"});
    for (auto& word : sketch.reading.words) word.confidence = 0.3;

    EXPECT_EQ(sketch.guess().kind, PictureKind::Photo);
}

TEST(GuessKind, APageWithAPhotographInItIsAScreenshot) {
    Sketch sketch({1280, 900});
    sketch.reading.look.flat_share = 0.3;
    sketch.reading.look.texture_share = 0.6;
    sketch.reading.look.tones = 4000;
    sketch.block(BlockKind::Text, {"Weekend in the hills", "Photographs from the walk in October"});

    EXPECT_EQ(sketch.guess().kind, PictureKind::Screenshot);
}

TEST(GuessKind, AProgramIsCode) {
    Sketch sketch({900, 500}, {30, 30, 46});
    sketch.block(BlockKind::Code, kProgram);

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Code);
    EXPECT_EQ(guess.reasons[0], "6 lines of monospaced text");
}

TEST(GuessKind, PromptsMakeATerminal) {
    Sketch sketch({900, 500}, {48, 10, 36});
    sketch.block(
        BlockKind::Code,
        {"anna@build-07:~/work$ ls -la",
         "total 64",
         "drwxr-xr-x  6 anna anna  4096 Mar  4 09:12 src",
         "-rw-r--r--  1 anna anna  1834 Mar  4 09:12 plan.cpp",
         "anna@build-07:~/work$"}
    );

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Terminal);
    EXPECT_EQ(
        guess.reasons,
        (std::vector<std::string>{
            "2 lines start with a prompt",
            "2 lines like the output of a program",
            "5 lines of monospaced text",
            "light text on a dark ground"})
    );
}

TEST(GuessKind, AManualWithACommandInItIsNoTerminal) {
    Sketch sketch({980, 1300});
    sketch.block(BlockKind::Text, kParagraph);
    sketch.block(BlockKind::Code, {"$ npm install router", "$ npx router --help", "$ npm test"});
    sketch.block(BlockKind::Text, kParagraph);

    EXPECT_EQ(sketch.guess().kind, PictureKind::Document);
}

TEST(GuessKind, PricesAreNoPrompts) {
    Sketch sketch({1920, 1080});
    sketch.reading.look.texture_share = 0.2;
    sketch.reading.look.flat_share = 0.6;
    sketch.block(
        BlockKind::Text, {"Desk lamp", "$ 24.00", "Lantern", "$ 18.50", "Wall light", "$ 42.75"}
    );

    EXPECT_EQ(sketch.guess().kind, PictureKind::Screenshot);
}

TEST(GuessKind, AnAxisAndFilledAreasAreAChart) {
    Sketch sketch({900, 560});
    sketch.reading.look.vivid_share = 0.23;
    sketch.reading.look.vivid_hues = 1;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const auto text = std::to_string(100 - 20 * i);
        const auto width = static_cast<std::uint32_t>(8 * text.size());
        sketch.word(text, {70 - width, 80 + 80 * i, width, 12});
    }
    sketch.word("Revenue", {60, 20, 90, 18});

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Chart);
    EXPECT_EQ(
        guess.reasons,
        (std::vector<std::string>{
            "an axis of 6 evenly spaced numbers",
            "23% of the area is strong, flat colour",
            "only 7 words"})
    );
}

TEST(GuessKind, SharesOfAWholeAreAChart) {
    Sketch sketch({800, 500});
    sketch.reading.look.vivid_share = 0.25;
    sketch.reading.look.vivid_hues = 4;
    const std::vector<std::string> shares = {"35%", "25%", "20%", "15%"};
    for (std::uint32_t i = 0; i < 4; ++i) sketch.word(shares[i], {600, 150 + 37 * i, 30, 14});

    EXPECT_EQ(sketch.guess().kind, PictureKind::Chart);
}

TEST(GuessKind, RunningTextOnWhiteIsADocument) {
    Sketch sketch({820, 1160});
    for (int i = 0; i < 4; ++i) sketch.block(BlockKind::Text, kParagraph);

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Document);
    EXPECT_EQ(guess.reasons[0], "20 lines of running text");
    EXPECT_EQ(guess.reasons[1], "the shape of a printed page");
}

TEST(GuessKind, TheNoiseOfAScannerMakesNoPhotoOfALetter) {
    Sketch sketch({820, 1160});
    sketch.reading.look.flat_share = 0.1;
    sketch.reading.look.texture_share = 0.5;
    for (int i = 0; i < 6; ++i) sketch.block(BlockKind::Text, kParagraph);

    EXPECT_EQ(sketch.guess().kind, PictureKind::Document);
}

TEST(GuessKind, ManySmallTextsOnFlatGroundAreAScreenshot) {
    Sketch sketch({1920, 1080}, {246, 248, 250});
    for (std::uint32_t i = 0; i < 12; ++i) {
        sketch.word("Settings", {100 + 150 * (i % 4), 100 + 90 * (i / 4), 70, 14});
    }
    sketch.reading.look.horizontal_rules = 5;

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Screenshot);
    EXPECT_EQ(
        guess.reasons,
        (std::vector<std::string>{
            "95% of the area is flat colour",
            "12 words in 12 places",
            "the size of a screen",
            "5 long thin lines"})
    );
}

TEST(GuessKind, SaysSoWhenNothingSpeaksForAnything) {
    Sketch sketch({900, 500});
    sketch.word("Client", {100, 100, 60, 14});

    const auto guess = sketch.guess();

    EXPECT_EQ(guess.kind, PictureKind::Unknown);
    EXPECT_EQ(guess.reasons[0], "nothing in it is typical of a kind");
    EXPECT_EQ(guess_kind({}, {}).kind, PictureKind::Unknown);
}

TEST(GuessKind, StandsPagesThatDoNotFitTheReading) {
    Sketch sketch({900, 500});
    sketch.block(BlockKind::Code, kProgram);
    sketch.reading.lines.clear();
    sketch.reading.words.clear();

    EXPECT_LE(sketch.guess().reasons.size(), 4u);
}

TEST(NameOf, IsOneWord) {
    EXPECT_EQ(name_of(PictureKind::Screenshot), "screenshot");
    EXPECT_EQ(name_of(PictureKind::Unknown), "unknown");
}

}  // namespace
}  // namespace fovea::reading
