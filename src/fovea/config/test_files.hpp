// For tests: a folder of configuration files that goes when the test ends.
#pragma once

#include "fovea/config/load.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace fovea::config {

class ConfigFiles : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-config-" + std::to_string(::getpid()) + test->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    enum class Readers { Everyone, Owner };

    std::filesystem::path write(
        std::string_view name, std::string_view text, Readers readers = Readers::Everyone
    ) {
        using std::filesystem::perms;
        const auto file = folder_ / name;
        std::ofstream(file) << text;
        const auto owner = perms::owner_read | perms::owner_write;
        std::filesystem::permissions(
            file, readers == Readers::Owner ? owner : owner | perms::group_read | perms::others_read
        );
        return file;
    }

    // The settings of one file; a failure of the test when it does not load.
    Loaded loaded(std::string_view name, std::string_view text, Readers readers = Readers::Owner) {
        auto result = load({.only_file = write(name, text, readers)});
        EXPECT_TRUE(result.ok()) << result.error().message;
        return result.ok() ? std::move(result).value() : Loaded{};
    }

    // Without the file's name in front; empty when it loads.
    std::string error_of(
        std::string_view name, std::string_view text, Readers readers = Readers::Owner
    ) {
        const auto file = write(name, text, readers);
        const auto result = load({.only_file = file});
        if (result.ok()) return "";
        const auto& message = result.error().message;
        EXPECT_EQ(result.error().code, ErrorCode::ConfigInvalid);
        return message.starts_with(file.string()) ? message.substr(file.string().size()) : message;
    }

    std::filesystem::path folder_;
};

inline Environment variables(std::map<std::string, std::string> all) {
    return [all = std::move(all)](const char* name) -> const char* {
        const auto found = all.find(name);
        return found == all.end() ? nullptr : found->second.c_str();
    };
}

}  // namespace fovea::config
