#include "fovea/cli/json_text.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <limits>

namespace fovea::cli {
namespace {

namespace json = boost::json;

TEST(JsonText, WritesNumbersAsPeopleDo) {
    const json::value value = {
        {"none", nullptr},
        {"zero", 0.0},
        {"share", 0.25},
        {"small", 1e-9},
        {"whole", 7},
        {"negative", -3},
        {"large", std::uint64_t{18446744073709551615U}},
        {"flag", true},
        {"text", "a \"b\"\n"},
        {"list", {1, "x", json::array{}, json::object{}}}};

    EXPECT_EQ(
        json_text(value),
        R"({"none":null,"zero":0,"share":0.25,"small":1e-09,"whole":7,"negative":-3,)"
        R"("large":18446744073709551615,"flag":true,"text":"a \"b\"\n","list":[1,"x",[],{}]})"
    );
    EXPECT_EQ(json::parse(json_text(value)).at("list"), value.at("list"));
}

TEST(JsonText, WhatIsNoNumberIsNull) {
    EXPECT_EQ(json_text(std::numeric_limits<double>::quiet_NaN()), "null");
    EXPECT_EQ(json_text(std::numeric_limits<double>::infinity()), "null");
}

}  // namespace
}  // namespace fovea::cli
