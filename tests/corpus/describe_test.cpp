// local/ocr over the corpus: words against the ground truth, questions, pairs, hostile files.
#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/ingest_lines.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

const std::string kCorpus = test_paths::corpus_dir() + "/";

class DescribeCorpus : public ::testing::Test {
protected:
    void SetUp() override { ::setenv("FOVEA_CACHE_ENTRIES", "0", 1); }
    void TearDown() override { ::unsetenv("FOVEA_CACHE_ENTRIES"); }

    static json::object describe(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"describe", "--json"});
        const auto finished = run_fovea(arguments);
        EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
        return json::parse(finished.out).as_object();
    }
};

struct TrueWord {
    std::string text;
    double x1, y1, x2, y2;
};

// Without the punctuation around it; dots and quotes are not what is measured.
std::string bare(const std::string& word) {
    const auto is_letter = [](char c) {
        return static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c));
    };
    const auto first = std::ranges::find_if(word, is_letter);
    const auto last = std::find_if(word.rbegin(), word.rend(), is_letter).base();
    return first < last ? std::string(first, last) : "";
}

std::vector<TrueWord> truth_of(const std::string& file) {
    std::vector<TrueWord> words;
    for (const auto& line : split(read_whole_file(file), '\n')) {
        const auto fields = split(line, '\t');
        if (fields.size() < 6 || fields[0] != "W") continue;
        const auto x = std::stod(fields[1]);
        const auto y = std::stod(fields[2]);
        for (const auto& part : split(fields[5], ' ')) {
            if (bare(part).empty()) continue;
            words.push_back({bare(part), x, y, x + std::stod(fields[3]), y + std::stod(fields[4])});
        }
    }
    return words;
}

// The harmonic mean of recall and precision; a word counts where its text is equal and its middle
// lies within the true box grown by half its height.
double f1_of(const std::vector<TrueWord>& truth, const json::array& found) {
    std::multimap<std::string, std::pair<double, double>> left;
    for (const auto& word : found) {
        const auto text = bare(std::string(word.at("text").as_string()));
        if (text.empty()) continue;
        const auto& box = word.at("box").as_array();
        const auto number = [&](std::size_t i) { return box.at(i).to_number<double>(); };
        left.emplace(text, std::pair{(number(0) + number(2)) / 2, (number(1) + number(3)) / 2});
    }
    const auto total = double(left.size());
    double hits = 0;
    for (const auto& word : truth) {
        const auto margin = (word.y2 - word.y1) / 2;
        const auto [first, last] = left.equal_range(word.text);
        const auto hit = std::find_if(first, last, [&](const auto& entry) {
            const auto [x, y] = entry.second;
            return x >= word.x1 - margin && x <= word.x2 + margin && y >= word.y1 - margin &&
                   y <= word.y2 + margin;
        });
        if (hit == last) continue;
        left.erase(hit);
        hits += 1;
    }
    return 2 * hits / (double(truth.size()) + total);
}

TEST_F(DescribeCorpus, ReadsTheWordsOfScreens) {  // P5
    for (const char* name :
         {"code_1920x1080", "stacktrace_1920x1080", "mobile_1170x2532", "sheet_2560x1440"}) {
        const auto screen = kCorpus + "screens/" + name;

        const auto described = describe({screen + ".png"});

        EXPECT_GE(f1_of(truth_of(screen + ".gt.txt"), described.at("words").as_array()), 0.93)
            << name;
    }
}

TEST_F(DescribeCorpus, AnswersWhichFileAndLineFailed) {  // P5
    const auto described = describe(
        {kCorpus + "screens/stacktrace_1920x1080.png", "--question", "which file and line failed?"}
    );

    const std::string text(described.at("text").as_string());
    EXPECT_NE(text.find("attachments.js, line 142"), std::string::npos) << text;
    const auto& first = described.at("boxes").as_array().at(0);
    EXPECT_NE(first.at("label").as_string().find("js:142"), json::string::npos) << first;
    const auto& box = first.at("box").as_array();  // the line is at [65, 129, 486, 147]
    EXPECT_NEAR(box.at(0).to_number<double>(), 65, 6);
    EXPECT_NEAR(box.at(1).to_number<double>(), 129, 8);
    EXPECT_NEAR(box.at(2).to_number<double>(), 486, 6);
    EXPECT_NEAR(box.at(3).to_number<double>(), 147, 8);
}

TEST_F(DescribeCorpus, NamesTheWordsThatChanged) {  // M8
    const auto pairs = kCorpus + "pairs/";
    const auto login = describe({pairs + "login_before.png", pairs + "login_after.png"});
    const auto metrics = describe({pairs + "metrics_before.png", pairs + "metrics_after.png"});

    const auto expect = [](const json::object& described,
                           std::initializer_list<const char*> parts) {
        const std::string text(described.at("text").as_string());
        for (const char* part : parts) {
            EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
        }
    };
    expect(login, {"Sign in", "Log in", "The password is incorrect. 2 attempts left."});
    expect(metrics, {"317", "713", "Degraded", "Healthy", "8.15%", "0.15%"});
}

TEST_F(DescribeCorpus, HostileFilesGetTheirCode) {  // CAL-IMG-7, CAL-IMG-12, CAL-IMG-13
    std::size_t refused = 0;
    for (const auto& row : read_table(kCorpus + "manifest.tsv")) {
        const auto& path = row.at("path");
        if (!path.starts_with("bad/")) continue;
        const auto finished = run_fovea({"describe", "--json", kCorpus + path});
        const auto verdict = verdict_of(json::parse(finished.out).as_object());

        const bool reject = row.at("note_or_expectation").starts_with("reject");
        EXPECT_EQ(verdict != "ok", reject) << path << " " << verdict;
        EXPECT_EQ(finished.exit_code, reject ? 2 : 0) << path;
        refused += reject ? 1 : 0;
    }
    EXPECT_GT(refused, 5U);
}

}  // namespace
}  // namespace fovea::testing
