// For tests: a folder of the test's own that goes with it, and a clock that stands still.
#pragma once

#include "fovea/store/timestamp.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

namespace fovea::store {

// In memory unless asked: a sync there costs nothing, and these tests wait for hundreds.
enum class TestDisk { Memory, Real };

class TestFolder {
public:
    explicit TestFolder(TestDisk disk = TestDisk::Memory) {
        static std::atomic<int> counter{0};
        const bool memory = disk == TestDisk::Memory && ::access("/dev/shm", W_OK | X_OK) == 0;
        path_ = (memory ? "/dev/shm" : std::filesystem::temp_directory_path()) /
                std::filesystem::path(
                    "fovea-store-" + std::to_string(::getpid()) + "-" + std::to_string(counter++)
                );
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    ~TestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// Copies share the hand.
class TestClock {
public:
    Time operator()() const { return *now_; }
    void forward(std::chrono::milliseconds time) const { *now_ += time; }

private:
    std::shared_ptr<Time> now_ = std::make_shared<Time>(std::chrono::hours(24 * 365 * 50));
};

}  // namespace fovea::store
