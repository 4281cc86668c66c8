#include "fovea/base/json_text.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <limits>

namespace fovea {
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

TEST(JsonText, WritesWholeNumbersWithoutAnExponent) {
    EXPECT_EQ(json_number(45.0), "45");
    EXPECT_EQ(json_number(100000.0), "100000");
    EXPECT_EQ(json_number(-3840.5), "-3840.5");
    EXPECT_EQ(json_number(-0.0), "0");
    EXPECT_EQ(json_number(1e22), "1e+22");
}

// A tool's input is stored, read and sent again; other bytes would cost the provider's cache.
TEST(JsonText, OfWhatItWroteIsTheSameText) {
    for (const auto* written :
         {"0", "-0.0", "45.0", "4.5E1", "1e15", "1e16", "12345.6789012345", "5e-324", "0.1"}) {
        const auto once = json_text(json::parse(written));
        EXPECT_EQ(json_text(json::parse(once)), once) << written;
        EXPECT_EQ(json::parse(once).to_number<double>(), json::parse(written).to_number<double>())
            << written;
    }
}

TEST(JsonText, ShowsWhatNobodyWouldSee) {  // Q5
    const json::value value = {{"name", "a\u202Egnp.\u009Bb\U000E0041\u00E9\n"}};

    EXPECT_EQ(json_text(value), "{\"name\":\"a\\u202egnp.\\u009bb\\udb40\\udc41\u00E9\\n\"}");
    EXPECT_EQ(json::parse(json_text(value)), value);
}

}  // namespace
}  // namespace fovea
