// Dependencies point one way: the list in src/fovea/README.md is checked against every #include.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kSource = fs::path(fovea::test_paths::source_dir()) / "src/fovea";

// Folder -> line number in the list; smaller is lower.
std::map<std::string, int> read_layers() {
    std::ifstream in(kSource / "README.md");
    std::map<std::string, int> layers;
    std::string line;
    bool inside = false;
    int number = 0;
    while (std::getline(in, line)) {
        if (line.starts_with("```")) {
            inside = line == "```layers";
            continue;
        }
        if (!inside) continue;
        ++number;
        std::istringstream words(line);
        for (std::string word; words >> word;) layers[word] = number;
    }
    return layers;
}

std::vector<std::string> violations(
    const fs::path& file, const std::map<std::string, int>& layers
) {
    static const std::regex include_line(R"re(^\s*#\s*include\s+"fovea/([a-z_]+)/)re");
    const auto own = fs::relative(file, kSource).begin()->string();
    std::vector<std::string> found;
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        std::smatch match;
        if (!std::regex_search(line, match, include_line)) continue;
        const std::string other = match[1];
        if (other == own) continue;
        if (!layers.contains(other) || layers.at(other) >= layers.at(own)) {
            found.push_back(
                fs::relative(file, fovea::test_paths::source_dir()).string() + ":" +
                std::to_string(number) + ": " + own + "/ may not include " + other + "/"
            );
        }
    }
    return found;
}

TEST(Layers, EveryFolderIsInTheList) {
    const auto layers = read_layers();
    ASSERT_GE(layers.size(), 6u);
    for (const auto& entry : fs::directory_iterator(kSource)) {
        if (!entry.is_directory()) continue;
        EXPECT_TRUE(layers.contains(entry.path().filename().string())) << entry.path();
    }
}

TEST(Layers, EveryFolderHasAReadme) {
    for (const auto& [folder, line] : read_layers())
        EXPECT_TRUE(fs::exists(kSource / folder / "README.md")) << folder;
}

TEST(Layers, IncludesPointDownwards) {
    const auto layers = read_layers();
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(kSource)) {
        const auto extension = entry.path().extension();
        if (extension != ".cpp" && extension != ".hpp") continue;
        ++files;
        for (const auto& violation : violations(entry.path(), layers)) ADD_FAILURE() << violation;
    }
    EXPECT_GT(files, 50);
}

// CAL-IMG-7, M11: foreign bytes are decoded behind one boundary. Only media/ and the reader's process know
// the decoders, and only worker programs run them. Who writes its own pixels as PNG, or its own words as
// gzip, decodes nothing.
TEST(Layers, DecodersAreKnownToMediaAndReadersAlone) {
    static const std::regex decoder(
        R"re(#\s*include\s+(<(jpeglib|libdeflate|lcms2)\.h>|<(webp|isa-l|tesseract|ZXing)/|"fovea/media/(image/(?!png/encode)(png|jpeg|gif|webp)|transform/upright))|handle_job\.hpp)re"
    );
    int users = 0;
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(fovea::test_paths::source_dir()) / "src")) {
        const auto extension = entry.path().extension();
        if (extension != ".cpp" && extension != ".hpp") continue;
        std::ifstream in(entry.path());
        std::stringstream text;
        text << in.rdbuf();
        if (!std::regex_search(text.str(), decoder)) continue;
        ++users;
        const auto where = fs::relative(entry.path(), fovea::test_paths::source_dir()).string();
        EXPECT_TRUE(
            where.starts_with("src/fovea/media/") ||
            where.starts_with("src/fovea/reading/recognise/") ||
            where == "src/apps/worker/main.cpp" || where == "src/apps/reader/main.cpp" ||
            where == "src/fovea/reading/worker/reading_workers_test.cpp" ||  // draws its pictures
            where.starts_with("src/fovea/serve/http/compress")  // shortens what is ours
        ) << where;
    }
    EXPECT_GT(users, 10);
}

}  // namespace
