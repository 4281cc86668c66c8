#include "fovea/nn/runner.hpp"

#include "fovea/nn/largest.hpp"
#include "fovea/nn/test_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::nn {
namespace {

void expect_the_same(const TestNetwork& network, Shape shape) {
    const auto read = Network::read(as_bytes(network.file()));
    ASSERT_TRUE(read.ok()) << read.error().message;
    const auto input = TestNetwork::input(shape);
    Runner runner(read.value());
    const auto expected = network.run(shape, input);

    for (int again = 0; again < 2; ++again) {
        const auto answer = runner.run({shape, input});
        ASSERT_TRUE(answer.ok()) << answer.error().message;
        ASSERT_EQ(answer.value().values.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto slack = 1e-4F * std::max(1.0F, std::abs(expected[i]));
            ASSERT_NEAR(answer.value().values[i], expected[i], slack) << i;
        }
    }
}

Layer dense(std::uint32_t inputs, std::uint32_t outputs) {
    return {.inputs = inputs, .outputs = outputs, .relu = true};
}
Layer square(Layer layer, std::uint32_t side) {
    layer.kernel_rows = layer.kernel_columns = side;
    layer.pad_rows = layer.pad_columns = side / 2;
    return layer;
}
Layer depthwise(std::uint32_t channels, std::uint32_t side) {
    return square({.kind = LayerKind::Depthwise, .inputs = channels, .outputs = channels}, side);
}

TEST(Runner, SumsAsTheSpecificationDoes) {
    for (const std::uint32_t inputs : {1U, 3U, 17U}) {
        for (const std::uint32_t outputs : {1U, 7U, 16U, 33U, 70U}) {
            expect_the_same(TestNetwork({dense(inputs, outputs)}), {3, 13, inputs});
            expect_the_same(TestNetwork({square(dense(inputs, outputs), 3)}), {5, 11, inputs});
        }
    }
    for (const std::uint32_t channels : {1U, 5U, 16U, 40U}) {
        expect_the_same(TestNetwork({depthwise(channels, 3)}), {4, 9, channels});
        expect_the_same(TestNetwork({depthwise(channels, 5)}), {1, 1, channels});
    }
}

TEST(Largest, IsTheFirstOfThemOfAnyNumber) {
    for (const std::size_t count : {1U, 3U, 8U, 17U, 64U, 391U}) {
        for (const std::size_t at : {std::size_t{0}, count / 2, count - 1}) {
            std::vector<float> values(count, -3.0F);
            values[at] = -1.0F;
            EXPECT_EQ(index_of_largest(values), at) << count;
            values.back() = -1.0F;
            EXPECT_EQ(index_of_largest(values), at) << count;
        }
    }
    EXPECT_EQ(index_of_largest({}), 0u);
}

TEST(Runner, StepsOverAndReachesFurther) {
    auto wide = dense(4, 20);
    wide.kernel_columns = 9;
    wide.dilation = 2;
    wide.pad_columns = 8;
    auto stepping = square(dense(4, 6), 3);
    stepping.stride_rows = 2;
    stepping.stride_columns = 3;
    auto tall = dense(4, 5);
    tall.kernel_rows = 4;

    expect_the_same(TestNetwork({wide}), {2, 21, 4});
    expect_the_same(TestNetwork({stepping}), {7, 10, 4});
    expect_the_same(TestNetwork({tall}), {4, 8, 4});
}

TEST(Runner, KeepsAddsStoresAndDoubles) {
    auto stored = dense(8, 8);
    stored.store = true;
    stored.slot = 3;
    auto kept = depthwise(8, 3);
    kept.keep = true;
    auto added = dense(8, 8);
    added.add = true;
    auto halved = depthwise(8, 3);
    halved.stride_rows = halved.stride_columns = 2;
    const Layer up{.kind = LayerKind::Up, .inputs = 8, .outputs = 8, .slot = 3};
    const Layer split{.kind = LayerKind::Split, .inputs = 8, .outputs = 4, .kernel_columns = 2};

    expect_the_same(
        TestNetwork({dense(2, 8), stored, halved, kept, added, kept, added, up, dense(8, 8), split}
        ),
        {6, 8, 2}
    );
}

TEST(Runner, HoldsOnlyTheRowsThatAreStillSeen) {
    auto stored = square(dense(2, 8), 3);
    stored.store = true;
    auto halved = depthwise(8, 3);
    halved.stride_rows = halved.stride_columns = 2;
    const Layer up{.kind = LayerKind::Up, .inputs = 8, .outputs = 8};
    const TestNetwork network({stored, halved, depthwise(8, 5), up, square(dense(8, 1), 3)});
    const auto read = Network::read(as_bytes(network.file())).value();
    const Shape high{2000, 8, 2};
    const auto input = TestNetwork::input(high);

    const auto answer = Runner(read, 20'000).run({high, input});  // 32,000 go in

    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value().shape, (Shape{2000, 8, 1}));
}

TEST(Runner, EndsWhenItIsToldTo) {
    const TestNetwork network({square(dense(1, 2), 3)});
    const auto read = Network::read(as_bytes(network.file())).value();
    const Shape shape{10, 4, 1};
    const auto input = TestNetwork::input(shape);
    int rows = 0;
    std::vector<std::uint32_t> taken;
    Runner runner(read);

    const auto done = runner.run(
        {shape, [&](std::uint32_t y, float* to) { std::copy_n(input.data() + y * 4, 4, to); }},
        [&](std::uint32_t y, std::span<const float> values) {
            taken.push_back(y);
            EXPECT_EQ(values.size(), 8u);
        },
        [&] { return rows++ == 3; }
    );

    ASSERT_TRUE(done.ok());
    EXPECT_EQ(taken, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Runner, HandsOutAnAnswerThatIsTooLargeToBeKept) {
    const TestNetwork network({dense(1, 2)});
    const auto read = Network::read(as_bytes(network.file())).value();
    const Shape shape{100, 4, 1};
    const auto input = TestNetwork::input(shape);
    const auto expected = network.run(shape, input);
    std::vector<float> answer;
    Runner runner(read, 100);

    const auto done = runner.run(
        {shape, [&](std::uint32_t y, float* to) { std::copy_n(input.data() + y * 4, 4, to); }},
        [&](std::uint32_t, std::span<const float> values) {
            answer.insert(answer.end(), values.begin(), values.end());
        }
    );

    ASSERT_TRUE(done.ok());
    ASSERT_EQ(answer.size(), expected.size());
    for (std::size_t i = 0; i < answer.size(); ++i) EXPECT_NEAR(answer[i], expected[i], 1e-4F);
    EXPECT_FALSE(runner.run({shape, input}).ok());
}

TEST(Runner, RefusesWhatIsTooSmallTooLargeOrOdd) {
    auto tall = dense(1, 2);
    tall.kernel_rows = 4;
    auto stored = dense(2, 2);
    stored.store = true;
    const Layer up{.kind = LayerKind::Up, .inputs = 2, .outputs = 2};
    const auto high = Network::read(as_bytes(TestNetwork({tall}).file())).value();
    const auto odd = Network::read(as_bytes(TestNetwork({stored, up}).file())).value();
    const std::vector<float> values(64);
    const auto of = [&](Shape shape) {
        return Values{shape, std::span(values).first(shape.values())};
    };

    EXPECT_TRUE(Runner(high).run(of({4, 2, 1})).ok());
    EXPECT_FALSE(Runner(high).run(of({3, 2, 1})).ok());
    EXPECT_FALSE(Runner(high).run(of({4, 2, 2})).ok()) << "other channels";
    EXPECT_FALSE(Runner(high).run({{4, 2, 1}, std::span(values).first(7)}).ok());
    EXPECT_FALSE(Runner(high).run(of({0, 2, 1})).ok());
    EXPECT_FALSE(Runner(high, 7).run(of({4, 2, 1})).ok());
    EXPECT_FALSE(Runner(odd).run(of({4, 4, 2})).ok()) << "a stored output of another size";
}

}  // namespace
}  // namespace fovea::nn
