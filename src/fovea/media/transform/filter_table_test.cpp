#include "fovea/media/transform/filter_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace fovea::media {
namespace {

double lanczos3(double x) {
    if (x == 0) return 1;
    if (std::abs(x) >= 3) return 0;
    const auto a = std::numbers::pi * x;
    return 3 * std::sin(a) * std::sin(a / 3) / (a * a);
}

// The sizes of real pictures, extreme ratios, and enlarging.
struct Case {
    std::uint32_t in, out;
};
constexpr Case kCases[] = {
    {1920, 1568},
    {1080, 882},
    {12000, 1568},
    {800, 105},
    {1000, 999},
    {3, 1},
    {7, 7},
    {1, 1},
    {1, 5},
    {100, 300},
    {65535, 3},
    {2, 1}};

TEST(FilterTable, GivesEveryOutputWeightsThatAddUpToExactlyOne) {
    for (const auto& [in, out] : kCases) {
        for (const auto start : {WindowStart::Any, WindowStart::Even}) {
            const auto table = lanczos3_table(in, out, double(in) / out, start);
            ASSERT_EQ(table->first.size(), out);
            for (std::uint32_t i = 0; i < out; ++i) {
                const auto* weights = table->weights_of(i);
                const auto sum =
                    std::accumulate(weights, weights + std::size_t{2} * table->max_pairs, 0);
                ASSERT_EQ(sum, 1 << kWeightBits) << in << " -> " << out << " at " << i;
                const auto taps = table->end_of(i) - table->first[i];
                ASSERT_EQ(std::accumulate(weights, weights + taps, 0), sum)
                    << "weight past the end";
            }
        }
    }
}

TEST(FilterTable, FollowsTheFormula) {
    for (const auto& [in, out] : kCases) {
        const auto scale = double(in) / out;
        const auto wide = std::max(scale, 1.0);
        const auto table = lanczos3_table(in, out, scale, WindowStart::Any);
        for (std::uint32_t i = 0; i < out; ++i) {
            double sum = 0;
            const auto at = [&](std::uint32_t k) {
                return lanczos3((k + 0.5 - (i + 0.5) * scale) / wide);
            };
            for (auto k = table->first[i]; k < table->end_of(i); ++k) sum += at(k);
            for (auto k = table->first[i]; k < table->end_of(i); ++k) {
                const auto expected = at(k) / sum * (1 << kWeightBits);
                ASSERT_NEAR(table->weights_of(i)[k - table->first[i]], expected, 1.01);
            }
        }
    }
}

TEST(FilterTable, BeginsEvenWhereAskedTo) {
    const auto table = lanczos3_table(1920, 1568, 1920.0 / 1568, WindowStart::Even);

    for (const auto first : table->first) EXPECT_EQ(first % 2, 0u);
}

TEST(FilterTable, WindowsNeverMoveBack) {
    for (const auto& [in, out] : kCases) {
        const auto table = lanczos3_table(in, out, double(in) / out, WindowStart::Any);
        for (std::uint32_t i = 1; i < out; ++i) {
            EXPECT_LE(table->first[i - 1], table->first[i]);
            EXPECT_LE(table->end_of(i - 1), table->end_of(i));
        }
    }
}

TEST(FilterTable, IsMadeOnceAndSurvivesTheCacheMovingOn) {
    const auto first = lanczos3_table(640, 320, 2, WindowStart::Any);
    EXPECT_EQ(lanczos3_table(640, 320, 2, WindowStart::Any), first);

    for (std::uint32_t size = 100; size < 150; ++size)
        lanczos3_table(size, 50, size / 50.0, WindowStart::Any);

    EXPECT_NE(lanczos3_table(640, 320, 2, WindowStart::Any), first);
    EXPECT_EQ(first->out, 320u);
}

}  // namespace
}  // namespace fovea::media
