// For tests: a folder that goes when the test ends.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fovea::agent {

class InTestFolder : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::canonical(std::filesystem::temp_directory_path()) /
                  ("fovea-agent-" + std::to_string(::getpid()) + test->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    // Makes the folders above it.
    std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
        const auto file = folder_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

    std::filesystem::path folder_;
};

}  // namespace fovea::agent
