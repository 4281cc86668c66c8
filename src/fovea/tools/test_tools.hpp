// For tests: a workspace with files, and a gate whose worker runs.
#pragma once

#include "fovea/base/base64.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"
#include "fovea/tools/tool.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace fovea::tools {

inline std::string test_file(const std::string& name) {
    std::ifstream in(test_paths::source_dir() + "/tests/data/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::string base64_text(std::string_view bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    EXPECT_TRUE(encode_base64(as_bytes(bytes), text).ok());
    return text;
}

class ToolTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        workers_ = media::PictureWorkers::open({.program = test_paths::program("fovea-worker"),
                                                .workers = 1})
                       .value();
    }
    static void TearDownTestSuite() { workers_.reset(); }

    void SetUp() override {
        std::filesystem::create_directories(root());
        blobs_ = store::FileBlobs::open(folder_ / "blobs").value();
        workspace_ = ingest::Workspace::open({root().string()}).value();
    }

    std::filesystem::path root() const { return folder_ / "root"; }
    void write(const std::string& name, std::string_view bytes) const {
        std::filesystem::create_directories((root() / name).parent_path());
        std::ofstream(root() / name, std::ios::binary) << bytes;
    }
    ingest::Intake intake() const { return {.gate = gate_, .blobs = *blobs_, .max_images = 3}; }
    const ingest::Workspace& workspace() const { return *workspace_; }

    static ToolOutcome run(Tool& tool, std::string input) {
        return tool.run({.id = "1", .input = std::move(input)}, {});
    }
    // All words of an outcome.
    static std::string text_of(const ToolOutcome& outcome) {
        std::string text;
        for (const auto& block : outcome.content) {
            if (const auto* words = std::get_if<content::TextBlock>(&block)) text += words->text;
        }
        return text;
    }
    // The block that tests/data/png/rgb-8.png becomes.
    static content::ImageBlock rgb(std::string filename = {}) {
        return {
            .source = content::BlobRef{sha256(as_bytes(test_file("png/rgb-8.png")))},
            .mime = "image/png",
            .size = {33, 21},
            .filename = std::move(filename)};
    }
    static std::string rgb_words() { return content::short_name(rgb().source) + " 33x21"; }

    static inline std::unique_ptr<media::PictureWorkers> workers_;
    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_;
    std::optional<ingest::Workspace> workspace_;
    store::ResultCache known_{{}};
    ingest::Gate gate_{
        .known = known_,
        .workers = [] { return Result<media::PictureWorkers*>(workers_.get()); },
        .stored = [this] { return Result<store::BlobStore*>(blobs_.get()); }};
};

}  // namespace fovea::tools
