#include "fovea/base/pretty_json.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea {
namespace {

namespace json = boost::json;

TEST(PrettyJson, HasAFieldALineAndNumbersOnOne) {  // S4
    const auto value = json::parse(R"({"a":[1,2.5],"b":[{"c":"x\ny"},[]],"d":{},"é\"":null})");

    EXPECT_EQ(to_pretty_json(value), R"({
  "a": [1, 2.5],
  "b": [
    {
      "c": "x\ny"
    },
    []
  ],
  "d": {},
  "é\"": null
}
)");
}

TEST(PrettyJson, ReadsBackEqual) {
    const auto value =
        json::parse(R"([{"deep":{"er":[[[[{"x":[true,false,-1]}]]]]}},"",0,0.8,3.0,1e300,-2e-9])");

    EXPECT_EQ(json::parse(to_pretty_json(value)), value);
}

}  // namespace
}  // namespace fovea
