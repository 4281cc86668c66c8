// Documents and recordings of the corpus against what is known of them.
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/media/pdf/render_pages.hpp"
#include "fovea/media/video/sample_frames.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

const std::string kCorpus = test_paths::corpus_dir() + "/";

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

Bytes read_bytes(const std::string& path) {
    const auto text = read_text(path);
    const auto view = as_bytes(text);
    return Bytes(view.begin(), view.end());
}

std::unique_ptr<sandbox::HelperPrograms> open_helpers() {
    return sandbox::HelperPrograms::open({.cage = test_paths::program("fovea-cage")}).value();
}

// How often each word occurs. The letter in front of a line of the truth is not one of them.
std::map<std::string, int> words_of_truth(const std::string& path) {
    std::map<std::string, int> words;
    std::istringstream lines(read_text(path));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#") || line.size() < 2) continue;
        std::istringstream rest(line.substr(2));
        for (std::string word; rest >> word;) ++words[word];
    }
    return words;
}

TEST(CorpusPdf, NearlyEveryWordIsFound) {  // M9
    const auto helpers = open_helpers();
    const auto file = read_bytes(kCorpus + "docs/report_tables.pdf");
    auto truth = words_of_truth(kCorpus + "docs/report_tables.gt.txt");

    const auto info = media::probe_pdf(*helpers, file);
    ASSERT_TRUE(info.ok()) << info.error().message;
    const auto pages =
        media::pdf_text(*helpers, file, {.pages = media::all_pages(info.value().pages)});
    ASSERT_TRUE(pages.ok()) << pages.error().message;

    int all = 0;
    for (const auto& [word, count] : truth) all += count;
    int found = 0;
    for (const auto& page : pages.value()) {
        for (const auto& line : page.lines) {
            for (const auto& word : line.words) {
                auto left = truth.find(word.text);
                if (left != truth.end() && left->second-- > 0) ++found;
            }
        }
    }
    ASSERT_GT(all, 200);
    const double recall = double(found) / all;
    RecordProperty("word_recall", std::to_string(recall));
    EXPECT_GE(recall, 0.95) << found << " of " << all;
}

TEST(CorpusPdf, EveryPageIsDrawn) {  // M9
    const auto helpers = open_helpers();
    const auto file = read_bytes(kCorpus + "docs/report_tables.pdf");
    const auto info = media::probe_pdf(*helpers, file).value();
    std::vector<media::PixelSize> sizes;

    const auto done = media::render_pages(
        *helpers,
        file,
        info,
        {.pages = media::all_pages(info.pages)},
        [&](media::RenderedPage page) -> Result<void> {
            sizes.push_back(page.size);
            return {};
        }
    );

    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_EQ(sizes, std::vector<media::PixelSize>(info.pages, {1109, 1568}));
}

// When what is to be seen changes, by the truth.
std::vector<std::chrono::milliseconds> changes_of_truth(const std::string& path) {
    std::vector<std::chrono::milliseconds> changes;
    std::string before;
    std::istringstream lines(read_text(path));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#")) continue;
        const auto tab = line.find('\t');
        const auto shown = line.substr(tab);
        if (shown == before) continue;
        before = shown;
        changes.emplace_back(std::llround(std::stod(line.substr(0, tab)) * 1000));
    }
    return changes;
}

class CorpusVideo : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Both, CorpusVideo, ::testing::Values("mp4", "webm"));

TEST_P(CorpusVideo, EveryChangeIsSeenWithinHalfASecond) {  // M10
    const auto helpers = open_helpers();
    const auto file = read_bytes(kCorpus + "video/typing_1280x720." + GetParam());

    const auto sampled =
        media::sample_frames(*helpers, media::OpenFile::copy_of(file).value(), {.max_frames = 12});

    ASSERT_TRUE(sampled.ok()) << sampled.error().message;
    std::string times;
    for (const auto& frame : sampled.value().frames) {
        times += std::to_string(frame.time.count()) + " ";
        EXPECT_EQ(frame.size, (media::PixelSize{1280, 720}));
    }
    RecordProperty("frames_at", times);
    for (const auto change : changes_of_truth(kCorpus + "video/typing_1280x720.gt.txt")) {
        const bool seen = std::ranges::any_of(sampled.value().frames, [&](const auto& frame) {
            return frame.time >= change && frame.time <= change + std::chrono::milliseconds(500);
        });
        EXPECT_TRUE(seen) << change.count() << " ms; frames at " << times;
    }
}

TEST_P(CorpusVideo, FewFramesAreThoseThatMatter) {  // M10
    const auto helpers = open_helpers();
    const auto file = read_bytes(kCorpus + "video/typing_1280x720." + GetParam());

    const auto sampled =
        media::sample_frames(*helpers, media::OpenFile::copy_of(file).value(), {.max_frames = 5})
            .value();

    // The beginning, something of the typing, and what the button says after that, each time; all the
    // while a pointer moves.
    std::vector<std::int64_t> times;
    for (const auto& frame : sampled.frames) times.push_back(frame.time.count());
    EXPECT_EQ(times.size(), 5U);
    for (const std::int64_t time : {0, 3000, 3300, 3700}) {
        EXPECT_NE(std::ranges::find(times, time), times.end()) << time;
    }
}

}  // namespace
}  // namespace fovea::testing
