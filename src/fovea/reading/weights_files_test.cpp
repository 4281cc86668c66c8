#include "fovea/reading/weights_files.hpp"

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "support/test_paths.hpp"

namespace fovea::reading {
namespace {

TEST(WeightsFiles, AreTheOnesInTheRepository) {  // O2
    ASSERT_EQ(weights_files().size(), 3u);
    for (const auto& file : weights_files()) {
        const auto path = test_paths::source_dir() + "/training/weights/" + std::string(file.name);
        std::ifstream in(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};

        EXPECT_EQ(file.bytes, bytes.size()) << file.name;
        EXPECT_EQ(file.sha256, sha256(as_bytes(bytes)).hex()) << file.name;
        EXPECT_EQ(file.version, static_cast<unsigned char>(bytes.at(8))) << file.name;
        EXPECT_FALSE(file.purpose.empty());
        EXPECT_EQ(file.licence, "Apache-2.0");
    }
}

}  // namespace
}  // namespace fovea::reading
