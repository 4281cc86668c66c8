// A data folder of the test's own, filled through the library and looked at through the program.
#pragma once

#include "fovea/store/embedded_store.hpp"
#include "fovea/store/image_change.hpp"
#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {

class SessionsCommand : public ::testing::Test {
protected:
    using Blocks = std::vector<content::ContentBlock>;

    // Opened for each use, as other programs would.
    store::Store open() const {
        auto opened = store::open_embedded_store({data_}, clock_);
        EXPECT_TRUE(opened.ok()) << opened.error().message;
        return std::move(opened).value();
    }

    content::ImageBlock picture(const std::string& name) const {
        const auto bytes = read_whole_file(kData + name);
        return {
            .source = open().blobs->put(as_bytes(bytes)).value(),
            .mime = "image/png",
            .size = {33, 21},
            .filename = std::filesystem::path(name).filename().string()};
    }
    static content::TextBlock text(std::string words) { return {std::move(words)}; }
    static std::string id_of(const content::ImageBlock& image) {
        return content::blob_of(image.source)->sha256.hex();
    }

    store::Entry user(Blocks blocks) const {
        return store::message_entry({content::Role::User, std::move(blocks)}, clock_());
    }
    void create(const std::string& id, std::vector<store::Entry> entries = {}) const {
        const auto made = open().sessions->create({.id = id, .entries = std::move(entries)});
        ASSERT_TRUE(made.ok()) << made.error().message;
    }

    std::filesystem::path blob_file(const content::ImageBlock& image) const {
        return data_ / "blobs" / id_of(image).substr(0, 2) / id_of(image);
    }

    Finished sessions(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"--data", data_.string(), "sessions"});
        return run_fovea(std::move(arguments));
    }
    // One object a line.
    std::vector<boost::json::object> sessions_json(std::vector<std::string> arguments) const {
        arguments.emplace_back("--json");
        std::vector<boost::json::object> objects;
        for (const auto& line : split(sessions(std::move(arguments)).out, '\n')) {
            if (!line.empty()) objects.push_back(boost::json::parse(line).as_object());
        }
        return objects;
    }

    static bool has(const std::string& text, std::string_view part) {
        return text.find(part) != std::string::npos;
    }

    const std::string kData = test_paths::source_dir() + "/tests/data/";
    store::TestFolder folder_;
    std::filesystem::path data_ = folder_ / "data";
    store::Clock clock_ = store::system_now;
};

}  // namespace fovea::testing
