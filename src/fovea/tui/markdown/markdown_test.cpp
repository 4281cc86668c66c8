#include "fovea/tui/markdown/entities.hpp"
#include "fovea/tui/markdown/safe_link.hpp"
#include "fovea/tui/markdown/streaming_markdown.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fovea::tui {
namespace {

std::string words(const StyledText& lines) {
    std::string all;
    for (const auto& line : lines) {
        auto text = line.plain();
        while (text.ends_with(' ')) text.pop_back();
        all += text + "\n";
    }
    return all;
}

std::string shown(std::string_view markdown, int columns = 60) {
    return words(markdown_text(markdown, columns));
}

// The look of the span that holds these words.
Style look(std::string_view markdown, std::string_view of) {
    for (const auto& line : markdown_text(markdown, 60)) {
        for (const auto& span : line.spans) {
            if (span.text.find(of) != std::string::npos) return span.style;
        }
    }
    ADD_FAILURE() << of << " is not shown";
    return {};
}

std::string link(std::string_view markdown) {
    for (const auto& line : markdown_text(markdown, 60)) {
        for (const auto& span : line.spans) {
            if (!span.link.empty()) return span.link;
        }
    }
    return {};
}

TEST(Markdown, ParagraphsAreBrokenBetweenWords) {  // U1
    EXPECT_EQ(
        shown("one two three four five six\n\nseven", 14), "one two three\nfour five six\n\nseven\n"
    );
    EXPECT_EQ(shown("one  \ntwo\\\nthree<br> four"), "one\ntwo\nthree\nfour\n");
    EXPECT_EQ(shown(""), "");
    EXPECT_EQ(shown("\n\n\n"), "");
}

TEST(Markdown, LinesEndWhereTheModelEndsThem) {  // U1
    EXPECT_EQ(
        shown("Name: Ann\nTotal: 12 EUR\n[1, 2, 3, 4] Save"),
        "Name: Ann\nTotal: 12 EUR\n[1, 2, 3, 4] Save\n"
    );
    EXPECT_EQ(shown("- one\n  two\n\n> three\n> four"), "• one\n  two\n\n│ three\n│ four\n");
}

TEST(Markdown, WordsAreShownHoweverDeepTheyStand) {  // U1
    std::string deep;
    for (int i = 0; i < 60; ++i) deep += "> ";
    const auto quoted = shown(deep + "here\n", 40);
    EXPECT_NE(quoted.find("│ here\n"), std::string::npos) << quoted;
    EXPECT_EQ(quoted.find("here"), quoted.rfind("here"));
}

TEST(Markdown, EmphasisIsALook) {  // U1
    EXPECT_TRUE(look("a **b** c", "b").bold);
    EXPECT_TRUE(look("a *b* c", "b").italic);
    EXPECT_TRUE(look("a ***b*** c", "b").bold);
    EXPECT_TRUE(look("a ~~b~~ c", "b").struck);
    EXPECT_EQ(look("a `b` c", "b").colour, Colour::of(Role::Code));
    EXPECT_EQ(look("# Title", "Title").colour, Colour::of(Role::Heading));
    EXPECT_TRUE(look("# Title", "Title").underline);
    EXPECT_FALSE(look("## Title", "Title").underline);
    EXPECT_EQ(look("Title\n=====\n", "Title").colour, Colour::of(Role::Heading));
    EXPECT_EQ(shown("2 * 3 * 4 = 24, snake_case_name"), "2 * 3 * 4 = 24, snake_case_name\n");
}

TEST(Markdown, ListsNestAndCountAsTheyAreWritten) {  // U1
    EXPECT_EQ(
        shown("Steps:\n1. first\n   - a\n   - b\n     * deep\n2. second\n\nEnd"),
        "Steps:\n1. first\n   • a\n   • b\n     • deep\n2. second\n\nEnd\n"
    );
    EXPECT_EQ(shown("1. a\n  - b\n2. c"), "1. a\n   • b\n2. c\n");  // two in, as models do
    EXPECT_EQ(shown("9) a\n10) b"), "9) a\n10) b\n");
    EXPECT_EQ(shown("- [ ] open\n- [x] done"), "• [ ] open\n• [x] done\n");
    EXPECT_EQ(shown("- a\n\n- b\n\n  more of b\n\nend"), "• a\n\n• b\n\n  more of b\n\nend\n");
    EXPECT_EQ(shown("- one two three four", 12), "• one two\n  three four\n");
    EXPECT_EQ(shown("In\n1984. That was it."), "In\n1984. That was it.\n");
    EXPECT_EQ(shown("-\n- b"), "•\n• b\n");
}

TEST(Markdown, CodeKeepsItsBlanks) {  // U1
    EXPECT_EQ(
        shown("Run:\n```sh\nif x; then\n\n    y   z\nfi\n```\nDone."),
        "Run:\n\n  if x; then\n\n      y   z\n  fi\n\nDone.\n"
    );
    EXPECT_EQ(
        shown("- a\n  ```\n  code\n    more\n  ```\n- b"), "• a\n    code\n      more\n• b\n"
    );
    EXPECT_EQ(shown("~~~\n```\n~~~~\nend"), "  ```\n\nend\n");
    EXPECT_EQ(shown("```\nnever closed\n"), "  never closed\n");
    EXPECT_EQ(shown("```\n0123456789\n```", 8), "  012345\n  6789\n");
    EXPECT_EQ(
        shown("text\n\n    indented code\n      more\n\ntext"),
        "text\n\n  indented code\n    more\n\ntext\n"
    );
}

TEST(Markdown, CodeHasALittleEmphasis) {  // U1
    const std::string cpp = "```cpp\nconst x = \"for\"; // for\n/* while\nif */ if\n```\n";
    EXPECT_TRUE(look(cpp, "const").bold);
    EXPECT_FALSE(look(cpp, "\"for\"").bold);
    EXPECT_EQ(look(cpp, "// for").colour, Colour::of(Role::Quiet));
    EXPECT_EQ(look(cpp, "/* while").colour, Colour::of(Role::Quiet));
    EXPECT_EQ(look("```python\nx = 1  # if\n```", "# if").colour, Colour::of(Role::Quiet));
    EXPECT_EQ(look("```sh\necho a#b\n```", "a#b").colour, Colour::of(Role::Code));
    EXPECT_EQ(look("```diff\n+new\n-old\n```", "+new").colour, Colour::of(Role::Good));
    EXPECT_EQ(look("```diff\n+new\n-old\n```", "-old").colour, Colour::of(Role::Error));
    EXPECT_FALSE(look("```unheard-of\nif x\n```", "if").bold);
}

TEST(Markdown, QuotesHaveABar) {  // U1
    EXPECT_EQ(
        shown("> one two three\n> - a\n> - b\n>\n> > deep\n\nend", 12),
        "│ one two\n│ three\n│\n│ • a\n│ • b\n│\n│ │ deep\n\nend\n"
    );
}

TEST(Markdown, TablesFitTheWindow) {  // U1
    const std::string table =
        "| Name | Size | What it is |\n|:--|--:|:-:|\n| shot.png | 12 | a **bold** picture |\n| b "
        "| 3456 | x |\n";
    EXPECT_EQ(
        shown(table),
        "Name     │ Size │   What it is\n"
        "─────────┼──────┼───────────────\n"
        "shot.png │   12 │ a bold picture\n"
        "b        │ 3456 │       x\n"
    );
    for (const int columns : {60, 30, 24, 20, 12, 5, 1}) {
        for (const auto& line : markdown_text(table, columns)) {
            EXPECT_LE(line.width(), std::max(columns, 2)) << columns << ": " << line.plain();
        }
    }
    EXPECT_EQ(
        shown(table, 15),
        "───\nName: shot.png\nSize: 12\nWhat it is: a\n  bold picture\n───\nName: b\nSize: 3456\n"
        "What it is: x\n───\n"
    );
}

TEST(Markdown, LinksGoToTheWebAlone) {  // U1
    EXPECT_EQ(link("[docs](https://example.org/a)"), "https://example.org/a");
    EXPECT_EQ(link("see https://example.org/a, and"), "https://example.org/a");
    for (const auto* hostile :
         {"[x](javascript:alert(1))",
          "[x](file:///etc/passwd)",
          "[x](vscode://open?file=/a)",
          "[x](https://a/\x1b]8;;evil\a)",
          "[x](ssh://-oProxyCommand=x)",
          "[x](/relative)"}) {
        EXPECT_EQ(link(hostile), "") << hostile;
    }
    // Where it leads is told, and not only by the words.
    EXPECT_EQ(
        shown("[bank.example](https://evil.example/)"), "bank.example (https://evil.example/)\n"
    );
    EXPECT_EQ(shown("<https://a.example/>"), "https://a.example/\n");
    EXPECT_EQ(
        shown("![a cat](https://a.example/c.png)"), "[image: a cat] (https://a.example/c.png)\n"
    );
}

TEST(SafeLink, IsPrintableAscii) {  // U1
    EXPECT_EQ(safe_link("https://a.example/grüße"), "https://a.example/gr%C3%BC%C3%9Fe");
    EXPECT_EQ(safe_link("HTTPS://a.example/ b"), "HTTPS://a.example/%20b");
    EXPECT_EQ(safe_link("mailto:a@b.example"), "mailto:a@b.example");
    EXPECT_EQ(safe_link("https://"), "");
    EXPECT_EQ(safe_link("https://a\nb"), "");
    EXPECT_EQ(safe_link("https://a/" + std::string(3000, 'x')), "");
}

TEST(Entities, AreWrittenOut) {  // U1
    EXPECT_EQ(
        shown("a &lt;b&gt; &amp; &#8594; &#x2192; &nope; &#0; &#x1b;[31m"),
        "a <b> & → → &nope; � �[31m\n"
    );
    EXPECT_EQ(entity_text("&#1114112;"), "�");
    EXPECT_EQ(entity_text("&#x;"), "&#x;");
    EXPECT_EQ(entity_text("&"), "&");
}

// ---- streaming ----

const std::string kAnswer =
    "# Why it fails\n\nThe linker **misses** `libisal`: see [the log](https://example.org/log).\n\n"
    "1. Install it:\n   ```sh\n   apt-get install libisal-dev\n\n   ldconfig\n   ```\n2. Run "
    "again\n"
    "   - with `-j2`\n   - or without\n\n> quoted\n> twice\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 "
    "| 4 |\n\n"
    "```cpp\nint main() {\n    return 0;\n}\n```\nThat is *all*.\n\n---\n\n- [x] done\n- last";

TEST(StreamingMarkdown, ComesOutTheSameInPiecesOfAnySize) {  // U1
    const auto whole = markdown_text(kAnswer, 40);
    for (std::size_t piece = 1; piece <= kAnswer.size(); piece += piece < 20 ? 1 : 37) {
        StreamingMarkdown answer(40);
        StyledText lines;
        for (std::size_t at = 0; at < kAnswer.size(); at += piece) {
            answer.feed(std::string_view(kAnswer).substr(at, piece));
            answer.live();
            for (auto& line : answer.take_settled()) lines.push_back(std::move(line));
        }
        answer.finish();
        for (auto& line : answer.take_settled()) lines.push_back(std::move(line));
        ASSERT_EQ(lines, whole) << piece;
        EXPECT_TRUE(answer.live().empty());
    }
}

TEST(StreamingMarkdown, WhatIsAliveIsTheEndOfWhatIsThere) {  // U1
    StreamingMarkdown answer(40);
    answer.feed("one\n\ntwo **bo");
    EXPECT_EQ(words(answer.take_settled()), "one\n");
    EXPECT_EQ(words(answer.live()), "\ntwo **bo\n");
    answer.feed("ld**");
    EXPECT_EQ(words(answer.live()), "\ntwo bold\n");
    answer.feed("\n\n");
    EXPECT_TRUE(answer.live().empty());
    EXPECT_EQ(words(answer.take_settled()), "\ntwo bold\n");
}

TEST(StreamingMarkdown, CodeSettlesLineByLine) {  // U1
    StreamingMarkdown answer(40);
    answer.feed("```\n");
    for (int i = 0; i < 100; ++i) {
        answer.feed("line " + std::to_string(i) + "\n");
        EXPECT_EQ(answer.take_settled().size(), 1u);
        EXPECT_TRUE(answer.live().empty());
    }
}

TEST(StreamingMarkdown, ALongTableSettlesRowByRow) {  // U1
    StreamingMarkdown answer(40);
    answer.feed("| a | b |\n|---|---|\n");
    std::size_t settled = 0;
    for (std::size_t i = 0; i < 3 * kTableRows; ++i) {
        answer.feed("| " + std::to_string(i) + " | x |\n");
        settled += answer.take_settled().size();
        EXPECT_LE(answer.live().size(), kTableRows + 2);
    }
    EXPECT_EQ(settled, 3 * kTableRows + 2);
}

TEST(StreamingMarkdown, WhatScrolledAwayIsNotGivenAgain) {  // U1
    StreamingMarkdown answer(10);
    answer.feed("one two three four five six");
    ASSERT_EQ(words(answer.live()), "one two\nthree four\nfive six\n");
    answer.freeze(2);
    EXPECT_EQ(words(answer.live()), "five six\n");
    answer.feed(" seven\n\n");
    EXPECT_EQ(words(answer.take_settled()), "five six\nseven\n");
    answer.feed("eight");
    answer.finish();
    EXPECT_EQ(words(answer.take_settled()), "\neight\n");
}

TEST(StreamingMarkdown, AfterAResizeNothingIsMissing) {  // U1
    StreamingMarkdown answer(10);
    answer.feed("one two three four five six");
    answer.freeze(2);
    answer.set_columns(14);
    answer.finish();

    EXPECT_EQ(words(answer.take_settled()), "four five six\n");  // "four" a second time
}

TEST(StreamingMarkdown, WhatIsAliveIsNeverMuch) {  // U1
    for (const std::string piece :
         {"word ",
          "x",
          "- a\n",
          "  - nested\n",
          "> quote\n",
          "| a | b |\n",
          "[a](",
          "**",
          "`",
          "&amp;",
          "    code\n",
          "\\"}) {
        StreamingMarkdown answer(80);
        std::size_t longest = 0;
        for (int i = 0; i < 4000; ++i) {
            answer.feed(piece);
            if (i % 500 == 499) longest = std::max(longest, words(answer.live()).size());
            answer.take_settled();
        }
        answer.finish();
        EXPECT_LE(longest, 3 * kMaxOpen) << piece;
    }
}

TEST(StreamingMarkdown, AnythingIsMarkdown) {  // U1
    std::mt19937 random(7);
    const std::string_view letters = "#*_`~>|-+1.)[](){}<>&;:!\\ \t\n\r\x1b\a\xff\xc3\xa9xyz";
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (int i = 0; i < 400; ++i) text += letters[random() % letters.size()];
        StreamingMarkdown answer(1 + static_cast<int>(random() % 60));
        for (std::size_t at = 0; at < text.size(); at += 13) {
            answer.feed(std::string_view(text).substr(at, 13));
            if (random() % 5 == 0) answer.freeze(random() % 3);
            answer.live();
        }
        answer.finish();
        answer.take_settled();
    }
}

}  // namespace
}  // namespace fovea::tui
