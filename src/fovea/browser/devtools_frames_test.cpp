#include "fovea/browser/devtools_frames.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::browser {

namespace {

using namespace std::string_literals;

TEST(DevToolsFrames, CutsAtZeroBytesHoweverTheBytesCome) {
    const auto bytes = "{\"id\":1}\0{}\0\0rest"s;

    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        DevToolsFrames frames;
        std::vector<std::string> all;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            for (auto& each : frames.feed(std::string_view(bytes).substr(at, piece)).value()) {
                all.push_back(std::move(each));
            }
        }
        EXPECT_EQ(all, (std::vector<std::string>{"{\"id\":1}", "{}", ""}));
    }
}

TEST(DevToolsFrames, KeepsNoMessageWithoutEnd) {
    DevToolsFrames frames(10);

    EXPECT_TRUE(frames.feed("0123456789"s + '\0').ok());
    EXPECT_TRUE(frames.feed("01234").ok());
    EXPECT_FALSE(frames.feed("567890").ok());
}

}  // namespace

}  // namespace fovea::browser
