#include "fovea/tools/base64_runs.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/digest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "support/test_paths.hpp"

namespace fovea::tools {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string file(const std::string& name) {
    std::ifstream in(test_paths::source_dir() + "/tests/data/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string base64(std::string_view bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    encode_base64(as_bytes(bytes), text).value();
    return text;
}

std::string random_bytes(std::size_t size, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random());
    return bytes;
}

std::string with(std::string text, std::string_view what, std::string_view instead) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + instead.size())) {
        text.replace(at, what.size(), instead);
    }
    return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view end) {
    std::string lines;
    for (; !text.empty(); text.remove_prefix(std::min(width, text.size()))) {
        lines += std::string(text.substr(0, width)) + std::string(end);
    }
    return lines;
}

// A PNG with enough noise behind it to be long.
std::string png() {
    return file("png/rgb-8.png") + random_bytes(2000);
}

// The only run in a text holds exactly these bytes, and all that is around it stays.
void expect_lifted(const std::string& before, const std::string& run, const std::string& bytes) {
    const std::string after = "\" is the end, dear friends\n";
    const auto text = before + run + after;
    const auto found = find_base64(text);
    ASSERT_THAT(found, SizeIs(1)) << text.substr(0, 300);
    EXPECT_EQ(as_text(decode_run(text, found[0])), bytes);
    EXPECT_EQ(found[0].kind, Base64Kind::Picture);
    EXPECT_GE(text.size() - found[0].end, after.size());
    EXPECT_LE(found[0].begin, before.size());
}

TEST(Base64Runs, PicturesAreFoundInEveryFormThatBase64HasInTexts) {  // T1, S2
    const auto bytes = png();
    const auto plain = base64(bytes);
    const auto url = with(with(plain, "+", "-"), "/", "_");

    expect_lifted("look: \"", plain, bytes);
    expect_lifted("look: \"", url, bytes);
    expect_lifted("look: \"", url.substr(0, url.find('=')), bytes);
    expect_lifted("x=", "data:image/png;base64," + plain, bytes);
    expect_lifted("mail\n\n", wrapped(plain, 76, "\n"), bytes);
    expect_lifted("mail\r\n\r\n", wrapped(plain, 76, "\r\n"), bytes);
    expect_lifted("pem:\n", wrapped(plain, 64, "\n  "), bytes);
    expect_lifted("{\"data\":\"", with(plain, "/", "\\/"), bytes);
    expect_lifted("{\"data\":\"", wrapped(plain, 76, "\\n"), bytes);
    expect_lifted("{\"data\":\"", with(wrapped(plain, 76, "\\\\r\\\\n"), "/", "\\\\/"), bytes);
    expect_lifted("{\"data\":\"", with(with(plain, "+", "\\u002B"), "=", "\\u003d"), bytes);
    expect_lifted("?i=", with(with(with(plain, "+", "%2B"), "/", "%2f"), "=", "%3D"), bytes);
}

TEST(Base64Runs, TheHeadOfADataUrlBelongsToItsRun) {  // T1
    const auto text = "src='data:image\\/png;base64," + base64(png()) + "' alt";
    const auto found = find_base64(text);

    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(text.substr(0, found[0].begin) + text.substr(found[0].end), "src='' alt");
}

TEST(Base64Runs, AWrappedDataUrlMayBeginShorter) {  // T1
    const auto plain = base64(png());
    const auto text = "url(data:image/png;base64," + plain.substr(0, 50) + "\n" +
                      wrapped(plain.substr(50), 76, "\n") + ")";
    const auto found = find_base64(text);

    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(as_text(decode_run(text, found[0])), png());
}

TEST(Base64Runs, WhatIsNoPictureIsFoundWhenItIsLong) {  // T1
    const auto long_one = find_base64("key " + base64(random_bytes(751)) + " end");

    ASSERT_THAT(long_one, SizeIs(1));
    EXPECT_EQ(long_one[0].kind, Base64Kind::Other);
    EXPECT_EQ(long_one[0].bytes(), 751u);
    EXPECT_THAT(find_base64("key " + base64(random_bytes(750)) + " end"), IsEmpty());
    EXPECT_THAT(find_base64(wrapped(base64(random_bytes(900)), 64, "\n")), SizeIs(1));
    EXPECT_THAT(find_base64(base64(std::string(3000, '\0'))), SizeIs(1));
}

TEST(Base64Runs, OrdinaryTextStays) {  // T1
    std::string words;
    std::string hashes;
    std::string genes;
    std::mt19937 random(3);
    for (int i = 0; i < 400; ++i) {
        words += "word" + std::to_string(random() % 100000) + "/Part" + (i % 3 ? "\n" : "x\n");
        hashes += sha256(as_bytes(std::to_string(i))).hex() + "\n";
        for (int k = 0; k < 60; ++k) genes += "ACGT"[random() % 4];
        genes += "\n";
    }
    EXPECT_THAT(find_base64(words), IsEmpty());
    EXPECT_THAT(find_base64(wrapped(base64(random_bytes(3000)), 40, "\n")), IsEmpty()) << "keys";
    EXPECT_THAT(find_base64(hashes), IsEmpty());
    EXPECT_THAT(find_base64(with(hashes, "\n", "")), IsEmpty()) << "a long number";
    EXPECT_THAT(find_base64(genes), IsEmpty());
    EXPECT_THAT(find_base64(std::string(5000, '-') + "\n" + std::string(5000, '_')), IsEmpty());
    EXPECT_THAT(find_base64("C:\\new\\names\\rest and a@b.c, 100%2F, \\u00"), IsEmpty());
    EXPECT_THAT(find_base64(""), IsEmpty());
}

TEST(Base64Runs, OurOwnSourcesStay) {  // T1
    namespace fs = std::filesystem;
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(test_paths::source_dir() + "/src")) {
        if (!entry.is_regular_file()) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        EXPECT_THAT(find_base64(text), IsEmpty()) << entry.path();
        ++files;
    }
    EXPECT_GT(files, 100u);
}

// Random texts out of the pieces that matter: nothing overlaps, and no long run is left.
TEST(Base64Runs, NoLongRunIsLeftInAnyText) {  // T1
    std::mt19937 random(7);
    const std::vector<std::string> pieces = {
        "\n",
        "\\n",
        "\\/",
        "=",
        "==",
        "data:image/png;base64,",
        " ",
        "\"",
        "%2F",
        "%3D",
        "-----",
        "\\",
        "\\\\",
        "\\u002f",
        "\r\n",
        "\xff",
        "é",
        "{",
        base64(random_bytes(57)),
        base64(random_bytes(40)),
        base64(random_bytes(2000)),
        base64(png()),
        "Hello"};
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (auto left = random() % 30; left > 0; --left) text += pieces[random() % pieces.size()];
        std::string rest;
        std::size_t done = 0;
        for (const auto& run : find_base64(text)) {
            ASSERT_LE(done, run.begin);
            ASSERT_LE(run.begin, run.data);
            ASSERT_LT(run.data, run.end);
            ASSERT_LE(run.end, text.size());
            decode_run(text, run);
            rest += text.substr(done, run.begin - done) + " ";
            done = run.end;
        }
        rest += text.substr(done);
        std::size_t longest = 0;
        std::size_t length = 0;
        for (const char c : rest) {
            length = std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '/' ||
                             c == '-' || c == '_'
                         ? length + 1
                         : 0;
            longest = std::max(longest, length);
        }
        ASSERT_LE(longest, kMaxShownBase64) << text;
    }
}

}  // namespace
}  // namespace fovea::tools
