#include "fovea/nn/network.hpp"

#include "fovea/nn/runner.hpp"
#include "fovea/nn/test_network.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/test_paths.hpp"

namespace fovea::nn {
namespace {

std::string file_of(const std::string& name) {
    std::ifstream in(test_paths::source_dir() + "/training/weights/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::uint32_t u32(std::string_view& bytes) {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    bytes.remove_prefix(sizeof number);
    return number;
}

// As training/reader/plain.py prepares a line: ground on both sides, to a multiple of the step.
std::vector<float> input_of(std::string_view line, std::uint32_t width, std::uint32_t columns) {
    std::vector<float> values(std::size_t{32} * columns, 64 / 127.5F - 0.5F);
    for (std::uint32_t y = 0; y < 32; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const auto byte = static_cast<unsigned char>(line[std::size_t{y} * width + x]);
            values[std::size_t{y} * columns + 4 + x] = static_cast<float>(byte) / 127.5F - 0.5F;
        }
    }
    return values;
}

TEST(Network, AnswersAsTheReferenceOfTheTraining) {
    const auto weights = file_of("reader.fnn");
    const auto reference = file_of("reader.reference.bin");
    const auto network = Network::read(as_bytes(weights));
    ASSERT_TRUE(network.ok()) << network.error().message;
    EXPECT_EQ(network.value().input_rows(), 32U);
    EXPECT_EQ(network.value().charset().front(), U' ');
    Runner runner(network.value());

    std::string_view rest = reference;
    for (auto lines = u32(rest); lines > 0; --lines) {
        const auto width = u32(rest);
        const auto columns = (width + 8 + 3) / 4 * 4;
        const auto input = input_of(rest, width, columns);
        rest.remove_prefix(std::size_t{32} * width);
        const auto frames = u32(rest);
        const auto classes = u32(rest);
        const auto answer = runner.run({{32, columns, 1}, input});
        ASSERT_TRUE(answer.ok());
        ASSERT_EQ(answer.value().shape, (Shape{1, frames, classes}));
        for (std::size_t i = 0; i < std::size_t{frames} * classes; ++i) {
            float expected = 0;
            std::memcpy(&expected, rest.data() + 4 * i, 4);
            ASSERT_NEAR(answer.value().values[i], expected, 2e-3) << i;
        }
        rest.remove_prefix(std::size_t{4} * frames * classes);
    }
    EXPECT_TRUE(rest.empty());
}

TEST(Network, RefusesAFileThatWasCutOrChanged) {
    const TestNetwork small({{.inputs = 2, .outputs = 3, .kernel_rows = 3, .pad_rows = 1}});
    const auto whole = small.file();
    ASSERT_TRUE(Network::read(as_bytes(whole)).ok());

    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(Network::read(as_bytes(whole.substr(0, size))).ok()) << size;
    }
    EXPECT_FALSE(Network::read(as_bytes(whole + "x")).ok());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        auto changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 0x41);
        const auto read = Network::read(as_bytes(changed));
        // Three numbers of the head are the caller's to use; all else is under the digest or checked.
        const bool is_hint = i >= 24 && i < 36;
        if (is_hint) continue;
        EXPECT_FALSE(read.ok()) << i;
    }
}

TEST(Network, RefusesLayersThatDoNotFitTogether) {
    const Layer two{.inputs = 2, .outputs = 2};
    const auto reads = [](std::vector<Layer> layers) {
        return Network::read(as_bytes(TestNetwork(std::move(layers)).file())).ok();
    };
    EXPECT_TRUE(reads({two, two}));
    EXPECT_FALSE(reads({two, {.inputs = 3, .outputs = 2}}));
    EXPECT_FALSE(reads({{.inputs = 2, .outputs = 2, .add = true}})) << "nothing is kept";
    EXPECT_FALSE(reads({{.kind = LayerKind::Up, .inputs = 2, .outputs = 2}})) << "nothing stored";
    EXPECT_FALSE(reads({{.kind = LayerKind::Depthwise, .inputs = 2, .outputs = 4}}));
    EXPECT_FALSE(reads({{.kind = LayerKind::Split, .inputs = 5, .outputs = 2, .kernel_columns = 2}})
    );
    EXPECT_FALSE(reads({{.inputs = 2, .outputs = 2, .stride_rows = 0}}));
    EXPECT_FALSE(reads({{.inputs = 2, .outputs = 2, .pad_rows = 1}}))
        << "more than the kernel reaches";
    EXPECT_FALSE(reads({{.inputs = 2, .outputs = 2, .dilation = 0}}));
}

TEST(Network, HasACharacterForEachAnswerButTheFirst) {
    const TestNetwork three({{.inputs = 1, .outputs = 3}});

    const auto network = Network::read(as_bytes(three.file("a\u20AC", 3)));
    ASSERT_TRUE(network.ok()) << network.error().message;
    EXPECT_EQ(network.value().charset(), (std::vector<char32_t>{U'a', U'\u20AC'}));
    EXPECT_FALSE(Network::read(as_bytes(three.file("abc", 4))).ok());
    EXPECT_FALSE(Network::read(as_bytes(three.file("a\xFF", 3))).ok());
}

}  // namespace
}  // namespace fovea::nn
