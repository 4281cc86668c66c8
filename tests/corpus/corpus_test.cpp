// The real program over the corpus: every type, size and verdict of its manifest.
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <regex>

#include "support/ingest_lines.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

const std::string kCorpus = test_paths::corpus_dir() + "/";

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_where(const std::function<bool(const Row&)>& wanted) {
    std::vector<Row> rows;
    for (auto& row : read_table(kCorpus + "manifest.tsv")) {
        if (wanted(row)) rows.push_back(row);
    }
    return rows;
}

bool is_bad(const Row& row) {
    return row.at("class") == "bad";
}
bool is_picture(const Row& row) {
    return !is_bad(row) && row.at("mime").starts_with("image/");
}

std::vector<std::string> paths_of(const std::vector<Row>& rows) {
    std::vector<std::string> paths;
    for (const auto& row : rows) paths.push_back(kCorpus + row.at("path"));
    return paths;
}

// The manifest has the stored size; where a picture lies on its side the note has the upright one.
std::string upright_size(const Row& row) {
    static const std::regex upright(R"(upright (?:size )?(\d+x\d+))");
    std::smatch match;
    const auto& note = row.at("note_or_expectation");
    if (std::regex_search(note, match, upright)) return match[1];
    return row.at("width") + "x" + row.at("height");
}

std::string size_of(const boost::json::object& line) {
    return std::to_string(line.at("width").to_number<int>()) + "x" +
           std::to_string(line.at("height").to_number<int>());
}

TEST(Corpus, EveryPictureIsWhatTheManifestSays) {  // M1 M2 M3 M4 CAL-IMG-11 ETH-18
    const auto rows = rows_where(is_picture);

    const auto run = ingest_json(paths_of(rows));

    EXPECT_EQ(run.finished.exit_code, 0) << run.finished.err;
    ASSERT_EQ(run.lines.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& line = run.lines[i];
        ASSERT_EQ(verdict_of(line), "ok") << boost::json::serialize(line);
        EXPECT_EQ(std::string(line.at("mime").as_string()), rows[i].at("mime"));
        EXPECT_EQ(std::string(line.at("sha256").as_string()), rows[i].at("sha256"));
        EXPECT_EQ(size_of(line), upright_size(rows[i])) << rows[i].at("path");
        const auto& prepared = line.at("prepared").as_object();
        EXPECT_LE(prepared.at("width").to_number<int>(), 1568);
        EXPECT_LE(prepared.at("height").to_number<int>(), 1568);
        EXPECT_LE(prepared.at("bytes").to_number<int>(), 5 << 20);
    }
}

TEST(Corpus, EveryBadFileGetsItsVerdict) {  // M1 M4 CAL-IMG-12 CAL-IMG-13
    for (const auto& row : rows_where(is_bad)) {
        const auto run = ingest_json({kCorpus + row.at("path")});

        ASSERT_EQ(run.lines.size(), 1u) << row.at("path");
        const auto& note = row.at("note_or_expectation");
        const auto verdict = verdict_of(run.lines[0]);
        if (note.starts_with("reject")) {
            EXPECT_NE(verdict, "ok") << row.at("path");
            EXPECT_EQ(run.finished.exit_code, 2) << row.at("path");
            EXPECT_NE(verdict, "INTERNAL") << row.at("path");
        } else {
            EXPECT_EQ(verdict, "ok") << row.at("path") << " " << run.finished.out;
            EXPECT_EQ(std::string(run.lines[0].at("mime").as_string()), row.at("mime"));
        }
    }
}

TEST(Corpus, BadFilesCostLittleMemory) {  // M3, M11: the bombs of corpus/bad stay under 256 MB
    for (const auto& row : rows_where(is_bad)) run_fovea({"ingest", kCorpus + row.at("path")});

    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    EXPECT_LT(used.ru_maxrss, 256 * 1024);  // the largest process, in KiB
}

TEST(Corpus, NoOutputCarriesMetadata) {  // M5
    const auto out =
        std::filesystem::temp_directory_path() / ("fovea-corpus-" + std::to_string(::getpid()));
    auto rows = rows_where([](const Row& row) { return row.at("mime").starts_with("image/"); });

    const auto run = ingest_json(paths_of(rows), {"--out", out.string()});

    EXPECT_EQ(run.finished.exit_code, 0);
    for (const auto& entry : std::filesystem::directory_iterator(out)) {
        const auto bytes = read_whole_file(entry.path());
        for (const char* trace :
             {"Exif", "GPS", "ns.adobe.com/xap", "xpacket", "ICC_PROFILE", "alert("}) {
            EXPECT_EQ(bytes.find(trace), std::string::npos) << entry.path() << " has " << trace;
        }
    }
    std::filesystem::remove_all(out);
}

TEST(Corpus, PairsHaveTheirChangesFound) {  // M8
    const auto pairs = boost::json::parse(read_whole_file(kCorpus + "pairs/pairs.json")).as_array();
    for (const auto& pair : pairs) {
        const auto& object = pair.as_object();
        const auto finished = run_fovea(
            {"compare",
             "--json",
             kCorpus + "pairs/" + std::string(object.at("before").as_string()),
             kCorpus + "pairs/" + std::string(object.at("after").as_string())}
        );

        ASSERT_EQ(finished.exit_code, 0) << finished.err;
        const auto result = boost::json::parse(finished.out).as_object();
        EXPECT_FALSE(result.at("identical").as_bool());
        EXPECT_GT(result.at("similarity").to_number<double>(), 0.8);
        // Every text that was added or removed lies in a changed region.
        for (const char* list : {"text_added", "text_removed"}) {
            for (const auto& entry : object.at(list).as_array()) {
                const auto& box = entry.as_object().at("box").as_array();
                const double x = box[0].to_number<double>() + box[2].to_number<double>() / 2;
                const double y = box[1].to_number<double>() + box[3].to_number<double>() / 2;
                const auto& regions = result.at("changed").as_array();
                const bool inside = std::any_of(
                    regions.begin(),
                    regions.end(),
                    [&](const boost::json::value& region) {
                        const auto& r = region.as_array();
                        return x >= r[0].to_number<double>() - 12 &&
                               x <= r[2].to_number<double>() + 12 &&
                               y >= r[1].to_number<double>() - 12 &&
                               y <= r[3].to_number<double>() + 12;
                    }
                );
                EXPECT_TRUE(inside) << list << " " << boost::json::serialize(entry);
            }
        }
    }
}

TEST(Corpus, EightOrientationsAreOnePicture) {  // M4
    std::vector<std::string> paths;
    for (int i = 1; i <= 8; ++i)
        paths.push_back(kCorpus + "photos/exif_" + std::to_string(i) + ".jpg");

    const auto run = ingest_json(paths);

    ASSERT_EQ(run.lines.size(), 8u);
    for (const auto& line : run.lines) {
        EXPECT_EQ(
            line.at("prepared").as_object().at("sha256"),
            run.lines[0].at("prepared").as_object().at("sha256")
        );
        EXPECT_EQ(line.at("phash"), run.lines[0].at("phash"));
    }
}

}  // namespace
}  // namespace fovea::testing
