#include "fovea/gateway/ledger/records.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

namespace json = boost::json;
using store::ImageState;

TEST(Records, TokensThatNobodyKnowsAreNotSaidToBeNone) {  // D4
    Record record{.id = "1"};
    record.receipt = {
        {.delivery = {.state = ImageState::Pixels}},
        {.delivery = {.state = ImageState::Low}},
        {.delivery = {.state = ImageState::Pixels, .tokens = 85}},
        {.delivery = {.state = ImageState::Described}}};

    const auto told = to_json(record);

    const auto& rows = told.at("receipt").as_array();
    EXPECT_TRUE(rows[0].at("tokens").is_null());
    EXPECT_TRUE(rows[1].at("tokens").is_null());
    EXPECT_EQ(rows[2].at("tokens").to_number<int>(), 85);
    EXPECT_EQ(rows[3].at("tokens").to_number<int>(), 0);
}

TEST(Records, WhatWentStandsBesideWhatCame) {  // D4
    const auto told = to_json(
        {.id = "1", .spoken = "anthropic", .requests_sent = 2, .bytes_sent = 700, .bytes_in = 400}
    );

    EXPECT_EQ(told.at("bytes_in").to_number<int>(), 400);
    EXPECT_EQ(json::serialize(told.at("sent")), R"({"to":"anthropic","requests":2,"bytes":700})");
}

}  // namespace
}  // namespace fovea::gateway
