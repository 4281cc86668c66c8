#include "fovea/gateway/ledger/counters.hpp"

#include "fovea/base/tally.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

double told(std::string_view name, const Tally::Labels& labels) {
    for (const auto& row : tally().read()) {
        if (row.name == name && row.labels == labels) return row.sum;
    }
    return 0;
}

TEST(Counters, RequestsTokensAndPicturesAreHandedOverOnce) {  // D4
    Counters counters;
    Record passed{.id = "1", .token = "ci"};
    passed.way = "pass";
    passed.status = 200;
    passed.images = 2;
    passed.usage.input_tokens = 10;
    auto turned = passed;
    turned.way = "turn";
    turned.status = 429;
    turned.receipt = {{.delivery = {.state = store::ImageState::Described}}};
    turned.looks = 3;

    counters.count(passed);
    counters.count(turned);
    counters.hand_over();
    counters.hand_over();

    const std::string requests = "fovea_gateway_requests_total";
    EXPECT_EQ(told(requests, {{"way", "pass"}, {"outcome", "2xx"}}), 1);
    EXPECT_EQ(told(requests, {{"way", "turn"}, {"outcome", "4xx"}}), 1);
    EXPECT_EQ(told("fovea_gateway_images_total", {{"as", "as_sent"}}), 2);
    EXPECT_EQ(told("fovea_gateway_images_total", {{"as", "described"}}), 1);
    EXPECT_EQ(told("fovea_gateway_tokens_total", {{"kind", "input"}}), 20);
    EXPECT_EQ(told("fovea_gateway_analyze_image_calls_total", {}), 3);
}

}  // namespace
}  // namespace fovea::gateway
