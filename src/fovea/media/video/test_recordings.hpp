// For tests: small recordings, made by ffmpeg. Not in the cage: writing is not allowed there.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/open_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fovea::media {

// `words` are ffmpeg's, between its name and the name of its output.
inline Bytes made_by_ffmpeg(const std::string& words, const std::string& extension) {
    static int count = 0;
    const auto path = std::filesystem::path(::testing::TempDir()) /
                      ("fovea-video-" + std::to_string(::getpid()) + "-" + std::to_string(++count) +
                       "." + extension);
    const auto command = "ffmpeg -v error -nostdin -y " + words + " '" + path.string() + "'";
    // NOLINTNEXTLINE(concurrency-mt-unsafe): tests run one after another
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::filesystem::remove(path);
    const auto view = as_bytes(text);
    return Bytes(view.begin(), view.end());
}

inline OpenFile copied(const Bytes& file) {
    return OpenFile::copy_of(file).value();
}

// Red, green and blue for a second each. Red and green are of the same brightness.
inline Bytes three_scenes(const std::string& extension, const std::string& more = "") {
    const auto scene = [](const char* colour) {
        return std::string("-f lavfi -i color=c=") + colour + ":s=160x90:r=10:d=1 ";
    };
    return made_by_ffmpeg(
        scene("red") + scene("green") + scene("blue") +
            "-filter_complex '[0][1][2]concat=n=3:v=1' " + more,
        extension
    );
}

}  // namespace fovea::media
